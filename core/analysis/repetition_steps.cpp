#include "core/analysis/repetition_steps.h"

#include "core/analysis/period_finder.h"
#include "core/analysis/section_builder.h"

#include <algorithm>

namespace diptych {

namespace {

/// Which kernels belong to a layer.
std::vector<std::uint8_t> kernelsInLayers(const ArrangedWork& work, const LayerPlan& plan) {
    std::vector<std::uint8_t> result(work.kernels.size());
    for (const SliceLayers& slice : plan.ofSlice) {
        for (const LayerSpan& span : slice.spans) {
            std::fill(result.begin() + work.kernelsBefore[span.begin],
                      result.begin() + work.kernelsBefore[span.end], 1);
        }
    }
    return result;
}

std::uint32_t longestRun(const std::vector<std::uint8_t>& flags) {
    std::uint32_t longest = 0;
    std::uint32_t run = 0;
    for (const std::uint8_t flag : flags) {
        run = flag != 0 ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

/// Steps from their borders: step n is [borders[n], borders[n + 1]).
std::vector<StepId> stepsBetween(const ArrangedWork& work, const std::vector<std::uint32_t>& borders) {
    std::vector<StepId> result(work.size());
    for (std::size_t n = 0; n + 1 < borders.size(); ++n) {
        std::fill(result.begin() + borders[n], result.begin() + borders[n + 1], StepId(n));
    }
    return result;
}

std::vector<StepId> stepsByPeriod(const ArrangedWork& work, const LayerPlan& plan) {
    const std::vector<std::uint8_t> inLayer = kernelsInLayers(work, plan);
    const auto period = findPeriod(work.kernels.name, longestRun(inLayer));
    if (!period) {
        return {};
    }
    std::vector<std::int64_t> pauses(work.kernels.size());
    for (std::uint32_t k = 1; k < work.kernels.size(); ++k) {
        const bool isInside = inLayer[k] != 0 && inLayer[k - 1] != 0;
        pauses[k] = isInside ? -1 : std::max<Nanoseconds>(0, work.issuedBetween(k));
    }
    const std::uint32_t start = findPeriodStart(work.kernels.size(), *period, pauses);
    std::vector<std::uint32_t> borders;
    for (std::uint32_t k = start; k <= work.kernels.size(); k += *period) {
        borders.push_back(work.passBorderBefore(k));
    }
    return stepsBetween(work, borders);
}

std::vector<StepId> stepsByLayers(const ArrangedWork& work, const LayerPlan& plan) {
    const SliceLayers& layers = plan.ofSlice.front();
    if (layers.wholePasses == 0 || layers.passes < 2) {
        return {};
    }
    const std::vector<std::uint32_t> starts = passBorders(work, work.slices.front(), layers);
    std::vector<std::uint32_t> borders;
    for (std::uint32_t pass = layers.firstWhole; pass < layers.firstWhole + layers.wholePasses; ++pass) {
        borders.push_back(starts[pass]);
    }
    const std::uint32_t after = layers.firstWhole + layers.wholePasses;
    borders.push_back(after < layers.passes ? starts[after] : work.size());
    return stepsBetween(work, borders);
}

} // namespace

std::vector<StepId> findRepetitionSteps(const ArrangedWork& work, const LayerPlan& plan) {
    if (work.slices.size() != 1) {
        return {};
    }
    std::vector<StepId> steps = stepsByPeriod(work, plan);
    if (steps.empty() && !plan.ofSlice.empty()) {
        steps = stepsByLayers(work, plan);
    }
    return steps;
}

} // namespace diptych
