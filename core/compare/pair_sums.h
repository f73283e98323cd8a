#pragma once
// Sums over sets of kernel pairs, exact to the nanosecond: what layers, modules, fusion patterns and findings
// are made of. They are taken from the pairs' own figures, so that no kernel is visited again. Pure.

#include "core/compare/compared_sides.h"

#include <map>
#include <string>
#include <vector>

namespace diptych {

/// Both sides of a set of pairs.
class PairSums {
public:
    void add(const KernelPair& pair, std::uint32_t index);
    /// Adds a pair that is a part of one that was added: its times and kernels, but no instances of its own.
    void addPart(const KernelPair& pair, std::uint32_t index);

    PerSide<std::uint64_t> kernels; ///< that count
    PerSide<std::uint64_t> kernelsInSteps;
    PerSide<Nanoseconds> totalNs;
    PerSide<Nanoseconds> insideStepsNs;
    PerSide<std::uint64_t> instances; ///< occurrences of the pairs
    std::vector<std::uint32_t> pairs; ///< indexes into Comparison::pairs

    /// Count, total, mean and deviation over the instances; the other statistics are left empty.
    [[nodiscard]] DurationStats stats(Side side) const;
    /// The kernels' names, most time first, ties by name.
    [[nodiscard]] std::vector<NameShare> names(Side side) const;

private:
    void addTimes(const KernelPair& pair, Side side);

    PerSide<double> m_squares; ///< of the differences from the mean
    PerSide<std::map<std::string, NameShare>> m_names;
};

/// Figures per step that sum to the whole: `sums[i]` of one side, divided by its steps; empty optionals
/// without steps.
[[nodiscard]] std::vector<std::optional<Nanoseconds>>
stepFigures(const std::vector<Nanoseconds>& insideStepsNs, std::optional<std::uint64_t> steps);

} // namespace diptych
