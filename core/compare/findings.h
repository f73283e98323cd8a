#pragma once
// What would close the gap for A, ranked by effect; and where A is ahead. Pure. Source: SEMANTICS,
// "Comparisons".

#include "core/compare/compared_sides.h"

#include <vector>

namespace diptych {

struct FindingResult {
    std::vector<FindingRow> findings; ///< what A could gain, largest first
    std::vector<FindingRow> ahead;    ///< where A gains over B, largest first
};

/// Pairs of one piece of work over all layers and steps are one finding: IMPROVE (matched, A / B from
/// `improveRatio`, not within noise), FUSION (n kernels against m), MISSING (one side only); the mirrored
/// ones are listed apart.
[[nodiscard]] FindingResult findFindings(const ComparedSides& sides, const std::vector<KernelPair>& pairs,
                                         const Thresholds& thresholds);

} // namespace diptych
