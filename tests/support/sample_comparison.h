#pragma once
// A small comparison written down by hand: every table has a row, and texts hold what outputs trip over. Free
// of Qt.

#include "core/compare/comparison.h"

namespace diptych::test {

/// Two kernels a side, one pair of both and one one-sided pair; unknown values among the figures.
[[nodiscard]] Comparison sampleComparison();
/// A comparison of two empty traces.
[[nodiscard]] Comparison emptyComparison();

} // namespace diptych::test
