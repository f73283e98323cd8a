#pragma once
// Aligns two templates: collapse, dynamic programming, groups, extras. The order of the arguments does not
// matter: the templates are brought into an order of their own first, so that swapping the sides mirrors the
// result. Pure. Source: SEMANTICS, "Alignment".

#include "core/base/cancel_token.h"
#include "core/compare/group_former.h"
#include "core/compare/template_builder.h"

#include <optional>
#include <string>
#include <vector>

namespace diptych {

/// How sure a column is, and why.
struct Confidence {
    double value = 0; ///< 0..1; 0 for one-sided columns
    std::string reason;
};

/// A column over the slots of both templates (positions and extras), with its confidence. A section that
/// shares the templates may lack kernels of a group: then one stands against one there.
struct TemplateColumn {
    AlignedSlots aligned;
    Confidence ofSingle; ///< of one kernel against one: those that stand for the column
    Confidence ofGroup;  ///< of all kernels together
};

/// Every slot of both templates stands in exactly one column; columns are in order of place.
struct TemplateAlignment {
    std::vector<TemplateColumn> columns;
    PerSide<std::vector<std::uint32_t>> columnOf; ///< by slot
};

/// The slot that stands for one side of a column: a main kernel before others, then the longest, then the
/// first; empty for no slots.
[[nodiscard]] std::optional<std::uint32_t> leadingSlot(const WorkVocabulary& vocabulary,
                                                       const SectionTemplate& sectionTemplate,
                                                       const std::vector<std::uint32_t>& slots);

[[nodiscard]] TemplateAlignment alignTemplates(const WorkVocabulary& vocabulary, const SectionTemplate& a,
                                               const SectionTemplate& b, const CancelToken& cancel = {});

} // namespace diptych
