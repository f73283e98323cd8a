#include "core/analysis/layer_plan.h"

#include "core/analysis/layer_repetition.h"

#include <algorithm>
#include <map>
#include <set>

namespace diptych {

namespace {

/// From this many kernels on, a correlation id with attention and GEMM is a layer (old vLLM traces).
constexpr std::uint32_t kLeastGroupKernels = 70;

/// The layers of one forward pass, before they have names.
struct PassRuns {
    std::vector<LayerRun> runs;
    bool fromEnd = false; ///< cut off at its start: the last run is the last layer
};

/// Places in one complete pass: layer n of the pass -> (group, layer).
class PassLayout {
public:
    explicit PassLayout(const std::vector<LayerGroup>& groups) {
        for (const LayerGroup& group : groups) {
            m_sizes.push_back(group.layers);
            m_total += group.layers;
        }
    }

    [[nodiscard]] std::uint32_t total() const { return m_total; }
    /// Layers beyond the last go on counting in the last group.
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> at(std::uint32_t index) const {
        std::uint32_t group = 0;
        while (group + 1 < m_sizes.size() && index >= m_sizes[group]) {
            index -= m_sizes[group];
            ++group;
        }
        return {group, index};
    }

private:
    std::vector<std::uint32_t> m_sizes;
    std::uint32_t m_total = 0;
};

SliceLayers placePasses(const ArrangedWork& work, const Slice& slice, const std::vector<PassRuns>& passes,
                        const PassLayout& layout) {
    SliceLayers result;
    for (const PassRuns& pass : passes) {
        const auto layers = static_cast<std::uint32_t>(pass.runs.size());
        const std::uint32_t skipped = pass.fromEnd && layers < layout.total() ? layout.total() - layers : 0;
        if (layers >= layout.total()) {
            result.firstWhole = result.wholePasses == 0 ? result.passes : result.firstWhole;
            ++result.wholePasses;
        }
        for (std::uint32_t i = 0; i < layers; ++i) {
            const auto [group, layer] = layout.at(skipped + i);
            const std::uint32_t begin = std::max(slice.begin, work.borderBefore(pass.runs[i].begin));
            const std::uint32_t end = std::min(slice.end, work.borderBefore(pass.runs[i].end));
            result.spans.push_back({begin, end, group, layer, result.passes});
        }
        ++result.passes;
    }
    return result;
}

void append(std::vector<LayerRun>& runs, const std::vector<LayerRun>& more) {
    runs.insert(runs.end(), more.begin(), more.end());
}

/// Passes of a slice as its groups repeat; what is left over at an end is a pass that is cut off there.
std::vector<PassRuns> passesByPattern(const std::vector<std::vector<LayerRun>>& groups,
                                      const PassPattern& pattern) {
    std::vector<PassRuns> passes;
    for (std::uint32_t i = 0; i < groups.size(); ++i) {
        const bool isNew = passes.empty() || (i >= pattern.first && (i - pattern.first) % pattern.unit == 0);
        if (isNew) {
            passes.push_back({{}, i < pattern.first});
        }
        append(passes.back().runs, groups[i]);
    }
    return passes;
}

/// Passes of a slice that only its end (or only its start) ties to the passes of the trace.
std::vector<PassRuns> passesByCount(const std::vector<std::vector<LayerRun>>& groups, std::uint32_t total,
                                    bool fromEnd) {
    std::vector<LayerRun> all;
    for (const auto& group : groups) {
        append(all, group);
    }
    std::vector<PassRuns> passes;
    const std::size_t rest = fromEnd ? all.size() % total : total;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (i == 0 || (i + total - rest) % total == 0) {
            passes.push_back({{}, fromEnd});
        }
        passes.back().runs.push_back(all[i]);
    }
    return passes;
}

/// Puts layers that the search missed (the profiler lost what marks them) where a pass of a step has room for
/// them: a run of kernels about as long as a layer before the first or between two layers.
class LostLayers {
public:
    LostLayers(const RepetitionSearch& search, std::uint32_t total) : m_total(total) {
        for (std::size_t s = 0; s < search.sliceCount(); ++s) {
            const std::uint32_t prologue = search.prologueOfWholePass(s, total);
            if (prologue != kNone) {
                m_prologues.push_back(prologue);
            }
        }
        const auto middle = m_prologues.begin() + static_cast<std::ptrdiff_t>(m_prologues.size() / 2);
        std::nth_element(m_prologues.begin(), middle, m_prologues.end());
    }

