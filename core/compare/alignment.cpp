#include "core/compare/alignment.h"

#include "core/compare/alignment_plan.h"
#include "core/compare/pair_builder.h"
#include "core/compare/section_projection.h"

#include <algorithm>

namespace diptych {

namespace {

constexpr double kGoodMatch = 0.90;
constexpr double kWorthwhile = 0.01; ///< a new sectioning must match this much more of the time
constexpr double kNothingToGain = 0.995;
constexpr double kRegular = 0.5; ///< of a side whose layers repeat

double weakerShare(const AlignmentPlan& plan, const ComparedSides& sides) {
    return std::min(matchedShare(plan, sides, Side::A), matchedShare(plan, sides, Side::B));
}

bool disagree(const AlignmentPlan& plan) {
    return std::any_of(plan.sections.begin(), plan.sections.end(),
                       [](const MatchedSection& matched) { return !matched.isBoth(); });
}

/// One side has layers, or both have: there are cuts to carry over.
bool hasLayers(const ComparedSides& sides) {
    return sides.traces.a->sections.source != LayerSource::None ||
           sides.traces.b->sections.source != LayerSource::None;
}

} // namespace

Alignment alignTraces(const ComparedSides& sides, unsigned threads, const CancelToken& cancel,
                      const ProgressSink& progress) {
    if (progress) {
        progress({Stage::Align});
    }
    const WorkVocabulary vocabulary = buildVocabulary(*sides.traces.a, *sides.traces.b);
    PerSide<const Sections*> sections{&sides.traces.a->sections, &sides.traces.b->sections};
    AlignmentPlan plan = planAlignment(vocabulary, sides, sections, threads, cancel);
    std::optional<ProjectedSections> projected;
    if (hasLayers(sides) && disagree(plan) && !cancel.isCancelled()) {
        const double before = weakerShare(plan, sides);
        if (before < kNothingToGain) {
            projected = projectSections(vocabulary, sides.traces, sides.selections,
                                        {&plan.templates.a, &plan.templates.b}, cancel);
            PerSide<const Sections*> others = sections;
            others[projected->changed] = &projected->sections;
            AlignmentPlan second = planAlignment(vocabulary, sides, others, threads, cancel);
            const double after = weakerShare(second, sides);
            const bool isIrregular =
                std::min(plan.templates.a.regularity, plan.templates.b.regularity) < kRegular;
            if (after > before + kWorthwhile && (after >= kGoodMatch || isIrregular)) {
                plan = std::move(second);
                sections = others;
            } else {
                projected.reset();
            }
        }
    }
    Alignment alignment = buildPairs(vocabulary, sides, sections, plan, threads);
    if (projected) {
        alignment.resectioned = projected->changed;
    }
    return alignment;
}

} // namespace diptych
