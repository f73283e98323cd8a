#include "core/parse/batch_reader.h"

#include "core/parse/event_repair.h"
#include "core/parse/foreign_format.h"

#include <algorithm>
#include <cstring>

namespace diptych {

namespace {

constexpr std::size_t kHeadStep = std::size_t{16} * 1024;
constexpr std::size_t kMostHeadStep = std::size_t{1} << 20;
constexpr std::size_t kMostHeadBytes = std::size_t{64} << 20; ///< metadata beyond are not kept
/// A batch that fits into the processor's cache beside the tables of a worker is read, cut and parsed without
/// coming from memory each time.
constexpr std::size_t kMostBatchBytes = std::size_t{256} * 1024;
constexpr std::size_t kLargeCarry = std::size_t{16}
                                    << 20; ///< from here on an event is looked at more closely
constexpr std::size_t kKeptString = std::size_t{8}
                                    << 20; ///< of an overlong string, more than any reader keeps
constexpr std::size_t kMostEventBytes = std::size_t{64} << 20;
constexpr std::size_t kDropStep = std::size_t{1} << 20;
/// Room before the text that is read, for the rest of the text before it. Few rests are longer.
constexpr std::size_t kHeadroom = std::size_t{64} * 1024;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/// Walks one element that comes piece by piece, character by character.
struct ElementWalk {
    std::size_t depth = 0;
    std::size_t stringBegin = 0;
    std::size_t place = 0; ///< characters walked
    bool isInString = false;
    bool isEscaped = false;
    bool hasBegun = false;

    [[nodiscard]] bool isFinished() const { return hasBegun && depth == 0; }

