#pragma once
// The events of one batch, in rows whose ids are those of the worker that read it. A chunk writer fills it,
// the trace builder takes it over in the order of the file and translates the ids.

#include "core/model/trace.h"
#include "core/parse/event_kind.h"
#include "core/parse/event_rows.h"
#include "core/parse/load_notes.h"

#include <array>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace diptych {

/// An event whose table is known only at the end of the file: a complete event without a category (the label
/// of its process decides) or one half of a begin and end pair.
struct LooseEvent {
    char phase;     ///< X, B or E
    EventKind kind; ///< of halves
    StringId name;
    ThreadId thread;
    Nanoseconds startNs;
    Nanoseconds durationNs;
    std::int64_t correlation;
    std::int64_t externalId;
    std::int32_t device;
    std::int32_t stream;
    LaunchConfigId config;
    StringId inputDims;
    StringId inputTypes;
    std::uint64_t byte;      ///< where it stands in the file
    std::uint64_t gpuBefore; ///< GPU activities before it, in the chunk and then in the file
};

/// What a process says of itself in its name or labels.
struct ProcessLabel {
    StringId process;
    StringId text;
};

/// From a worker's ids to those of the trace; touched by the trace builder alone.
struct WorkerMaps {
    std::vector<StringId> texts;
    std::vector<ThreadId> threads;
    std::vector<LaunchConfigId> configs;
};

struct LaunchConfigHash {
    [[nodiscard]] std::size_t operator()(const LaunchConfig& config) const;
};

struct EventChunk {
    std::shared_ptr<WorkerMaps> maps;
    std::shared_ptr<const StringTable> texts; ///< keeps newTexts alive
    std::vector<std::string_view> newTexts;   ///< texts that the worker met for the first time, in that order
    std::vector<Thread> newThreads;           ///< likewise; ids are the worker's
    std::vector<LaunchConfig> newConfigs;     ///< likewise

    std::vector<GpuRow> gpu;
    std::vector<LaunchRow> launches;
    std::vector<OpRow> ops;
    std::vector<FrameRow> frames;
    std::vector<SpanRow> spans;
    std::vector<LooseEvent> loose;
    std::vector<ProcessLabel> labels;

    std::uint64_t events = 0; ///< with a known phase
    std::uint64_t complete = 0;
    std::array<std::uint64_t, kKnownCategories> byKnownCategory{};
    std::map<std::string, std::uint64_t, std::less<>> byOtherCategory;
    LoadNotes notes;

    /// Empties it; the room stays for the next batch.
    void clear();
};

} // namespace diptych
