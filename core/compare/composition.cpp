#include "core/compare/composition.h"

#include "core/compare/statistics.h"

#include "core/base/parallel.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace diptych {

namespace {

enum class Use : std::uint8_t { Compute, Communication, Copy };

struct Interval {
    Nanoseconds startNs;
    Nanoseconds endNs;
    ActivityId activity;
    Use use;
};

/// Totals over all steps of one side, before they are divided.
struct CompositionTotals {
    Nanoseconds wallNs = 0;
    Nanoseconds sumNs = 0;
    Nanoseconds computeNs = 0;
    Nanoseconds communicationNs = 0;
    Nanoseconds copyNs = 0;
    Nanoseconds idleLaunchBoundNs = 0;
    Nanoseconds idleWaitingNs = 0;
};

/// Activities that count, grouped by step, each step by start: step i is [borders[i], borders[i + 1]). Where
/// figures are not per step there is one "step": everything.
struct IntervalsByStep {
    std::vector<Interval> intervals;
    std::vector<std::size_t> borders;
};

bool startsEarlier(const Interval& x, const Interval& y) {
    return std::tie(x.startNs, x.endNs, x.activity) < std::tie(y.startNs, y.endNs, y.activity);
}

/// What every class of kernels uses the time for.
std::vector<Use> usesOf(const Classification& classes) {
    std::vector<Use> uses;
    for (const KernelClass& kernelClass : classes.classes) {
        uses.push_back(kernelClass.isTransfer                    ? Use::Copy
                       : kernelClass.category == "communication" ? Use::Communication
                                                                 : Use::Compute);
    }
    return uses;
}

IntervalsByStep intervalsByStep(const AnalyzedTrace& side, const Selection& selection, bool hasSteps) {
    const GpuActivities& gpu = side.trace->gpu;
    const auto counts = [&](ActivityId id) {
        return gpu.isSummed(id) &&
               (hasSteps ? selection.isInSteps[id.index()] : selection.isSelected[id.index()]) != 0;
    };
    const auto stepOf = [&](ActivityId id) {
        return hasSteps ? side.steps.ofActivity[id.index()].index() : 0U;
    };
    IntervalsByStep result;
    result.borders.assign((hasSteps ? side.steps.steps.size() : 1) + 1, 0);
    for (const ActivityId id : side.order) {
        if (counts(id)) {
            ++result.borders[stepOf(id) + 1];
        }
    }
    std::partial_sum(result.borders.begin(), result.borders.end(), result.borders.begin());
    std::vector<std::size_t> next(result.borders.begin(), result.borders.end() - 1);
    result.intervals.resize(result.borders.back());
    const std::vector<Use> uses = usesOf(side.classes);
    for (const ActivityId id : side.order) {
        if (counts(id)) {
            const std::uint32_t i = id.index();
            const bool isKernel = gpu.kind[i] == ActivityKind::Kernel;
            result.intervals[next[stepOf(id)]++] = {gpu.startNs[i], gpu.endNs(id), id,
                                                    isKernel ? uses[side.classes.ofActivity[i].index()]
                                                             : Use::Copy};
        }
    }
    for (std::size_t step = 0; step + 1 < result.borders.size(); ++step) {
        const auto at = [&](std::size_t border) {
            return result.intervals.begin() + static_cast<std::ptrdiff_t>(result.borders[border]);
        };
        if (!std::is_sorted(at(step), at(step + 1), startsEarlier)) {
            std::sort(at(step), at(step + 1), startsEarlier);
        }
    }
    return result;
}

/// The intervals of one step, sorted, at least one.
struct StepIntervals {
    const Interval* first;
    const Interval* last;

    [[nodiscard]] const Interval* begin() const { return first; }
    [[nodiscard]] const Interval* end() const { return last; }
};

bool isLaunchBound(const Trace& trace, ActivityId next, Nanoseconds idleSinceNs) {
    const GpuActivities& gpu = trace.gpu;
    const LaunchId launch = next.index() < gpu.launch.size() ? gpu.launch[next.index()] : LaunchId{};
    return launch.isValid() && trace.launches.startNs[launch.index()] > idleSinceNs;
}

void addGaps(const StepIntervals& step, const Trace& trace, Side side, StepId stepId,
             CompositionTotals& totals, std::vector<IdleGap>& gaps) {
    const Interval* latest = nullptr;
    for (const Interval& interval : step) {
        if (latest != nullptr && interval.startNs > latest->endNs) {
            IdleGap gap{side,
                        latest->endNs,
                        interval.startNs - latest->endNs,
                        latest->activity,
                        interval.activity,
                        isLaunchBound(trace, interval.activity, latest->endNs),
                        stepId};
            (gap.launchBound ? totals.idleLaunchBoundNs : totals.idleWaitingNs) += gap.lengthNs;
            gaps.push_back(gap);
        }
        if (latest == nullptr || interval.endNs > latest->endNs) {
            latest = &interval;
        }
    }
}

/// Length of a union of intervals that come by start.
class Union {
public:
    explicit Union(Nanoseconds startNs) : m_endNs(startNs) {}

