#pragma once
// Kernels that belong to a pair beyond the border of their section: layers are cut before a norm, so that a
// residual add stands at the end of one layer where the other side adds inside the next layer's norm. Such a
// kernel stays where it runs and says where its work is done on the other side. Pure. Source: SEMANTICS,
// "Comparisons", Fusion: "a '+' operation whose components run next to it on the other side".

#include "core/compare/compared_sides.h"

#include <vector>

namespace diptych {

/// Fills `partOf` and `note` of the lone kernels at a section's border whose work a kernel beyond it does on
/// the other side, and only there. Pairs are in order by section.
void linkParts(const ComparedSides& sides, std::vector<KernelPair>& pairs);

/// By pair: the pairs that are parts of it.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> partsOf(const std::vector<KernelPair>& pairs);

/// Kernels per instance of a pair and its parts together.
[[nodiscard]] PerSide<std::uint32_t> kernelsWithParts(const std::vector<KernelPair>& pairs,
                                                      std::uint32_t index,
                                                      const std::vector<std::uint32_t>& parts);

} // namespace diptych
