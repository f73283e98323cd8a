#pragma once
// The result of a comparison: plain value structs, one vector a view. Every figure that the window, the
// reports and the command line show stands here. Built by compareTraces, then const; read from any thread.
// Gap is always A - B, ratio always A / B; an unknown value is an empty optional. Source of every figure:
// SEMANTICS, "Alignment", "Comparisons".

#include "core/analysis/analyzed_trace.h"
#include "core/base/side.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace diptych {

// ---- what was compared

enum class PhaseFilter : std::uint8_t { All, Prefill, Decode, Mixed };
[[nodiscard]] std::string_view phaseFilterName(PhaseFilter filter);

/// A range of steps by ordinal, both ends inclusive.
struct StepRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    friend bool operator==(const StepRange&, const StepRange&) = default;
};

struct Thresholds {
    std::optional<Nanoseconds>
        operationGapNs; ///< default: the smaller of 5 ms and 1 % of the larger side's total
    Nanoseconds layerGapNs = 100'000;
    double layerRatio = 1.2;
    double improveRatio = 1.2;
    double countRatio = 1.5; ///< between equal steps, for fusion by counts
    friend bool operator==(const Thresholds&, const Thresholds&) = default;
};

struct CompareOptions {
    PhaseFilter phase = PhaseFilter::All;
    PerSide<std::optional<StepRange>> steps;
    Thresholds thresholds;
    std::size_t stacksPerOperation = 3; ///< distinct stacks kept per operation and side; 0 = all
    unsigned threads = 1;
};

/// One side of the selection.
struct SelectedSide {
    std::vector<StepId> steps; ///< selected steps
    bool everything = true;    ///< also what is outside steps
    std::uint64_t kernels =
        0;                   ///< activities that count, in the selected steps (all, when there are no steps)
    Nanoseconds totalNs = 0; ///< sum over everything selected
    Nanoseconds stepsNs = 0; ///< sum over the selected steps' own activities
    std::optional<Nanoseconds> stepNs; ///< stepsNs / number of selected steps; empty without steps
    std::optional<Nanoseconds> stepWallNs;
};

// ---- figures shared by the tables

enum class Status : std::uint8_t { Similar, Slower, Faster }; ///< of A against B
enum class Presence : std::uint8_t { Both, OnlyA, OnlyB };
[[nodiscard]] std::string_view statusName(Status status);
[[nodiscard]] std::string_view presenceName(Presence presence);

/// Duration statistics over a set of activities; empty optionals when the set is empty.
struct DurationStats {
    std::uint64_t count = 0;
    Nanoseconds totalNs = 0;
    std::optional<Nanoseconds> meanNs; ///< rounded half away from zero, as all divided figures
    std::optional<Nanoseconds> medianNs;
    std::optional<Nanoseconds> p95Ns;
    std::optional<Nanoseconds> minNs;
    std::optional<Nanoseconds> maxNs;
    std::optional<double> deviationNs; ///< sample standard deviation; empty below 2
    std::optional<Nanoseconds> stepNs; ///< per step, where the side has steps
};

/// One kernel name among several.
struct NameShare {
    std::string name; ///< demangled
    std::uint64_t count = 0;
    Nanoseconds totalNs = 0;
    std::uint64_t insideStepsCount =
        0; ///< of which in the selected steps; divide by their number for one step
    Nanoseconds insideStepsNs = 0;
};

/// One distinct Python stack, outermost first, and how many activities it launched.
struct StackCount {
    std::vector<std::string> frames;
    std::uint64_t count = 0;
};

// ---- pairs

/// Kernels of A that stand against kernels of B: one position (or one group of positions) of one section,
/// over all selected steps. A one-sided pair has an empty other side.
struct KernelPair {
    std::string id;             ///< unique and stable: "layer 14/7"
    std::string layer;          ///< section name
    std::uint32_t position = 0; ///< within the section
    std::string operation;      ///< of a main kernel: in a group the one that does the other's work and more,
                                ///< else the dearer one
    std::string category;
    std::string role;               ///< "QKV", "O", "gate/up", "down", "router", "LM head", "experts" or ""
    PerSide<std::uint32_t> kernels; ///< kernels per instance
    PerSide<DurationStats> stats;   ///< over instances: the sum of the group's kernels per instance
    PerSide<std::vector<NameShare>> names; ///< modal name first
    std::optional<double> ratio;           ///< of means
    Nanoseconds gapNs = 0;                 ///< per step where both sides have steps, else total
    double confidence = 0;                 ///< 0..1
    std::string reason;                    ///< why these are a pair, in words
    bool sameKernel = false;               ///< equal demangled names
    bool withinNoise = false;
    std::string note;
    /// Of a lone kernel whose work the other side does inside a kernel beyond the section's border (a
    /// residual add before the next layer's norm): the pair of that kernel.
    PairId partOf;
    PerSide<std::vector<ActivityId>> activities; ///< every member, in order of work

