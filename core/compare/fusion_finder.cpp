#include "core/compare/fusion_finder.h"

#include "core/compare/duration_text.h"
#include "core/compare/kernel_names.h"
#include "core/compare/pair_sums.h"
#include "core/compare/parts.h"
#include "core/compare/statistics.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <tuple>

namespace diptych {

namespace {

/// What one pattern has in common.
struct Pattern {
    std::string operation;
    Side fuses;

    auto key() const { return std::tie(operation, fuses); }
    bool operator<(const Pattern& other) const { return key() < other.key(); }
};

using Shape = std::pair<std::uint32_t, std::uint32_t>; ///< kernels of A, of B

struct Occurrences {
    PairSums sums;
    std::map<Shape, std::uint64_t> shapes; ///< how often
    std::vector<std::string> layers;
};

/// How many selected steps of each phase a side has.
using StepsByPhase = std::array<std::uint64_t, 4>;

StepsByPhase stepsByPhase(const ComparedSides& sides, Side side) {
    StepsByPhase steps{};
    for (const StepId id : sides.selections[side]->figures.steps) {
        ++steps[static_cast<std::size_t>(sides.traces[side]->steps.steps[id.index()].phase)];
    }
    return steps;
}

/// Counts of a position in equal steps: those of the phases that both sides have.
class CountComparer {
public:
    CountComparer(const ComparedSides& sides, double ratio)
        : m_sides(sides),
          m_ratio(ratio), m_steps{stepsByPhase(sides, Side::A), stepsByPhase(sides, Side::B)} {
        for (std::size_t phase = 0; phase < m_steps.a.size(); ++phase) {
            if (m_steps.a[phase] != 0 && m_steps.a[phase] == sides.selections.a->figures.steps.size() &&
                m_steps.b[phase] == sides.selections.b->figures.steps.size()) {
                m_onlyPhase = phase;
            }
        }
    }

    /// The side that runs the position more rarely, when the other runs it so much more often.
    [[nodiscard]] std::optional<Side> rarer(const KernelPair& pair) const {
        const double a = perStep(pair, Side::A);
        const double b = perStep(pair, Side::B);
        if (a <= 0 || b <= 0 || std::max(a, b) <= m_ratio * std::min(a, b)) {
            return std::nullopt;
        }
        return a < b ? Side::A : Side::B;
    }

