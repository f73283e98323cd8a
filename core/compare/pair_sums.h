#pragma once
// Sums over sets of kernel pairs, exact to the nanosecond: what layers, fusion patterns and findings are made of. Pure.

#include "core/compare/compared_sides.h"
#include "core/compare/kernel_names.h"

#include <vector>

namespace diptych {

/// Both sides of a set of pairs.
struct PairSums {
    PerSide<std::vector<Nanoseconds>> instanceNs; ///< per instance of a pair: the sum of its kernels
    PerSide<std::uint64_t> kernels;               ///< that count
    PerSide<std::uint64_t> kernelsInSteps;
    PerSide<Nanoseconds> totalNs;
    PerSide<Nanoseconds> insideStepsNs;
    PerSide<NameCounter> names;
    std::vector<std::uint32_t> pairs;             ///< indexes into Comparison::pairs

    void add(const KernelPair& pair, std::uint32_t index, const ComparedSides& sides);
};

/// Durations of one side of a pair by instance: members of one pair in one section instance are one occurrence of the
/// work. Activities that do not count are left out.
[[nodiscard]] std::vector<Nanoseconds> instanceDurations(const KernelPair& pair, Side side, const AnalyzedTrace& trace);

/// Figures per step that sum to the whole: `sums[i]` of one side, divided by its steps; empty optionals without steps.
[[nodiscard]] std::vector<std::optional<Nanoseconds>> stepFigures(const std::vector<Nanoseconds>& insideStepsNs,
                                                                  std::optional<std::uint64_t> steps);

} // namespace diptych
