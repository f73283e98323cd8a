#include "core/compare/alignment_plan.h"

#include "core/base/parallel.h"

#include <map>

namespace diptych {

namespace {

const SectionTemplate kEmptyTemplate;

} // namespace

const SectionTemplate& AlignmentPlan::templateOf(const MatchedSection& matched, Side side) const {
    const SectionId section = matched.sections[side];
    return section.isValid() ? templates[side].templates[templates[side].templateOf[section.index()]]
                             : kEmptyTemplate;
}

AlignmentPlan planAlignment(const WorkVocabulary& vocabulary, const ComparedSides& sides,
                            const PerSide<const Sections*>& sections, unsigned threads,
                            const CancelToken& cancel) {
    AlignmentPlan plan;
    parallelFor(kSides.size(), threads, [&](std::size_t i) {
        const Side side = kSides[i];
        plan.templates[side] = buildTemplates(*sides.traces[side], *sections[side], *sides.selections[side],
                                              vocabulary, side, cancel);
    });
    plan.sections = matchSections(vocabulary, sections, {&plan.templates.a, &plan.templates.b});
    std::map<std::pair<const SectionTemplate*, const SectionTemplate*>, std::uint32_t> known;
    std::vector<std::pair<const SectionTemplate*, const SectionTemplate*>> distinct; // in order of the pass
    for (const MatchedSection& matched : plan.sections) {
        const std::pair key{&plan.templateOf(matched, Side::A), &plan.templateOf(matched, Side::B)};
        const auto [entry, isNew] = known.try_emplace(key, static_cast<std::uint32_t>(distinct.size()));
        if (isNew) {
            distinct.push_back(key);
        }
        plan.alignmentOf.push_back(entry->second);
    }
    plan.alignments.resize(distinct.size());
    parallelFor(distinct.size(), threads, [&](std::size_t i) {
        plan.alignments[i] = alignTemplates(vocabulary, *distinct[i].first, *distinct[i].second, cancel);
    });
    return plan;
}

double matchedShare(const AlignmentPlan& plan, const ComparedSides& sides, Side side) {
    const GpuActivities& gpu = sides.traces[side]->trace->gpu;
    const TemplateSet& set = plan.templates[side];
    Nanoseconds matchedNs = 0;
    Nanoseconds totalNs = 0;
    for (std::size_t i = 0; i < plan.sections.size(); ++i) {
        const TemplateAlignment& alignment = plan.alignments[plan.alignmentOf[i]];
        const SectionId section = plan.sections[i].sections[side];
        for (const std::uint32_t index :
             section.isValid() ? set.instancesOf[section.index()] : std::vector<std::uint32_t>{}) {
            const PlacedInstance& instance = set.instances[index];
            for (std::uint32_t at = instance.begin; at < instance.end; ++at) {
                const ActivityId id = set.activities[at];
                const std::uint32_t slot = set.variants[instance.variant][at - instance.begin];
                const Nanoseconds ns = gpu.isSummed(id) ? gpu.durationNs[id.index()] : 0;
                totalNs += ns;
                matchedNs += alignment.columns[alignment.columnOf[side][slot]].aligned.isBoth() ? ns : 0;
            }
        }
    }
    return totalNs > 0 ? static_cast<double>(matchedNs) / static_cast<double>(totalNs) : 1;
}

} // namespace diptych
