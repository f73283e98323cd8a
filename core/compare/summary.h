#pragma once
// The headline of a comparison and its verdict sentence. Pure.

#include "core/compare/compared_sides.h"

namespace diptych {

/// `operations` as diffOperations gives them.
[[nodiscard]] Summary summarize(const ComparedSides& sides, const std::vector<OperationRow>& operations,
                                const Thresholds& thresholds);

} // namespace diptych
