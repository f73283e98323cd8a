#include "core/parse/batch_parser.h"

#include "core/parse/event_repair.h"

#include <simdjson.h>

namespace diptych {

void BatchParser::parse(const TextBatch& batch, EventChunk& chunk) {
    m_writer.begin(chunk);
    const char* const text = batch.text().data();
    const bool isUtf8 = batch.isAscii || simdjson::validate_utf8(text, batch.size);
    EventFields fields;
    for (const EventSpan& span : batch.spans) {
        if (m_cancel.isCancelled()) {
            break;
        }
        const char* const begin = text + span.begin;
        const char* const end = text + span.end;
        const bool isClean =
            !span.isDamaged &&
            (isUtf8 || simdjson::validate_utf8(begin, static_cast<std::size_t>(end - begin)));
        if (isClean && m_shapes.read(begin, end, fields)) {
            m_writer.add(fields, batch.byteOf(span));
        } else if (isClean && m_reader.read(begin, end, fields)) {
            m_writer.add(fields, batch.byteOf(span));
            m_shapes.learn(begin, end);
        } else if (span.isDamaged) {
            readRepaired({begin, end}, batch.byteOf(span), true, chunk);
        } else {
            readSuspect({begin, end}, batch.byteOf(span), chunk);
        }
    }
    m_writer.finish();
}

/// Counting brackets has found an object, but it is no strict JSON: it may be damaged, and hide others.
void BatchParser::readSuspect(std::string_view text, std::uint64_t byte, EventChunk& chunk) {
    const std::string padded = std::string(text) + std::string(kMaskBytes, ' ');
    const std::string_view copy = std::string_view(padded).substr(0, text.size());
    std::vector<EventSpan> spans;
    EventSplitter splitter(EventSplitter::Pace::Careful, fastestTextMasks(), m_cancel);
    const SplitResult split = splitter.split(copy, 0, byte, true, spans);
    if (split.isInsideElement) {
        spans.push_back(
            {static_cast<std::uint32_t>(split.consumed), static_cast<std::uint32_t>(copy.size()), true});
    }
    for (const EventSpan& span : spans) {
        readRepaired(copy.substr(span.begin, span.end - span.begin), byte + span.begin, span.isDamaged,
                     chunk);
    }
}

void BatchParser::readRepaired(std::string_view spoilt, std::uint64_t byte, bool isDamaged,
                               EventChunk& chunk) {
    const RepairedObject repaired =
        repairObject(spoilt, isDamaged ? Unclosed::Accepted : Unclosed::Lost, m_cancel);
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
