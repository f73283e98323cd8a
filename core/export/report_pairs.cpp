#include "core/export/report_pairs.h"

#include "core/model/stack.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <tuple>

namespace diptych {

namespace {

constexpr std::size_t kMostFrames = 8;

/// Pairs of the same kernels in several layers.
struct AlikePairs {
    Nanoseconds gapNs = 0;
    std::uint32_t dearest = 0; ///< index into Comparison::pairs
    std::vector<std::uint32_t> members;
};

std::string_view modalName(const KernelPair& pair, Side side) {
    return pair.names[side].empty() ? std::string_view() : std::string_view(pair.names[side].front().name);
}

Nanoseconds pairTime(const KernelPair& pair) {
    return pair.stats.a.totalNs + pair.stats.b.totalNs;
}

std::vector<AlikePairs> groupAlike(const Comparison& comparison) {
    using Key = std::tuple<std::string_view, std::string_view, std::string_view, std::string_view,
                           std::uint32_t, std::uint32_t>;
    std::map<Key, std::size_t> known;
    std::vector<AlikePairs> groups;
    for (std::uint32_t i = 0; i < comparison.pairs.size(); ++i) {
        const KernelPair& pair = comparison.pairs[i];
        const Key key(pair.operation, pair.role, modalName(pair, Side::A), modalName(pair, Side::B),
                      pair.kernels.a, pair.kernels.b);
        const auto [at, isNew] = known.try_emplace(key, groups.size());
        if (isNew) {
            groups.push_back({0, i, {}});
        }
        AlikePairs& group = groups[at->second];
        group.gapNs += pair.gapNs;
        group.members.push_back(i);
        const KernelPair& dearest = comparison.pairs[group.dearest];
        if (std::abs(pair.gapNs) > std::abs(dearest.gapNs)) {
            group.dearest = i;
        }
    }
    return groups;
}

/// The model code on a stack, outermost first; the innermost frames where there are too many.
std::vector<std::string> modelFrames(const Trace& trace, ActivityId activity) {
    std::vector<std::string> frames;
    for (const StackFrame& frame : stackOf(trace, activity)) {
        if (frame.isModelCode && !frame.isModule) {
            frames.emplace_back(frame.text);
        }
    }
    if (frames.size() > kMostFrames) {
        frames.erase(frames.begin(), frames.end() - static_cast<std::ptrdiff_t>(kMostFrames));
    }
    return frames;
}

/// The most frequent way to the kernels of a pair; equal stacks are read once.
void findFrames(const AnalyzedTrace& side, const std::vector<ActivityId>& activities,
                ReportPair::Kernels& kernels) {
    std::map<StackId, std::uint64_t> counts;
    std::map<StackId, ActivityId> witnesses;
    for (const ActivityId activity : activities) {
        const StackId stack = side.trace->gpu.stack[activity.index()];
        ++counts[stack];
        witnesses.try_emplace(stack, activity);
    }
    std::map<std::vector<std::string>, std::uint64_t> ways;
    for (const auto& [stack, count] : counts) {
        const ActivityId witness = witnesses.at(stack);
        if (!hasStack(*side.trace, witness)) {
            continue;
        }
        kernels.hasStack = true;
        std::vector<std::string> frames = modelFrames(*side.trace, witness);
        if (!frames.empty()) {
            ways[std::move(frames)] += count;
        }
    }
    for (const auto& [frames, count] : ways) {
        if (count > kernels.framesCount) {
            kernels.frames = frames;
            kernels.framesCount = count;
        }
    }
}

ReportPair::Kernels kernelsOf(const Comparison& comparison, const KernelPair& pair, Side side) {
    ReportPair::Kernels kernels;
    kernels.names = pair.names[side];
    kernels.stats = pair.stats[side];
    const AnalyzedTrace& trace = *comparison.sides[side];
    const std::vector<ActivityId>& activities = pair.activities[side];
    if (trace.options.namesOnly || activities.empty()) {
        return kernels;
    }
    const OpId op = trace.trace->gpu.op[activities.front().index()];
    if (op.isValid()) {
        kernels.cpuOp = trace.trace->text(trace.trace->ops.name[op.index()]);
        kernels.inputDims = trace.trace->text(trace.trace->ops.inputDims[op.index()]);
    }
    findFrames(trace, activities, kernels);
    return kernels;
}

ReportPair pairOf(const Comparison& comparison, const AlikePairs& group) {
    const KernelPair& pair = comparison.pairs[group.dearest];
    ReportPair shown;
    shown.id = pair.id;
    shown.layer = pair.layer;
    shown.operation = pair.operation;
    shown.category = pair.category;
    shown.role = pair.role;
    for (const Side side : kSides) {
        shown.sides[side] = kernelsOf(comparison, pair, side);
    }
    shown.kernels = pair.kernels;
    shown.ratio = pair.ratio;
    shown.gapNs = pair.gapNs;
    shown.confidence = pair.confidence;
    shown.reason = pair.reason;
    shown.note = pair.note;
    for (const std::uint32_t member : group.members) {
        shown.alike.push_back(comparison.pairs[member].id);
    }
    shown.alikeGapNs = group.gapNs;
    shown.anchor = "pair:" + pair.id;
    return shown;
}

} // namespace

LargestPairs largestPairs(const Comparison& comparison, std::size_t most) {
    std::vector<AlikePairs> groups = groupAlike(comparison);
    std::stable_sort(groups.begin(), groups.end(), [&](const AlikePairs& x, const AlikePairs& y) {
        const Nanoseconds gapX = std::abs(x.gapNs);
        const Nanoseconds gapY = std::abs(y.gapNs);
        return gapX != gapY ? gapX > gapY
                            : pairTime(comparison.pairs[x.dearest]) > pairTime(comparison.pairs[y.dearest]);
    });
    groups.resize(std::min(groups.size(), most));
    LargestPairs largest;
    largest.anchors.resize(comparison.pairs.size());
    for (const AlikePairs& group : groups) {
        largest.pairs.push_back(pairOf(comparison, group));
        for (const std::uint32_t member : group.members) {
            largest.anchors[member] = largest.pairs.back().anchor;
        }
    }
    return largest;
}

} // namespace diptych
