#pragma once
// The nn.Module tree with both sides' times. Instances of a class at one place are one row. Pure.
// Source: SEMANTICS, "Comparisons".

#include "core/compare/compared_sides.h"

#include <vector>

namespace diptych {

/// Rows in pre-order, children by |gap| descending. A pair's kernels stand where the module path of its
/// kernels says; a side without modules (a graph replay) follows its partner. Times include those of the rows
/// below. Work of no module is one row, so that the outermost rows sum to the headline. Empty when neither
/// side has modules.
[[nodiscard]] std::vector<ModuleRow>
diffModules(const ComparedSides& sides, const std::vector<KernelPair>& pairs, const Thresholds& thresholds);

} // namespace diptych
