#pragma once
// How the sections of two sides stand against each other, before any kernel is looked at: templates, matched
// sections, and one alignment per distinct pair of templates. Built once, then const.

#include "core/compare/aligner.h"
#include "core/compare/compared_sides.h"
#include "core/compare/section_matcher.h"

#include <vector>

namespace diptych {

struct AlignmentPlan {
    PerSide<TemplateSet> templates;
    std::vector<MatchedSection> sections;
    std::vector<TemplateAlignment> alignments;
    std::vector<std::uint32_t> alignmentOf; ///< by matched section: index into alignments

    /// The template of one side of a matched section; an empty one where the side lacks the section.
    [[nodiscard]] const SectionTemplate& templateOf(const MatchedSection& matched, Side side) const;
};

/// `sections` may be other than those of the traces. Alignments are computed on at most `threads` threads.
[[nodiscard]] AlignmentPlan planAlignment(const WorkVocabulary& vocabulary, const ComparedSides& sides,
                                          const PerSide<const Sections*>& sections, unsigned threads,
                                          const CancelToken& cancel);

/// Share of a side's time that stands in columns of both sides, 0..1; 1 when there is none.
[[nodiscard]] double matchedShare(const AlignmentPlan& plan, const ComparedSides& sides, Side side);

} // namespace diptych
