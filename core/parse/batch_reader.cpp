#include "core/parse/batch_reader.h"

#include "core/parse/batch_parser.h"
#include "core/parse/event_borders.h"
#include "core/parse/event_repair.h"
#include "core/parse/foreign_format.h"
#include "core/parse/json_scan.h"

#include <algorithm>
#include <cstring>

namespace diptych {

namespace {

constexpr std::size_t kHeadStep = std::size_t{16} * 1024;
constexpr std::size_t kMostHeadStep = std::size_t{1} << 20;
constexpr std::size_t kMostHeadBytes = std::size_t{64} << 20; ///< metadata beyond are not kept
/// A batch that fits into the processor's cache beside the tables of a worker is read and parsed without
/// coming from memory each time.
constexpr std::size_t kMostBatchBytes = std::size_t{256} * 1024;
/// Room before the text that is read, for the rest of the text before it. Few rests are longer.
constexpr std::size_t kHeadroom = std::size_t{64} * 1024;
/// How much of its text a batch shares with the next: enough for the event that begins in the one and ends in
/// the other. Few events are longer.
constexpr std::size_t kMostShared = std::size_t{8} * 1024;
/// Of what is shared, how much is only there to tell whether an event begins behind it.
constexpr std::size_t kMostContext = 64;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

} // namespace

Error cancelledError() {
    return {ErrorCode::Cancelled, {}, {}, "loading was cancelled", ""};
}

BatchReader::BatchReader(std::unique_ptr<ByteSource> source, std::size_t batchBytes, CancelToken cancel)
    : m_batchBytes(std::clamp<std::size_t>(batchBytes, 1, kMostBatchBytes)),
      m_shared(std::min(kMostShared, m_batchBytes / 2)), m_context(std::min(kMostContext, m_shared / 4)),
      m_cancel(std::move(cancel)), m_feed(std::move(source)),
      m_splitter(EventSplitter::Pace::Fast, fastestTextMasks(), m_cancel) {}

Failure BatchReader::readHead(std::uint64_t mostBytes) {
    HeadScan scan;
    bool isAtEnd = false;
    bool isAtStart = true;
    std::size_t step = kHeadStep;
    while (!isAtEnd && m_head.size() < kMostHeadBytes && textBytes() < mostBytes && !m_cancel.isCancelled()) {
        const std::size_t before = m_head.size();
        m_head.resize(before + step);
        const std::size_t got = m_feed.read(m_head.data() + before, step);
        isAtEnd = got < step;
        step = std::min(step * 2, kMostHeadStep);
        m_head.resize(before + got);
        if (isAtStart) {
            if (const Failure foreign = explainForeignFormat(m_head, m_feed.source())) {
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
    const auto first = std::find_if_not(m_head.begin(), m_head.end(), json::isSpace);
    m_headByte += static_cast<std::uint64_t>(first - m_head.begin());
    m_head.erase(m_head.begin(), first);
    return !m_head.empty();
}

void BatchReader::beginEvents(std::size_t open, bool isBareArray) {
    m_isBareArray = isBareArray;
    m_feed.putBack(std::string_view(m_head).substr(open + 1));
    m_carry.byte = m_headByte + open + 1;
    m_head.resize(isBareArray ? 0 : open);
    m_head.shrink_to_fit(); // of a damaged head far more was read
}

Error BatchReader::explainHead(bool isAtEnd) {
    if (m_cancel.isCancelled()) {
        return cancelledError();
    }
    if (const Failure failure = source().failure()) {
        return *failure;
    }
    const Diagnostics notes = source().notes();
    if (m_head.find_first_not_of('\0') == std::string::npos) {
        const bool isPacked = !source().compression().empty();
        const std::string reason = !notes.empty()    ? "the compressed data are damaged before any text"
                                   : !m_head.empty() ? "the file holds nothing but zero bytes"
                                   : isPacked        ? "the compressed file holds no data"
                                   : textBytes() > 0 ? "the file holds nothing but white space"
                                                     : "the file is empty";
        return {ErrorCode::Empty, {}, {}, reason, "Record the trace again"};
    }
    if (m_head.front() != '{' && m_head.front() != '[') {
        return {ErrorCode::NotJson,
                {},
                m_headByte,
                "this is not JSON",
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

bool BatchReader::next(TextBatch& batch, BatchParser& parser) {
    batch.spans.clear();
    while (readText(batch)) {
        Turn turn(m_turns, batch.ticket);
        Stretch stretch = readAhead(batch, parser);
        if (turn.await()) {
            m_released.store(batch.ticket + 1, std::memory_order_release);
            if (m_end == End::Closed) {
                takeTail(batch.text().substr(batch.size - batch.fresh));
            } else if (m_end == End::Open) {
                settle(batch, parser, stretch, turn);
                if (stretch.events != 0 || !batch.spans.empty()) {
                    batch.sequence = m_sequence++;
                    return !m_cancel.isCancelled();
                }
                continue;
            }
        }
        if (stretch.events != 0) {
            parser.forget();
        }
    }
    return false;
}

/// Reads the next text for the middle of the batch's room, behind what it shares with the text before. False
/// when there is none.
bool BatchReader::readText(TextBatch& batch) {
    const std::lock_guard reading(m_readMutex);
    if (m_isAllRead || m_cancel.isCancelled()) {
        return false;
    }
    batch.room.require(kHeadroom + m_batchBytes + kMaskBytes);
    char* const text = batch.room.data() + kHeadroom;
    std::copy(m_sharedText.begin(), m_sharedText.end(), text - m_sharedText.size());
    batch.dropped = 0;
    batch.byte = m_feed.place() - m_sharedText.size();
    batch.begin = kHeadroom - m_sharedText.size();
    batch.fresh = m_feed.read(text, m_batchBytes);
    batch.size = m_sharedText.size() + batch.fresh;
    endText(batch, batch.fresh < m_batchBytes);
    batch.ticket = m_tickets++;
    dropReleased();
    m_held.push_back({batch.ticket, batch.text().substr(batch.size - batch.fresh)});
    return true;
}

/// All that is known of the text's end.
void BatchReader::endText(TextBatch& batch, bool isLast) {
    std::memset(batch.room.data() + batch.begin + batch.size, ' ', kMaskBytes);
    batch.isLast = isLast;
    m_isAllRead = isLast;
    m_sharedText.assign(batch.text().substr(batch.size - std::min(m_shared, batch.fresh)));
    batch.reserve = isLast ? 0 : m_sharedText.size() - std::min(m_context, m_sharedText.size());
}

/// While the texts before are still with other workers, it can only be guessed where the first event begins.
Stretch BatchReader::readAhead(const TextBatch& batch, BatchParser& parser) {
    if (m_turns.isTurnOf(batch.ticket)) {
        return {};
    }
    const auto begin = guessEventStart(batch.text().substr(0, batch.border()), m_context);
    try {
        return begin ? parser.readStretch(batch, *begin, false) : Stretch{};
    } catch (...) {
        giveUpTexts();
        throw;
    }
}

void BatchReader::dropReleased() {
    const std::uint64_t released = m_released.load(std::memory_order_acquire);
    while (!m_held.empty() && m_held.front().ticket < released) {
        m_held.pop_front();
    }
}

/// Out of memory: what workers hold is about to vanish.
void BatchReader::giveUpTexts() {
    const std::lock_guard reading(m_readMutex);
    m_held.clear();
    m_isAllRead = true;
}

/// Now it is known where the first event begins: if it was guessed rightly, all is done already.
void BatchReader::settle(TextBatch& batch, BatchParser& parser, Stretch& stretch, Turn& turn) {
    const bool isRight = stretch.events != 0 && m_isAtEvent && m_carry.dropped == 0 &&
                         m_carry.byte == batch.byte + stretch.begin;
    if (!isRight) {
        if (stretch.events != 0) {
            parser.forget();
        }
        stretch = Stretch{};
        if (m_isStuck || m_carry.text.size() > kHeadroom) {
            readBehindCarry(batch, turn);
        } else {
            prependCarry(batch);
            if (m_carry.dropped == 0) {
                stretch = parser.readStretch(batch, 0, m_splitter.isCommaDue());
            }
        }
    }
    if (!m_cancel.isCancelled()) {
        cut(batch, stretch);
    }
}

void BatchReader::prependCarry(TextBatch& batch) const {
    const std::size_t shared = batch.size - batch.fresh;
    batch.begin += shared;
    batch.begin -= m_carry.text.size();
    batch.size = m_carry.text.size() + batch.fresh;
    batch.byte = m_carry.byte;
    batch.dropped = m_carry.dropped;
    std::copy(m_carry.text.begin(), m_carry.text.end(), batch.room.data() + batch.begin);
}

/// The carry and at least as much again: for events that are longer than a batch. Texts that others hold are
/// read again.
void BatchReader::readBehindCarry(TextBatch& batch, Turn& turn) {
    const std::lock_guard reading(m_readMutex);
    turn.skipTo(m_tickets);
    dropReleased();
    for (auto held = m_held.rbegin(); held != m_held.rend(); ++held) {
        m_feed.putBack(held->text);
    }
    m_held.clear();
    m_feed.putBack(batch.text().substr(batch.size - batch.fresh));
    const std::uint64_t carryByte = m_carry.byte;
    if (m_isStuck && boundCarry(m_carry, m_feed, m_cancel)) {
        m_notes.add(Oddity::TooLarge, carryByte);
        m_splitter.setCommaDue(true);
    }
    const std::size_t carried = m_carry.text.size();
    const std::size_t wanted = std::max(m_batchBytes, carried * 2);
    batch.room.require(wanted + kMaskBytes);
    std::copy(m_carry.text.begin(), m_carry.text.end(), batch.room.data());
    batch.begin = 0;
    batch.byte = m_carry.byte;
    batch.dropped = m_carry.dropped;
    batch.fresh = m_feed.read(batch.room.data() + carried, wanted - carried);
    batch.size = carried + batch.fresh;
    endText(batch, batch.fresh < wanted - carried);
}

/// Finds the events behind the stretch and keeps what is behind the last whole one.
void BatchReader::cut(TextBatch& batch, const Stretch& stretch) {
    SplitResult split;
    split.consumed = stretch.end;
    m_isAtEvent = stretch.isWhole;
    if (stretch.events != 0) {
        m_splitter.setCommaDue(true);
    }
    if (!stretch.isWhole) {
        split = splitRest(batch, stretch.end);
    }
    if (m_isAtEvent) {
        m_splitter.setCommaDue(false);
    }
    const std::string_view rest = batch.text().substr(split.consumed);
    m_isStuck = stretch.events == 0 && batch.spans.empty();
    m_carry.byte = batch.byte + split.consumed + (m_isStuck ? 0 : batch.dropped);
    m_carry.dropped = m_isStuck ? batch.dropped : 0;
    if (split.isArrayEnd) {
        m_end = End::Closed;
        m_carry.text = {};
        m_tailScan = TailScan(m_isBareArray, m_carry.byte + 1);
        m_tail.assign(rest.substr(0, 1));
        takeTail(rest.substr(1));
        return;
    }
    m_carry.text.assign(rest);
    if (batch.isLast) {
        m_end = split.isInsideElement ? End::InsideEvent : End::BetweenEvents;
    }
}

/// Where not all is as it should be, the splitter goes on: up to the border and, if that succeeds, to the
/// event with which the next batch begins, so that it is found there.
SplitResult BatchReader::splitRest(TextBatch& batch, std::size_t begin) {
    const std::string_view text = batch.text();
    const std::uint64_t byte = batch.byte + batch.dropped;
    if (batch.isLast) {
        SplitResult split = m_splitter.split(text, begin, byte, true, batch.spans);
        splitLast(batch, split);
        return split;
    }
    SplitResult split;
    split.consumed = begin;
    if (begin < batch.border()) {
        split =
            m_splitter.split(text.substr(0, batch.border() + kLookAhead), begin, byte, false, batch.spans);
    }
    if (split.isArrayEnd || takeEventAtBorder(batch, split)) {
        return split;
    }
    return m_splitter.split(text, split.consumed, byte, false, batch.spans);
}

/// Goes to the event with which the next batch begins, when the one before it and what stands around both is
/// strict JSON.
bool BatchReader::takeEventAtBorder(TextBatch& batch, SplitResult& split) {
    const char* const text = batch.text().data();
    const char* const end = text + batch.size;
    const char* const border = text + batch.border();
    const auto isEvent = [end](const char* p) { return p && p < end && *p == '{'; };
    const char* event = json::skipGap(text + split.consumed, end, m_splitter.isCommaDue());
    if (!isEvent(event)) {
        return false;
    }
    if (event < border) {
        const char* const behind = json::scanValue(event, end);
        const char* const next = behind ? json::skipGap(behind, end, true) : nullptr;
        if (!isEvent(next) || next < border || static_cast<std::size_t>(behind - event) > kLongElement) {
            return false;
        }
        batch.spans.push_back(
            {static_cast<std::uint32_t>(event - text), static_cast<std::uint32_t>(behind - text), false});
        event = next;
    }
    split.consumed = static_cast<std::size_t>(event - text);
    m_isAtEvent = true;
    return true;
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
        m_splitter.setCommaDue(true); // of an element that began a batch it knew of no comma
        split = m_splitter.split(text, end, batch.byte + batch.dropped, true, batch.spans);
    }
}

void BatchReader::takeTail(std::string_view piece) {
    const std::size_t belongs = m_tailScan.take(piece);
    m_tail.append(
        piece.substr(0, std::min(belongs, kMostHeadBytes - std::min(kMostHeadBytes, m_tail.size()))));
}

bool BatchReader::isTailWhole() const {
    return !m_isBareArray && m_end == End::Closed && m_tailScan.isClosed() && m_tail.size() < kMostHeadBytes;
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
    Diagnostics diagnostics = source().notes();
    const auto add = [&](std::string code, Severity severity, std::uint64_t byte, std::string message) {
        diagnostics.push_back({std::move(code), severity, 1, byte, std::move(message), std::nullopt});
    };
    if (m_end == End::InsideEvent) {
        add("file-cut", Severity::Loss, textBytes(),
            "The file ends in the middle of an event: that event and all that should follow are lost");
    } else if (m_end == End::BetweenEvents && m_isBareArray) {
        add("array-unclosed", Severity::Info, textBytes(),
            "The list of events has no closing bracket, as the format allows; nothing is known to be lost");
    } else if (m_end == End::BetweenEvents) {
        add("file-cut", Severity::Loss, textBytes(),
            "The file ends before the list of events does: what should follow is lost");
    } else if (m_end == End::Closed && !m_tailScan.isClosed()) {
        add("file-cut", Severity::Loss, textBytes(),
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
