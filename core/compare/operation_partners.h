#pragma once
// Which operations stand against each other where the sides name their work differently: a fused kernel on
// one side, its parts on the other. Pure. Source: SEMANTICS, "Comparisons": a '+' operation whose components
// run next to it on the other side.

#include "core/compare/compared_sides.h"

#include <vector>

namespace diptych {

/// Fills OperationRow::against. Parts are linked (linkParts).
void findPartners(const ComparedSides& sides, const std::vector<KernelPair>& pairs,
                  std::vector<OperationRow>& operations);

} // namespace diptych
