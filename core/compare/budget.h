#pragma once
// Where the GPU time goes, by category; and the way from A's time to B's, by operation. Pure.
// Source: SEMANTICS, "Comparisons".

#include "core/compare/compared_sides.h"

#include <vector>

namespace diptych {

/// One row a category of the kernels, |gap| descending. Figures sum to the headline to the nanosecond.
[[nodiscard]] std::vector<BudgetRow> budgetOf(const ComparedSides& sides);

/// The operations as steps from A's headline time to B's: the gaps sum to the headline gap exactly. From the
/// largest loss of A to its largest gain.
[[nodiscard]] std::vector<AttributionRow> attributeGap(const std::vector<OperationRow>& operations,
                                                       const ComparedSides& sides);

} // namespace diptych
