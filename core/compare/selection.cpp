#include "core/compare/selection.h"

#include "core/base/parallel.h"
#include "core/compare/statistics.h"

#include <algorithm>
#include <map>

namespace diptych {

namespace {

bool hasPhase(Phase phase, PhaseFilter filter) {
    switch (filter) {
    case PhaseFilter::All:
        return true;
    case PhaseFilter::Prefill:
        return phase == Phase::Prefill;
    case PhaseFilter::Decode:
        return phase == Phase::Decode;
    case PhaseFilter::Mixed:
        return phase == Phase::Mixed;
    }
    return false;
}

/// "3 prefill, 12 decode" or "no steps".
std::string listPhases(const Steps& steps) {
    std::map<std::string_view, std::size_t> counts;
    for (const Step& step : steps.steps) {
        ++counts[phaseName(step.phase)];
    }
    std::string text;
    for (const auto& [phase, count] : counts) {
        text += (text.empty() ? "" : ", ") + std::to_string(count) + ' ' + std::string(phase);
    }
    return text.empty() ? "no steps" : text;
}

std::vector<StepId> selectedSteps(const Steps& steps, PhaseFilter phase,
                                  const std::optional<StepRange>& range) {
    std::vector<StepId> selected;
    for (std::size_t i = 0; i < steps.steps.size(); ++i) {
        const bool inRange = !range || (i >= range->first && i <= range->last);
        if (inRange && hasPhase(steps.steps[i].phase, phase)) {
            selected.emplace_back(i);
        }
    }
    return selected;
}

/// Mean of first start to last end over the selected steps.
std::optional<Nanoseconds> meanWallNs(const Steps& steps, const std::vector<StepId>& selected) {
    if (selected.empty()) {
        return std::nullopt;
    }
    Nanoseconds sum = 0;
    for (const StepId id : selected) {
        sum += steps.steps[id.index()].wallNs;
    }
    return divideRounded(sum, selected.size());
}

Selection selectSide(const AnalyzedTrace& side, PhaseFilter phase, const std::optional<StepRange>& range) {
    const GpuActivities& gpu = side.trace->gpu;
    Selection selection;
    SelectedSide& figures = selection.figures;
    figures.steps = selectedSteps(side.steps, phase, range);
    figures.everything = phase == PhaseFilter::All && !range;
    selection.isSelected.assign(gpu.size(), 0);
    selection.isInSteps.assign(gpu.size(), 0);
    std::vector<std::uint8_t> isStepSelected(side.steps.steps.size(), 0);
    for (const StepId id : figures.steps) {
        isStepSelected[id.index()] = 1;
    }
    for (const ActivityId id : side.order) {
        const StepId step = side.steps.ofActivity.empty() ? StepId{} : side.steps.ofActivity[id.index()];
        const bool inSteps = step.isValid() && isStepSelected[step.index()] != 0;
        if (!inSteps && !figures.everything) {
            continue;
        }
        selection.isSelected[id.index()] = 1;
        selection.isInSteps[id.index()] = inSteps ? 1 : 0;
        if (!gpu.isSummed(id)) {
            continue;
        }
        figures.totalNs += gpu.durationNs[id.index()];
        figures.stepsNs += inSteps ? gpu.durationNs[id.index()] : 0;
        figures.kernels += inSteps || side.steps.steps.empty() ? 1 : 0;
    }
    if (!figures.steps.empty()) {
        figures.stepNs = divideRounded(figures.stepsNs, figures.steps.size());
        figures.stepWallNs = meanWallNs(side.steps, figures.steps);
    }
    return selection;
}

std::optional<Error> checkRange(const AnalyzedTrace& side, const std::optional<StepRange>& range) {
    const std::size_t count = side.steps.steps.size();
    if (!range || (range->first <= range->last && range->last < count)) {
        return std::nullopt;
    }
    return Error{ErrorCode::NoSuchSelection,
                 side.trace->path,
                 {},
                 "steps " + std::to_string(range->first) + " to " + std::to_string(range->last) +
                     " are not in the trace",
                 count == 0 ? "It has no steps: compare it whole"
                            : "It has the steps 0 to " + std::to_string(count - 1)};
}

} // namespace

Result<PerSide<Selection>> selectActivities(const AnalyzedTrace& a, const AnalyzedTrace& b,
                                            const CompareOptions& options) {
    for (const auto& [side, range] : {std::pair(&a, &options.steps.a), std::pair(&b, &options.steps.b)}) {
        if (const auto error = checkRange(*side, *range)) {
            return *error;
        }
    }
    PerSide<Selection> selection;
    parallelFor(kSides.size(), options.threads, [&](std::size_t i) {
        const Side side = kSides[i];
        selection[side] = selectSide(side == Side::A ? a : b, options.phase, options.steps[side]);
    });
    const bool wantsSteps = options.phase != PhaseFilter::All;
    if (wantsSteps && selection.a.figures.steps.empty() && selection.b.figures.steps.empty()) {
        return Error{ErrorCode::NoSuchSelection,
                     "",
                     {},
                     "neither trace has " + std::string(phaseFilterName(options.phase)) + " steps",
                     "A has " + listPhases(a.steps) + ", B has " + listPhases(b.steps)};
    }
    return selection;
}

} // namespace diptych
