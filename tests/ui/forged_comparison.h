#pragma once
// Comparisons of small forged traces, made by the whole core: every table is filled and agrees with every
// other. For tests of pages that need more than the hand-made sample holds.

#include "core/compare/comparison.h"
#include "tests/support/trace_forge.h"

namespace diptych::test {

/// Null when the core refuses the traces.
[[nodiscard]] std::shared_ptr<const Comparison> compareForged(const ForgeOptions& a, const ForgeOptions& b);

/// A few layers and steps of a decoder on both machines, with stacks, modules and a second stream. Made once.
[[nodiscard]] std::shared_ptr<const Comparison> forgedSample();
/// One pass a side that no annotation marks: there are no steps.
[[nodiscard]] std::shared_ptr<const Comparison> forgedStepless();
/// B has no GPU work at all.
[[nodiscard]] std::shared_ptr<const Comparison> forgedOneSided();

} // namespace diptych::test
