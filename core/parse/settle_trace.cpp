#include "core/parse/settle_trace.h"

#include "core/parse/event_rows.h"
#include "core/parse/json_scan.h"
#include "core/parse/merged_ranks.h"
#include "core/parse/number_text.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace diptych {

namespace {

struct Process {
    bool isGpu = false;
    std::int32_t device = kAbsentSmall;
};
using Processes = std::unordered_map<StringId, Process>;

/// The device of "GPU 0", "6 GPU0": present when the text says GPU, absent number when it does not say which.
std::optional<std::int32_t> gpuOf(std::string_view text) {
    const std::size_t at = text.find("GPU");
    if (at == std::string_view::npos) {
        return std::nullopt;
    }
    std::size_t begin = at + 3;
    while (begin < text.size() && text[begin] == ' ') {
        ++begin;
    }
    std::size_t end = begin;
    while (end < text.size() && json::isDigit(text[end])) {
        ++end;
    }
    return end == begin ? kAbsentSmall : smallOf(integerOf(text.substr(begin, end - begin)));
}

Processes readLabels(const Trace& trace, const std::vector<ProcessLabel>& labels) {
    Processes processes;
    for (const ProcessLabel& label : labels) {
        if (const auto device = gpuOf(trace.text(label.text))) {
            Process& process = processes[label.process];
            process.isGpu = true;
            process.device = *device != kAbsentSmall ? *device : process.device;
        }
    }
    return processes;
}

const Process* processOf(const Trace& trace, const Processes& processes, ThreadId thread) {
    const auto found = processes.find(trace.threads[thread.index()].process);
    return found == processes.end() ? nullptr : &found->second;
}

/// Puts rows at their place in the file: `before[i]` is how many rows of the column stand before value i.
template <class T>
void insertRows(std::vector<T>& column, const std::vector<std::uint64_t>& before,
                const std::vector<T>& values, CancelPoll& poll) {
    std::vector<T> merged;
    merged.reserve(column.size() + values.size());
    std::size_t row = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        poll();
        for (; row < before[i]; ++row) {
            poll();
            merged.push_back(column[row]);
        }
        merged.push_back(values[i]);
    }
    merged.insert(merged.end(), column.begin() + static_cast<std::ptrdiff_t>(row), column.end());
    column = std::move(merged);
}

void insertGpu(Trace& trace, std::vector<ThreadId>& gpuThread, const std::vector<LooseEvent>& events,
               ActivityKind (*kindOf)(const LooseEvent&), CancelPoll& poll) {
    std::vector<std::uint64_t> before;
    before.reserve(events.size());
    for (const LooseEvent& event : events) {
        before.push_back(event.gpuBefore);
    }
    const auto insert = [&](auto& column, auto valueOf) {
        std::remove_reference_t<decltype(column)> values;
        for (const LooseEvent& event : events) {
            poll();
            values.push_back(valueOf(event));
        }
        insertRows(column, before, values, poll);
    };
    GpuActivities& gpu = trace.gpu;
    insert(gpu.kind, kindOf);
    insert(gpu.name, [](const LooseEvent& event) { return event.name; });
    insert(gpu.startNs, [](const LooseEvent& event) { return event.startNs; });
    insert(gpu.durationNs, [](const LooseEvent& event) { return event.durationNs; });
    insert(gpu.correlation, [](const LooseEvent& event) { return event.correlation; });
    insert(gpu.externalId, [](const LooseEvent& event) { return event.externalId; });
    insert(gpu.device, [](const LooseEvent& event) { return event.device; });
    insert(gpu.stream, [](const LooseEvent& event) { return event.stream; });
    insert(gpu.config, [](const LooseEvent& event) { return event.config; });
    insert(gpuThread, [](const LooseEvent& event) { return event.thread; });
}

ActivityKind activityKindOf(const LooseEvent& event) {
    return event.kind == EventKind::Memcpy   ? ActivityKind::Memcpy
           : event.kind == EventKind::Memset ? ActivityKind::Memset
                                             : ActivityKind::Kernel;
}

bool isActivity(const LooseEvent& event) {
    return event.kind == EventKind::Kernel || event.kind == EventKind::Memcpy ||
           event.kind == EventKind::Memset;
}

void appendRow(Trace& trace, const LooseEvent& event) {
    if (event.kind == EventKind::CpuOp) {
        append(trace.ops, OpRow{event.name, event.startNs, event.durationNs, event.thread, event.externalId,
                                event.inputDims, event.inputTypes, StringId()});
    } else if (event.kind == EventKind::PythonFrame) {
        append(trace.frames, FrameRow{event.name, event.startNs, event.durationNs, event.thread});
    } else if (event.kind == EventKind::Launch) {
        append(trace.launches, LaunchRow{event.name, event.startNs, event.durationNs, event.thread,
                                         event.correlation, event.externalId});
    } else {
        append(trace.spans,
               SpanRow{spanKindOf(event.kind), event.name, event.startNs, event.durationNs, event.thread,
                       event.device, event.kind == EventKind::GpuAnnotation ? event.stream : kAbsentSmall});
    }
}

/// The rules of the CPU side: what has no start cannot be placed, what has no length has length 0.
bool makePlaceable(LooseEvent& event, LoadNotes& notes) {
    if (event.startNs == kAbsentNumber) {
        notes.add(Oddity::NoStart, event.byte);
        return false;
    }
    if (event.durationNs == kAbsentNumber) {
        notes.add(Oddity::NoDuration, event.byte);
        event.durationNs = 0;
    } else if (event.durationNs < 0) {
        notes.add(Oddity::NegativeDuration, event.byte);
        event.durationNs = 0;
    }
    return true;
}