    /// Kernels per step, one step of every common phase taken together.
    [[nodiscard]] double perStep(const KernelPair& pair, Side side) const {
        if (m_onlyPhase) { // the sums are there
            std::uint64_t count = 0;
            for (const NameShare& share : pair.names[side]) {
                count += share.insideStepsCount;
            }
            return static_cast<double>(count) / static_cast<double>(m_steps[side][*m_onlyPhase]);
        }
        StepsByPhase counts{};
        const AnalyzedTrace& trace = *m_sides.traces[side];
        for (const ActivityId id : pair.activities[side]) {
            if (m_sides.selections[side]->isInSteps[id.index()] != 0) {
                const StepId step = trace.steps.ofActivity[id.index()];
                ++counts[static_cast<std::size_t>(trace.steps.steps[step.index()].phase)];
            }
        }
        double sum = 0;
        for (std::size_t phase = 0; phase < counts.size(); ++phase) {
            if (m_steps.a[phase] != 0 && m_steps.b[phase] != 0) {
                sum += static_cast<double>(counts[phase]) / static_cast<double>(m_steps[side][phase]);
            }
        }
        return sum;
    }

private:
    const ComparedSides& m_sides;
    double m_ratio;
    PerSide<StepsByPhase> m_steps;
    std::optional<std::size_t> m_onlyPhase; ///< of all selected steps of both sides
};

std::string kernelsText(const Occurrences& found, Side side, std::uint32_t kernels, Nanoseconds ns) {
    constexpr std::size_t kMostNames = 3;
    const std::vector<NameShare> shares = found.sums.names(side);
    std::string names;
    for (std::size_t i = 0; i < std::min(shares.size(), kMostNames); ++i) {
        names += (i == 0 ? "" : ", ") + sentenceName(shares[i].name);
    }
    names += shares.size() > kMostNames ? ", ..." : "";
    return std::to_string(kernels) + (kernels == 1 ? " kernel (" : " kernels (") + names + "; " +
           durationText(ns) + ")";
}

std::string timesText(double count) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g", count);
    return std::string(text) + (count == 1 ? " time" : " times");
}

std::string evidenceOf(const FusionRow& row, const Occurrences& found, const ComparedSides& sides) {
    if (row.kernels.a != row.kernels.b) {
        return "A runs " + kernelsText(found, Side::A, row.kernels.a, row.ns.a) + " where B runs " +
               kernelsText(found, Side::B, row.kernels.b, row.ns.b);
    }
    const auto perStep = [&](Side side) {
        return static_cast<double>(found.sums.kernelsInSteps[side]) /
               static_cast<double>(sides.selections[side]->stepCount().value_or(1));
    };
    return "A runs it " + timesText(perStep(Side::A)) + " a step, B " + timesText(perStep(Side::B));
}

/// The commonest shape, of equally common ones the one with most kernels.
Shape commonestShape(const Occurrences& found) {
    const auto rank = [](const auto& entry) {
        return std::tuple(entry.second, entry.first.first + entry.first.second);
    };
    return std::max_element(found.shapes.begin(), found.shapes.end(),
                            [&](const auto& x, const auto& y) { return rank(x) < rank(y); })
        ->first;
}

FusionRow makeFusionRow(const Pattern& pattern, const Occurrences& found, const ComparedSides& sides) {
    FusionRow row;
    row.pattern = pattern.operation;
    row.fuses = pattern.fuses;
    std::tie(row.kernels.a, row.kernels.b) = commonestShape(found);
    row.occurrences = std::max(found.sums.instances.a, found.sums.instances.b);
    for (const Side side : kSides) {
        row.ns[side] = found.sums.stats(side).meanNs.value_or(0);
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
    std::sort(row.pairs.begin(), row.pairs.end());
    row.evidence = evidenceOf(row, found, sides);
    return row;
}

Nanoseconds effectNs(const FusionRow& row) {
    return row.gapStepNs.value_or(row.totalNs.a - row.totalNs.b);
}

} // namespace

FusionResult findFusions(const ComparedSides& sides, const std::vector<KernelPair>& pairs,
                         const Thresholds& thresholds) {
    const std::vector<std::vector<std::uint32_t>> parts = partsOf(pairs);
    const CountComparer counts(sides, thresholds.countRatio);
    std::map<Pattern, Occurrences> patterns;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        const KernelPair& pair = pairs[i];
        if (pair.presence() != Presence::Both) {
            continue;
        }
        const PerSide<std::uint32_t> kernels = kernelsWithParts(pairs, i, parts[i]);
        std::optional<Side> fuses = kernels.a < kernels.b ? Side::A : Side::B;
        if (kernels.a == kernels.b) {
            fuses = counts.rarer(pair);
        }
        if (!fuses) {
            continue;
        }
        Occurrences& found = patterns[{pair.operation, *fuses}];
        found.sums.add(pair, i);
        for (const std::uint32_t part : parts[i]) {
            found.sums.addPart(pairs[part], part);
        }
        found.shapes[{kernels.a, kernels.b}] += std::max(pair.stats.a.count, pair.stats.b.count);
        if (found.layers.empty() || found.layers.back() != pair.layer) {
            found.layers.push_back(pair.layer);
        }
    }
    FusionResult result;
    for (const auto& [pattern, found] : patterns) {
        result.rows.push_back(makeFusionRow(pattern, found, sides));
        ++result.tally.patterns[pattern.fuses];
    }
    std::stable_sort(result.rows.begin(), result.rows.end(),
                     [](const FusionRow& x, const FusionRow& y) { return effectNs(x) > effectNs(y); });
    return result;
}

} // namespace diptych
