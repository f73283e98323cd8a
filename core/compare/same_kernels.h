#pragma once
// Kernels that both sides run under one name. Pure. Source: SEMANTICS, "Comparisons".

#include "core/compare/compared_sides.h"

#include <vector>

namespace diptych {

/// One row a name among the pairs of equal names, |gap| descending; the mean ratio over finite ratios only.
[[nodiscard]] SameKernels findSameKernels(const ComparedSides& sides, const std::vector<KernelPair>& pairs);

} // namespace diptych
