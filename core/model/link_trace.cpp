#include "core/model/link_trace.h"

#include "core/base/cancel_poll.h"
#include "core/base/parallel.h"
#include "core/model/build_stack_tree.h"
#include "core/model/launch_join.h"
#include "core/model/link_diagnostics.h"
#include "core/model/nearest_around.h"
#include "core/model/nesting.h"
#include "core/model/platform_guess.h"
#include "core/model/stack.h"
#include "core/model/time_faults.h"

#include <algorithm>
#include <array>
#include <exception>
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

std::vector<Origin> findOrigins(const Trace& trace, const std::vector<OpId>& namedOps, CancelPoll& poll) {
    std::vector<Origin> origins;
    std::vector<bool> seen(trace.launches.size(), false);
    for (std::size_t row = 0; row < trace.gpu.size(); ++row) {
        poll();
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
    std::sort(origins.begin(), origins.end(), [&poll](const Origin& x, const Origin& y) {
        poll();
        return std::tie(x.moment.thread, x.moment.timeNs, x.launch, x.single) <
               std::tie(y.moment.thread, y.moment.timeNs, y.launch, y.single);
    });
    return origins;
}

/// The module paths of frames, one for every module that is the innermost around something.
class ModulePaths {
public:
    ModulePaths(Trace& trace, CancelPoll& poll) : m_trace(trace), m_modules(trace.frames.parent, poll) {}

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
    FrameId moduleAround(FrameId frame) {
        return m_modules.of(frame, [this](FrameId around) {
            return m_trace.text(m_trace.frames.name[around.index()]).starts_with(kModulePrefix);
        });
    }

    StringId compose(FrameId innermost) {
        m_names.clear();
        for (FrameId module = innermost; module.isValid() && m_names.size() < kMostLevels;
             module = moduleAround(m_trace.frames.parent[module.index()])) {
            m_names.push_back(m_trace.text(m_trace.frames.name[module.index()]).substr(kModulePrefix.size()));
        }
        m_text.clear();
        for (auto module = m_names.rbegin(); module != m_names.rend(); ++module) {
            m_text += m_text.empty() ? "" : "/";
            m_text += *module;
        }
        return m_trace.strings.intern(m_text);
    }

    Trace& m_trace;
    NearestAround<FrameId> m_modules;
    std::unordered_map<FrameId, StringId> m_paths;
    std::vector<std::string_view> m_names;
    std::string m_text;
};

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

/// Nests frames and ops, at the same time where there are threads for it.
void nestBoth(const Trace& trace, const std::vector<ThreadMoment>& moments, unsigned threads,
              const CancelToken& cancel, Nesting<OpId>& ops, Nesting<FrameId>& frames) {
    std::array<std::exception_ptr, 2> failures;
    parallelFor(failures.size(), threads, [&](std::size_t table) {
        try {
            if (table == 0) {
                frames =
                    nestRanges<FrameId>({trace.frames.startNs, trace.frames.durationNs, trace.frames.thread},
                                        trace.threads.size(), moments, cancel);
            } else {
                ops = nestRanges<OpId>({trace.ops.startNs, trace.ops.durationNs, trace.ops.thread},
                                       trace.threads.size(), moments, cancel);
            }
        } catch (...) { // cancelled, or out of memory
            failures[table] = std::current_exception();
        }
    });
    for (const std::exception_ptr& failure : failures) {
        if (failure) {
            std::rethrow_exception(failure);
        }
    }
}

/// Nests ops and frames and gives every activity what is around its origin. Returns how many ranges were
/// clipped.
std::uint64_t linkSurroundings(Trace& trace, unsigned threads, const CancelToken& cancel) {
    CancelPoll poll(cancel);
    const std::vector<Origin> origins = findOrigins(trace, opsByExternalId(trace, poll), poll);
    std::vector<ThreadMoment> moments;
    moments.reserve(origins.size());
    std::transform(origins.begin(), origins.end(), std::back_inserter(moments),
                   [](const Origin& origin) { return origin.moment; });
    Nesting<OpId> ops;
    Nesting<FrameId> frames;
    nestBoth(trace, moments, threads, cancel, ops, frames);
    trace.ops.parent = std::move(ops.parents);
    trace.frames.parent = std::move(frames.parents);

    GpuActivities& gpu = trace.gpu;
    clearSurroundings(gpu);
    ModulePaths paths(trace, poll);
    NearestAround<OpId> outermostOps(trace.ops.parent, poll);
    const auto isOutermost = [&trace](OpId op) { return !trace.ops.parent[op.index()].isValid(); };
    std::vector<Surroundings> ofLaunch(trace.launches.size());
    for (std::size_t i = 0; i < origins.size(); ++i) {
        poll();
        const OpId op = origins[i].named.isValid() ? origins[i].named : ops.innermost[i];
        const FrameId frame = frames.innermost[i];
        const Surroundings around{op, outermostOps.of(op, isOutermost), frame, paths.of(frame)};
        if (origins[i].launch.isValid()) {
            ofLaunch[origins[i].launch.index()] = around;
        } else {
            assignSurroundings(gpu, origins[i].single.index(), around);
        }
    }
    for (std::size_t row = 0; row < gpu.size(); ++row) {
        poll();
        if (gpu.launch[row].isValid()) {
            assignSurroundings(gpu, row, ofLaunch[gpu.launch[row].index()]);
        }
    }
    return ops.clipped + frames.clipped;
}

} // namespace

bool linkTrace(Trace& trace, unsigned threads, const CancelToken& cancel) {
    try {
        CancelPoll poll(cancel);
        poll.look();
        joinLaunches(trace, poll);
        markTimeFaults(trace, poll);
        const std::uint64_t clipped = linkSurroundings(trace, threads, cancel);
        buildStackTree(trace, poll);
        if (trace.metadata.platform == Platform::Unknown) {
            trace.metadata.platform = guessPlatform(trace);
        }
        addLinkDiagnostics(trace, clipped, poll);
        poll.look();
        return true;
    } catch (const Stopped&) {
        return false;
    }
}

} // namespace diptych
