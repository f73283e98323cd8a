#pragma once
// What other rules changed: kernels whose operation is another than with the built-in rules. Pure.

#include "core/compare/comparison.h"

#include <vector>

namespace diptych {

/// One row a name and side, the most frequent first. Empty when both sides were classified by the built-in
/// rules.
[[nodiscard]] Result<std::vector<ReclassifiedRow>>
findReclassified(const PerSide<const AnalyzedTrace*>& traces);

} // namespace diptych
