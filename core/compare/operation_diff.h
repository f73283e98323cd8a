#pragma once
// The comparison by operation. Pure. Source: SEMANTICS, "Comparisons".

#include "core/compare/compared_sides.h"

#include <vector>

namespace diptych {

/// Up to which gap operations count as similar, in the unit of the headline (per step, else total): the
/// user's value, or the smaller of 5 ms and 1 % of the larger side's time.
[[nodiscard]] Nanoseconds operationThresholdNs(const ComparedSides& sides, const Thresholds& thresholds);

/// One row an operation that either side runs, one-sided ones included, |gap| descending. RMSNorm+GEMM and
/// RMSNorm share a row when one side runs only the former. The sums over all rows equal the selected totals
/// exactly.
[[nodiscard]] std::vector<OperationRow> diffOperations(const ComparedSides& sides,
                                                       const CompareOptions& options);

} // namespace diptych
