#pragma once
// Puts chunks together into one trace, in the order of the file, as soon as their turn comes. Workers hand
// chunks over in any order; a chunk's room is given back for the next batch.

#include "core/base/brief_wait.h"
#include "core/base/cancel_token.h"
#include "core/parse/event_chunk.h"

#include <map>
#include <memory>
#include <unordered_map>

namespace diptych {

class TraceBuilder {
public:
    /// An empty chunk to fill. Any thread.
    [[nodiscard]] std::unique_ptr<EventChunk> takeChunk();

    struct Tally {
        std::uint64_t events = 0; ///< complete ones
        std::uint64_t kernels = 0;
    };
    /// Takes over the chunk of the batch with that number (0, 1, 2, ...). Any thread. Returns what the trace
    /// has so far. `share`: of the file, how much is read, 0 when nobody knows; tells how much room the
    /// columns will need.
    Tally accept(std::uint64_t sequence, std::unique_ptr<EventChunk> chunk, double share = 0);

    /// Whether any element was an event, of whatever phase. After all chunks.
    [[nodiscard]] bool hasEvents() const { return m_events != 0; }

    /// After all chunks: settles what only the whole file tells (ranks, devices, events without a category,
    /// begin and end pairs) and adds `notes`' diagnostics. Links are another step. Throws Stopped
    /// when cancelled.
    [[nodiscard]] std::unique_ptr<Trace> finish(const LoadNotes& notes, const CancelToken& cancel = {});

private:
    void append(const EventChunk& chunk);
    void appendTables(const EventChunk& chunk);
    void appendGpu(const EventChunk& chunk);
    void appendLoose(const EventChunk& chunk);
    [[nodiscard]] ThreadId internThread(StringId process, StringId thread);

    BriefMutex m_mutex;
    std::vector<std::unique_ptr<EventChunk>> m_free;
    std::map<std::uint64_t, std::unique_ptr<EventChunk>> m_waiting;
    std::uint64_t m_next = 0;
    double m_growth = 2; ///< how many times what it needs a column gets that has to grow

    std::unique_ptr<Trace> m_trace = std::make_unique<Trace>();
    std::unordered_map<std::uint64_t, ThreadId> m_threadIds;
    std::unordered_map<LaunchConfig, LaunchConfigId, LaunchConfigHash> m_configIds;
    std::vector<ThreadId> m_gpuThread;
    std::vector<LooseEvent> m_loose;
    std::vector<ProcessLabel> m_labels;
    std::array<std::uint64_t, kKnownCategories> m_byKnownCategory{};
    LoadNotes m_notes;
    std::uint64_t m_kernels = 0;
    std::uint64_t m_events = 0;
};

} // namespace diptych
