#include "core/compare/aligner.h"

#include "core/compare/collapse.h"
#include "core/compare/sequence_aligner.h"

#include <algorithm>

namespace diptych {

namespace {

using Columns = std::vector<AlignedSlots>;

TemplateItems itemsOf(const std::vector<CollapsedItem>& collapsed) {
    TemplateItems items;
    items.reserve(collapsed.size());
    for (const CollapsedItem& item : collapsed) {
        items.push_back(item.item);
    }
    return items;
}

/// A decomposed operation that found no fused one falls apart again.
void appendOneSided(Columns& columns, Side side, const std::vector<std::uint32_t>& positions) {
    for (const std::uint32_t position : positions) {
        AlignedSlots column;
        column.slots[side] = {position};
        column.rule = PairRule::OneSided;
        columns.push_back(std::move(column));
    }
}

Columns alignItems(const WorkVocabulary& vocabulary, const TemplateItems& a, const TemplateItems& b,
                   const CancelToken& cancel) {
    const std::vector<CollapsedItem> collapsedA = collapseDecomposed(vocabulary, a, b);
    const std::vector<CollapsedItem> collapsedB = collapseDecomposed(vocabulary, b, a);
    const TemplateItems itemsA = itemsOf(collapsedA);
    const TemplateItems itemsB = itemsOf(collapsedB);
    const WorkScorer scorer(vocabulary, itemsA, itemsB);
    Columns columns;
    for (const AlignedItems& items : alignSequences(scorer, {}, cancel)) {
        if (items.isBoth()) {
            AlignedSlots column{{collapsedA[items.a].positions, collapsedB[items.b].positions}};
            const bool isSingle = column.slots.a.size() == 1 && column.slots.b.size() == 1;
            column.rule = isSingle ? PairRule::InOrder : PairRule::Collapsed;
            columns.push_back(std::move(column));
        } else if (items.a != AlignedItems::kNoItem) {
            appendOneSided(columns, Side::A, collapsedA[items.a].positions);
        } else {
            appendOneSided(columns, Side::B, collapsedB[items.b].positions);
        }
    }
    return columns;
}

/// The extras that follow one column, as slots.
using ExtrasByColumn = std::vector<std::vector<std::uint32_t>>;

/// Entry 0 holds those before everything, entry i + 1 those behind column i.
ExtrasByColumn placeExtras(const SectionTemplate& sectionTemplate, Side side, const Columns& columns) {
    std::vector<std::size_t> columnOf(sectionTemplate.items.size());
    for (std::size_t column = 0; column < columns.size(); ++column) {
        for (const std::uint32_t slot : columns[column].slots[side]) {
            columnOf[slot] = column;
        }
    }
    ExtrasByColumn placed(columns.size() + 1);
    for (std::size_t i = 0; i < sectionTemplate.extras.size(); ++i) {
        const std::uint32_t after = sectionTemplate.extras[i].after;
        const std::size_t column = after == ExtraItem::kBeforeFirst ? 0 : columnOf[after] + 1;
        placed[column].push_back(static_cast<std::uint32_t>(sectionTemplate.items.size() + i));
    }
    return placed;
}

TemplateItems extraItems(const SectionTemplate& sectionTemplate, const std::vector<std::uint32_t>& slots) {
    TemplateItems items;
    for (const std::uint32_t slot : slots) {
        items.push_back(sectionTemplate.slot(slot));
    }
    return items;
}

/// Extras at one place of both templates are aligned among themselves; only equal work stands together.
void appendExtras(const WorkVocabulary& vocabulary, const PerSide<const SectionTemplate*>& templates,
                  const PerSide<std::vector<std::uint32_t>>& slots, const CancelToken& cancel,
                  Columns& columns) {
    const TemplateItems a = extraItems(*templates.a, slots.a);
    const TemplateItems b = extraItems(*templates.b, slots.b);
    const WorkScorer scorer(vocabulary, a, b);
    for (const AlignedItems& items : alignSequences(scorer, {}, cancel)) {
        if (items.isBoth() &&
            isSameWork(vocabulary.kindOf(a[items.a].work), vocabulary.kindOf(b[items.b].work))) {
            columns.push_back({{{slots.a[items.a]}, {slots.b[items.b]}}, PairRule::Extra});
            continue;
        }
        if (items.a != AlignedItems::kNoItem) {
            appendOneSided(columns, Side::A, {slots.a[items.a]});
        }
        if (items.b != AlignedItems::kNoItem) {
            appendOneSided(columns, Side::B, {slots.b[items.b]});
        }
    }
}

Columns insertExtras(const WorkVocabulary& vocabulary, const PerSide<const SectionTemplate*>& templates,
                     Columns columns, const CancelToken& cancel) {
    if (templates.a->extras.empty() && templates.b->extras.empty()) {
        return columns;
    }
    const PerSide<ExtrasByColumn> placed{placeExtras(*templates.a, Side::A, columns),
                                         placeExtras(*templates.b, Side::B, columns)};
    Columns all;
    for (std::size_t i = 0; i <= columns.size(); ++i) {
        if (i > 0) {
            all.push_back(std::move(columns[i - 1]));
        }
        if (!placed.a[i].empty() || !placed.b[i].empty()) {
            appendExtras(vocabulary, templates, {placed.a[i], placed.b[i]}, cancel, all);
        }
    }
    return all;
}

Confidence confidenceOfGroup(PairRule rule) {
    switch (rule) {
    case PairRule::Collapsed:
        return {0.85, "a decomposed operation against the fused one"};
    case PairRule::SameCall:
        return {0.9, "launched by the same CPU op"};
    case PairRule::Helper:
        return {0.85, "a helper kernel belongs to its main kernel"};
    case PairRule::Component:
        return {0.75, "together they do what the other side fuses"};
    case PairRule::SameRole:
        return {0.65, "several kernels of one role"};
    case PairRule::Inside:
        return {0.6, "with the small kernels between them"};
    case PairRule::Extra:
    case PairRule::Moved:
    case PairRule::InOrder:
    case PairRule::OneSided:
        break;
    }
    return {0.5, "by place"};
}

/// One kernel against one.
Confidence confidenceOfMatch(const WorkVocabulary& vocabulary, PlaceRelation relation, const Work& a,
                             const Work& b) {
    const WorkKind& kindA = vocabulary.kindOf(a);
    const WorkKind& kindB = vocabulary.kindOf(b);
    const bool isSameToken = kindA.token == kindB.token;
    if (relation == PlaceRelation::Same) {
        const bool isSamePath = vocabulary.placeOf(a).modulePath == vocabulary.placeOf(b).modulePath;
        return {isSameToken && isSamePath ? 1.0
                : isSameToken             ? 0.97
                                          : 0.9,
                isSamePath ? "same module path and CPU op" : "same module and CPU op"};
    }
    if (a.name == b.name) {
        return {0.95, "same kernel and place"};
    }
    if (relation == PlaceRelation::SameModule && isSameWork(kindA, kindB)) {
        return {0.93, "same module and kind of operation"};
    }
    if (isSameToken) {
        return {kindA.role == Role::Small ? 0.8 : 0.9, "same operation and place"};
    }
    if (kindA.operation == kindB.operation || isSameWork(kindA, kindB)) {
        return {0.75, "same kind of operation and place"};
    }
    return {0.4, "inferred: only place"};
}

class ConfidenceJudge {
public:
    ConfidenceJudge(const WorkVocabulary& vocabulary, const PerSide<const SectionTemplate*>& templates)
        : m_vocabulary(vocabulary), m_templates(templates),
          m_scorer(vocabulary, templates.a->items, templates.b->items) {}

