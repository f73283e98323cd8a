#pragma once
// How often each type of kernel runs on each side, for traces whose layers cannot be used: launches that own
// many kernels (graph replays) are matched by size and content. Pure. Source: SEMANTICS, "Comparisons".

#include "core/compare/compared_sides.h"

namespace diptych {

[[nodiscard]] LaunchCounts compareLaunchCounts(const ComparedSides& sides, unsigned threads = 1);

} // namespace diptych
