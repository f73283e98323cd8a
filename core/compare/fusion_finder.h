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

/// One row a pattern, that is an operation and the side that fuses it: n kernels on A against m on B, n != m,
/// those beyond a section's border that belong to it among them; or a position that one side runs more than
/// `countRatio` times as often in equal steps. Over all layers and steps. Parts are linked (linkParts).
[[nodiscard]] FusionResult findFusions(const ComparedSides& sides, const std::vector<KernelPair>& pairs,
                                       const Thresholds& thresholds);

} // namespace diptych