    /// Of one kernel a side: those that stand for the column.
    [[nodiscard]] Confidence judgeSingle(const AlignedSlots& column) const {
        if (!column.isBoth()) {
            return {0, "no counterpart"};
        }
        const Work& a = m_templates.a->slot(*leadingSlot(m_vocabulary, *m_templates.a, column.slots.a)).work;
        const Work& b = m_templates.b->slot(*leadingSlot(m_vocabulary, *m_templates.b, column.slots.b)).work;
        Confidence match = confidenceOfMatch(m_vocabulary, m_scorer.relation(a, b), a, b);
        if (column.rule == PairRule::Extra) {
            return {std::min(match.value, 0.7), match.reason + ", in some layers or steps only"};
        }
        if (column.rule == PairRule::Moved) {
            return {std::min(match.value, 0.8), match.reason + ", in another order"};
        }
        return match;
    }

    /// Of all kernels of the column together.
    [[nodiscard]] static Confidence judgeGroup(const AlignedSlots& column, const Confidence& single) {
        Confidence group = confidenceOfGroup(column.rule);
        group.value = std::min(group.value, single.value);
        return group;
    }

private:
    const WorkVocabulary& m_vocabulary;
    PerSide<const SectionTemplate*> m_templates;
    WorkScorer m_scorer;
};

TemplateAlignment finish(const WorkVocabulary& vocabulary, const PerSide<const SectionTemplate*>& templates,
                         Columns columns) {
    TemplateAlignment alignment;
    const ConfidenceJudge judge(vocabulary, templates);
    for (const Side side : kSides) {
        alignment.columnOf[side].resize(templates[side]->slots());
    }
    alignment.columns.reserve(columns.size());
    for (AlignedSlots& column : columns) {
        for (const Side side : kSides) {
            for (const std::uint32_t slot : column.slots[side]) {
                alignment.columnOf[side][slot] = static_cast<std::uint32_t>(alignment.columns.size());
            }
        }
        Confidence single = judge.judgeSingle(column);
        Confidence group = ConfidenceJudge::judgeGroup(column, single);
        alignment.columns.push_back({std::move(column), std::move(single), std::move(group)});
    }
    return alignment;
}

} // namespace

std::optional<std::uint32_t> leadingSlot(const WorkVocabulary& vocabulary,
                                         const SectionTemplate& sectionTemplate,
                                         const std::vector<std::uint32_t>& slots) {
    const auto rank = [&](std::uint32_t slot) {
        const TemplateItem& item = sectionTemplate.slot(slot);
        return std::pair(vocabulary.kindOf(item.work).role == Role::Main, item.meanNs);
    };
    const auto best = std::max_element(slots.begin(), slots.end(), [&](std::uint32_t x, std::uint32_t y) {
        return rank(x) < rank(y); // the first of equal ones
    });
    return best == slots.end() ? std::nullopt : std::optional(*best);
}

TemplateAlignment alignTemplates(const WorkVocabulary& vocabulary, const SectionTemplate& a,
                                 const SectionTemplate& b, const CancelToken& cancel) {
    const bool isSwapped = std::tie(b.items, b.extras) < std::tie(a.items, a.extras);
    const PerSide<const SectionTemplate*> ordered =
        isSwapped ? PerSide<const SectionTemplate*>{&b, &a} : PerSide<const SectionTemplate*>{&a, &b};
    Columns columns = alignItems(vocabulary, ordered.a->items, ordered.b->items, cancel);
    columns = formGroups(vocabulary, ordered.a->items, ordered.b->items, std::move(columns));
    columns = insertExtras(vocabulary, ordered, std::move(columns), cancel);
    if (isSwapped) {
        for (AlignedSlots& column : columns) {
            std::swap(column.slots.a, column.slots.b);
        }
    }
    return finish(vocabulary, {&a, &b}, std::move(columns));
}

} // namespace diptych
