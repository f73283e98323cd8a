#include "core/compare/pair_sums.h"

#include "core/compare/statistics.h"

#include <algorithm>
#include <cmath>

namespace diptych {

namespace {

double meanOf(Nanoseconds totalNs, std::uint64_t count) {
    return count == 0 ? 0.0 : static_cast<double>(totalNs) / static_cast<double>(count);
}

/// Squared differences from the mean of two sets together, from those of each and the distance of their
/// means.
double joinedSquares(double squares, double otherSquares, double meanDifference, std::uint64_t count,
                     std::uint64_t otherCount) {
    if (count == 0 || otherCount == 0) {
        return squares + otherSquares;
    }
    const double weight = static_cast<double>(count) * static_cast<double>(otherCount) /
                          (static_cast<double>(count) + static_cast<double>(otherCount));
    return squares + otherSquares + meanDifference * meanDifference * weight;
}

void addShare(NameShare& sum, const NameShare& share) {
    sum.count += share.count;
    sum.totalNs += share.totalNs;
    sum.insideStepsCount += share.insideStepsCount;
    sum.insideStepsNs += share.insideStepsNs;
}

} // namespace

void PairSums::add(const KernelPair& pair, std::uint32_t index) {
    pairs.push_back(index);
    for (const Side side : kSides) {
        const DurationStats& own = pair.stats[side];
        const double deviation = own.deviationNs.value_or(0);
        const double squares = own.count < 2 ? 0 : deviation * deviation * static_cast<double>(own.count - 1);
        const double difference = meanOf(own.totalNs, own.count) - meanOf(totalNs[side], instances[side]);
        m_squares[side] = joinedSquares(m_squares[side], squares, difference, instances[side], own.count);
        instances[side] += own.count;
        addTimes(pair, side);
    }
}

void PairSums::addPart(const KernelPair& pair, std::uint32_t index) {
    pairs.push_back(index);
    for (const Side side : kSides) {
        addTimes(pair, side);
    }
}

void PairSums::addTimes(const KernelPair& pair, Side side) {
    totalNs[side] += pair.stats[side].totalNs;
    for (const NameShare& share : pair.names[side]) {
        kernels[side] += share.count;
        kernelsInSteps[side] += share.insideStepsCount;
        insideStepsNs[side] += share.insideStepsNs;
        NameShare& sum = m_names[side][share.name];
        sum.name = share.name;
        addShare(sum, share);
    }
}

DurationStats PairSums::stats(Side side) const {
    DurationStats stats;
    stats.count = instances[side];
    stats.totalNs = totalNs[side];
    if (stats.count > 0) {
        stats.meanNs = divideRounded(stats.totalNs, stats.count);
    }
    if (stats.count > 1) {
        stats.deviationNs = std::sqrt(m_squares[side] / static_cast<double>(stats.count - 1));
    }
    return stats;
}

std::vector<NameShare> PairSums::names(Side side) const {
    std::vector<NameShare> shares;
    shares.reserve(m_names[side].size());
    for (const auto& [name, share] : m_names[side]) {
        shares.push_back(share);
    }
    std::stable_sort(shares.begin(), shares.end(),
                     [](const NameShare& x, const NameShare& y) { return x.totalNs > y.totalNs; });
    return shares;
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
