#include "core/compare/section_projection.h"

#include "core/compare/sequence_aligner.h"

#include <algorithm>
#include <tuple>

namespace diptych {

namespace {

constexpr SectionId kWholeStep{0};
constexpr SectionId kOutside{1};

/// The trace with every step as one section.
Sections stepsAsSections(const AnalyzedTrace& trace) {
    Sections whole;
    whole.sections = {{SectionKind::Whole, 0, 0, 0, "step"},
                      {SectionKind::Outside, 0, 0, 0, "outside steps"}};
    const std::size_t steps = trace.steps.steps.size();
    std::vector<std::vector<ActivityId>> ofStep(steps + 1);
    for (const ActivityId id : trace.order) {
        const StepId step = trace.steps.ofActivity.empty() ? StepId{} : trace.steps.ofActivity[id.index()];
        ofStep[step.isValid() ? step.index() : steps].push_back(id);
    }
    for (std::size_t step = 0; step <= steps; ++step) {
        const auto begin = static_cast<std::uint32_t>(whole.sequence.size());
        whole.sequence.insert(whole.sequence.end(), ofStep[step].begin(), ofStep[step].end());
        const bool isOutside = step == steps && steps > 0;
        whole.instances.push_back({isOutside ? kOutside : kWholeStep, step < steps ? StepId(step) : StepId{},
                                   begin, static_cast<std::uint32_t>(whole.sequence.size())});
    }
    return whole;
}

/// For every position of the reference's step template the ordinal of its section in that step, and those
/// sections.
struct StepOutline {
    std::vector<std::uint32_t> ordinalOf;
    std::vector<SectionId> sections;
};

/// The instance of the whole step that equals its template.
const PlacedInstance* findModel(const TemplateSet& steps, std::uint32_t templateIndex) {
    const std::size_t size = steps.templates[templateIndex].items.size();
    for (const PlacedInstance& instance : steps.instances) {
        const std::vector<std::uint32_t>& slots = steps.variants[instance.variant];
        const bool isModel =
            steps.templateOf[instance.section.index()] == templateIndex && slots.size() == size &&
            std::all_of(slots.begin(), slots.end(), [&](std::uint32_t slot) { return slot < size; });
        if (isModel) {
            return &instance;
        }
    }
    return nullptr;
}

StepOutline outlineOf(const AnalyzedTrace& trace, const TemplateSet& steps, std::uint32_t templateIndex) {
    StepOutline outline;
    const PlacedInstance* const model = findModel(steps, templateIndex);
    if (model == nullptr) {
        return outline;
    }
    for (std::uint32_t i = model->begin; i < model->end; ++i) {
        const std::uint32_t instance = trace.sections.instanceOf[steps.activities[i].index()];
        const SectionId section = trace.sections.instances[instance].section;
        const auto found = std::find(outline.sections.rbegin(), outline.sections.rend(), section);
        if (found == outline.sections.rend()) {
            outline.ordinalOf.push_back(static_cast<std::uint32_t>(outline.sections.size()));
            outline.sections.push_back(section);
        } else {
            outline.ordinalOf.push_back(static_cast<std::uint32_t>(outline.sections.rend() - found - 1));
        }
    }
    return outline;
}

/// Ordinals of the reference carried along the alignment: they never fall, and a kernel without a counterpart
/// stays with those before it.
std::vector<std::uint32_t> carryOver(const std::vector<AlignedItems>& columns, bool isReferenceFirst,
                                     const StepOutline& outline, std::size_t slots) {
    std::vector<std::uint32_t> ordinals(slots, 0);
    std::uint32_t current = 0;
    for (const AlignedItems& column : columns) {
        const std::uint32_t reference = isReferenceFirst ? column.a : column.b;
        const std::uint32_t own = isReferenceFirst ? column.b : column.a;
        if (column.isBoth()) {
            current = std::max(current, outline.ordinalOf[reference]);
        }
        if (own != AlignedItems::kNoItem) {
            ordinals[own] = current;
        }
    }
    return ordinals;
}

class Resectioner {
public:
    Resectioner(const Sections& reference, const StepOutline& outline, const TemplateSet& steps,
                const std::vector<std::uint32_t>& ordinals, std::size_t activities)
        : m_outline(outline), m_steps(steps), m_ordinals(ordinals) {
        m_sections.source = reference.source;
        m_sections.groups = reference.groups;
        m_sections.sections = reference.sections;
        m_sections.instanceOf.assign(activities, Sections::kNoInstance);
    }

