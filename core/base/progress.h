#pragma once
// How far a job has come. The job calls the sink from its own threads, at most once per batch and one call at
// a time; the receiver must be quick and hand the value on to its own thread.

#include <cstdint>
#include <functional>

namespace diptych {

enum class Stage : std::uint8_t { ReadEvents, Link, FindSteps, FindLayers, Align, Compare, Write };

struct Progress {
    Stage stage = Stage::ReadEvents;
    std::uint64_t bytesRead = 0;  ///< of the file on disk
    std::uint64_t bytesTotal = 0; ///< 0 when unknown (a pipe)
    std::uint64_t events = 0;     ///< events read so far
    std::uint64_t kernels = 0;    ///< kernels among them
};

using ProgressSink = std::function<void(const Progress&)>;

} // namespace diptych
