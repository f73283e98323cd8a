#include "core/compare/fusion_finder.h"

#include "core/analysis/kernel_name.h"
#include "core/compare/duration_text.h"
#include "core/compare/pair_sums.h"
#include "core/compare/statistics.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace diptych {

namespace {

/// What one pattern has in common.
struct Pattern {
    std::string operation;
    std::uint32_t kernelsA;
    std::uint32_t kernelsB;
    bool byCount;

    auto key() const { return std::tie(operation, kernelsA, kernelsB, byCount); }
    bool operator<(const Pattern& other) const { return key() < other.key(); }
};

struct Occurrences {
    PairSums sums;
    std::vector<std::string> layers;
};

/// Launches per step of one side of a pair; 0 without steps.
double perStepCount(const KernelPair& pair, Side side, const ComparedSides& sides) {
    const auto steps = sides.selections[side]->stepCount();
    return steps ? static_cast<double>(pair.activities[side].size()) / static_cast<double>(*steps) : 0.0;
}

bool differsByCount(const KernelPair& pair, const ComparedSides& sides, double ratio) {
    const double a = perStepCount(pair, Side::A, sides);
    const double b = perStepCount(pair, Side::B, sides);
    return a > 0 && b > 0 && (a > ratio * b || b > ratio * a);
}

Nanoseconds once(const Occurrences& found, Side side) {
    return found.sums.stats(side).meanNs.value_or(0);
}

std::string kernelsText(const Occurrences& found, Side side, std::uint32_t kernels, Nanoseconds ns) {
    constexpr std::size_t kMostNames = 3;
    const std::vector<NameShare> shares = found.sums.names(side);
    std::string names;
    for (std::size_t i = 0; i < std::min(shares.size(), kMostNames); ++i) {
        names += (i == 0 ? "" : ", ") + shortName(shares[i].name);
    }
    names += shares.size() > kMostNames ? ", ..." : "";
    return std::to_string(kernels) + (kernels == 1 ? " kernel (" : " kernels (") + names + "; " +
           durationText(ns) + ")";
}

FusionRow makeRow(const Pattern& pattern, const Occurrences& found, const ComparedSides& sides) {
    FusionRow row;
    row.pattern = pattern.operation;
    row.kernels = {pattern.kernelsA, pattern.kernelsB};
    row.occurrences = std::max(found.sums.instances.a, found.sums.instances.b);
    const bool aRunsMore =
        pattern.byCount ? found.sums.kernels.a > found.sums.kernels.b : pattern.kernelsA > pattern.kernelsB;
    row.fuses = aRunsMore ? Side::B : Side::A;
    for (const Side side : kSides) {
        row.ns[side] = once(found, side);
        row.totalNs[side] = found.sums.totalNs[side];
        row.stepNs[side] =
            stepFigures({found.sums.insideStepsNs[side]}, sides.selections[side]->stepCount()).front();
    }
    row.gapNs = row.ns.a - row.ns.b;
    if (row.stepNs.a && row.stepNs.b) {
        row.gapStepNs = *row.stepNs.a - *row.stepNs.b;
    }
    row.layers = found.layers;
    row.pairs = found.sums.pairs;
    row.evidence = "A runs " + kernelsText(found, Side::A, pattern.kernelsA, row.ns.a) + " where B runs " +
                   kernelsText(found, Side::B, pattern.kernelsB, row.ns.b);
    return row;
}

Nanoseconds effectNs(const FusionRow& row) {
    return row.gapStepNs.value_or(row.totalNs.a - row.totalNs.b);
}

} // namespace

FusionResult findFusions(const ComparedSides& sides, const std::vector<KernelPair>& pairs,
                         const Thresholds& thresholds) {
    std::map<Pattern, Occurrences> patterns;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        const KernelPair& pair = pairs[i];
        if (pair.presence() != Presence::Both) {
            continue;
        }
        const bool isGroup = pair.kernels.a != pair.kernels.b;
        if (!isGroup && !differsByCount(pair, sides, thresholds.countRatio)) {
            continue;
        }
        Occurrences& found = patterns[{pair.operation, pair.kernels.a, pair.kernels.b, !isGroup}];
        found.sums.add(pair, i);
        if (found.layers.empty() || found.layers.back() != pair.layer) {
            found.layers.push_back(pair.layer);
        }
    }
    FusionResult result;
    for (const auto& [pattern, found] : patterns) {
        result.rows.push_back(makeRow(pattern, found, sides));
        ++result.tally.patterns[*result.rows.back().fuses];
    }
    std::stable_sort(result.rows.begin(), result.rows.end(),
                     [](const FusionRow& x, const FusionRow& y) { return effectNs(x) > effectNs(y); });
    return result;
}

} // namespace diptych
