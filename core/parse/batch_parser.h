#pragma once
// From the text of a batch to the columns of a chunk: each event by its shape or by the strict reader, or
// repaired and then read, or counted as lost. One parser a worker.

#include "core/parse/batch_reader.h"
#include "core/parse/chunk_writer.h"
#include "core/parse/event_reader.h"
#include "core/parse/event_shape.h"

#include <utility>

namespace diptych {

class BatchParser {
public:
    /// Once `cancel` is raised, parse() returns soon, and the chunk is of no use.
    explicit BatchParser(CancelToken cancel = {}) : m_cancel(std::move(cancel)) {}

    /// Fills `chunk`, which is empty.
    void parse(const TextBatch& batch, EventChunk& chunk);

private:
    void readSuspect(std::string_view text, std::uint64_t byte, EventChunk& chunk);
    void readRepaired(std::string_view spoilt, std::uint64_t byte, bool isDamaged, EventChunk& chunk);

    CancelToken m_cancel;
    ShapeShelf m_shapes;
    EventReader m_reader;
    ChunkWriter m_writer;
};

} // namespace diptych
