#pragma once
// Sectioning done again where the two sides' sections disagree: whole steps are aligned in a band, and the
// cuts of either side are carried over to the other. Pure; mirrors when the sides are swapped. Source:
// ALGORITHMS, "Alignment".

#include "core/compare/compared_sides.h"
#include "core/compare/template_builder.h"

#include <vector>

namespace diptych {

struct ProjectedSections {
    Side changed = Side::B; ///< the side whose sections these are
    Sections sections;
};

/// Sections of each side by the cuts of the other, as far as that has layers.
[[nodiscard]] std::vector<ProjectedSections> projectSections(const WorkVocabulary& vocabulary,
                                                             const ComparedSides& sides,
                                                             const PerSide<const Sections*>& sections,
                                                             const CancelToken& cancel);

} // namespace diptych
