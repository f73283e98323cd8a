#pragma once
// From the text of a batch to the columns of a chunk: each event by its shape or by the strict reader, or
// repaired and then read, or counted as lost. One parser a worker.

#include "core/parse/chunk_writer.h"
#include "core/parse/event_reader.h"
#include "core/parse/event_shape.h"
#include "core/parse/text_batch.h"

#include <utility>

namespace diptych {

class BatchParser {
public:
    /// Once `cancel` is raised, reading returns soon, and the chunk is of no use.
    explicit BatchParser(CancelToken cancel = {}) : m_cancel(std::move(cancel)) {}

    /// Further events go to `chunk`, which is empty, until finish().
    void begin(EventChunk& chunk);
    /// Reads events from `begin` on as long as they are what nobody has to think about: strict JSON, one
    /// comma between them, no more than kLongElement characters. These are the events that the splitter would
    /// find there, whatever follows.
    [[nodiscard]] Stretch readStretch(const TextBatch& batch, std::size_t begin, bool isCommaDue);
    /// Takes back all since begin(): the text was not what it seemed.
    void forget();
    /// Reads the events that the splitter has found.
    void readSpans(const TextBatch& batch);
    void finish();

private:
    [[nodiscard]] const char* readStrict(const char* begin, const char* end, EventFields& fields);
    [[nodiscard]] const char* readUnshaped(const char* begin, const char* end, EventFields& fields);
    void readSuspect(std::string_view text, std::uint64_t byte);
    void readRepaired(std::string_view spoilt, std::uint64_t byte, bool isDamaged);

    CancelToken m_cancel;
    EventChunk* m_chunk = nullptr;
    ShapeShelf m_shapes;
    EventReader m_reader;
    ChunkWriter m_writer;
};

} // namespace diptych
