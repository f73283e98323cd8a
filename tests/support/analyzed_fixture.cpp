#include "tests/support/analyzed_fixture.h"

#include "core/compare/kernel_names.h"
#include "core/compare/statistics.h"
#include "tests/support/column_trace.h"

#include <algorithm>
#include <map>

namespace diptych::test {

namespace {

void addKernel(ColumnTrace& columns, const FixtureKernel& kernel) {
    ColumnTrace::Gpu gpu;
    gpu.correlation = kernel.correlation;
    gpu.kind = kernel.category == "memory" ? ActivityKind::Memcpy : ActivityKind::Kernel;
    columns.addGpu(kernel.name, kernel.startNs, kernel.durationNs, gpu);
}

/// What the link step would fill; nothing is linked here.
void fillLinks(Trace& trace, const std::vector<FixtureKernel>& kernels) {
    GpuActivities& gpu = trace.gpu;
    gpu.launch.resize(gpu.size());
    gpu.op.resize(gpu.size());
    gpu.outermostOp.resize(gpu.size());
    gpu.frame.resize(gpu.size());
    gpu.stack.resize(gpu.size());
    for (const FixtureKernel& kernel : kernels) {
        gpu.fault.push_back(kernel.fault);
        gpu.modulePath.push_back(kernel.modulePath.empty() ? StringId{}
                                                           : trace.strings.intern(kernel.modulePath));
    }
}

void addClass(AnalyzedTrace& side, const FixtureKernel& kernel, std::map<std::string, ClassId>& classes) {
    const auto [place, isNew] = classes.try_emplace(kernel.operation, ClassId(side.classes.classes.size()));
    if (isNew) {
        KernelClass added;
        added.operation = kernel.operation;
        added.category = kernel.category;
        added.token = kernel.operation;
        side.classes.classes.push_back(added);
    }
    side.classes.ofActivity.push_back(place->second);
}

void addSteps(AnalyzedTrace& side, const std::vector<FixtureKernel>& kernels, Phase phase) {
    int last = -1;
    for (const FixtureKernel& kernel : kernels) {
        side.steps.ofActivity.push_back(kernel.step < 0 ? StepId{}
                                                        : StepId(static_cast<std::size_t>(kernel.step)));
        last = std::max(last, kernel.step);
    }
    side.steps.source = last < 0 ? StepSource::None : StepSource::Annotations;
    for (int i = 0; i <= last; ++i) {
        Step step;
        step.name = "step " + std::to_string(i);
        step.phase = phase;
        side.steps.steps.push_back(step);
    }
}

void addSections(AnalyzedTrace& side, const std::vector<FixtureKernel>& kernels,
                 const std::vector<std::string>& sectionOf) {
    Sections& sections = side.sections;
    std::map<std::string, SectionId> known;
    std::map<std::pair<std::string, int>, std::uint32_t> instances;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const std::string name = sectionOf.empty() ? "whole" : sectionOf[i];
        const auto [section, isNew] = known.try_emplace(name, SectionId(sections.sections.size()));
        if (isNew) {
            Section added;
            added.kind = name.rfind("layer", 0) == 0 ? SectionKind::Layer : SectionKind::Whole;
            added.name = name;
            sections.sections.push_back(added);
        }
        const auto [instance, isNewInstance] = instances.try_emplace(
            {name, kernels[i].step}, static_cast<std::uint32_t>(sections.instances.size()));
        if (isNewInstance) {
            sections.instances.push_back({section->second, side.steps.ofActivity[i], 0, 0});
        }
        sections.instanceOf.push_back(instance->second);
    }
    for (std::uint32_t instance = 0; instance < sections.instances.size(); ++instance) {
        sections.instances[instance].begin = static_cast<std::uint32_t>(sections.sequence.size());
        for (std::size_t i = 0; i < kernels.size(); ++i) {
            if (sections.instanceOf[i] == instance) {
                sections.sequence.emplace_back(i);
            }
        }
        sections.instances[instance].end = static_cast<std::uint32_t>(sections.sequence.size());
    }
}

/// Statistics over section instances, each the sum of its kernels.
DurationStats instanceStats(const std::vector<ActivityId>& activities, const AnalyzedTrace& side) {
    std::map<std::uint32_t, Nanoseconds> byInstance;
    for (const ActivityId id : activities) {
        if (side.trace->gpu.isSummed(id)) {
            byInstance[side.sections.instanceOf[id.index()]] += side.trace->gpu.durationNs[id.index()];
        }
    }
    std::vector<Nanoseconds> durations;
    for (const auto& [instance, ns] : byInstance) {
        durations.push_back(ns);
    }
    return durationStats(durations);
}

} // namespace

std::shared_ptr<const AnalyzedTrace> analyzedTrace(const std::vector<FixtureKernel>& kernels,
                                                   const std::vector<std::string>& sectionOf, Phase phase) {
    ColumnTrace columns;
    auto side = std::make_shared<AnalyzedTrace>();
    std::map<std::string, ClassId> classes;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        addKernel(columns, kernels[i]);
        addClass(*side, kernels[i], classes);
        side->order.emplace_back(i);
    }
    addSteps(*side, kernels, phase);
    addSections(*side, kernels, sectionOf);
    fillLinks(columns.trace, kernels);
    side->names = columns.trace.gpu.name;
    side->trace = std::make_shared<const Trace>(std::move(columns.trace));
    return side;
}

KernelPair fixturePair(const PerSide<std::shared_ptr<const AnalyzedTrace>>& sides, const std::string& id,
                       const std::string& layer, const std::vector<std::size_t>& a,
                       const std::vector<std::size_t>& b, PerSide<std::uint32_t> kernelsPerInstance) {
    KernelPair pair;
    pair.id = id;
    pair.layer = layer;
    pair.kernels = kernelsPerInstance;
    for (const Side side : kSides) {
        NameCounter names;
        for (const std::size_t index : side == Side::A ? a : b) {
            const ActivityId activity(index);
            const AnalyzedTrace& trace = *sides[side];
            pair.activities[side].push_back(activity);
            names.add(trace.names[index], trace.trace->gpu.durationNs[index],
                      trace.steps.ofActivity[index].isValid());
            pair.operation = trace.classes.of(activity).operation;
            pair.category = trace.classes.of(activity).category;
        }
        pair.names[side] = names.shares(*sides[side]->trace);
        pair.stats[side] = instanceStats(pair.activities[side], *sides[side]);
    }
    pair.confidence = 1;
    pair.sameKernel = !a.empty() && !b.empty() && pair.names.a[0].name == pair.names.b[0].name;
    return pair;
}

} // namespace diptych::test
