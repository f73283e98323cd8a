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
#include <functional>
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

/// Launches stand in the file as they were made, activities as they ran: the first are nearer to the order
/// that is asked for.
std::vector<Origin> findOrigins(const Trace& trace, const std::vector<OpId>& namedOps, CancelPoll& poll) {
    std::vector<Origin> origins;
    std::vector<bool> launched(trace.launches.size(), false);
    for (std::size_t row = 0; row < trace.gpu.size(); ++row) {
        poll();
        const LaunchId launch = trace.gpu.launch[row];
        if (launch.isValid()) {
            launched[launch.index()] = true;
        } else if (!namedOps.empty() && namedOps[row].isValid()) {
            const OpId op = namedOps[row];
            origins.push_back(
                {{trace.ops.thread[op.index()], trace.ops.startNs[op.index()]}, {}, ActivityId(row), op});
        }
    }
    for (std::size_t row = 0; row < launched.size(); ++row) {
        poll();
        if (launched[row] && trace.launches.startNs[row] != kAbsentNumber) {
            origins.push_back(
                {{trace.launches.thread[row], trace.launches.startNs[row]}, LaunchId(row), {}, {}});
        }
    }
    std::erase_if(origins, [](const Origin& origin) { return !origin.moment.thread.isValid(); });
    const auto isBefore = [&poll](const Origin& x, const Origin& y) {
        poll();
        return std::tie(x.moment.thread, x.moment.timeNs, x.launch, x.single) <
               std::tie(y.moment.thread, y.moment.timeNs, y.launch, y.single);
    };
    if (!std::is_sorted(origins.begin(), origins.end(), isBefore)) { // of one thread they mostly are
        std::sort(origins.begin(), origins.end(), isBefore);
    }
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

RangeColumns rangesOf(const PythonFrames& frames) {
    return {frames.startNs, frames.durationNs, frames.thread};
}

RangeColumns rangesOf(const CpuOps& ops) {
    return {ops.startNs, ops.durationNs, ops.thread};
}

/// Does both, at the same time where there are threads for it.
void doBoth(unsigned threads, const std::function<void()>& first, const std::function<void()>& second) {
    parallelFor(2, threads, [&](std::size_t which) { (which == 0 ? first : second)(); });
}

/// Fills a column of the activities from what belongs to their origins; `valueOf`: by the number of the
/// origin.
template <class Value, class ValueOf>
void spread(const Trace& trace, const std::vector<Origin>& origins, ValueOf valueOf,
            std::vector<Value>& column, CancelPoll& poll) {
    column.assign(trace.gpu.size(), Value());
    std::vector<Value> ofLaunch(trace.launches.size());
    for (std::size_t i = 0; i < origins.size(); ++i) {
        poll();
        if (origins[i].launch.isValid()) {
            ofLaunch[origins[i].launch.index()] = valueOf(i);
        } else {
            column[origins[i].single.index()] = valueOf(i);
        }
    }
    for (std::size_t row = 0; row < column.size(); ++row) {
        poll();
        const LaunchId launch = trace.gpu.launch[row];
        if (launch.isValid()) {
            column[row] = ofLaunch[launch.index()];
        }
    }
}

/// The ops and modules around each activity, when ops are nested and frames known.
void linkOpsAndModules(Trace& trace, const std::vector<Origin>& origins, const Nesting<OpId>& ops,
                       const Nesting<FrameId>& frames, CancelPoll& poll) {
    const auto opOf = [&](std::size_t origin) {
        return origins[origin].named.isValid() ? origins[origin].named : ops.innermost[origin];
    };
    NearestAround<OpId> outermostOps(trace.ops.parent, poll);
    const auto isOutermost = [&trace](OpId op) { return !trace.ops.parent[op.index()].isValid(); };
    ModulePaths paths(trace, poll);
    spread(trace, origins, opOf, trace.gpu.op, poll);
    spread(
        trace, origins, [&](std::size_t origin) { return outermostOps.of(opOf(origin), isOutermost); },
        trace.gpu.outermostOp, poll);
    spread(
        trace, origins, [&](std::size_t origin) { return paths.of(frames.innermost[origin]); },
        trace.gpu.modulePath, poll);
}

/// Joins launches, nests ops and frames, marks time faults and gives every activity what is around its
/// origin. Returns how many ranges were clipped.
std::uint64_t linkRows(Trace& trace, unsigned threads, const CancelToken& cancel) {
    const NestingShare share{threads};
    NestingOrder frameOrder;
    std::vector<Origin> origins;
    doBoth(
        threads,
        [&] { frameOrder = orderForNesting(rangesOf(trace.frames), trace.threads.size(), share, cancel); },
        [&] {
            CancelPoll poll(cancel);
            joinLaunches(trace, poll);
            origins = findOrigins(trace, opsByExternalId(trace, poll), poll);
        });
    std::vector<ThreadMoment> moments;
    moments.reserve(origins.size());
    std::transform(origins.begin(), origins.end(), std::back_inserter(moments),
                   [](const Origin& origin) { return origin.moment; });
    Nesting<OpId> ops;
    Nesting<FrameId> frames;
    doBoth(
        threads,
        [&] {
            frames = nestRanges<FrameId>(rangesOf(trace.frames), frameOrder, moments, share, cancel);
            frameOrder = {}; // as large as a column
        },
        [&] {
            const RangeColumns ranges = rangesOf(trace.ops);
            ops = nestRanges<OpId>(ranges, orderForNesting(ranges, trace.threads.size(), share, cancel),
                                   moments, share, cancel);
            CancelPoll poll(cancel);
            markTimeFaults(trace, poll);
        });
    trace.ops.parent = std::move(ops.parents);
    trace.frames.parent = std::move(frames.parents);
    CancelPoll poll(cancel);
    spread(
        trace, origins, [&](std::size_t origin) { return frames.innermost[origin]; }, trace.gpu.frame, poll);
    // Both may add texts when the trace has call stacks; then one must come after the other.
    const bool isApart = !hasCallStacks(trace.ops);
    doBoth(
        isApart ? threads : 1,
        [&] {
            CancelPoll ownPoll(cancel);
            linkOpsAndModules(trace, origins, ops, frames, ownPoll);
        },
        [&] {
            CancelPoll ownPoll(cancel);
            buildStackTree(trace, ownPoll);
        });
    return ops.clipped + frames.clipped;
}

} // namespace

bool linkTrace(Trace& trace, unsigned threads, const CancelToken& cancel) {
    try {
        CancelPoll poll(cancel);
        poll.look();
        const std::uint64_t clipped = linkRows(trace, threads, cancel);
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
