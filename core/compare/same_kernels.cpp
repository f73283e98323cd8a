#include "core/compare/same_kernels.h"

#include "core/compare/pair_sums.h"
#include "core/compare/statistics.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace diptych {

namespace {

/// The durations of all kernels of one name: median and p95 need them.
std::vector<Nanoseconds> durationsOf(const std::vector<std::uint32_t>& indexes,
                                     const std::vector<KernelPair>& pairs, Side side, const Trace& trace) {
    std::vector<Nanoseconds> durations;
    for (const std::uint32_t index : indexes) {
        for (const ActivityId id : pairs[index].activities[side]) {
            if (trace.gpu.isSummed(id)) {
                durations.push_back(trace.gpu.durationNs[id.index()]);
            }
        }
    }
    return durations;
}

SameKernelRow makeSameKernelRow(const std::string& name, const std::string& operation, const PairSums& sums,
                                const std::vector<KernelPair>& pairs, const ComparedSides& sides) {
    SameKernelRow row;
    row.name = name;
    row.operation = operation;
    row.pairs = sums.pairs;
    row.insideStepsCounts = sums.kernelsInSteps;
    for (const Side side : kSides) {
        std::vector<Nanoseconds> durations = durationsOf(sums.pairs, pairs, side, *sides.traces[side]->trace);
        row.stats[side] = durationStats(durations);
        row.stats[side].stepNs =
            stepFigures({sums.insideStepsNs[side]}, sides.selections[side]->stepCount()).front();
    }
    row.ratio = ratioOf(row.stats.a.meanNs, row.stats.b.meanNs);
    row.gapNs = gapOf(row.stats, sides.isPerStep());
    const bool isSame = row.stats.a.meanNs == row.stats.b.meanNs || isWithinNoise(row.stats);
    row.faster = isSame                                    ? Status::Similar
                 : row.stats.a.meanNs > row.stats.b.meanNs ? Status::Slower
                                                           : Status::Faster;
    return row;
}

} // namespace

SameKernels findSameKernels(const ComparedSides& sides, const std::vector<KernelPair>& pairs) {
    std::map<std::string, PairSums> byName;
    std::map<std::string, std::string> operations;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        const KernelPair& pair = pairs[i];
        if (pair.sameKernel && !pair.names.a.empty()) {
            byName[pair.names.a.front().name].add(pair, i);
            operations.try_emplace(pair.names.a.front().name, pair.operation);
        }
    }
    SameKernels same;
    double sum = 0;
    std::size_t finite = 0;
    for (const auto& [name, sums] : byName) {
        same.rows.push_back(makeSameKernelRow(name, operations[name], sums, pairs, sides));
        if (const auto ratio = same.rows.back().ratio) {
            sum += *ratio;
            ++finite;
        }
    }
    if (finite != 0) {
        same.meanRatio = sum / static_cast<double>(finite);
    }
    std::stable_sort(same.rows.begin(), same.rows.end(), [](const SameKernelRow& x, const SameKernelRow& y) {
        return std::abs(x.gapNs) > std::abs(y.gapNs);
    });
    return same;
}

} // namespace diptych