    void step(char c) {
        ++place;
        if (isInString) {
            isInString = isEscaped || c != '"';
            isEscaped = c == '\\' && !isEscaped;
        } else if (c == '"') {
            isInString = true;
            stringBegin = place;
        } else if (c == '{' || c == '[') {
            hasBegun = true;
            ++depth;
        } else if ((c == '}' || c == ']') && depth != 0) {
            --depth;
        }
    }
};

} // namespace

Error cancelledError() {
    return {ErrorCode::Cancelled, {}, {}, "loading was cancelled", ""};
}

BatchReader::BatchReader(std::unique_ptr<ByteSource> source, std::size_t batchBytes, CancelToken cancel)
    : m_batchBytes(std::clamp<std::size_t>(batchBytes, 1, kMostBatchBytes)), m_cancel(std::move(cancel)),
      m_source(std::move(source)), m_splitter(EventSplitter::Pace::Fast, fastestTextMasks(), m_cancel) {}

/// Fewer characters than asked for only at the end of the text, or when cancelled.
std::size_t BatchReader::readText(char* to, std::size_t size) {
    const std::size_t ahead = std::min(size, m_ahead.size());
    std::copy_n(m_ahead.data(), ahead, to);
    m_ahead.erase(0, ahead);
    const std::size_t got = ahead < size ? m_source->read(to + ahead, size - ahead) : 0;
    m_textBytes += got;
    m_bytesConsumed.store(m_source->bytesConsumed(), std::memory_order_relaxed);
    return ahead + got;
}

Failure BatchReader::readHead(std::uint64_t mostBytes) {
    HeadScan scan;
    bool isAtEnd = false;
    bool isAtStart = true;
    std::size_t step = kHeadStep;
    while (!isAtEnd && m_head.size() < kMostHeadBytes && m_textBytes < mostBytes && !m_cancel.isCancelled()) {
        const std::size_t before = m_head.size();
        m_head.resize(before + step);
        const std::size_t got = readText(m_head.data() + before, step);
        isAtEnd = got < step;
        step = std::min(step * 2, kMostHeadStep);
        m_head.resize(before + got);
        if (isAtStart) {
            if (const Failure foreign = explainForeignFormat(m_head, *m_source)) {
                return m_cancel.isCancelled() ? cancelledError() : *foreign;
            }
            if (m_head.starts_with(kByteOrderMark)) {
                std::fill_n(m_head.begin(), kByteOrderMark.size(), ' ');
            }
            isAtStart = false;
        }
        if (before == 0 && !skipLeadingSpace()) {
            continue;
        }
        if (m_head.front() != '{' && m_head.front() != '[') {
            break;
        }
        if (const auto open = scan.find(m_head)) {
            beginEvents(*open, scan.isBareArray());
            return std::nullopt;
        }
    }
    if (!m_head.empty() && m_head.front() == '{' && !m_cancel.isCancelled()) {
        if (const auto open = findEventsAnywhere(m_head)) {
            beginEvents(*open, false);
            return std::nullopt;
        }
    }
    return explainHead(isAtEnd);
}

/// White space before the document is forgotten, however much it is. False when nothing else is there yet.
bool BatchReader::skipLeadingSpace() {
    const auto first = std::find_if_not(m_head.begin(), m_head.end(), isSpace);
    m_headByte += static_cast<std::uint64_t>(first - m_head.begin());
    m_head.erase(m_head.begin(), first);
    return !m_head.empty();
}

void BatchReader::beginEvents(std::size_t open, bool isBareArray) {
    m_isBareArray = isBareArray;
    m_carry = m_head.substr(open + 1);
    m_carryByte = m_headByte + open + 1;
    m_head.resize(isBareArray ? 0 : open);
}

Error BatchReader::explainHead(bool isAtEnd) {
    if (m_cancel.isCancelled()) {
        return cancelledError();
    }
    if (const Failure failure = m_source->failure()) {
        return *failure;
    }
    const Diagnostics notes = m_source->notes();
    if (m_head.find_first_not_of('\0') == std::string::npos) {
        const bool isPacked = !m_source->compression().empty();
        const std::string reason = !notes.empty()    ? "the compressed data are damaged before any text"
                                   : !m_head.empty() ? "the file holds nothing but zero bytes"
                                   : isPacked        ? "the compressed file holds no data"
                                   : m_textBytes > 0 ? "the file holds nothing but white space"
                                                     : "the file is empty";
        return {ErrorCode::Empty, {}, {}, reason, "Record the trace again"};
    }
    if (m_head.front() != '{' && m_head.front() != '[') {
        return {ErrorCode::NotJson,
                {},
                m_headByte,
                "this is no JSON text",
                "Open a trace that the PyTorch profiler exported"};
    }
    Error error = explainJson(m_head, isAtEnd, m_cancel);
    if (m_cancel.isCancelled()) {
        return cancelledError();
    }
    if (error.byteOffset) {
        *error.byteOffset += m_headByte;
    }
    return error;
}

/// Hand over hand: whoever has read a text waits, before anyone reads on, until the text before it is cut. So
/// texts are cut in the order of the file, and the next one is read meanwhile.
bool BatchReader::next(TextBatch& batch) {
    batch.spans.clear();
    while (!m_cancel.isCancelled()) {
        std::unique_lock reading(m_readMutex);
        bool isLast = readAfresh(batch);
        const std::lock_guard cutting(m_cutMutex);
        if (m_end == End::Closed) {
            takeTail(batch.text());
            if (isLast) {
                return false;
            }
            continue;
        }
        if (m_end != End::Open || m_cancel.isCancelled()) {
            return false;
        }
        if (m_isStuck || m_carry.size() > kHeadroom) {
            m_ahead.insert(0, batch.text());
            isLast = readBehindCarry(batch);
        } else {
            reading.unlock();
            prependCarry(batch);
        }
        if (m_cancel.isCancelled()) {
            return false;
        }
        cut(batch, isLast);
        if (!batch.spans.empty()) {
            batch.sequence = m_sequence++;
            return true;
        }
    }
    return false;
}

/// Reads text for the middle of the batch's room; true when it is the last.
bool BatchReader::readAfresh(TextBatch& batch) {
    batch.room.require(kHeadroom + m_batchBytes + kMaskBytes);
    batch.begin = kHeadroom;
    char* const text = batch.room.data() + kHeadroom;
    batch.size = readText(text, m_batchBytes);
    std::memset(text + batch.size, ' ', kMaskBytes);
    return batch.size < m_batchBytes;
}

void BatchReader::prependCarry(TextBatch& batch) const {
    batch.begin -= m_carry.size();
    batch.size += m_carry.size();
    std::copy(m_carry.begin(), m_carry.end(), batch.room.data() + batch.begin);
}

/// The carry and at least as much again: for events that are longer than a batch. True when it is the last.
bool BatchReader::readBehindCarry(TextBatch& batch) {
    if (m_isStuck) {
        boundCarry();
    }
    const std::size_t carried = m_carry.size();
    const std::size_t wanted = std::max(m_batchBytes, carried * 2);
    batch.room.require(wanted + kMaskBytes);
    char* const text = batch.room.data();
    std::copy(m_carry.begin(), m_carry.end(), text);
    const std::size_t got = readText(text + carried, wanted - carried);
    batch.begin = 0;
    batch.size = carried + got;
    std::memset(text + batch.size, ' ', kMaskBytes);
    return got < wanted - carried;
}

/// Finds the events of the text and keeps what is behind the last whole one.
void BatchReader::cut(TextBatch& batch, bool isLast) {
    batch.byte = m_carryByte;
    batch.dropped = m_carryDropped;
    SplitResult split = m_splitter.split(batch.text(), 0, m_carryByte + m_carryDropped, isLast, batch.spans);
    batch.isAscii = split.isAscii;
    if (split.isInsideElement) {
        splitLast(batch, split);
    }
    const std::string_view rest = batch.text().substr(split.consumed);
    m_carryByte += split.consumed;
    m_isStuck = batch.spans.empty();
    if (!m_isStuck) {
        m_carryByte += m_carryDropped;
        m_carryDropped = 0;
    }
    if (split.isArrayEnd) {
        m_end = End::Closed;
        m_carry = {};
        m_tailScan = TailScan(m_isBareArray, m_carryByte + 1);
        m_tail.assign(rest.substr(0, 1));
        takeTail(rest.substr(1));
        return;
    }
    m_carry.assign(rest);
    if (isLast) {
        m_end = split.isInsideElement ? End::InsideEvent : End::BetweenEvents;
    }
}

/// The file ends within an element. It may be whole but for a quote or bracket that hides its end, and what
/// follows.
void BatchReader::splitLast(TextBatch& batch, SplitResult& split) {
    const std::string_view text = batch.text();
    while (split.isInsideElement && batch.size - split.consumed <= kLargeCarry) {
        const RepairedObject object = repairObject(text.substr(split.consumed), Unclosed::Lost, m_cancel);
        if (!object.isWhole) {
            return;
        }
        const std::size_t end = split.consumed + object.consumed;
        batch.spans.push_back(
            {static_cast<std::uint32_t>(split.consumed), static_cast<std::uint32_t>(end), true});
        split = m_splitter.split(text, end, m_carryByte + m_carryDropped, true, batch.spans);
        batch.isAscii = batch.isAscii && split.isAscii;
    }
}

void BatchReader::takeTail(std::string_view piece) {
    const std::size_t belongs = m_tailScan.take(piece);
    m_tail.append(
        piece.substr(0, std::min(belongs, kMostHeadBytes - std::min(kMostHeadBytes, m_tail.size()))));
}

void BatchReader::boundCarry() {
    if (m_carry.size() < kLargeCarry) {
        return;
    }
    ElementWalk walk;
    for (const char c : m_carry) {
        if (walk.place % kDropStep == 0 && m_cancel.isCancelled()) {
            return;
        }
        walk.step(c);
    }
    if (walk.isInString && m_carry.size() - walk.stringBegin > kKeptString) {
        dropLongString(walk.stringBegin + kKeptString);
    } else if (m_carry.size() >= kMostEventBytes) {
        dropElement();
    }
}

/// Keeps the carry up to `keep`, which lies within a string, and goes on at the string's end.
void BatchReader::dropLongString(std::size_t keep) {
    ElementWalk walk;
    for (std::size_t i = 0; i < keep; ++i) {
        if (i % kDropStep == 0 && m_cancel.isCancelled()) {
            return;
        }
        walk.step(m_carry[i]);
    }
    keep -= walk.isEscaped ? 1 : 0;
    while (keep > 0 && (m_carry[keep] & 0xC0) == 0x80) {
        --keep; // not within a character
    }
    std::string rest = m_carry.substr(walk.place);
    m_carry.resize(keep);
    std::uint64_t dropped = walk.place - keep;
    std::vector<char> block(kDropStep);
    while (!m_cancel.isCancelled()) {
        for (std::size_t i = 0; i < rest.size(); ++i) {
            walk.step(rest[i]);
            if (!walk.isInString) {
                m_carryDropped += dropped + i;
                m_carry.append(rest, i);
                return;
            }
        }
        dropped += rest.size();
        const std::size_t got = readText(block.data(), block.size());
        rest.assign(block.data(), got);
        if (got == 0) {
            break;
        }
    }
    m_carryDropped += dropped;
}

/// Gives up the element that the carry begins with.
void BatchReader::dropElement() {
    m_notes.add(Oddity::TooLarge, m_carryByte);
    ElementWalk walk;
    std::string rest = std::move(m_carry);
    m_carry.clear();
    std::vector<char> block(kDropStep);
    while (!m_cancel.isCancelled()) {
        for (std::size_t i = 0; i < rest.size(); ++i) {
            walk.step(rest[i]);
            if (walk.isFinished()) {
                m_carry.assign(rest, i + 1);
                m_carryByte += walk.place + m_carryDropped;
                m_carryDropped = 0;
                m_splitter.skipElement();
                return;
            }
        }
        const std::size_t got = readText(block.data(), block.size());
        rest.assign(block.data(), got);
        if (got == 0) {
            break;
        }
    }
    m_carryByte += walk.place + m_carryDropped;
    m_carryDropped = 0;
}

LoadNotes BatchReader::notes() const {
    LoadNotes notes = m_notes;
    const SplitFaults& faults = m_splitter.faults();
    const auto add = [&notes](Oddity oddity, const SplitFault& fault) {
        notes.add(oddity, fault.count, fault.first);
    };
    add(Oddity::StrayComma, faults.strayCommas);
    add(Oddity::MissingComma, faults.missingCommas);
    add(Oddity::TrailingComma, faults.trailingComma);
    add(Oddity::StrayCloser, faults.strayClosers);
    add(Oddity::EmptyElement, faults.emptyElements);
    add(Oddity::StrayText, faults.strayText);
    return notes;
}

Diagnostics BatchReader::diagnostics() const {
    Diagnostics diagnostics = m_source->notes();
    const auto add = [&](std::string code, Severity severity, std::uint64_t byte, std::string message) {
        diagnostics.push_back({std::move(code), severity, 1, byte, std::move(message), std::nullopt});
    };
    if (m_end == End::InsideEvent) {
        add("file-cut", Severity::Loss, m_textBytes,
            "The file ends in the middle of an event: that event and all that should follow are lost");
    } else if (m_end == End::BetweenEvents && m_isBareArray) {
        add("array-unclosed", Severity::Info, m_textBytes,
            "The list of events has no closing bracket, as the format allows; nothing is known to be lost");
    } else if (m_end == End::BetweenEvents) {
        add("file-cut", Severity::Loss, m_textBytes,
            "The file ends before the list of events does: what should follow is lost");
    } else if (m_end == End::Closed && !m_tailScan.isClosed()) {
        add("file-cut", Severity::Loss, m_textBytes,
            "The file ends within the information after the events: all events are there, some of that may "
            "be lost");
    }
    if (const auto extra = m_tailScan.extraByte()) {
        add(m_tailScan.isSecondDocument() ? "second-document" : "text-after-document", Severity::Loss, *extra,
            m_tailScan.isSecondDocument()
                ? "A second document begins here; only the first was loaded. Split the file to see the other"
                : "Something that is no part of the trace follows its end; it was ignored");
    }
    return diagnostics;
}

} // namespace diptych