    [[nodiscard]] Presence presence() const {
        return kernels.a == 0 ? Presence::OnlyB : kernels.b == 0 ? Presence::OnlyA : Presence::Both;
    }
};

// ---- tables

struct OperationRow {
    std::string operation; ///< "A's + B's" names joined where RMSNorm+GEMM stands against RMSNorm and GEMM
    std::string category;
    std::vector<Phase> phases;
    PerSide<DurationStats> stats;
    std::optional<double> ratio; ///< of means
    Nanoseconds gapNs = 0;       ///< per step where both sides have steps, else total
    std::optional<double> share; ///< of the whole gap, 0..1 and beyond; empty below the threshold
    Status status = Status::Similar;
    Presence presence = Presence::Both;
    /// Operations of the other side that its kernels stand against, most time first, where that side mostly
    /// does not run this operation there: the gap is then one half of a fusion. Else empty.
    std::vector<std::string> against;
    PerSide<std::vector<NameShare>> names;   ///< by total, descending
    PerSide<std::string> cpuOp;              ///< most frequent
    PerSide<std::vector<StackCount>> stacks; ///< most frequent first
};

struct LayerRow {
    std::string layer; ///< section name
    std::string group;
    std::uint32_t type = 0;         ///< of layers: equal where both sides' kernel sequences are
    PerSide<std::uint64_t> kernels; ///< per step where the side has steps
    PerSide<std::optional<Nanoseconds>>
        ns; ///< per step where both sides have steps, else total; empty: not there
    std::optional<double> ratio;
    Nanoseconds gapNs = 0;
    Status status = Status::Similar;
    Presence presence = Presence::Both;
    PerSide<std::vector<NameShare>> slowest; ///< by total
    std::vector<std::uint32_t> pairs;        ///< indexes into Comparison::pairs, in order
};

struct FusionRow {
    std::string pattern;            ///< the operation
    std::optional<Side> fuses;      ///< the side that runs fewer kernels
    std::uint64_t occurrences = 0;  ///< over all layers and steps, of the side with more
    PerSide<std::uint32_t> kernels; ///< per occurrence
    PerSide<Nanoseconds> ns;        ///< once
    Nanoseconds gapNs = 0;          ///< once
    PerSide<std::optional<Nanoseconds>> stepNs;
    std::optional<Nanoseconds> gapStepNs;
    PerSide<Nanoseconds> totalNs;
    std::vector<std::string> layers;
    std::string evidence;
    std::vector<std::uint32_t> pairs; ///< indexes into Comparison::pairs
};

struct FusionTally {
    PerSide<std::uint32_t> patterns; ///< how many patterns each side fuses
};

struct LaunchCountRow {
    std::string type;              ///< kernel type
    PerSide<std::uint64_t> counts; ///< in the whole selection
    PerSide<double> averages;      ///< per matched group
    PerSide<Nanoseconds> ns;
    PerSide<std::uint64_t> insideStepsCounts; ///< of `counts`, in the selected steps
    PerSide<Nanoseconds> insideStepsNs;
    std::optional<double> ratio; ///< of `ns`
    std::uint32_t groupsAffected = 0;
    std::string explanation;
};

struct LaunchCounts {
    PerSide<std::uint32_t> groups;
    std::uint32_t matches = 0;
    std::vector<LaunchCountRow> rows;
};

struct SameKernelRow {
    std::string name;
    std::string operation;
    PerSide<DurationStats> stats;
    PerSide<std::uint64_t> insideStepsCounts; ///< of `stats.count`, in the selected steps
    std::optional<double> ratio;
    Nanoseconds gapNs = 0;
    Status faster = Status::Similar;
    std::vector<std::uint32_t> pairs;
};

struct SameKernels {
    std::vector<SameKernelRow> rows;
    std::optional<double> meanRatio; ///< over finite ones
};

struct BudgetRow {
    std::string category;
    PerSide<std::uint64_t> counts;            ///< in the whole selection
    PerSide<std::uint64_t> insideStepsCounts; ///< of `counts`, in the selected steps
    PerSide<Nanoseconds> totalNs;
    PerSide<std::optional<Nanoseconds>> stepNs;
    PerSide<double> share; ///< 0..1 of the side's time in the whole selection
    std::optional<double> ratio;
    Nanoseconds gapNs = 0;
};

/// Where wall time goes, of one mean step or of all steps together: sum - overlap + idle = wall.
struct CompositionSide {
    Nanoseconds wallNs = 0;
    Nanoseconds sumNs = 0;
    Nanoseconds computeNs = 0;
    Nanoseconds exposedCommunicationNs = 0;
    Nanoseconds exposedCopyNs = 0;
    Nanoseconds overlapNs = 0;
    Nanoseconds idleNs = 0;
    Nanoseconds idleLaunchBoundNs = 0; ///< the next launch began after the previous kernel's end
    Nanoseconds idleWaitingNs = 0;
    bool perStep = false;    ///< a mean step
    std::uint64_t steps = 0; ///< that it is the mean or the sum of; 0: of everything that is selected
};

