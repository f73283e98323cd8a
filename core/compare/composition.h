#pragma once
// What the wall time of a step is made of: compute, communication and copies that nothing hides, and idle
// time. Unions of intervals over all streams. Pure. Source: SEMANTICS, "Comparisons".

#include "core/compare/compared_sides.h"

#include <vector>

namespace diptych {

struct Composition {
    PerSide<CompositionSide> sides;
    std::vector<IdleGap> gaps; ///< the largest of both sides, longest first
};

/// Means over the selected steps where both sides have steps, else everything that is selected. compute +
/// exposed communication + exposed copies + idle = wall, and sum - overlap + idle = wall, both to the
/// nanosecond.
[[nodiscard]] Composition composeWallTime(const ComparedSides& sides, std::size_t mostGaps = 50,
                                          unsigned threads = 1);

} // namespace diptych
