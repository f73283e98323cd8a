#pragma once
// One recorded trace: columns, interned texts, and the links between them. A load job builds it and publishes
// it as shared_ptr<const Trace>; from then on it never changes and may be read from any thread. Sources of
// the rules: SEMANTICS, "From events to a trace".

#include "core/base/diagnostics.h"
#include "core/base/string_table.h"
#include "core/model/columns.h"
#include "core/model/stack_tree.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace diptych {

enum class Platform : std::uint8_t { Unknown, Amd, Nvidia };

/// Names as in the JSON output: "AMD", "NVIDIA", "unknown".
[[nodiscard]] std::string_view platformName(Platform platform);

/// A thread of the CPU or a lane of the GPU, by the texts of pid and tid in the file.
struct Thread {
    StringId process;
    StringId thread;
    std::uint16_t rank = 0; ///< index into Trace::ranks

    friend bool operator==(const Thread&, const Thread&) = default;
};

struct RankInfo {
    std::optional<std::int64_t> rank; ///< as the file says it
    std::string label;                ///< "rank 3", or the process's text in a merged file
};

struct DeviceInfo {
    std::uint16_t rank = 0; ///< index into Trace::ranks
    std::int32_t index = 0;
    std::string name; ///< "" when the file does not tell
    std::string computeCapability;
    std::optional<std::int64_t> memoryBytes;
    std::optional<std::int64_t> multiprocessors;
    std::optional<std::int64_t> warpSize;
    std::optional<std::int64_t> maxThreadsPerBlock;
    std::optional<std::int64_t> sharedMemoryPerBlockBytes;
};

/// What the file says about itself. Only fields of an allow-list are kept: never environment, user or host
/// names.
struct TraceMetadata {
    Platform platform = Platform::Unknown;
    std::optional<std::string> gpu;  ///< name of the first device that has one
    std::vector<DeviceInfo> devices; ///< of the metadata, in their order
    std::optional<std::int64_t> rank;
    std::optional<std::int64_t> worldSize;
    std::string backend;        ///< of the process group, "nccl"
    std::string runtimeVersion; ///< "ROCm 6.3", "CUDA 12.6", "" when not told
    std::string torchVersion;
    std::string recordedAt; ///< "" when not told
    bool hasStacks = false; ///< with_stack or Python frames seen
};

/// How many events of each kind the file held, as read.
struct EventCounts {
    std::uint64_t complete = 0; ///< ph X
    std::map<std::string, std::uint64_t>
        byCategory; ///< complete events by today's spelling of their category
};

struct Trace {
    std::string path;            ///< as the user gave it
    std::uint64_t fileBytes = 0; ///< on disk
    std::uint64_t textBytes = 0; ///< decompressed
    TraceMetadata metadata;
    EventCounts counts;
    StringTable strings;
    std::vector<Thread> threads;
    std::vector<RankInfo> ranks; ///< at least one
    std::vector<LaunchConfig> launchConfigs;
    GpuActivities gpu;
    Launches launches;
    CpuOps ops;
    PythonFrames frames;
    Spans spans;
    StackTree stacks;
    Diagnostics diagnostics;

    [[nodiscard]] std::string_view text(StringId id) const { return strings[id]; }
    [[nodiscard]] bool isKernel(ActivityId id) const { return gpu.kind[id.index()] == ActivityKind::Kernel; }
};

/// Sum of the durations of all kernels that count (copies and fills not among them).
[[nodiscard]] Nanoseconds kernelSumNs(const Trace& trace);
/// Length of the union of the intervals of all activities that count, all devices and streams together.
[[nodiscard]] Nanoseconds gpuBusyNs(const Trace& trace);

} // namespace diptych
