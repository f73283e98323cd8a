#pragma once
// Templates: what commonly happens in a section. The instances of the sections of one type (all layers of a
// kind, over all selected steps) are reduced to the commonest kernel sequence; every other instance is
// aligned to it, so that each kernel stands in a slot: a position of the template, or an extra that the
// template lacks. Cost: a constant per kernel and one alignment per distinct sequence. Built per side, then
// const. Source: SEMANTICS, "Alignment".

#include "core/base/cancel_token.h"
#include "core/compare/selection.h"
#include "core/compare/template_item.h"

#include <cstdint>
#include <vector>

namespace diptych {

/// A kernel that some instances have beyond the template.
struct ExtraItem {
    static constexpr std::uint32_t kBeforeFirst = 0xFFFFFFFF;
    TemplateItem item;
    std::uint32_t after = kBeforeFirst; ///< the position that it follows

    friend auto operator<=>(const ExtraItem&, const ExtraItem&) = default;
};

/// The commonest sequence of one type of sections.
struct SectionTemplate {
    TemplateItems items;
    std::vector<ExtraItem> extras; ///< by position that they follow; slots go on behind the items

    [[nodiscard]] std::size_t slots() const { return items.size() + extras.size(); }
    [[nodiscard]] const TemplateItem& slot(std::size_t index) const {
        return index < items.size() ? items[index] : extras[index - items.size()].item;
    }
};

/// One section in one step, as far as it is selected: `activities[begin, end)` of the TemplateSet.
struct PlacedInstance {
    SectionId section;
    StepId step;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t variant = 0; ///< index into TemplateSet::variants
};

struct TemplateSet {
    static constexpr std::uint32_t kNone = 0xFFFFFFFF;

    std::vector<SectionTemplate> templates;
    std::vector<std::uint32_t> templateOf; ///< by SectionId; kNone: nothing of it is selected
    std::vector<ActivityId> activities;    ///< the selected ones, by instance
    std::vector<PlacedInstance> instances;
    std::vector<std::vector<std::uint32_t>> instancesOf; ///< by SectionId: indexes into instances, in order
    std::vector<std::vector<std::uint32_t>> variants;    ///< the slot of every kernel of an instance
    double regularity = 0; ///< share of the kernels that stand in layers whose sequence repeats
    double layered = 0;    ///< share of the kernels that stand in layers
};

/// Templates of one side, whose sections may be other than those of its analysis.
[[nodiscard]] TemplateSet buildTemplates(const AnalyzedTrace& trace, const Sections& sections,
                                         const Selection& selection, const WorkVocabulary& vocabulary,
                                         Side side, const CancelToken& cancel = {});

} // namespace diptych
