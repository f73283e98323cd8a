#pragma once
// Sectioning done again where the two sides' sections disagree: whole steps are aligned in a band, and the
// cuts of the side whose layers repeat more regularly are carried over to the other. Pure. Source:
// ALGORITHMS, "Alignment".

#include "core/compare/template_builder.h"

namespace diptych {

struct ProjectedSections {
    Side changed = Side::B; ///< the side whose sections these are
    Sections sections;
};

/// Sections of one side by the cuts of the other. `templates` are those of the sides' own sections, for their
/// regularity.
[[nodiscard]] ProjectedSections projectSections(const WorkVocabulary& vocabulary,
                                                const PerSide<const AnalyzedTrace*>& traces,
                                                const PerSide<const Selection*>& selections,
                                                const PerSide<const TemplateSet*>& templates,
                                                const CancelToken& cancel);

} // namespace diptych
