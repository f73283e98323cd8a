#pragma once
// Where the sides do the same work with different numbers of kernels. Pure. Source: SEMANTICS, "Comparisons":
// only the alignment shows fusion; an operation that merely lacks a partner is no fusion.

#include "core/compare/compared_sides.h"

#include <vector>

namespace diptych {

struct FusionResult {
    std::vector<FusionRow> rows; ///< by effect on A, largest loss first
    FusionTally tally;
};

/// One row a pattern: an operation with n kernels on A against m on B, n != m, or a position that runs more
/// than `countRatio` times as often per step on one side; over all layers and steps.
[[nodiscard]] FusionResult findFusions(const ComparedSides& sides, const std::vector<KernelPair>& pairs,
                                       const Thresholds& thresholds);

} // namespace diptych
