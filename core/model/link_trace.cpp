#include "core/model/link_trace.h"

#include "core/base/parallel.h"
#include "core/model/build_stack_tree.h"
#include "core/model/launch_join.h"
#include "core/model/link_diagnostics.h"
#include "core/model/nesting.h"
#include "core/model/platform_guess.h"
#include "core/model/stack.h"
#include "core/model/time_faults.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <unordered_map>

namespace diptych {

namespace {

/// A moment at which some activities were launched: at a launch, or in a CPU op that an activity names.
struct Origin {
    ThreadMoment moment;
    LaunchId launch;   ///< of the activities that share it, or
    ActivityId single; ///< the one activity that named `named`
    OpId named;
};

std::vector<Origin> findOrigins(const Trace& trace, const std::vector<OpId>& namedOps) {
    std::vector<Origin> origins;
    std::vector<bool> seen(trace.launches.size(), false);
    for (std::size_t row = 0; row < trace.gpu.size(); ++row) {
        const LaunchId launch = trace.gpu.launch[row];
        if (launch.isValid()) {
            const bool known = seen[launch.index()];
            seen[launch.index()] = true;
            const Nanoseconds startNs = trace.launches.startNs[launch.index()];
            if (!known && startNs != kAbsentNumber) {
                origins.push_back({{trace.launches.thread[launch.index()], startNs}, launch, {}, {}});
            }
        } else if (!namedOps.empty() && namedOps[row].isValid()) {
            const OpId op = namedOps[row];
            origins.push_back(
                {{trace.ops.thread[op.index()], trace.ops.startNs[op.index()]}, {}, ActivityId(row), op});
        }
    }
    std::erase_if(origins, [](const Origin& origin) { return !origin.moment.thread.isValid(); });
    std::sort(origins.begin(), origins.end(), [](const Origin& x, const Origin& y) {
        return std::tie(x.moment.thread, x.moment.timeNs, x.launch, x.single) <
               std::tie(y.moment.thread, y.moment.timeNs, y.launch, y.single);
    });
    return origins;
}

/// The module paths of frames, one for every module that is the innermost around something.
class ModulePaths {
public:
    explicit ModulePaths(Trace& trace) : m_trace(trace) {}

    StringId of(FrameId frame) {
        const FrameId innermost = moduleAround(frame);
        if (!innermost.isValid()) {
            return {};
        }
        const auto [known, isNew] = m_paths.try_emplace(innermost);
        if (isNew) {
            known->second = compose(innermost);
        }
        return known->second;
    }

private:
    /// Of modules nested deeper (a model does not nest a tenth of this) the innermost are named.
    static constexpr std::size_t kMostLevels = 200;

    /// The frame itself, or the nearest around it, that is a module.
    FrameId moduleAround(FrameId frame) const {
        while (frame.isValid() &&
               !m_trace.text(m_trace.frames.name[frame.index()]).starts_with(kModulePrefix)) {
            frame = m_trace.frames.parent[frame.index()];
        }
        return frame;
    }

    StringId compose(FrameId innermost) {
        m_modules.clear();
        for (FrameId module = innermost; module.isValid() && m_modules.size() < kMostLevels;
             module = moduleAround(m_trace.frames.parent[module.index()])) {
            m_modules.push_back(
                m_trace.text(m_trace.frames.name[module.index()]).substr(kModulePrefix.size()));
        }
        m_text.clear();
        for (auto module = m_modules.rbegin(); module != m_modules.rend(); ++module) {
            m_text += m_text.empty() ? "" : "/";
            m_text += *module;
        }
        return m_trace.strings.intern(m_text);
    }

    Trace& m_trace;
    std::unordered_map<FrameId, StringId> m_paths;
    std::vector<std::string_view> m_modules;
    std::string m_text;
};

OpId outermost(const CpuOps& ops, OpId op) {
    while (op.isValid() && ops.parent[op.index()].isValid()) {
        op = ops.parent[op.index()];
    }
    return op;
}

/// What is around one origin.
struct Surroundings {
    OpId op;
    OpId outermostOp;
    FrameId frame;
    StringId modulePath;
};

void assignSurroundings(GpuActivities& gpu, std::size_t row, const Surroundings& around) {
    gpu.op[row] = around.op;
    gpu.outermostOp[row] = around.outermostOp;
    gpu.frame[row] = around.frame;
    gpu.modulePath[row] = around.modulePath;
}

void clearSurroundings(GpuActivities& gpu) {
    gpu.op.assign(gpu.size(), OpId());
    gpu.outermostOp.assign(gpu.size(), OpId());
    gpu.frame.assign(gpu.size(), FrameId());
    gpu.modulePath.assign(gpu.size(), StringId());
}

/// Nests ops and frames and gives every activity what is around its origin. Returns how many ranges were
/// clipped.
std::uint64_t linkSurroundings(Trace& trace, unsigned threads) {
    const std::vector<Origin> origins = findOrigins(trace, opsByExternalId(trace));
    std::vector<ThreadMoment> moments;
    moments.reserve(origins.size());
    std::transform(origins.begin(), origins.end(), std::back_inserter(moments),
                   [](const Origin& origin) { return origin.moment; });
    Nesting<OpId> ops;
    Nesting<FrameId> frames;
    parallelFor(2, threads, [&](std::size_t table) {
        if (table == 0) {
            frames = nestRanges<FrameId>({trace.frames.startNs, trace.frames.durationNs, trace.frames.thread},
                                         trace.threads.size(), moments);
        } else {
            ops = nestRanges<OpId>({trace.ops.startNs, trace.ops.durationNs, trace.ops.thread},
                                   trace.threads.size(), moments);
        }
    });
    trace.ops.parent = std::move(ops.parents);
    trace.frames.parent = std::move(frames.parents);

    GpuActivities& gpu = trace.gpu;
    clearSurroundings(gpu);
    ModulePaths paths(trace);
    std::vector<Surroundings> ofLaunch(trace.launches.size());
    for (std::size_t i = 0; i < origins.size(); ++i) {
        const OpId op = origins[i].named.isValid() ? origins[i].named : ops.innermost[i];
        const FrameId frame = frames.innermost[i];
        const Surroundings around{op, outermost(trace.ops, op), frame, paths.of(frame)};
        if (origins[i].launch.isValid()) {
            ofLaunch[origins[i].launch.index()] = around;
        } else {
            assignSurroundings(gpu, origins[i].single.index(), around);
        }
    }
    for (std::size_t row = 0; row < gpu.size(); ++row) {
        if (gpu.launch[row].isValid()) {
            assignSurroundings(gpu, row, ofLaunch[gpu.launch[row].index()]);
        }
    }
    return ops.clipped + frames.clipped;
}

} // namespace

bool linkTrace(Trace& trace, unsigned threads, const CancelToken& cancel) {
    joinLaunches(trace);
    markTimeFaults(trace);
    if (cancel.isCancelled()) {
        return false;
    }
    const std::uint64_t clipped = linkSurroundings(trace, threads);
    buildStackTree(trace);
    if (cancel.isCancelled()) {
        return false;
    }
    if (trace.metadata.platform == Platform::Unknown) {
        trace.metadata.platform = guessPlatform(trace);
    }
    addLinkDiagnostics(trace, clipped);
    return true;
}

} // namespace diptych
