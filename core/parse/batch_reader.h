#pragma once
// Reads the text of a trace batch by batch: first what stands before the events, then batches of whole
// events, then what stands after them. Only the text at hand is held, however large the file or one text in
// it. Batches may be asked for by several threads at a time, all else by one.
//
// Workers read events before it is known where the first one begins in their text: they guess. When the text
// before has been dealt with, either the guess was right, or the text is read once more from the right place.
// So the events are those that one worker would find, going through the text from begin to end.

#include "core/base/brief_wait.h"
#include "core/parse/carried_text.h"
#include "core/parse/event_splitter.h"
#include "core/parse/head_scan.h"
#include "core/parse/load_notes.h"
#include "core/parse/text_batch.h"
#include "core/parse/text_feed.h"
#include "core/parse/turn_queue.h"

#include <atomic>
#include <deque>
#include <limits>
#include <memory>
#include <string>

namespace diptych {

class BatchParser;

/// What a load that was cancelled returns.
[[nodiscard]] Error cancelledError();

class BatchReader {
public:
    /// `batchBytes`: how much is read at a time; at most what stays in a processor's cache.
    BatchReader(std::unique_ptr<ByteSource> source, std::size_t batchBytes, CancelToken cancel);

    /// Reads up to the first event. An error when this is no trace, or when no event comes within
    /// `mostBytes`.
    [[nodiscard]] Failure readHead(std::uint64_t mostBytes = std::numeric_limits<std::uint64_t>::max());
    /// Reads the next batch into `batch`, whose room is used again, and lets `parser`, which has begun a
    /// chunk, read the events that need no splitter; the others are in the batch's spans. False at the end,
    /// after a failure, or when cancelled. Any thread.
    [[nodiscard]] bool next(TextBatch& batch, BatchParser& parser);
    /// Bytes taken from the file on disk so far. Any thread.
    [[nodiscard]] std::uint64_t bytesConsumed() const { return m_feed.bytesConsumed(); }

    [[nodiscard]] const ByteSource& source() const { return m_feed.source(); }
    [[nodiscard]] std::uint64_t textBytes() const { return m_feed.textBytes(); }
    /// The text up to the bracket that opens the array of events; "" when the array is the whole file.
    [[nodiscard]] const std::string& head() const { return m_head; }
    /// Where it begins in the decompressed text.
    [[nodiscard]] std::uint64_t headByte() const { return m_headByte; }
    /// The text from the bracket that closes it to the end of the document; "" when the file ends before.
    [[nodiscard]] const std::string& tail() const { return m_tail; }
    [[nodiscard]] std::uint64_t tailByte() const { return m_carry.byte; }
    /// Whether the tail is all that stood there, and the end of a document that began before the events.
    [[nodiscard]] bool isTailWhole() const;
    [[nodiscard]] bool isBareArray() const { return m_isBareArray; }
    /// What stood between the events.
    [[nodiscard]] LoadNotes notes() const;
    /// What became of the file as a whole: cut, followed by something else, damaged compression.
    [[nodiscard]] Diagnostics diagnostics() const;

private:
    enum class End : std::uint8_t { Open, Closed, BetweenEvents, InsideEvent };

    [[nodiscard]] bool skipLeadingSpace();
    void beginEvents(std::size_t open, bool isBareArray);
    [[nodiscard]] Error explainHead(bool isAtEnd);

    [[nodiscard]] bool readText(TextBatch& batch);
    void endText(TextBatch& batch, bool isLast);
    [[nodiscard]] Stretch readAhead(const TextBatch& batch, BatchParser& parser);
    void dropReleased();
    void giveUpTexts();
    void settle(TextBatch& batch, BatchParser& parser, Stretch& stretch, Turn& turn);
    void prependCarry(TextBatch& batch) const;
    void readBehindCarry(TextBatch& batch, Turn& turn);
    void cut(TextBatch& batch, const Stretch& stretch);
    [[nodiscard]] SplitResult splitRest(TextBatch& batch, std::size_t begin);
    [[nodiscard]] bool takeEventAtBorder(TextBatch& batch, SplitResult& split);
    void splitLast(TextBatch& batch, SplitResult& split);
    void takeTail(std::string_view piece);

    const std::size_t m_batchBytes;
    const std::size_t m_shared;  ///< characters of a batch that the next one begins with, too
    const std::size_t m_context; ///< of these, where no event of the next one begins
    const CancelToken m_cancel;

    /// A text that a worker holds, as it was read.
    struct HeldText {
        std::uint64_t ticket;
        std::string_view text;
    };

    BriefMutex m_readMutex; ///< of what follows
    TextFeed m_feed;
    std::string m_sharedText; ///< the end of the last text
    std::uint64_t m_tickets = 0;
    std::deque<HeldText> m_held; ///< in order, perhaps still some that have been released
    bool m_isAllRead = false;

    /// Texts of tickets below have had their turn: each is its worker's alone.
    std::atomic<std::uint64_t> m_released{0};

    TurnQueue m_turns; ///< for all else
    EventSplitter m_splitter;
    std::string m_head;
    std::uint64_t m_headByte = 0; ///< where the head begins
    std::string m_tail;
    CarriedText m_carry; ///< read, and not yet handed out
    std::uint64_t m_sequence = 0;
    bool m_isBareArray = false;
    bool m_isAtEvent = false; ///< the carry begins with an event, and no comma is missing before it
    bool m_isStuck = false;   ///< the last read brought no whole event
    End m_end = End::Open;
    TailScan m_tailScan{true, 0};
    LoadNotes m_notes;
};

} // namespace diptych