    Sections run() {
        for (const PlacedInstance& instance : m_steps.instances) {
            if (instance.section == kOutside) {
                open(outsideSection(), instance.step);
                for (std::uint32_t i = instance.begin; i < instance.end; ++i) {
                    append(m_steps.activities[i]);
                }
            } else {
                cut(instance);
            }
        }
        return std::move(m_sections);
    }

private:
    void cut(const PlacedInstance& instance) {
        const std::vector<std::uint32_t>& slots = m_steps.variants[instance.variant];
        const SectionTemplate& step = m_steps.templates[m_steps.templateOf[instance.section.index()]];
        std::uint32_t current = 0;
        for (std::uint32_t i = instance.begin; i < instance.end; ++i) {
            const std::uint32_t slot = slots[i - instance.begin];
            const std::uint32_t previous = current;
            if (slot < step.items.size()) {
                current = std::max(current, m_ordinals[slot]);
            }
            if (i == instance.begin || current != previous) {
                open(m_outline.sections[current], instance.step);
            }
            append(m_steps.activities[i]);
        }
    }

    void open(SectionId section, StepId step) {
        const auto at = static_cast<std::uint32_t>(m_sections.sequence.size());
        m_sections.instances.push_back({section, step, at, at});
    }

    void append(ActivityId id) {
        m_sections.instanceOf[id.index()] = static_cast<std::uint32_t>(m_sections.instances.size() - 1);
        m_sections.sequence.push_back(id);
        m_sections.instances.back().end = static_cast<std::uint32_t>(m_sections.sequence.size());
    }

    SectionId outsideSection() {
        for (std::size_t i = 0; i < m_sections.sections.size(); ++i) {
            if (m_sections.sections[i].kind == SectionKind::Outside) {
                return SectionId(i);
            }
        }
        m_sections.sections.push_back({SectionKind::Outside, 0, 0, 0, "outside steps"});
        return SectionId(m_sections.sections.size() - 1);
    }

    const StepOutline& m_outline;
    const TemplateSet& m_steps;
    const std::vector<std::uint32_t>& m_ordinals; ///< by slot of the step template
    Sections m_sections;
};

} // namespace

ProjectedSections projectSections(const WorkVocabulary& vocabulary,
                                  const PerSide<const AnalyzedTrace*>& traces,
                                  const PerSide<const Selection*>& selections,
                                  const PerSide<const TemplateSet*>& templates, const CancelToken& cancel) {
    PerSide<Sections> whole;
    PerSide<TemplateSet> steps;
    PerSide<const TemplateItems*> items;
    static const TemplateItems kNothing;
    for (const Side side : kSides) {
        whole[side] = stepsAsSections(*traces[side]);
        steps[side] = buildTemplates(*traces[side], whole[side], *selections[side], vocabulary, side, cancel);
        const std::uint32_t index = steps[side].templateOf[kWholeStep.index()];
        items[side] = index == TemplateSet::kNone ? &kNothing : &steps[side].templates[index].items;
    }
    const Side first = *items.b < *items.a ? Side::B : Side::A; // an order of its own, so that ties mirror
    const Side second = other(first);
    const bool isFirstReference = templates[first]->regularity >= templates[second]->regularity;
    const Side reference = isFirstReference ? first : second;
    ProjectedSections projected{other(reference), {}};
    if (items.a->empty() || items.b->empty()) {
        projected.sections = traces[projected.changed]->sections;
        return projected;
    }
    const WorkScorer scorer(vocabulary, *items[first], *items[second]);
    const std::vector<AlignedItems> columns = alignSequences(scorer, {}, cancel);
    const std::uint32_t referenceIndex = steps[reference].templateOf[kWholeStep.index()];
    const StepOutline outline = outlineOf(*traces[reference], steps[reference], referenceIndex);
    if (outline.sections.empty()) {
        projected.sections = traces[projected.changed]->sections;
        return projected;
    }
    const std::vector<std::uint32_t> ordinals =
        carryOver(columns, isFirstReference, outline, items[projected.changed]->size());
    projected.sections = Resectioner(traces[reference]->sections, outline, steps[projected.changed], ordinals,
                                     traces[projected.changed]->trace->gpu.size())
                             .run();
    return projected;
}

} // namespace diptych
