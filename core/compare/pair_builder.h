#pragma once
// Kernel pairs with their members and statistics, from a plan. A constant per kernel. Pure.

#include "core/compare/alignment.h"
#include "core/compare/alignment_plan.h"

namespace diptych {

/// Pairs in order of the plan's sections; sections are worked on by at most `threads` threads.
[[nodiscard]] Alignment buildPairs(const WorkVocabulary& vocabulary, const ComparedSides& sides,
                                   const PerSide<const Sections*>& sections, const AlignmentPlan& plan,
                                   unsigned threads);

} // namespace diptych
