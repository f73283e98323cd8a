#pragma once
// Durations of both sides in bins of one axis. Pure.

#include "core/base/nanoseconds.h"
#include "core/base/side.h"

#include <vector>

namespace diptych {

struct Histogram {
    double lowestNs = 0; ///< left edge of the first bin
    double binNs = 1;
    PerSide<std::vector<double>> shares; ///< by bin: share of the side's instances, 0..1
    PerSide<std::uint64_t> outside{0,
                                   0}; ///< instances beyond the axis: a few stragglers would flatten the rest
    double highestShare = 0;

    [[nodiscard]] std::size_t bins() const { return shares.a.size(); }
    [[nodiscard]] double highestNs() const { return lowestNs + binNs * static_cast<double>(bins()); }
};

/// At most `bins` bins; empty when neither side has an instance. The axis reaches over both sides' values up
/// to their 99th percentile, when what lies beyond is farther away than the rest is wide.
[[nodiscard]] Histogram makeHistogram(const PerSide<std::vector<Nanoseconds>>& values, int bins);

} // namespace diptych
