#include "ui/charts/histogram.h"

#include <algorithm>
#include <limits>

namespace diptych {

namespace {

struct Range {
    Nanoseconds lowest;
    Nanoseconds highest;
};

Nanoseconds highestShown(const std::vector<Nanoseconds>& sorted) {
    const Nanoseconds ninetyNinth = sorted[(sorted.size() - 1) * 99 / 100];
    const Nanoseconds width = ninetyNinth - sorted.front();
    return sorted.back() - ninetyNinth > std::max<Nanoseconds>(width, 1) ? ninetyNinth : sorted.back();
}

Range rangeOf(const PerSide<std::vector<Nanoseconds>>& values) {
    Range range{std::numeric_limits<Nanoseconds>::max(), std::numeric_limits<Nanoseconds>::min()};
    for (const Side side : kSides) {
        if (values[side].empty()) {
            continue;
        }
        std::vector<Nanoseconds> sorted = values[side];
        std::sort(sorted.begin(), sorted.end());
        range.lowest = std::min(range.lowest, sorted.front());
        range.highest = std::max(range.highest, highestShown(sorted));
    }
    return range;
}

} // namespace

Histogram makeHistogram(const PerSide<std::vector<Nanoseconds>>& values, int bins) {
    Histogram histogram;
    if (values.a.empty() && values.b.empty()) {
        return histogram;
    }
    const Range range = rangeOf(values);
    const double width = std::max(1.0, static_cast<double>(range.highest - range.lowest));
    histogram.lowestNs = static_cast<double>(range.lowest);
    histogram.binNs = width / bins;
    for (const Side side : kSides) {
        std::vector<double>& shares = histogram.shares[side];
        shares.assign(static_cast<std::size_t>(bins), 0);
        for (const Nanoseconds value : values[side]) {
            if (value > range.highest) {
                ++histogram.outside[side];
                continue;
            }
            const auto bin =
                static_cast<int>((static_cast<double>(value) - histogram.lowestNs) / histogram.binNs);
            shares[static_cast<std::size_t>(std::clamp(bin, 0, bins - 1))] += 1;
        }
        for (double& share : shares) {
            share /= std::max<double>(1, static_cast<double>(values[side].size()));
            histogram.highestShare = std::max(histogram.highestShare, share);
        }
    }
    return histogram;
}

} // namespace diptych
