#pragma once
// Comparisons made by hand for tests of pages and models: figures like those of a real serving trace,
// consistent with each other (rows are sums of the pairs, pairs of the activities), the same in every run.

#include "core/compare/comparison.h"

namespace diptych::test {

/// 28 decoder layers of 13 positions with prologue and epilogue, 20 steps a side; fused and split groups,
/// positions of one side only, an inferred pair; stacks, launch configurations and shapes for every kernel.
[[nodiscard]] std::shared_ptr<const Comparison> servingSample();

/// The same without steps: figures are totals.
[[nodiscard]] std::shared_ptr<const Comparison> stepLessSample();

/// The same, but for its selection: fewer steps of B than of A.
[[nodiscard]] std::shared_ptr<const Comparison> unequalSample();

/// Nothing in it.
[[nodiscard]] std::shared_ptr<const Comparison> emptySample();

/// `operations` operations with names far too long for any column.
[[nodiscard]] std::shared_ptr<const Comparison> wideSample(int operations);

} // namespace diptych::test
