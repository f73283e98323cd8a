#pragma once
// What every alignment must keep, as text for tests. Free of Qt.

#include "core/compare/alignment.h"

#include <string>

namespace diptych::test {

/// Everything that a mirror keeps, a pair a line; of a mirrored alignment with the sides put back, so that
/// the texts of an alignment and of its mirror are equal. Reasons are left out: they count the kernels of A
/// first.
[[nodiscard]] std::string describeAlignment(const Alignment& alignment, bool isMirrored);

/// The first thing wrong: a selected activity in no pair or in two, sums that are not the selection's, ids
/// that repeat, a confidence outside 0..1. "" when all is well.
[[nodiscard]] std::string findAlignmentFault(const ComparedSides& sides, const Alignment& alignment);

/// The first pair of a trace with itself that is not one kernel against itself; "" when there is none.
[[nodiscard]] std::string findSelfDifference(const Alignment& alignment);

} // namespace diptych::test
