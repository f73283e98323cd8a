#include "core/parse/batch_parser.h"

#include "core/parse/event_repair.h"

#include <simdjson.h>

namespace diptych {

void BatchParser::parse(const TextBatch& batch, EventChunk& chunk) {
    m_writer.begin(chunk);
    const char* const text = batch.text.data();
    const bool isUtf8 = simdjson::validate_utf8(text, batch.size);
    EventFields fields;
    for (const EventSpan& span : batch.spans) {
        const char* const begin = text + span.begin;
        const char* const end = text + span.end;
        const bool isClean =
            !span.isDamaged &&
            (isUtf8 || simdjson::validate_utf8(begin, static_cast<std::size_t>(end - begin)));
        if (isClean && m_reader.read(begin, end, fields)) {
            m_writer.add(fields, batch.byteOf(span));
        } else {
            readRepaired({begin, end}, batch.byteOf(span), span.isDamaged, chunk);
        }
    }
    m_writer.finish();
}

void BatchParser::readRepaired(std::string_view spoilt, std::uint64_t byte, bool isDamaged,
                               EventChunk& chunk) {
    const RepairedObject repaired = repairObject(spoilt, isDamaged ? Unclosed::Accepted : Unclosed::Lost);
    const char* const begin = repaired.text.data();
    EventFields fields;
    if (!repaired.isWhole || !m_reader.read(begin, begin + repaired.size, fields)) {
        chunk.notes.add(Oddity::LostEvent, byte);
        return;
    }
    const auto note = [&](bool applies, Oddity oddity) {
        if (applies) {
            chunk.notes.add(oddity, byte);
        }
    };
    note(repaired.kinds.hasText, Oddity::RepairedText);
    note(repaired.kinds.hasValue, Oddity::RepairedValue);
    note(repaired.kinds.hasStructure || isDamaged, Oddity::RepairedStructure);
    note(repaired.kinds.hasDepth, Oddity::TooDeep);
    m_writer.add(fields, byte);
}

} // namespace diptych
