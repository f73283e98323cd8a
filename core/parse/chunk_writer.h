#pragma once
// Files the fields of events into the columns of a chunk. Keeps the worker's tables of texts, threads and
// launch configurations, so that most events need no look-up elsewhere. One writer a worker.

#include "core/parse/event_chunk.h"
#include "core/parse/event_fields.h"
#include "core/parse/repeated_text.h"

#include <memory>
#include <unordered_map>

namespace diptych {

class ChunkWriter {
public:
    ChunkWriter();

    /// Further events go to `chunk`, which is empty, until the next call.
    void begin(EventChunk& chunk);
    /// Files one event; `byte` is its place in the decompressed text.
    void add(const EventFields& fields, std::uint64_t byte);
    /// Begins anew with the same chunk, which is empty again: nothing that was filed in it counts.
    void forget() { startTables(); }
    /// Hands over what the chunk needs of the worker's tables.
    void finish();

private:
    struct KnownThread {
        StringId process;
        StringId thread;
        std::int32_t number; ///< of "7" or "stream 7", else absent
    };

    void startTables();
    [[nodiscard]] StringId intern(std::string_view text);
    [[nodiscard]] StringId nameOf(const EventFields& fields, std::uint64_t byte);
    [[nodiscard]] StringId arrayText(bool isPresent, std::string_view json, TextNumber number);
    [[nodiscard]] StringId internArray(std::string_view json);
    [[nodiscard]] ThreadId threadOf(const EventFields& fields);
    [[nodiscard]] ThreadId internThread(std::string_view process, std::string_view thread);
    [[nodiscard]] LaunchConfigId configOf(const EventFields& fields);
    [[nodiscard]] std::int32_t streamOf(const EventFields& fields, ThreadId thread) const;
    /// Start and duration of an event of the CPU side; false when it cannot be placed.
    [[nodiscard]] bool placeOf(const EventFields& fields, std::uint64_t byte, Nanoseconds& start,
                               Nanoseconds& duration);

    void noteUnusable(const EventFields& fields, std::uint64_t byte);
    void noteLongTexts(const EventFields& fields, std::uint64_t byte);
    void countComplete(const EventFields& fields);
    void addComplete(const EventFields& fields, std::uint64_t byte);
    void addLabel(const EventFields& fields);
    void addLoose(const EventFields& fields, char phase, EventKind kind, std::uint64_t byte);
    void addGpu(const EventFields& fields, ActivityKind kind, std::uint64_t byte);
    void addLaunch(const EventFields& fields, std::uint64_t byte);
    void addOp(const EventFields& fields, std::uint64_t byte);
    void addFrame(const EventFields& fields, std::uint64_t byte);
    void addSpan(const EventFields& fields, SpanKind kind, std::uint64_t byte);

    EventChunk* m_chunk = nullptr;
    std::shared_ptr<StringTable> m_texts;
    std::shared_ptr<WorkerMaps> m_maps;
    std::size_t m_textsBefore = 0;          ///< of the worker's texts, those that earlier chunks brought
    StringTable m_arrays;                   ///< JSON texts of arrays as in the file
    std::vector<StringId> m_arrayTexts;     ///< the same with spaces normalised, in m_texts
    std::vector<StringId> m_numberedNames;  ///< of names that have a number, by that
    std::vector<StringId> m_numberedArrays; ///< likewise, of arrays
    std::vector<KnownThread> m_threads;
    std::unordered_map<std::uint64_t, ThreadId> m_threadIds; ///< by both text ids
    RepeatedText m_lastProcess;
    RepeatedText m_lastThread;
    ThreadId m_lastId;
    std::vector<LaunchConfig> m_configs;
    std::unordered_map<LaunchConfig, LaunchConfigId, LaunchConfigHash> m_configIds;
};

/// A JSON array's text with ", " after each element and no other space, as Python prints it.
[[nodiscard]] std::string normaliseArray(std::string_view json);

} // namespace diptych
