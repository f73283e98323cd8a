#include "core/model/link_diagnostics.h"

#include "core/model/launch_join.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>

namespace diptych {

namespace {

void add(Trace& trace, std::string code, Severity severity, std::uint64_t count, std::string message) {
    if (count > 0) {
        trace.diagnostics.push_back({std::move(code), severity, count, {}, std::move(message), {}});
    }
}

/// "1 kernel has", "3 kernels have".
std::string counted(std::uint64_t count, std::string_view one, std::string_view many) {
    return std::to_string(count) + " " + std::string(count == 1 ? one : many);
}

bool containsFolded(std::string_view text, std::string_view lowerCasePart) {
    const auto same = [](char inText, char inPart) {
        return (inText >= 'A' && inText <= 'Z' ? static_cast<char>(inText - 'A' + 'a') : inText) == inPart;
    };
    return std::search(text.begin(), text.end(), lowerCasePart.begin(), lowerCasePart.end(), same) !=
           text.end();
}

enum class CallKind : std::uint8_t { Other, KernelLaunch, GraphLaunch, CaptureBegin, CaptureEnd };

CallKind kindOfCall(std::string_view name) {
    if (containsFolded(name, "begincapture")) {
        return CallKind::CaptureBegin;
    }
    if (containsFolded(name, "endcapture")) {
        return CallKind::CaptureEnd;
    }
    if (!containsFolded(name, "launch") || containsFolded(name, "launchhostfunc")) {
        return CallKind::Other;
    }
    return containsFolded(name, "graphlaunch") ? CallKind::GraphLaunch : CallKind::KernelLaunch;
}

/// The kind of every launch; names are looked at once each.
std::vector<CallKind> kindsOfCalls(const Trace& trace, CancelPoll& poll) {
    std::unordered_map<StringId, CallKind> byName;
    std::vector<CallKind> kinds;
    kinds.reserve(trace.launches.size());
    for (const StringId name : trace.launches.name) {
        poll();
        const auto [known, isNew] = byName.try_emplace(name, CallKind::Other);
        if (isNew) {
            known->second = kindOfCall(trace.text(name));
        }
        kinds.push_back(known->second);
    }
    return kinds;
}

/// Marks the launches that only record a graph: they run nothing.
std::vector<bool> capturedLaunches(const Trace& trace, const std::vector<CallKind>& kinds, CancelPoll& poll) {
    std::vector<bool> captured(kinds.size(), false);
    if (std::find(kinds.begin(), kinds.end(), CallKind::CaptureBegin) == kinds.end()) {
        return captured;
    }
    std::vector<std::uint32_t> order(kinds.size());
    for (std::size_t row = 0; row < order.size(); ++row) {
        order[row] = static_cast<std::uint32_t>(row);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t x, std::uint32_t y) {
        poll();
        return trace.launches.thread[x] != trace.launches.thread[y]
                   ? trace.launches.thread[x] < trace.launches.thread[y]
                   : trace.launches.startNs[x] < trace.launches.startNs[y];
    });
    bool capturing = false;
    ThreadId thread;
    for (const std::uint32_t row : order) {
        capturing = capturing && trace.launches.thread[row] == thread;
        thread = trace.launches.thread[row];
        if (kinds[row] == CallKind::CaptureBegin) {
            capturing = true;
        } else if (kinds[row] == CallKind::CaptureEnd) {
            capturing = false;
        }
        captured[row] = capturing;
    }
    return captured;
}

/// Figures over all activities and launches.
struct LinkFigures {
    std::uint64_t unlinked = 0;     ///< a correlation that no recorded launch has
    std::uint64_t uncorrelated = 0; ///< correlation 0 or missing
    std::uint64_t earlyStarts = 0;  ///< before their launch
    std::uint64_t noTime = 0;
    std::uint64_t suspect = 0;
    std::uint64_t copiesAsKernels = 0;
    std::uint64_t kernels = 0;
    bool anyStack = false;
    std::vector<std::uint32_t> activitiesOfLaunch;
};

bool isCopyKernel(std::string_view name) {
    constexpr std::array<std::string_view, 6> kStarts{"__amd_rocclr_copy",  "__amd_rocclr_fill",
                                                      "CopyHostToDevice",   "CopyDeviceToHost",
                                                      "CopyDeviceToDevice", "FillBuffer"};
    return std::any_of(kStarts.begin(), kStarts.end(),
                       [&](std::string_view start) { return name.starts_with(start); });
}

LinkFigures measure(const Trace& trace, CancelPoll& poll) {
    LinkFigures figures;
    const GpuActivities& gpu = trace.gpu;
    figures.activitiesOfLaunch.assign(trace.launches.size(), 0);
    for (std::size_t row = 0; row < gpu.size(); ++row) {
        poll();
        const ActivityId id(row);
        const LaunchId launch = gpu.launch[row];
        figures.noTime += gpu.fault[row] == TimeFault::NoTime ? 1 : 0;
        figures.suspect +=
            gpu.fault[row] == TimeFault::Suspect || gpu.fault[row] == TimeFault::Negative ? 1 : 0;
        figures.anyStack = figures.anyStack || gpu.stack[row].isValid();
        if (launch.isValid()) {
            ++figures.activitiesOfLaunch[launch.index()];
            const Nanoseconds launchNs = trace.launches.startNs[launch.index()];
            figures.earlyStarts +=
                gpu.isSummed(id) && launchNs != kAbsentNumber && gpu.startNs[row] < launchNs ? 1 : 0;
        }
        if (trace.isKernel(id)) {
            ++figures.kernels;
            figures.unlinked += !launch.isValid() && joins(gpu.correlation[row]) ? 1 : 0;
            figures.uncorrelated += joins(gpu.correlation[row]) ? 0 : 1;
            figures.copiesAsKernels += isCopyKernel(trace.text(gpu.name[row])) ? 1 : 0;
        }
    }
    return figures;
}

void addLinking(Trace& trace, const LinkFigures& figures) {
    add(trace, "unlinked-kernels", Severity::Info, figures.unlinked,
        counted(figures.unlinked, "kernel has", "kernels have") +
            " no launch in the recording, most likely because the launch came before it began. The kernels "
            "count in every sum; they have no stack.");
    if (trace.launches.size() > 0) {
        add(trace, "correlation-zero", Severity::Warning, figures.uncorrelated,
            counted(figures.uncorrelated, "kernel carries", "kernels carry") +
                " no correlation number although launches were recorded, so that no launch, CPU op or stack "
                "can be found. The kernels count in every sum.");
    }
    add(trace, "clock-skew", Severity::Warning, figures.earlyStarts,
        counted(figures.earlyStarts, "GPU activity begins", "GPU activities begin") +
            " before the launch: the clocks of CPU and GPU do not agree. Durations are right, the distance "
            "from launch to start is not.");
}

void addLaunches(Trace& trace, const LinkFigures& figures, CancelPoll& poll) {
    const std::vector<CallKind> kinds = kindsOfCalls(trace, poll);
    const std::vector<bool> captured = capturedLaunches(trace, kinds, poll);
    std::uint64_t without = 0;
    std::uint64_t replays = 0;
    std::uint64_t replayed = 0;
    for (std::size_t row = 0; row < kinds.size(); ++row) {
        const bool launches = kinds[row] == CallKind::KernelLaunch || kinds[row] == CallKind::GraphLaunch;
        const std::uint32_t activities = figures.activitiesOfLaunch[row];
        without +=
            launches && activities == 0 && !captured[row] && joins(trace.launches.correlation[row]) ? 1 : 0;
        if (kinds[row] == CallKind::GraphLaunch && activities > 1) {
            ++replays;
            replayed += activities;
        }
    }
    if (trace.gpu.size() == 0) {
        add(trace, "no-gpu-events", Severity::Warning, 1,
            without > 0 ? "The trace holds no GPU events, although " +
                              counted(without, "kernel launch was", "kernel launches were") +
                              " recorded: the GPU was not profiled. Nothing can be compared."
                        : "The trace holds no GPU events. Nothing can be compared.");
        return;
    }
    add(trace, "launches-without-kernel", Severity::Warning, without,
        counted(without, "kernel launch has", "kernel launches have") +
            " no kernel in the file: the profiler lost GPU events, or the recording ended first. GPU time is "
            "missing there; the GPU was not idle.");
    add(trace, "graph-replay", Severity::Info, replays,
        counted(replayed, "GPU activity runs in ", "GPU activities run in ") +
            counted(replays, "graph replay", "graph replays") +
            ": all kernels of a replay share the stack of its launch.");
}

} // namespace