struct IdleGap {
    Side side = Side::A;
    Nanoseconds startNs = 0;
    Nanoseconds lengthNs = 0;
    ActivityId before;
    ActivityId after;
    bool launchBound = false;
    StepId step;
};

enum class Mark : std::uint8_t { None, Improve, Fusion, Missing };
[[nodiscard]] std::string_view markName(Mark mark); ///< "", "IMPROVE", "FUSION", "MISSING"

struct ModuleRow {
    std::string path; ///< "Qwen2ForCausalLM/Qwen2Model/Qwen2DecoderLayer/Qwen2MLP"
    std::string name; ///< last element
    std::uint32_t depth = 0;
    std::int32_t parent = -1;               ///< index into Comparison::modules
    PerSide<std::uint64_t> kernels;         ///< in all
    PerSide<std::uint64_t> kernelsInSteps;  ///< of which in the selected steps
    PerSide<std::optional<Nanoseconds>> ns; ///< per step where both sides have steps, else total
    PerSide<std::optional<Nanoseconds>> totalNs;
    PerSide<double> wallShare; ///< of `ns`
    std::optional<double> ratio;
    Nanoseconds gapNs = 0;
    Mark mark = Mark::None;
    PerSide<std::vector<NameShare>> names;
    PerSide<std::vector<std::string>> inputDims;
    std::vector<std::uint32_t> pairs; ///< of this module itself: indexes into Comparison::pairs
};

struct FindingRow {
    Mark mark = Mark::None;
    std::string sentence; ///< "Gate/up GEMM takes 78.6 us on A, 45.6 us on B"
    std::string operation;
    double occurrencesPerStep = 0;
    Nanoseconds gapNs = 0; ///< per step where both sides have steps, else total
    PerSide<std::vector<NameShare>> names;
    std::vector<std::uint32_t> pairs; ///< indexes into Comparison::pairs
};

/// One step of the waterfall from A's time to B's.
struct AttributionRow {
    std::string operation;
    PerSide<Nanoseconds> ns; ///< per step where both sides have steps, else total
    Nanoseconds gapNs = 0;
    std::optional<double> share;
};

struct ReclassifiedRow {
    Side side = Side::A;
    std::string name;
    std::uint64_t count = 0;
    std::string before; ///< operation with the built-in rules
    std::string after;
};

/// How much of each side's time stands in pairs of both sides.
struct Coverage {
    PerSide<Nanoseconds> totalNs;
    PerSide<Nanoseconds> matchedNs;
    PerSide<Nanoseconds> exactNs;    ///< confidence from 0.9
    PerSide<Nanoseconds> ruleNs;     ///< from 0.6
    PerSide<Nanoseconds> inferredNs; ///< below
    PerSide<std::uint64_t> oneToOneKernels;
    PerSide<std::uint64_t> groupedKernels;
    PerSide<std::uint64_t> onlyKernels;
    PerSide<Nanoseconds> oneToOneNs;
    PerSide<Nanoseconds> groupedNs;
    PerSide<Nanoseconds> onlyNs;
};

struct Summary {
    bool perStep = false;    ///< both sides have steps: figures are per step
    PerSide<Nanoseconds> ns; ///< headline: per step, else total
    Nanoseconds gapNs = 0;
    std::optional<double> ratio;
    std::string verdict;                          ///< one sentence
    std::optional<std::string> dominantOperation; ///< largest part of the gap
    std::optional<double> dominantShare;
};

struct Comparison {
    PerSide<std::shared_ptr<const AnalyzedTrace>> sides;
    CompareOptions options;
    PerSide<SelectedSide> selection;
    Summary summary;
    std::vector<OperationRow> operations; ///< |gap| descending
    std::vector<LayerRow> layers;
    std::vector<KernelPair> pairs;       ///< by section, in order
    PerSide<std::vector<PairId>> pairOf; ///< by ActivityId: index into pairs; invalid: not selected
    std::vector<FusionRow> fusion;
    FusionTally fusionTally;
    LaunchCounts launchCounts;
    SameKernels sameKernels;
    std::vector<BudgetRow> budget;
    PerSide<CompositionSide> composition;      ///< per step where both sides have steps, else in all
    PerSide<CompositionSide> compositionInAll; ///< of all selected steps where both sides have steps
    std::vector<IdleGap> idleGaps;
    std::vector<ModuleRow> modules;
    std::vector<FindingRow> findings;
    std::vector<FindingRow> ahead;
    std::vector<AttributionRow> attribution;
    std::vector<ReclassifiedRow> reclassified;
    Coverage coverage;
    Diagnostics diagnostics; ///< of both traces and of the comparison, by severity

    /// Whether what A could gain is told per step, when figures per step or in all are asked for. In all it
    /// is the gap of equally many steps; that of more steps against fewer is no gain.
    [[nodiscard]] bool tellsGainPerStep(bool perStep) const {
        return summary.perStep && (perStep || selection.a.steps.size() != selection.b.steps.size());
    }
};

} // namespace diptych