/// Complete events without a category: kernels in processes that say GPU, else shown only.
void fileUncategorised(Trace& trace, Unsettled& unsettled, const Processes& processes,
                       std::vector<LooseEvent>& gpu, LoadNotes& notes, CancelPoll& poll) {
    for (LooseEvent& event : unsettled.loose) {
        poll();
        if (event.phase != 'X') {
            continue;
        }
        const Process* const process = processOf(trace, processes, event.thread);
        if (process && process->isGpu) {
            event.kind = EventKind::Kernel;
            gpu.push_back(event);
            ++trace.counts.byCategory["kernel"];
        } else {
            ++trace.counts.byCategory[""];
            if (makePlaceable(event, notes)) {
                event.stream = kAbsentSmall;
                appendRow(trace, event);
            }
        }
    }
}

/// The latest end of anything that has a time.
Nanoseconds endOf(const Trace& trace) {
    Nanoseconds end = std::numeric_limits<Nanoseconds>::min();
    const auto extend = [&end](const auto& table) {
        for (std::size_t i = 0; i < table.size(); ++i) {
            if (table.startNs[i] != kAbsentNumber) {
                end = std::max(end, table.startNs[i] + std::max<Nanoseconds>(0, table.durationNs[i]));
            }
        }
    };
    extend(trace.gpu);
    extend(trace.launches);
    extend(trace.ops);
    extend(trace.frames);
    extend(trace.spans);
    return end;
}

/// In the order of the file.
void sortByPlace(std::vector<LooseEvent>& events, CancelPoll& poll) {
    std::sort(events.begin(), events.end(), [&poll](const LooseEvent& x, const LooseEvent& y) {
        poll();
        return x.byte < y.byte;
    });
}

/// Halves of one thread in time order, those of equal time in file order.
std::vector<LooseEvent> sortedHalves(const std::vector<LooseEvent>& loose, LoadNotes& notes,
                                     CancelPoll& poll) {
    std::vector<LooseEvent> halves;
    for (const LooseEvent& event : loose) {
        poll();
        if (event.phase == 'X') {
            continue;
        }
        if (event.startNs == kAbsentNumber) {
            notes.add(Oddity::NoStart, event.byte);
        } else {
            halves.push_back(event);
        }
    }
    std::stable_sort(halves.begin(), halves.end(), [&poll](const LooseEvent& x, const LooseEvent& y) {
        poll();
        return x.thread != y.thread ? x.thread < y.thread : x.startNs < y.startNs;
    });
    return halves;
}

std::vector<LooseEvent> pairHalves(const Trace& trace, const std::vector<LooseEvent>& loose, LoadNotes& notes,
                                   CancelPoll& poll) {
    std::vector<LooseEvent> whole;
    std::vector<LooseEvent> open;
    const std::vector<LooseEvent> halves = sortedHalves(loose, notes, poll);
    if (halves.empty()) {
        return whole;
    }
    Nanoseconds end = endOf(trace);
    for (const LooseEvent& half : halves) {
        end = std::max(end, half.startNs);
    }
    const auto closeAll = [&] {
        for (LooseEvent& begun : open) {
            notes.add(Oddity::UnfinishedBegin, begun.byte);
            begun.durationNs = end - begun.startNs;
            whole.push_back(begun);
        }
        open.clear();
    };
    for (std::size_t i = 0; i < halves.size(); ++i) {
        if (i != 0 && halves[i].thread != halves[i - 1].thread) {
            closeAll();
        }
        if (halves[i].phase == 'B') {
            open.push_back(halves[i]);
        } else if (open.empty()) {
            notes.add(Oddity::UnmatchedEnd, halves[i].byte);
        } else {
            open.back().durationNs = halves[i].startNs - open.back().startNs;
            whole.push_back(open.back());
            open.pop_back();
        }
    }
    closeAll();
    sortByPlace(whole, poll);
    return whole;
}

void fileLoose(Trace& trace, Unsettled& unsettled, const Processes& processes, LoadNotes& notes,
               CancelPoll& poll) {
    std::vector<LooseEvent> gpu;
    fileUncategorised(trace, unsettled, processes, gpu, notes, poll);
    for (const LooseEvent& event : pairHalves(trace, unsettled.loose, notes, poll)) {
        poll();
        if (isActivity(event)) {
            gpu.push_back(event);
        } else {
            appendRow(trace, event);
        }
    }
    if (!gpu.empty()) {
        sortByPlace(gpu, poll);
        insertGpu(trace, unsettled.gpuThread, gpu, activityKindOf, poll);
    }
}

void settleDevices(Trace& trace, const Unsettled& unsettled, const Processes& processes, CancelPoll& poll) {
    for (std::size_t i = 0; i < trace.gpu.size(); ++i) {
        poll();
        std::int32_t& device = trace.gpu.device[i];
        if (device == kAbsentSmall) {
            const ThreadId thread = unsettled.gpuThread[i];
            const Process* const process = processOf(trace, processes, thread);
            device = process && process->device != kAbsentSmall
                         ? process->device
                         : smallOf(integerOf(trace.text(trace.threads[thread.index()].process)));
        }
    }
}

} // namespace

void settleTrace(Trace& trace, Unsettled unsettled, LoadNotes& notes, CancelPoll& poll) {
    const Processes processes = readLabels(trace, unsettled.labels);
    fileLoose(trace, unsettled, processes, notes, poll);
    settleDevices(trace, unsettled, processes, poll);
    settleRanks(trace, unsettled.gpuThread, unsettled.labels, poll);
}

} // namespace diptych