void addLinkDiagnostics(Trace& trace, std::uint64_t clippedRanges, CancelPoll& poll) {
    const LinkFigures figures = measure(trace, poll);
    addLaunches(trace, figures, poll);
    addLinking(trace, figures);
    add(trace, "no-time", Severity::Warning, figures.noTime,
        std::to_string(figures.noTime) + " of " + std::to_string(trace.gpu.size()) +
            " GPU activities have no time. They are shown, marked, and stay out of sums and averages.");
    add(trace, "suspect-times", Severity::Warning, figures.suspect,
        counted(figures.suspect, "GPU activity has", "GPU activities have") +
            " a start or duration that cannot be true. They are shown, marked, and stay out of sums and "
            "rankings.");
    add(trace, "clipped-frames", Severity::Warning, clippedRanges,
        counted(clippedRanges, "Python frame or CPU op ends", "Python frames or CPU ops end") +
            " after its caller; for nesting it ends with the caller, so that later frames keep their place.");
    add(trace, "merged-ranks", Severity::Warning, trace.ranks.size() > 1 ? trace.ranks.size() : 0,
        "The file holds " + std::to_string(trace.ranks.size()) +
            " merged ranks. Launches and kernels are linked inside a rank only; one rank is compared.");
    add(trace, "copies-as-kernels", Severity::Info, figures.copiesAsKernels,
        counted(figures.copiesAsKernels, "copy or fill was", "copies or fills were") +
            " filed as kernels by the profiler; their category is memory.");
    add(trace, "no-stacks", Severity::Info, trace.gpu.size() > 0 && !figures.anyStack ? 1 : 0,
        "The trace was recorded without Python stacks (with_stack=True adds them): kernels cannot be traced "
        "to source lines or modules.");
}

} // namespace diptych
