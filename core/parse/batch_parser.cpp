#include "core/parse/batch_parser.h"

#include "core/parse/event_borders.h"
#include "core/parse/event_repair.h"
#include "core/parse/json_scan.h"

#include <simdjson.h>

namespace diptych {

void BatchParser::begin(EventChunk& chunk) {
    m_chunk = &chunk;
    m_writer.begin(chunk);
}

void BatchParser::forget() {
    m_chunk->clear();
    m_writer.forget();
}

void BatchParser::finish() {
    m_writer.finish();
}

/// Reads the event at `begin`; returns where it ends, or nullptr when it needs a closer look.
inline const char* BatchParser::readStrict(const char* begin, const char* end, EventFields& fields) {
    const char* const stop = m_shapes.read(begin, end, fields);
    return stop ? stop : readUnshaped(begin, end, fields);
}

Stretch BatchParser::readStretch(const TextBatch& batch, std::size_t begin, bool isCommaDue) {
    const char* const text = batch.text().data();
    const char* const end = text + batch.size;
    const char* const border = text + batch.border();
    Stretch stretch{begin, begin};
    EventFields fields;
    while (!m_cancel.isCancelled()) {
        const char* const event = json::skipGap(text + stretch.end, end, isCommaDue);
        if (!event || event == end || *event != '{') {
            break;
        }
        if (event >= border) {
            stretch.end = static_cast<std::size_t>(event - text);
            stretch.isWhole = true;
            break;
        }
        const char* const behind = readStrict(event, end, fields);
        if (!behind || static_cast<std::size_t>(behind - event) > kLongElement) {
            break;
        }
        m_writer.add(fields, batch.byte + static_cast<std::uint64_t>(event - text));
        stretch.end = static_cast<std::size_t>(behind - text);
        ++stretch.events;
        isCommaDue = true;
    }
    return stretch;
}

/// Reads the event at `begin`, which has no shape that is known; returns where it ends, or nullptr when it
/// needs a closer look.
const char* BatchParser::readUnshaped(const char* begin, const char* end, EventFields& fields) {
    const char* const stop = json::scanValue(begin, end);
    if (!stop || !simdjson::validate_utf8(begin, static_cast<std::size_t>(stop - begin)) ||
        !m_reader.read(begin, stop, fields)) {
        return nullptr;
    }
    if (fields.unusable.isEmpty()) { // those are counted in each event: shapes do not tell of them
        m_shapes.learn(begin, stop);
    }
    return stop;
}

void BatchParser::readSpans(const TextBatch& batch) {
    const char* const text = batch.text().data();
    EventFields fields;
    for (const EventSpan& span : batch.spans) {
        if (m_cancel.isCancelled()) {
            break;
        }
        const char* const begin = text + span.begin;
        const char* const end = text + span.end;
        if (!span.isDamaged && readStrict(begin, end, fields) == end) {
            m_writer.add(fields, batch.byteOf(span));
        } else if (span.isDamaged) {
            readRepaired({begin, end}, batch.byteOf(span), true);
        } else {
            readSuspect({begin, end}, batch.byteOf(span));
        }
    }
}

/// Counting brackets has found an object, but it is no strict JSON: it may be damaged, and hide others.
void BatchParser::readSuspect(std::string_view text, std::uint64_t byte) {
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
        readRepaired(copy.substr(span.begin, span.end - span.begin), byte + span.begin, span.isDamaged);
    }
}

void BatchParser::readRepaired(std::string_view spoilt, std::uint64_t byte, bool isDamaged) {
    const RepairedObject repaired =
        repairObject(spoilt, isDamaged ? Unclosed::Accepted : Unclosed::Lost, m_cancel);
    const char* const begin = repaired.text.data();
    EventFields fields;
    if (!repaired.isWhole || !m_reader.read(begin, begin + repaired.size, fields)) {
        m_chunk->notes.add(Oddity::LostEvent, byte);
        return;
    }
    const auto note = [&](bool applies, Oddity oddity) {
        if (applies) {
            m_chunk->notes.add(oddity, byte);
        }
    };
    note(repaired.kinds.hasText, Oddity::RepairedText);
    note(repaired.kinds.hasValue, Oddity::RepairedValue);
    note(repaired.kinds.hasStructure || isDamaged, Oddity::RepairedStructure);
    note(repaired.kinds.hasDepth, Oddity::TooDeep);
    m_writer.add(fields, byte);
}

} // namespace diptych
