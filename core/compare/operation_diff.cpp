#include "core/compare/operation_diff.h"

#include "core/base/parallel.h"
#include "core/compare/class_tally.h"
#include "core/compare/kernel_names.h"
#include "core/compare/statistics.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <unordered_map>

namespace diptych {

namespace {

constexpr std::string_view kNormGemm = "RMSNorm+GEMM";
constexpr std::string_view kPlainNorm = "RMSNorm";

/// What one side does of one operation.
struct SideWork {
    std::vector<Nanoseconds> durations;
    Nanoseconds insideStepsNs = 0;
    NameCounter names;
    std::unordered_map<StringId, std::uint64_t> cpuOps;
    std::unordered_map<StackId, std::uint64_t> stacks;
    std::uint32_t phases = 0; ///< bits by Phase
};

struct OperationWork {
    std::string category;
    PerSide<SideWork> sides;
};

using WorkByOperation = std::map<std::string, OperationWork>;

/// Looks an operation up once a class, so that the loop over kernels touches no text.
std::vector<SideWork*> workByClass(WorkByOperation& work, const Classification& classes, Side side) {
    std::vector<SideWork*> byClass;
    byClass.reserve(classes.classes.size());
    for (const KernelClass& kernelClass : classes.classes) {
        OperationWork& entry = work[kernelClass.operation];
        if (entry.category.empty() || kernelClass.category < entry.category) {
            entry.category = kernelClass.category;
        }
        byClass.push_back(&entry.sides[side]);
    }
    return byClass;
}

/// `byClass` as workByClass gives it.
void addWork(const std::vector<SideWork*>& byClass, const ComparedSides& sides, Side side) {
    const AnalyzedTrace& traceOf = *sides.traces[side];
    const Trace& trace = *traceOf.trace;
    const Selection& selection = *sides.selections[side];
    const GpuActivities& gpu = trace.gpu;
    const bool hasContext = !traceOf.options.namesOnly;
    ClassTally<StringId, NameCounter::Figures> names(trace.strings.size());
    ClassTally<StringId, std::uint64_t> cpuOps(trace.strings.size());
    ClassTally<StackId, std::uint64_t> stacks(trace.stacks.size());
    for (const ActivityId id : traceOf.order) {
        const std::uint32_t i = id.index();
        if (selection.isSelected[i] == 0 || !gpu.isSummed(id)) {
            continue;
        }
        const ClassId kernelClass = traceOf.classes.ofActivity[i];
        const Nanoseconds ns = gpu.durationNs[i];
        const bool isInSteps = selection.isInSteps[i] != 0;
        SideWork& entry = *byClass[kernelClass.index()];
        entry.durations.push_back(ns);
        names.at(traceOf.names[i], kernelClass).add({1, ns, isInSteps ? 1U : 0U, isInSteps ? ns : 0});
        if (isInSteps) {
            entry.insideStepsNs += ns;
            entry.phases |=
                1U << static_cast<unsigned>(traceOf.steps.steps[traceOf.steps.ofActivity[i].index()].phase);
        }
        if (hasContext && i < gpu.op.size() && gpu.op[i].isValid()) {
            ++cpuOps.at(trace.ops.name[gpu.op[i].index()], kernelClass);
        }
        if (hasContext && i < gpu.stack.size() && gpu.stack[i].isValid()) {
            ++stacks.at(gpu.stack[i], kernelClass);
        }
    }
    for (const auto& entry : names.entries()) {
        byClass[entry.kernelClass.index()]->names.add(entry.id, entry.figures);
    }
    for (const auto& entry : cpuOps.entries()) {
        byClass[entry.kernelClass.index()]->cpuOps[entry.id] += entry.figures;
    }
    for (const auto& entry : stacks.entries()) {
        byClass[entry.kernelClass.index()]->stacks[entry.id] += entry.figures;
    }
}

/// The phases of a set of bits, by their order in the enumeration.
std::vector<Phase> phasesOf(std::uint32_t bits) {
    std::vector<Phase> phases;
    for (const Phase phase : {Phase::Unknown, Phase::Prefill, Phase::Decode, Phase::Mixed}) {
        if ((bits >> static_cast<unsigned>(phase) & 1U) != 0) {
            phases.push_back(phase);
        }
    }
    return phases;
}

void appendWork(SideWork& to, const SideWork& from) {
    to.durations.insert(to.durations.end(), from.durations.begin(), from.durations.end());
    to.insideStepsNs += from.insideStepsNs;
    to.names.add(from.names);
    for (const auto& [name, count] : from.cpuOps) {
        to.cpuOps[name] += count;
    }
    for (const auto& [stack, count] : from.stacks) {
        to.stacks[stack] += count;
    }
    to.phases |= from.phases;
}

/// A side that fuses every norm into its GEMM would otherwise look as if it had none: its fused row and the
/// other side's plain row are one.
void joinNormGemm(WorkByOperation& work) {
    const auto fused = work.find(std::string(kNormGemm));
    const auto plain = work.find(std::string(kPlainNorm));
    if (fused == work.end() || plain == work.end()) {
        return;
    }
    const auto onlyFuses = [&](Side side) {
        return !fused->second.sides[side].durations.empty() && plain->second.sides[side].durations.empty() &&
               !plain->second.sides[other(side)].durations.empty();
    };
    if (!onlyFuses(Side::A) && !onlyFuses(Side::B)) {
        return;
    }
    for (const Side side : kSides) {
        appendWork(fused->second.sides[side], plain->second.sides[side]);
    }
    work["RMSNorm+GEMM, RMSNorm"] = std::move(fused->second);
    work.erase(std::string(kNormGemm));
    work.erase(std::string(kPlainNorm));
}

std::string mostFrequentCpuOp(const SideWork& work, const Trace& trace) {
    std::pair<std::uint64_t, std::string_view> best{0, {}};
    for (const auto& [name, count] : work.cpuOps) {
        const std::string_view text = trace.text(name);
        if (count > best.first || (count == best.first && text < best.second)) {
            best = {count, text};
        }
    }
    return std::string(best.second);
}

std::vector<std::string> framesOf(const Trace& trace, StackId stack) {
    std::vector<std::string> frames;
    for (; stack.isValid(); stack = trace.stacks.parent[stack.index()]) {
        frames.emplace_back(trace.text(trace.stacks.frame[stack.index()]));
    }
    std::reverse(frames.begin(), frames.end());
    return frames;
}

std::vector<StackCount> mostFrequentStacks(const SideWork& work, const Trace& trace, std::size_t most) {
    std::vector<std::pair<std::uint64_t, StackId>> counts;
    for (const auto& [stack, count] : work.stacks) {
        counts.emplace_back(count, stack);
    }
    std::sort(counts.begin(), counts.end(), [](const auto& x, const auto& y) {
        return x.first != y.first ? x.first > y.first : x.second < y.second;
    });
    if (most != 0 && counts.size() > most) {
        counts.resize(most);
    }
    std::vector<StackCount> stacks;
    stacks.reserve(counts.size());
    for (const auto& [count, stack] : counts) {
        stacks.push_back({framesOf(trace, stack), count});
    }
    return stacks;
}

Presence presenceOf(const PerSide<DurationStats>& stats) {
    return stats.a.count == 0 ? Presence::OnlyB : stats.b.count == 0 ? Presence::OnlyA : Presence::Both;
}

Status operationStatus(Nanoseconds gapNs, Nanoseconds thresholdNs) {
    if (std::abs(gapNs) <= thresholdNs) {
        return Status::Similar;
    }
    return gapNs > 0 ? Status::Slower : Status::Faster;
}

OperationRow makeOperationRow(const std::string& operation, OperationWork& work, const ComparedSides& sides,
                              const CompareOptions& options) {
    OperationRow row;
    row.operation = operation;
    row.category = work.category;
    std::uint32_t phases = 0;
    for (const Side side : kSides) {
        SideWork& own = work.sides[side];
        const Trace& trace = *sides.traces[side]->trace;
        row.stats[side] = durationStats(own.durations);
        row.names[side] = own.names.shares(trace);
        row.cpuOp[side] = mostFrequentCpuOp(own, trace);
        row.stacks[side] = mostFrequentStacks(own, trace, options.stacksPerOperation);
        phases |= own.phases;
    }
    row.phases = phasesOf(phases);
    row.ratio = ratioOf(row.stats.a.meanNs, row.stats.b.meanNs);
    row.presence = presenceOf(row.stats);
    return row;
}

/// The figures per step of all rows together, so that they sum to the headline.
void setStepTimes(std::vector<OperationRow>& rows, std::vector<Nanoseconds>& insideStepsNs,
                  const Selection& selection, Side side) {
    if (const auto steps = selection.stepCount()) {
        const std::vector<Nanoseconds> stepNs = apportion(insideStepsNs, *steps);
        for (std::size_t i = 0; i < rows.size(); ++i) {
            rows[i].stats[side].stepNs = stepNs[i];
        }
    }
}

void weighOperationGap(OperationRow& row, const ComparedSides& sides, Nanoseconds thresholdNs) {
    row.gapNs = gapOf(row.stats, sides.isPerStep());
    const Nanoseconds wholeGap = sides.headlineGapNs();
    if (std::abs(wholeGap) > thresholdNs) {
        row.share = static_cast<double>(row.gapNs) / static_cast<double>(wholeGap) + 0.0; // never -0
    }
    row.status = operationStatus(row.gapNs, thresholdNs);
}

} // namespace

Nanoseconds operationThresholdNs(const ComparedSides& sides, const Thresholds& thresholds) {
    constexpr Nanoseconds kFiveMilliseconds = 5'000'000;
    if (thresholds.operationGapNs) {
        return *thresholds.operationGapNs;
    }
    const Nanoseconds larger = std::max(sides.headlineNs(Side::A), sides.headlineNs(Side::B));
    return std::min(kFiveMilliseconds, larger / 100);
}

std::vector<OperationRow> diffOperations(const ComparedSides& sides, const CompareOptions& options) {
    WorkByOperation work;
    PerSide<std::vector<SideWork*>> byClass; // made for both before either is filled
    for (const Side side : kSides) {
        byClass[side] = workByClass(work, sides.traces[side]->classes, side);
    }
    parallelFor(kSides.size(), options.threads,
                [&](std::size_t i) { addWork(byClass[kSides[i]], sides, kSides[i]); });
    joinNormGemm(work);
    const Nanoseconds thresholdNs = operationThresholdNs(sides, options.thresholds);
    std::vector<WorkByOperation::value_type*> present;
    PerSide<std::vector<Nanoseconds>> insideStepsNs;
    for (auto& entry : work) {
        const PerSide<SideWork>& own = entry.second.sides;
        if (!own.a.durations.empty() || !own.b.durations.empty()) {
            present.push_back(&entry);
            for (const Side side : kSides) {
                insideStepsNs[side].push_back(own[side].insideStepsNs);
            }
        }
    }
    std::vector<OperationRow> rows(present.size());
    parallelFor(rows.size(), options.threads, [&](std::size_t i) {
        rows[i] = makeOperationRow(present[i]->first, present[i]->second, sides, options);
    });
    for (const Side side : kSides) {
        setStepTimes(rows, insideStepsNs[side], *sides.selections[side], side);
    }
    for (OperationRow& row : rows) {
        weighOperationGap(row, sides, thresholdNs);
    }
    std::stable_sort(rows.begin(), rows.end(), [](const OperationRow& x, const OperationRow& y) {
        return std::abs(x.gapNs) > std::abs(y.gapNs);
    });
    return rows;
}

} // namespace diptych
