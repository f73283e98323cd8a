#pragma once
// Reads the text of a trace batch by batch: first what stands before the events, then batches of whole
// events, then what stands after them. Only the text at hand is held, however large the file or one text in
// it. Batches may be asked for by several threads at a time, all else by one.

#include "core/parse/byte_source.h"
#include "core/parse/event_splitter.h"
#include "core/parse/head_scan.h"
#include "core/parse/load_notes.h"

#include <atomic>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace diptych {

/// Room for text, not cleared.
class TextRoom {
public:
    /// At least `size` characters; what was in it is lost when it has to grow or shrink much.
    void require(std::size_t size) {
        if (m_size < size || m_size / 8 > size) {
            m_chars.reset(); // first, so that both never stand side by side
            m_chars = std::make_unique_for_overwrite<char[]>(size);
            m_size = size;
        }
    }
    [[nodiscard]] char* data() { return m_chars.get(); }
    [[nodiscard]] const char* data() const { return m_chars.get(); }

private:
    std::unique_ptr<char[]> m_chars;
    std::size_t m_size = 0;
};

/// Some events and the text that they stand in.
struct TextBatch {
    std::uint64_t sequence = 0;
    std::uint64_t byte = 0;    ///< of the text's first character, in the decompressed text
    std::uint64_t dropped = 0; ///< bytes of an overlong text in the first event that are not in `text`
    TextRoom room;             ///< where the text lies, readable kMaskBytes beyond its end
    std::size_t begin = 0;     ///< of the text in the room
    std::size_t size = 0;      ///< of the text
    bool isAscii = false;      ///< all events are known to be
    std::vector<EventSpan> spans;

    [[nodiscard]] std::string_view text() const { return {room.data() + begin, size}; }

    /// Where an event stands in the decompressed text.
    [[nodiscard]] std::uint64_t byteOf(const EventSpan& span) const {
        return byte + span.begin + (&span == spans.data() ? 0 : dropped);
    }
};

/// What a load that was cancelled returns.
[[nodiscard]] Error cancelledError();

class BatchReader {
public:
    /// `batchBytes`: how much is read at a time; at most what stays in a processor's cache.
    BatchReader(std::unique_ptr<ByteSource> source, std::size_t batchBytes, CancelToken cancel);

    /// Reads up to the first event. An error when this is no trace, or when no event comes within
    /// `mostBytes`.
    [[nodiscard]] Failure readHead(std::uint64_t mostBytes = std::numeric_limits<std::uint64_t>::max());
    /// Reads the next batch into `batch`, whose room is used again. False at the end, after a failure, or
    /// when cancelled. Any thread: while one cuts its text into events, another reads the text that follows.
    [[nodiscard]] bool next(TextBatch& batch);
    /// Bytes taken from the file on disk so far. Any thread.
    [[nodiscard]] std::uint64_t bytesConsumed() const {
        return m_bytesConsumed.load(std::memory_order_relaxed);
    }

    [[nodiscard]] const ByteSource& source() const { return *m_source; }
    [[nodiscard]] std::uint64_t textBytes() const { return m_textBytes; }
    /// The text up to the bracket that opens the array of events; "" when the array is the whole file.
    [[nodiscard]] const std::string& head() const { return m_head; }
    /// The text from the bracket that closes it to the end of the document; "" when the file ends before.
    [[nodiscard]] const std::string& tail() const { return m_tail; }
    [[nodiscard]] bool isBareArray() const { return m_isBareArray; }
    /// What stood between the events.
    [[nodiscard]] LoadNotes notes() const;
    /// What became of the file as a whole: cut, followed by something else, damaged compression.
    [[nodiscard]] Diagnostics diagnostics() const;

private:
    enum class End : std::uint8_t { Open, Closed, BetweenEvents, InsideEvent };

    [[nodiscard]] std::size_t readText(char* to, std::size_t size);
    [[nodiscard]] bool skipLeadingSpace();
    void beginEvents(std::size_t open, bool isBareArray);
    [[nodiscard]] Error explainHead(bool isAtEnd);
    [[nodiscard]] bool readBehindCarry(TextBatch& batch);
    [[nodiscard]] bool readAfresh(TextBatch& batch);
    void prependCarry(TextBatch& batch) const;
    void cut(TextBatch& batch, bool isLast);
    void splitLast(TextBatch& batch, SplitResult& split);
    void takeTail(std::string_view piece);
    /// Gives up what is too large of the event that begins in the carry.
    void boundCarry();
    void dropLongString(std::size_t keep);
    void dropElement();

    std::size_t m_batchBytes;
    CancelToken m_cancel;

    std::mutex m_readMutex; ///< of the source and of what is counted of it; taken before m_cutMutex
    std::unique_ptr<ByteSource> m_source;
    std::string m_ahead; ///< was read too early, and is to be read again
    std::uint64_t m_textBytes = 0;
    std::atomic<std::uint64_t> m_bytesConsumed{0};

    std::mutex m_cutMutex; ///< of all else
    EventSplitter m_splitter;
    std::string m_head;
    std::uint64_t m_headByte = 0; ///< where the head begins
    std::string m_tail;
    std::string m_carry; ///< read, and not yet handed out
    std::uint64_t m_carryByte = 0;
    std::uint64_t m_carryDropped = 0; ///< bytes given up within the carry
    std::uint64_t m_sequence = 0;
    bool m_isBareArray = false;
    bool m_isStuck = false; ///< the last read brought no whole event
    End m_end = End::Open;
    TailScan m_tailScan{true, 0};
    LoadNotes m_notes;
};

} // namespace diptych