    void add(const Interval& interval) {
        if (interval.endNs > m_endNs) {
            m_lengthNs += interval.endNs - std::max(m_endNs, interval.startNs);
            m_endNs = interval.endNs;
        }
    }
    [[nodiscard]] Nanoseconds lengthNs() const { return m_lengthNs; }
    [[nodiscard]] Nanoseconds endNs() const { return m_endNs; }

private:
    Nanoseconds m_endNs;
    Nanoseconds m_lengthNs = 0;
};

/// Communication is exposed as far as no compute hides it, copies as far as neither does.
void addStep(const StepIntervals& step, CompositionTotals& totals) {
    const Nanoseconds startNs = step.begin()->startNs;
    Union compute(startNs);
    Union withCommunication(startNs);
    Union busy(startNs);
    for (const Interval& interval : step) {
        totals.sumNs += interval.endNs - interval.startNs;
        busy.add(interval);
        if (interval.use != Use::Copy) {
            withCommunication.add(interval);
        }
        if (interval.use == Use::Compute) {
            compute.add(interval);
        }
    }
    totals.computeNs += compute.lengthNs();
    totals.communicationNs += withCommunication.lengthNs() - compute.lengthNs();
    totals.copyNs += busy.lengthNs() - withCommunication.lengthNs();
    totals.wallNs += busy.endNs() - startNs;
}

/// The only place where figures per step come from sums; divided by 1 these stay what they are.
CompositionSide divide(const CompositionTotals& totals, std::uint64_t steps) {
    const std::vector<Nanoseconds> parts = apportion({totals.computeNs, totals.communicationNs, totals.copyNs,
                                                      totals.idleLaunchBoundNs, totals.idleWaitingNs},
                                                     steps);
    CompositionSide side;
    side.computeNs = parts[0];
    side.exposedCommunicationNs = parts[1];
    side.exposedCopyNs = parts[2];
    side.idleLaunchBoundNs = parts[3];
    side.idleWaitingNs = parts[4];
    side.idleNs = parts[3] + parts[4];
    side.wallNs = divideRounded(totals.wallNs, steps);
    side.sumNs = divideRounded(totals.sumNs, steps);
    side.overlapNs = side.sumNs + side.idleNs - side.wallNs;
    return side;
}

void keepLongest(std::vector<IdleGap>& gaps, std::size_t most) {
    const auto longer = [](const IdleGap& x, const IdleGap& y) {
        return x.lengthNs != y.lengthNs ? x.lengthNs > y.lengthNs
                                        : std::tie(x.startNs, x.after, x.launchBound, x.side) <
                                              std::tie(y.startNs, y.after, y.launchBound, y.side);
    };
    const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(std::min(most, gaps.size()));
    std::partial_sort(gaps.begin(), middle, gaps.end(), longer);
    gaps.erase(middle, gaps.end());
}

void composeSide(const ComparedSides& sides, Side side, std::size_t mostGaps, Composition& result,
                 std::vector<IdleGap>& gaps) {
    const AnalyzedTrace& analysis = *sides.traces[side];
    const Selection& selection = *sides.selections[side];
    const bool hasSteps = sides.isPerStep(); // a mean step stands against no whole trace
    const IntervalsByStep steps = intervalsByStep(analysis, selection, hasSteps);
    CompositionTotals totals;
    for (std::size_t i = 0; i + 1 < steps.borders.size(); ++i) {
        const Interval* const all = steps.intervals.data();
        const StepIntervals step{all + steps.borders[i], all + steps.borders[i + 1]};
        if (step.first != step.last) {
            addStep(step, totals);
            addGaps(step, *analysis.trace, side, hasSteps ? StepId(i) : StepId{}, totals, gaps);
        }
    }
    const std::uint64_t stepCount = hasSteps ? *selection.stepCount() : 0;
    result.inAll[side] = divide(totals, 1);
    result.inAll[side].steps = stepCount;
    result.sides[side] = divide(totals, std::max<std::uint64_t>(1, stepCount));
    result.sides[side].steps = stepCount;
    result.sides[side].perStep = hasSteps;
    keepLongest(gaps, mostGaps);
}

} // namespace

Composition composeWallTime(const ComparedSides& sides, std::size_t mostGaps, unsigned threads) {
    Composition composition;
    PerSide<std::vector<IdleGap>> gaps;
    parallelFor(kSides.size(), threads, [&](std::size_t i) {
        composeSide(sides, kSides[i], mostGaps, composition, gaps[kSides[i]]);
    });
    composition.gaps = std::move(gaps.a);
    composition.gaps.insert(composition.gaps.end(), gaps.b.begin(), gaps.b.end());
    keepLongest(composition.gaps, mostGaps);
    return composition;
}

} // namespace diptych
