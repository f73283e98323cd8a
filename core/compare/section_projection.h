#pragma once
// Sectioning done again where the two sides' sections disagree: whole steps are aligned in a band, and the
// cuts of one side's commonest step are carried over to its other steps and to those of the other side. Pure;
// mirrors when the sides are swapped. Source: SEMANTICS, "Alignment".

#include "core/compare/compared_sides.h"
#include "core/compare/template_builder.h"

#include <vector>

namespace diptych {

struct ProjectedSections {
    Side changed = Side::B; ///< the side that got the other's cuts
    PerSide<Sections> sections;
};

/// Sections by the cuts of either side, as far as that has layers.
[[nodiscard]] std::vector<ProjectedSections> projectSections(const WorkVocabulary& vocabulary,
                                                             const ComparedSides& sides,
                                                             const PerSide<const Sections*>& sections,
                                                             const CancelToken& cancel);

} // namespace diptych
