#include "core/compare/alignment.h"

#include "core/base/parallel.h"
#include "core/compare/alignment_plan.h"
#include "core/compare/pair_builder.h"
#include "core/compare/section_projection.h"

#include <algorithm>
#include <cmath>
#include <deque>

namespace diptych {

namespace {

constexpr double kGoodMatch = 0.90;
constexpr double kWorthwhile = 0.005; ///< another sectioning must match this much more of the time
constexpr double kNothingToGain = 0.995;
constexpr double kRegular = 0.5; ///< share of kernels in layers that repeat, below which cuts are doubtful

/// One way to cut both sides, and what it gives.
struct Candidate {
    PerSide<const Sections*> sections;
    AlignmentPlan plan;
    double share = 0; ///< matched time, of the side where it is less
    std::optional<Side> resectioned;
};

/// Looks for the sectioning that matches most. The sides' own one stands unless another is clearly better.
class SectioningChooser {
public:
    SectioningChooser(const WorkVocabulary& vocabulary, const ComparedSides& sides, unsigned threads,
                      const CancelToken& cancel)
        : m_vocabulary(vocabulary), m_sides(sides), m_threads(threads), m_cancel(cancel) {}

    Candidate choose() {
        Candidate best = plan({&sectionsOf(Side::A), &sectionsOf(Side::B)});
        if (!hasLayers()) {
            return best;
        }
        measure(best);
        if (best.share >= kNothingToGain) {
            return best;
        }
        if (cutsDisagree()) {
            for (const CutMode mode : {CutMode::BeforeNorm, CutMode::AfterNorm}) {
                Candidate other = cutAgain(mode);
                if (other.share > best.share + kWorthwhile) {
                    best = std::move(other);
                }
            }
        }
        if (!m_cancel.isCancelled()) { // layers lost on both sides may leave equally many that are shifted
            Candidate other = project(best);
            const bool isDoubtful = regularityOf(best) < kRegular;
            if (other.share > best.share + kWorthwhile && (other.share >= kGoodMatch || isDoubtful)) {
                best = std::move(other);
            }
        }
        return best;
    }

private:
    [[nodiscard]] const Sections& sectionsOf(Side side) const { return m_sides.traces[side]->sections; }

    Candidate plan(const PerSide<const Sections*>& sections) {
        Candidate candidate;
        candidate.sections = sections;
        candidate.plan = planAlignment(m_vocabulary, m_sides, sections, m_threads, m_cancel);
        return candidate;
    }

    void measure(Candidate& candidate) const {
        PerSide<double> shares;
        parallelFor(kSides.size(), m_threads, [&](std::size_t i) {
            shares[kSides[i]] = matchedShare(candidate.plan, m_sides, kSides[i]);
        });
        candidate.share = std::min(shares.a, shares.b);
    }

    /// At least one side has cuts that could be made otherwise or carried over.
    [[nodiscard]] bool hasLayers() const {
        return sectionsOf(Side::A).source != LayerSource::None ||
               sectionsOf(Side::B).source != LayerSource::None;
    }

    /// Layers found by repetition may be cut before or after their first norm; modules say it themselves.
    [[nodiscard]] bool cutsDisagree() const {
        const bool isFoundA = sectionsOf(Side::A).source == LayerSource::Repetition;
        const bool isFoundB = sectionsOf(Side::B).source == LayerSource::Repetition;
        const bool isByModulesA = sectionsOf(Side::A).source == LayerSource::Modules;
        const bool isByModulesB = sectionsOf(Side::B).source == LayerSource::Modules;
        return (isFoundA && isFoundB &&
                sectionsOf(Side::A).cutAfterNorm != sectionsOf(Side::B).cutAfterNorm) ||
               (isFoundA && isByModulesB) || (isByModulesA && isFoundB);
    }

    Candidate cutAgain(CutMode mode) {
        PerSide<const Sections*> sections;
        for (const Side side : kSides) {
            sections[side] = &sectionsOf(side);
            if (sections[side]->source == LayerSource::Repetition) {
                m_made.push_back(cutLayersAgain(*m_sides.traces[side], mode).sections);
                sections[side] = &m_made.back();
            }
        }
        Candidate candidate = plan(sections);
        measure(candidate);
        return candidate;
    }

    [[nodiscard]] static double regularityOf(const Candidate& candidate) {
        return std::min(candidate.plan.templates.a.regularity, candidate.plan.templates.b.regularity);
    }

    /// How well a sectioning explains both sides as layers that repeat.
    [[nodiscard]] static double orderOf(const Candidate& candidate) {
        const PerSide<TemplateSet>& sets = candidate.plan.templates;
        return sets.a.regularity + sets.b.regularity + sets.a.layered + sets.b.layered;
    }

    /// The better of both directions: the one that matches clearly more, else the one with more order.
    Candidate project(const Candidate& from) {
        Candidate best;
        for (ProjectedSections& projected : projectSections(m_vocabulary, m_sides, from.sections, m_cancel)) {
            PerSide<const Sections*> sections;
            for (const Side side : kSides) {
                m_made.push_back(std::move(projected.sections[side]));
                sections[side] = &m_made.back();
            }
            Candidate candidate = plan(sections);
            measure(candidate);
            candidate.resectioned = projected.changed;
            const double gain = candidate.share - best.share;
            const bool isAsGood = std::abs(gain) <= kWorthwhile;
            if (!best.resectioned || gain > kWorthwhile || (isAsGood && orderOf(candidate) > orderOf(best))) {
                best = std::move(candidate);
            }
        }
        return best;
    }

    const WorkVocabulary& m_vocabulary;
    const ComparedSides& m_sides;
    const unsigned m_threads;
    const CancelToken& m_cancel;
    std::deque<Sections> m_made; ///< sections made here; candidates point to them
};

} // namespace

Alignment alignTraces(const ComparedSides& sides, unsigned threads, const CancelToken& cancel,
                      const ProgressSink& progress) {
    if (progress) {
        Progress report;
        report.stage = Stage::Align;
        progress(report);
    }
    const WorkVocabulary vocabulary = buildVocabulary(*sides.traces.a, *sides.traces.b, threads);
    SectioningChooser chooser(vocabulary, sides, threads, cancel);
    const Candidate chosen = chooser.choose();
    Alignment alignment = buildPairs(vocabulary, sides, chosen.sections, chosen.plan, threads);
    alignment.resectioned = chosen.resectioned;
    return alignment;
}

} // namespace diptych
