#include "core/compare/section_projection.h"

#include "core/compare/sequence_aligner.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace diptych {

namespace {

constexpr SectionId kWholeStep{0};
constexpr SectionId kOutsideSteps{1};

/// The trace with every step as one section. What lies outside steps stands in runs, one between two steps.
Sections stepsAsSections(const AnalyzedTrace& trace) {
    Sections whole;
    whole.sections = {{SectionKind::Whole, 0, 0, 0, "step"},
                      {SectionKind::Outside, 0, 0, 0, "outside steps"}};
    const bool hasSteps = !trace.steps.steps.empty();
    std::vector<std::pair<StepId, std::vector<ActivityId>>> runs;
    std::map<StepId, std::size_t> runOfStep;
    for (const ActivityId id : trace.order) {
        const StepId step = trace.steps.ofActivity.empty() ? StepId{} : trace.steps.ofActivity[id.index()];
        std::size_t run = runs.size();
        if (step.isValid()) {
            run = runOfStep.try_emplace(step, runs.size()).first->second;
        } else if (!runs.empty() && !runs.back().first.isValid()) {
            run = runs.size() - 1;
        }
        if (run == runs.size()) {
            runs.push_back({step, {}});
        }
        runs[run].second.push_back(id);
    }
    for (const auto& [step, activities] : runs) {
        const auto begin = static_cast<std::uint32_t>(whole.sequence.size());
        whole.sequence.insert(whole.sequence.end(), activities.begin(), activities.end());
        whole.instances.push_back({hasSteps && !step.isValid() ? kOutsideSteps : kWholeStep, step, begin,
                                   static_cast<std::uint32_t>(whole.sequence.size())});
    }
    return whole;
}

/// For every position of the reference's step template the ordinal of its section instance in that step, and
/// the sections of those instances. (A section may occur several times in a step.)
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

StepOutline outlineOf(const Sections& sections, const TemplateSet& steps, std::uint32_t templateIndex) {
    StepOutline outline;
    const PlacedInstance* const model = findModel(steps, templateIndex);
    if (model == nullptr) {
        return outline;
    }
    std::vector<std::uint32_t> seen;
    for (std::uint32_t i = model->begin; i < model->end; ++i) {
        const std::uint32_t instance = sections.instanceOf[steps.activities[i].index()];
        auto found = std::find(seen.rbegin(), seen.rend(), instance);
        if (found == seen.rend()) {
            seen.push_back(instance);
            outline.sections.push_back(sections.instances[instance].section);
            found = seen.rbegin();
        }
        outline.ordinalOf.push_back(static_cast<std::uint32_t>(seen.rend() - found - 1));
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
            if (instance.section == kOutsideSteps) {
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

std::vector<ProjectedSections> projectSections(const WorkVocabulary& vocabulary, const ComparedSides& sides,
                                               const PerSide<const Sections*>& sections,
                                               const CancelToken& cancel) {
    PerSide<TemplateSet> steps;
    PerSide<std::uint32_t> index;
    for (const Side side : kSides) {
        const Sections whole = stepsAsSections(*sides.traces[side]);
        steps[side] =
            buildTemplates(*sides.traces[side], whole, *sides.selections[side], vocabulary, side, cancel);
        index[side] = steps[side].templateOf[kWholeStep.index()];
    }
    if (index.a == TemplateSet::kNone || index.b == TemplateSet::kNone) {
        return {};
    }
    const PerSide<const TemplateItems*> items{&steps.a.templates[index.a].items,
                                              &steps.b.templates[index.b].items};
    const Side first = *items.b < *items.a ? Side::B : Side::A; // an order of its own, so that ties mirror
    const WorkScorer scorer(vocabulary, *items[first], *items[other(first)]);
    const std::vector<AlignedItems> columns = alignSequences(scorer, {}, cancel);
    std::vector<ProjectedSections> projected;
    for (const Side reference : {first, other(first)}) {
        const StepOutline outline = outlineOf(*sections[reference], steps[reference], index[reference]);
        if (sections[reference]->source == LayerSource::None || outline.sections.empty()) {
            continue;
        }
        const Side changed = other(reference);
        PerSide<std::vector<std::uint32_t>> ordinals;
        ordinals[reference] = outline.ordinalOf;
        ordinals[changed] = carryOver(columns, reference == first, outline, items[changed]->size());
        ProjectedSections made{changed, {}};
        for (const Side side : kSides) {
            made.sections[side] = Resectioner(*sections[reference], outline, steps[side], ordinals[side],
                                              sides.traces[side]->trace->gpu.size())
                                      .run();
        }
        projected.push_back(std::move(made));
    }
    return projected;
}

} // namespace diptych