    void insert(std::uint32_t sliceBegin, std::vector<LayerRun>& runs) const {
        if (runs.empty() || runs.size() >= m_total || m_prologues.empty()) {
            return;
        }
        const std::uint32_t length = std::max(1U, runs[runs.size() / 2].end - runs[runs.size() / 2].begin);
        std::uint32_t missing = m_total - static_cast<std::uint32_t>(runs.size());
        std::vector<LayerRun> all;
        std::uint32_t previous = sliceBegin + m_prologues[m_prologues.size() / 2];
        for (const LayerRun& run : runs) {
            const std::uint32_t room = run.begin > previous ? run.begin - previous : 0;
            const std::uint32_t lost = std::min(missing, (room + length / 3) / length);
            for (std::uint32_t i = 0; i < lost; ++i) {
                all.push_back({previous + room * i / lost, previous + room * (i + 1) / lost, run.type});
            }
            missing -= lost;
            all.push_back(run);
            previous = run.end;
        }
        runs = std::move(all);
    }

private:
    static constexpr std::uint32_t kNone = KernelSequence::kNone;
    std::uint32_t m_total;
    std::vector<std::uint32_t> m_prologues; ///< kernels before the first layer of complete passes
};

SliceLayers layersByRepetition(const ArrangedWork& work, const RepetitionSearch& search, std::size_t slice,
                               const PassLayout& layout, const LostLayers& lost) {
    const bool head = work.isHead(slice);
    const bool tail = work.isTail(slice);
    const bool isStep = work.slices[slice].step.isValid();
    const bool isBetweenSteps = !head && !tail && !isStep && work.slices.size() > 1;
    const auto groups = search.groupsOf(slice);
    if (groups.empty() || layout.total() == 0 || isBetweenSteps) {
        return {};
    }
    auto passes = head || tail ? passesByCount(groups, layout.total(), head)
                               : passesByPattern(groups, search.patternOf(slice));
    if (isStep && passes.size() == 1) {
        lost.insert(kernelsOf(work, work.slices[slice]).begin, passes.front().runs);
    }
    return placePasses(work, work.slices[slice], passes, layout);
}

/// Layers by module path of the activities of one slice.
SliceLayers layersByModules(const Trace& trace, const ArrangedWork& work, const Slice& slice,
                            const ModuleTree& tree, const ModuleLayers& modules, std::uint32_t total) {
    SliceLayers result;
    StringId lastPath;
    ModuleLayers::Place place;
    std::vector<std::set<std::pair<std::uint32_t, std::uint32_t>>> seen;
    for (std::uint32_t i = slice.begin; i < slice.end; ++i) {
        const StringId path = trace.gpu.modulePath[work.activities[i].index()];
        if (path != lastPath) {
            const std::uint32_t node = path.isValid() ? tree.nodeOf(path) : ModuleTree::kNoNode;
            place = node == ModuleTree::kNoNode ? ModuleLayers::Place{} : modules.placeOfNode[node];
            lastPath = path;
        }
        if (!place.isLayer()) {
            continue;
        }
        LayerSpan* const last = result.spans.empty() ? nullptr : &result.spans.back();
        if (last && last->group == place.group && last->layer == place.layer && last->end == i) {
            last->end = i + 1;
            continue;
        }
        // A first layer right after a last one begins the next pass; going back otherwise is a recomputation.
        const bool isNextPass = last && place.layer == 0 && place.group <= last->group &&
                                last->layer + 1 == modules.groups[last->group].layers;
        if (!last || isNextPass) {
            ++result.passes;
            seen.emplace_back();
        }
        seen.back().insert({place.group, place.layer});
        result.spans.push_back({i, i + 1, place.group, place.layer, result.passes - 1});
    }
    for (std::uint32_t pass = 0; pass < result.passes; ++pass) {
        if (seen[pass].size() == total) {
            result.firstWhole = result.wholePasses == 0 ? pass : result.firstWhole;
            ++result.wholePasses;
        }
    }
    return result;
}

LayerPlan planByModules(const Trace& trace, const ArrangedWork& work, const ModuleTree& tree,
                        const ModuleLayers& modules, CutMode mode) {
    LayerPlan plan;
    plan.source = LayerSource::Modules;
    for (const ModuleLayers::Group& group : modules.groups) {
        plan.groups.push_back({group.moduleClass, group.layers, 0});
    }
    const PassLayout layout(plan.groups);
    bool isComplete = true;
    for (const Slice& slice : work.slices) {
        plan.ofSlice.push_back(layersByModules(trace, work, slice, tree, modules, layout.total()));
        isComplete = isComplete && !plan.ofSlice.back().spans.empty();
    }
    if (!isComplete) {
        const RepetitionSearch search(work, mode);
        const LostLayers lost(search, layout.total());
        for (std::size_t s = 0; s < work.slices.size(); ++s) {
            if (plan.ofSlice[s].spans.empty()) {
                plan.ofSlice[s] = layersByRepetition(work, search, s, layout, lost);
            }
        }
    }
    return plan;
}

LayerPlan planByRepetition(const ArrangedWork& work, CutMode mode) {
    LayerPlan plan;
    const RepetitionSearch search(work, mode);
    const std::vector<std::uint32_t> sizes = search.commonestPass();
    if (sizes.empty()) {
        return plan;
    }
    plan.source = LayerSource::Repetition;
    plan.cutAfterNorm = search.cutAfterNorm();
    for (std::size_t g = 0; g < sizes.size(); ++g) {
        plan.groups.push_back(
            {sizes.size() == 1 ? "layer" : "layer group " + std::to_string(g + 1), sizes[g], 0});
    }
    const PassLayout layout(plan.groups);
    const LostLayers lost(search, layout.total());
    for (std::size_t s = 0; s < work.slices.size(); ++s) {
        plan.ofSlice.push_back(layersByRepetition(work, search, s, layout, lost));
    }
    return plan;
}

struct CorrelationGroup {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    std::uint32_t kernels = 0;
    bool hasAttention = false;
    bool hasGemm = false;
};

/// Groups of a slice that are layers, by their first kernel.
std::vector<LayerRun> correlationLayers(const Trace& trace, const ArrangedWork& work, KernelRange range) {
    std::map<std::int64_t, CorrelationGroup> groups;
    for (std::uint32_t k = range.begin; k < range.end; ++k) {
        const ActivityId activity = work.activities[work.positionOfKernel[k]];
        const std::int64_t correlation = trace.gpu.correlation[activity.index()];
        if (correlation == 0 || correlation == kAbsentNumber) {
            continue;
        }
        CorrelationGroup& group =
            groups.try_emplace(correlation, CorrelationGroup{k, k, 0, false, false}).first->second;
        group.last = k;
        ++group.kernels;
        group.hasAttention = group.hasAttention || work.kernels.has(k, KernelTrait::Attention);
        group.hasGemm = group.hasGemm || work.kernels.has(k, KernelTrait::Gemm);
    }
    std::vector<LayerRun> layers;
    for (const auto& [correlation, group] : groups) {
        if (group.kernels >= kLeastGroupKernels && group.hasAttention && group.hasGemm) {
            layers.push_back({group.first, group.last + 1, 0});
        }
    }
    std::sort(layers.begin(), layers.end(),
              [](const LayerRun& x, const LayerRun& y) { return x.begin < y.begin; });
    for (std::size_t i = 1; i < layers.size();
         ++i) { // groups that interleave in time give way to the one before
        layers[i].begin = std::max(layers[i].begin, layers[i - 1].end);
        layers[i].end = std::max(layers[i].end, layers[i].begin);
    }
    return layers;
}

LayerPlan planByCorrelation(const Trace& trace, const ArrangedWork& work) {
    LayerPlan plan;
    std::vector<std::vector<LayerRun>> ofSlice;
    std::map<std::size_t, std::uint32_t> sizes;
    for (const Slice& slice : work.slices) {
        ofSlice.push_back(correlationLayers(trace, work, kernelsOf(work, slice)));
        if (!ofSlice.back().empty()) {
            ++sizes[ofSlice.back().size()];
        }
    }
    if (sizes.empty()) {
        return plan;
    }
    const auto commonest = std::max_element(sizes.begin(), sizes.end(),
                                            [](const auto& x, const auto& y) { return x.second < y.second; });
    if (commonest->first < 2) {
        return plan; // one launch is a pass in a graph, not its only layer
    }
    plan.source = LayerSource::Correlation;
    plan.groups.push_back({"layer", static_cast<std::uint32_t>(commonest->first), 0});
    const PassLayout layout(plan.groups);
    for (std::size_t s = 0; s < work.slices.size(); ++s) {
        std::vector<PassRuns> passes;
        if (!ofSlice[s].empty()) {
            passes.push_back({ofSlice[s], false});
        }
        plan.ofSlice.push_back(placePasses(work, work.slices[s], passes, layout));
    }
    return plan;
}

} // namespace

LayerPlan planLayers(const Trace& trace, const ArrangedWork& work, const ModuleTree& tree,
                     const ModuleLayers& modules, CutMode mode) {
    if (!modules.groups.empty()) {
        return planByModules(trace, work, tree, modules, mode);
    }
    LayerPlan plan = planByRepetition(work, mode);
    if (plan.source == LayerSource::None) {
        plan = planByCorrelation(trace, work);
    }
    plan.ofSlice.resize(work.slices.size());
    return plan;
}

} // namespace diptych
