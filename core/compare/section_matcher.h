#pragma once
// Which section of A stands against which of B. Layer groups are matched in order by what their layers do,
// layers within a group by index, everything else by its place in the pass. Pure; mirrors when the sides are
// swapped. Source: SEMANTICS, "Alignment".

#include "core/compare/template_builder.h"

#include <string>
#include <vector>

namespace diptych {

/// A place of the comparison; one of the sides may lack it.
struct MatchedSection {
    PerSide<SectionId> sections; ///< invalid where a side has nothing of it selected
    std::string name;            ///< unique in the comparison

    [[nodiscard]] bool isBoth() const { return sections.a.isValid() && sections.b.isValid(); }
};

/// Every section with a template stands in exactly one entry; entries are in order of the pass.
[[nodiscard]] std::vector<MatchedSection> matchSections(const WorkVocabulary& vocabulary,
                                                        const PerSide<const Sections*>& sections,
                                                        const PerSide<const TemplateSet*>& templates);

} // namespace diptych
