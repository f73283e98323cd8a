#include "core/compare/composition.h"

#include "core/compare/statistics.h"

#include <algorithm>
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
struct Totals {
    Nanoseconds wallNs = 0;
    Nanoseconds sumNs = 0;
    Nanoseconds computeNs = 0;
    Nanoseconds communicationNs = 0;
    Nanoseconds copyNs = 0;
    Nanoseconds idleLaunchBoundNs = 0;
    Nanoseconds idleWaitingNs = 0;
};

Use useOf(const AnalyzedTrace& side, ActivityId id) {
    const KernelClass& kernelClass = side.classes.of(id);
    if (side.trace->gpu.kind[id.index()] != ActivityKind::Kernel || kernelClass.isTransfer) {
        return Use::Copy;
    }
    return kernelClass.category == "communication" ? Use::Communication : Use::Compute;
}

/// Activities that count, by step and start. A side without steps has one "step": everything.
std::vector<std::vector<Interval>> intervalsByStep(const AnalyzedTrace& side, const Selection& selection) {
    const bool hasSteps = selection.stepCount().has_value();
    std::vector<std::vector<Interval>> steps(hasSteps ? side.steps.steps.size() : 1);
    const GpuActivities& gpu = side.trace->gpu;
    for (const ActivityId id : side.order) {
        const std::uint32_t i = id.index();
        if (!gpu.isSummed(id) || (hasSteps ? selection.isInSteps[i] : selection.isSelected[i]) == 0) {
            continue;
        }
        const std::size_t step = hasSteps ? side.steps.ofActivity[i].index() : 0;
        steps[step].push_back({gpu.startNs[i], gpu.endNs(id), id, useOf(side, id)});
    }
    for (std::vector<Interval>& step : steps) {
        std::sort(step.begin(), step.end(), [](const Interval& x, const Interval& y) {
            return std::tie(x.startNs, x.endNs, x.activity) < std::tie(y.startNs, y.endNs, y.activity);
        });
    }
    return steps;
}

/// Length of the union of the intervals whose use is at most `last`: compute, then communication, then
/// copies, so that differences of these are what the earlier ones do not hide.
Nanoseconds unionNs(const std::vector<Interval>& intervals, Use last) {
    Nanoseconds length = 0;
    Nanoseconds end = intervals.empty() ? 0 : intervals.front().startNs;
    for (const Interval& interval : intervals) {
        if (interval.use <= last && interval.endNs > end) {
            length += interval.endNs - std::max(end, interval.startNs);
            end = interval.endNs;
        }
    }
    return length;
}

bool isLaunchBound(const Trace& trace, ActivityId next, Nanoseconds idleSinceNs) {
    const GpuActivities& gpu = trace.gpu;
    const LaunchId launch = next.index() < gpu.launch.size() ? gpu.launch[next.index()] : LaunchId{};
    return launch.isValid() && trace.launches.startNs[launch.index()] > idleSinceNs;
}

void addGaps(const std::vector<Interval>& step, const Trace& trace, Side side, StepId stepId, Totals& totals,
             std::vector<IdleGap>& gaps) {
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

void addStep(const std::vector<Interval>& step, Totals& totals) {
    const Nanoseconds compute = unionNs(step, Use::Compute);
    const Nanoseconds withCommunication = unionNs(step, Use::Communication);
    const Nanoseconds busy = unionNs(step, Use::Copy);
    totals.computeNs += compute;
    totals.communicationNs += withCommunication - compute;
    totals.copyNs += busy - withCommunication;
    Nanoseconds end = step.front().startNs;
    for (const Interval& interval : step) {
        totals.sumNs += interval.endNs - interval.startNs;
        end = std::max(end, interval.endNs);
    }
    totals.wallNs += end - step.front().startNs;
}

CompositionSide divide(const Totals& totals, std::uint64_t steps) {
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
        return x.lengthNs != y.lengthNs
                   ? x.lengthNs > y.lengthNs
                   : std::tie(x.side, x.startNs, x.after) < std::tie(y.side, y.startNs, y.after);
    };
    const auto middle = gaps.begin() + static_cast<std::ptrdiff_t>(std::min(most, gaps.size()));
    std::partial_sort(gaps.begin(), middle, gaps.end(), longer);
    gaps.erase(middle, gaps.end());
}

} // namespace

Composition composeWallTime(const ComparedSides& sides, std::size_t mostGaps) {
    Composition composition;
    for (const Side side : kSides) {
        const AnalyzedTrace& analysis = *sides.traces[side];
        const Selection& selection = *sides.selections[side];
        const auto steps = intervalsByStep(analysis, selection);
        const bool hasSteps = selection.stepCount().has_value();
        Totals totals;
        std::vector<IdleGap> gaps;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            if (!steps[i].empty()) {
                addStep(steps[i], totals);
                addGaps(steps[i], *analysis.trace, side, hasSteps ? StepId(i) : StepId{}, totals, gaps);
            }
        }
        composition.sides[side] = divide(totals, selection.stepCount().value_or(1));
        composition.sides[side].perStep = hasSteps;
        keepLongest(gaps, mostGaps);
        composition.gaps.insert(composition.gaps.end(), gaps.begin(), gaps.end());
    }
    keepLongest(composition.gaps, mostGaps);
    return composition;
}

} // namespace diptych
