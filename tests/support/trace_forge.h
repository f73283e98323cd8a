#pragma once
// Forges profiler traces of known content: Kineto JSON text of any size, as an AMD or an NVIDIA machine would
// have recorded it, and beside it the truth about every kernel. Deterministic: equal options give equal bytes
// on every machine. For tests, benchmarks and the sample comparison; not thread-safe, but without shared
// state.

#include "tests/support/trace_forge_kernels.h"
#include "tests/support/trace_forge_model.h"

#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace diptych::test {

/// A difference that is planted in one side.
struct Difference {
    enum class Kind : std::uint8_t { Fuse, Split, Insert, Remove, SwapWithNext, Rename, Slow, SetDuration };
    Kind kind = Kind::Slow;
    OperationSet operations;    ///< Insert: stands after the last kernel of these
    std::string name;           ///< Fuse, Insert, Rename
    std::string category;       ///< Fuse, Insert
    Nanoseconds durationNs = 0; ///< Fuse, Insert, SetDuration
    double factor = 1;          ///< Slow
    int parts = 2;              ///< Split
    int part = -1;              ///< SetDuration: only this kernel of the operation; -1: each
    int firstLayer = 0;
    int lastLayer = std::numeric_limits<int>::max();

    /// The same in some layers only.
    [[nodiscard]] Difference inLayers(int first, int last) const;
};

[[nodiscard]] Difference fuse(OperationSet operations, std::string name, std::string category,
                              Nanoseconds durationNs);
[[nodiscard]] Difference split(Operation operation, int parts);
[[nodiscard]] Difference insertAfter(Operation operation, std::string name, std::string category,
                                     Nanoseconds durationNs);
[[nodiscard]] Difference removeKernels(Operation operation);
[[nodiscard]] Difference swapWithNext(Operation operation);
[[nodiscard]] Difference renameKernels(Operation operation, std::string name);
[[nodiscard]] Difference slow(Operation operation, double factor);
[[nodiscard]] Difference setDuration(Operation operation, Nanoseconds durationNs, int part = -1);

/// Serving: the engine's own annotations ("step[DECODE bs=16]"); None: the trace does not tell its steps.
enum class StepMarks : std::uint8_t { Serving, ProfilerSteps, None };

struct ForgeOptions {
    ForgedModel model;
    KernelLibrary library;
    std::vector<ForgedStep> steps = decodeSteps(3, 16);
    std::vector<Difference> differences;
    std::uint64_t seed = 1;
    StepMarks marks = StepMarks::Serving;
    bool stacks = true; ///< Python frames and modules
    bool cpuOps = true;
    bool flows = true; ///< ac2g arrows
    bool deviceProperties = true;
    bool graph = false;        ///< one graph launch owns the pass; preparation and sampling stay eager
    bool metadataLast = false; ///< device properties and the like behind the events
    int warmupSteps = 0;       ///< the first of `steps` that run slower
    double warmupFactor = 1.6;
    int kernelsBeforeRecording = 0; ///< the end of an earlier pass whose launches are not in the file
    double noise = 0.02;            ///< deviation of durations, as a share; 0: all equal
    double dropRate = 0;            ///< share of the passes' kernels that the profiler lost
    double insertRate = 0;          ///< stray kernels among them, as a share
    int rank = 0;
    int device = 0;
    Nanoseconds callNs = 0; ///< CPU time from launch to launch without frames; 0: usual for the vendor
    Nanoseconds gapNs = -1; ///< GPU idle time between kernels; -1: usual for the vendor
};

inline constexpr int kPrologue = -1;
inline constexpr int kEpilogue = -2;

/// The truth about one GPU activity.
struct ForgedActivity {
    OperationSet operations; ///< what it does, as a piece of its section
    Nanoseconds startNs = 0;
    Nanoseconds durationNs = 0;
    std::uint32_t name = 0; ///< index into ForgeTruth::names
    std::uint32_t correlation = 0;
    std::int32_t step = -1;         ///< ordinal; -1: from before the recording
    std::int32_t layer = kPrologue; ///< or kEpilogue, or 0...
    std::int32_t occurrence = 0;
    std::int32_t stream = 0;
    std::uint16_t category = 0; ///< index into ForgeTruth::categories
    ActivityType type = ActivityType::Kernel;
};

struct ForgedStepTruth {
    std::string name;  ///< as annotated; "" where the trace does not tell
    std::string phase; ///< "prefill", "decode", "mixed", "unknown"
    std::int64_t kernels = 0;
    Nanoseconds gpuNs = 0; ///< kernels, copies and fills
    Nanoseconds firstStartNs = 0;
    Nanoseconds lastEndNs = 0;
};

struct PlantedDifference {
    Difference difference;
    std::int64_t occurrences =
        0; ///< sections of all steps that it changed; those from before the recording not among them
};

struct ForgeTruth {
    std::vector<std::string> names;
    std::vector<std::string> categories;
    std::vector<ForgedActivity> kernels; ///< in the order of the file
    std::vector<ForgedActivity> copies;  ///< copies and fills, in the order of the file
    std::vector<ForgedStepTruth> steps;
    std::vector<PlantedDifference> planted;     ///< in the order of the options
    std::map<std::string, std::int64_t> events; ///< complete events by category
    Nanoseconds kernelSumNs = 0;
    Nanoseconds busyNs = 0;                           ///< union of all activities' intervals
    std::map<std::string, Nanoseconds> categorySumNs; ///< over kernels
    std::int64_t unlinked = 0;                        ///< kernels without a launch in the file
    std::int64_t textBytes = 0;

    [[nodiscard]] const std::string& nameOf(const ForgedActivity& activity) const {
        return names[activity.name];
    }
    [[nodiscard]] const std::string& categoryOf(const ForgedActivity& activity) const {
        return categories[activity.category];
    }
};

/// Whether two kernels, one a side, of equal steps do work of one piece and so stand against each other.
[[nodiscard]] bool standTogether(const ForgedActivity& a, const ForgedActivity& b);

/// Takes the text in pieces.
using TextSink = std::function<void(std::string_view)>;

/// Writes a trace. The text is never held whole; the truth is.
[[nodiscard]] ForgeTruth forgeTrace(const ForgeOptions& options, const TextSink& sink);

struct ForgedTrace {
    std::string text;
    ForgeTruth truth;
};
[[nodiscard]] ForgedTrace forgeTrace(const ForgeOptions& options);

/// Writes a trace to a file, gzipped where the name ends in .gz. An empty truth (no kernels) says that it
/// cannot be written.
[[nodiscard]] ForgeTruth forgeTraceFile(const ForgeOptions& options, const std::string& path);

/// The same workload on two machines, with planted differences on both sides: A an MI300X, B an H100.
[[nodiscard]] ForgeOptions amdOptions(const ForgedModel& model = qwen2Model());
[[nodiscard]] ForgeOptions nvidiaOptions(const ForgedModel& model = qwen2Model());

} // namespace diptych::test
