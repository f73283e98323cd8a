#pragma once
// The tables of a trace, column by column. A row is addressed by the id type named with its table. Rows stand
// in the order of the file; a table that was never filled is empty, a column that the link step fills is
// empty before it. Absent numbers are the kAbsent... constants, absent texts the invalid StringId.

#include "core/base/ids.h"
#include "core/base/nanoseconds.h"

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace diptych {

enum class ActivityKind : std::uint8_t { Kernel, Memcpy, Memset };

/// What is odd about the time of a GPU activity. An activity with any of these stays out of sums, busy time,
/// averages and rankings; it is shown, marked.
enum class TimeFault : std::uint8_t {
    None,
    NoTime,   ///< start or duration missing, or both zero among activities that have a time
    Negative, ///< negative duration
    Suspect,  ///< far too long for its name, or far from its launch (SEMANTICS: from events to a trace)
};

inline constexpr std::int64_t kAbsentNumber = std::numeric_limits<std::int64_t>::min();
inline constexpr std::int32_t kAbsentSmall = std::numeric_limits<std::int32_t>::min();

/// How a kernel was launched. Kernels share rows: a trace has few distinct ones.
struct LaunchConfig {
    std::array<std::int32_t, 3> grid{kAbsentSmall, kAbsentSmall, kAbsentSmall};
    std::array<std::int32_t, 3> block{kAbsentSmall, kAbsentSmall, kAbsentSmall};
    std::int32_t registersPerThread = kAbsentSmall;
    std::int64_t sharedMemoryBytes = kAbsentNumber;
    float occupancyPercent = -1.0F; ///< estimated achieved occupancy, 0..100; negative when absent

    friend bool operator==(const LaunchConfig&, const LaunchConfig&) = default;
};

/// Kernels, copies and fills: everything that is summed. Addressed by ActivityId.
struct GpuActivities {
    std::vector<ActivityKind> kind;
    std::vector<StringId> name;
    std::vector<Nanoseconds> startNs;      ///< as recorded; kAbsentNumber when the file has none
    std::vector<Nanoseconds> durationNs;   ///< likewise; may be negative when fault says so
    std::vector<std::int64_t> correlation; ///< 0 or kAbsentNumber joins nothing
    std::vector<std::int64_t> externalId;
    std::vector<std::int32_t> device;
    std::vector<std::int32_t> stream;
    std::vector<std::uint16_t> rank; ///< index into Trace::ranks
    std::vector<LaunchConfigId> config;
    // Filled by linkTrace:
    std::vector<TimeFault> fault;
    std::vector<LaunchId> launch; ///< invalid: not linked
    std::vector<OpId> op;         ///< innermost CPU op around the launch
    std::vector<OpId> outermostOp;
    std::vector<FrameId> frame;       ///< innermost Python frame around the launch
    std::vector<StackId> stack;       ///< the whole stack around the launch; equal stacks have equal ids
    std::vector<StringId> modulePath; ///< "Model_0/DecoderLayer_3/MLP_3", outermost first; invalid: no module

    [[nodiscard]] std::size_t size() const { return name.size(); }
    [[nodiscard]] Nanoseconds endNs(ActivityId id) const {
        return startNs[id.index()] + durationNs[id.index()];
    }
    /// Whether the activity counts in sums, busy time and averages.
    [[nodiscard]] bool isSummed(ActivityId id) const { return fault[id.index()] == TimeFault::None; }
};

/// Runtime and driver calls (cudaLaunchKernel, hipGraphLaunch, cudaMemcpyAsync, ...). Addressed by LaunchId.
struct Launches {
    std::vector<StringId> name;
    std::vector<Nanoseconds> startNs;
    std::vector<Nanoseconds> durationNs;
    std::vector<ThreadId> thread;
    std::vector<std::int64_t> correlation;
    std::vector<std::int64_t> externalId;

    [[nodiscard]] std::size_t size() const { return name.size(); }
};

/// CPU operators (aten::mm, ...). Addressed by OpId.
struct CpuOps {
    std::vector<StringId> name;
    std::vector<Nanoseconds> startNs;
    std::vector<Nanoseconds> durationNs;
    std::vector<ThreadId> thread;
    std::vector<std::int64_t> externalId;
    std::vector<StringId> inputDims;  ///< "[[64, 3584], [3584, 18944]]" as in the file, spaces normalised
    std::vector<StringId> inputTypes; ///< likewise
    std::vector<StringId>
        callStack; ///< PyTorch 1.8 to 1.10: frames joined by ';', innermost first, as in the file
    // Filled by linkTrace:
    std::vector<OpId> parent;

    [[nodiscard]] std::size_t size() const { return name.size(); }
};

/// Python frames and nn.Module calls. Addressed by FrameId.
struct PythonFrames {
    std::vector<StringId> name; ///< "qwen2.py(241): forward" or "nn.Module: Qwen2MLP_3"
    std::vector<Nanoseconds> startNs;
    std::vector<Nanoseconds> durationNs;
    std::vector<ThreadId> thread;
    // Filled by linkTrace:
    std::vector<FrameId> parent; ///< by nesting in time

    [[nodiscard]] std::size_t size() const { return name.size(); }
};

enum class SpanKind : std::uint8_t {
    UserAnnotation, ///< CPU side: ProfilerStep#3, execute_context_..., record_function ranges
    GpuAnnotation,  ///< the same on the GPU's time line
    Synchronize,    ///< cuda_sync
    Overhead,
    Other, ///< complete events of any other category
};

/// Ranges that are shown, never summed.
struct Spans {
    std::vector<SpanKind> kind;
    std::vector<StringId> name;
    std::vector<Nanoseconds> startNs;
    std::vector<Nanoseconds> durationNs;
    std::vector<ThreadId> thread;
    std::vector<std::int32_t> device; ///< of GPU annotations
    std::vector<std::int32_t> stream;

    [[nodiscard]] std::size_t size() const { return name.size(); }
};

} // namespace diptych
