#pragma once
// What the wall time of a step is made of: compute, communication and copies that nothing hides, and idle
// time. Unions of intervals over all streams. Pure. Source: SEMANTICS, "Comparisons".

#include "core/compare/compared_sides.h"

#include <vector>

namespace diptych {

struct Composition {
    PerSide<CompositionSide> sides; ///< per step where both sides have steps, else in all
    PerSide<CompositionSide> inAll; ///< the sums that `sides` are divided from
    std::vector<IdleGap> gaps;      ///< the largest of both sides, longest first
};

/// Sums over the selected steps, and their means, where both sides have steps, else everything that is
/// selected. compute + exposed communication + exposed copies + idle = wall, and sum - overlap + idle = wall,
/// both to the nanosecond, of sums and of means.
[[nodiscard]] Composition composeWallTime(const ComparedSides& sides, std::size_t mostGaps = 50,
                                          unsigned threads = 1);

} // namespace diptych
