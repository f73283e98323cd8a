#pragma once
// Reads the text of a trace batch by batch: first what stands before the events, then batches of whole
// events, then what stands after them. Only the text at hand is held. Calls come from one thread at a time.

#include "core/parse/byte_source.h"
#include "core/parse/event_splitter.h"
#include "core/parse/load_notes.h"

#include <memory>
#include <string>
#include <vector>

namespace diptych {

/// Some events and the text that they stand in.
struct TextBatch {
    std::uint64_t sequence = 0;
    std::uint64_t byte = 0; ///< of the text's first character, in the decompressed text
    std::vector<char> text; ///< with room behind the last event, for reading in large steps
    std::vector<EventSpan> spans;
};

class BatchReader {
public:
    BatchReader(std::unique_ptr<ByteSource> source, std::size_t batchBytes, CancelToken cancel);

    /// Reads up to the first event. An error when this is no trace.
    [[nodiscard]] Failure readHead();
    /// Reads the next batch into `batch`, whose room is used again. False at the end, after a failure, or
    /// when cancelled.
    [[nodiscard]] bool next(TextBatch& batch);

    [[nodiscard]] const ByteSource& source() const { return *m_source; }
    [[nodiscard]] std::uint64_t textBytes() const { return m_textBytes; }
    /// The text up to the bracket that opens the array of events; "" when the array is the whole file.
    [[nodiscard]] const std::string& head() const { return m_head; }
    /// The text from the bracket that closes it; "" when the file ends before.
    [[nodiscard]] const std::string& tail() const { return m_tail; }
    /// Where the tail begins.
    [[nodiscard]] std::uint64_t tailByte() const { return m_tailByte; }
    [[nodiscard]] bool isBareArray() const { return m_isBareArray; }
    /// Whether the text ends before the array of events does.
    [[nodiscard]] bool isCut() const { return m_isCut; }
    /// What stood between the events.
    [[nodiscard]] LoadNotes notes() const;

private:
    struct HeadScan;

    [[nodiscard]] std::size_t readText(char* to, std::size_t size);
    void readTail(std::string_view begin);
    [[nodiscard]] Error explainHead() const;

    std::unique_ptr<ByteSource> m_source;
    std::size_t m_batchBytes;
    CancelToken m_cancel;
    EventSplitter m_splitter;
    std::string m_head;
    std::string m_tail;
    std::string m_carry; ///< read, and not yet handed out
    std::uint64_t m_carryByte = 0;
    std::uint64_t m_textBytes = 0;
    std::uint64_t m_eventsByte = 0; ///< where the splitter began
    std::uint64_t m_tailByte = 0;
    std::uint64_t m_sequence = 0;
    bool m_isBareArray = false;
    bool m_isCut = false;
    bool m_isInsideEvent = false;
    bool m_isDone = false;
    std::uint64_t m_cutByte = 0;
};

} // namespace diptych
