#include "core/compare/pair_sums.h"

#include "core/compare/statistics.h"

namespace diptych {

std::vector<Nanoseconds> instanceDurations(const KernelPair& pair, Side side, const AnalyzedTrace& trace) {
    std::vector<Nanoseconds> durations;
    const GpuActivities& gpu = trace.trace->gpu;
    const std::vector<std::uint32_t>& instanceOf = trace.sections.instanceOf;
    std::optional<std::uint32_t> instance;
    for (const ActivityId id : pair.activities[side]) {
        if (!gpu.isSummed(id)) {
            continue;
        }
        const std::uint32_t own = id.index() < instanceOf.size() ? instanceOf[id.index()] : id.index();
        if (instance != own) {
            durations.push_back(0);
            instance = own;
        }
        durations.back() += gpu.durationNs[id.index()];
    }
    return durations;
}

void PairSums::add(const KernelPair& pair, std::uint32_t index, const ComparedSides& sides) {
    pairs.push_back(index);
    for (const Side side : kSides) {
        const AnalyzedTrace& trace = *sides.traces[side];
        const std::vector<Nanoseconds> durations = instanceDurations(pair, side, trace);
        instanceNs[side].insert(instanceNs[side].end(), durations.begin(), durations.end());
        for (const ActivityId id : pair.activities[side]) {
            if (!trace.trace->gpu.isSummed(id)) {
                continue;
            }
            const Nanoseconds ns = trace.trace->gpu.durationNs[id.index()];
            ++kernels[side];
            totalNs[side] += ns;
            const bool isInSteps = sides.selections[side]->isInSteps[id.index()] != 0;
            names[side].add(trace.names[id.index()], ns, isInSteps);
            if (isInSteps) {
                ++kernelsInSteps[side];
                insideStepsNs[side] += ns;
            }
        }
    }
}

std::vector<std::optional<Nanoseconds>> stepFigures(const std::vector<Nanoseconds>& insideStepsNs,
                                                    std::optional<std::uint64_t> steps) {
    std::vector<std::optional<Nanoseconds>> figures(insideStepsNs.size());
    if (steps) {
        const std::vector<Nanoseconds> shares = apportion(insideStepsNs, *steps);
        figures.assign(shares.begin(), shares.end());
    }
    return figures;
}

} // namespace diptych
