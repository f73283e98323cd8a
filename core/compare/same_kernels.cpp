#include "core/compare/same_kernels.h"

#include "core/compare/pair_sums.h"
#include "core/compare/statistics.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace diptych {

namespace {

SameKernelRow makeRow(const std::string& name, const std::string& operation, PairSums& sums, const ComparedSides& sides) {
    SameKernelRow row;
    row.name = name;
    row.operation = operation;
    row.pairs = sums.pairs;
    for (const Side side : kSides) {
        row.stats[side] = durationStats(sums.instanceNs[side]);
        row.stats[side].stepNs = stepFigures({sums.insideStepsNs[side]}, sides.selections[side]->stepCount()).front();
    }
    row.ratio = ratioOf(row.stats.a.meanNs, row.stats.b.meanNs);
    row.gapNs = gapOf(row.stats, sides.isPerStep());
    const bool isSame = row.stats.a.meanNs == row.stats.b.meanNs || isWithinNoise(row.stats);
    row.faster = isSame ? Status::Similar : row.stats.a.meanNs > row.stats.b.meanNs ? Status::Slower : Status::Faster;
    return row;
}

} // namespace

SameKernels findSameKernels(const ComparedSides& sides, const std::vector<KernelPair>& pairs) {
    std::map<std::string, PairSums> byName;
    std::map<std::string, std::string> operations;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        const KernelPair& pair = pairs[i];
        if (pair.sameKernel && !pair.names.a.empty()) {
            byName[pair.names.a.front().name].add(pair, i, sides);
            operations.try_emplace(pair.names.a.front().name, pair.operation);
        }
    }
    SameKernels same;
    double sum = 0;
    std::size_t finite = 0;
    for (auto& [name, sums] : byName) {
        same.rows.push_back(makeRow(name, operations[name], sums, sides));
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
