#include "core/parse/settle_trace.h"

#include "core/parse/json_scan.h"
#include "core/parse/number_text.h"

#include <algorithm>
#include <cctype>
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
                const std::vector<T>& values) {
    std::vector<T> merged;
    merged.reserve(column.size() + values.size());
    std::size_t row = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        for (; row < before[i]; ++row) {
            merged.push_back(column[row]);
        }
        merged.push_back(values[i]);
    }
    merged.insert(merged.end(), column.begin() + static_cast<std::ptrdiff_t>(row), column.end());
    column = std::move(merged);
}

void insertGpu(Trace& trace, std::vector<ThreadId>& gpuThread, const std::vector<LooseEvent>& events,
               ActivityKind (*kindOf)(const LooseEvent&)) {
    std::vector<std::uint64_t> before;
    for (const LooseEvent& event : events) {
        before.push_back(event.gpuBefore);
    }
    const auto insert = [&](auto& column, auto valueOf) {
        std::remove_reference_t<decltype(column)> values;
        for (const LooseEvent& event : events) {
            values.push_back(valueOf(event));
        }
        insertRows(column, before, values);
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

SpanKind spanKindOf(EventKind kind) {
    switch (kind) {
    case EventKind::UserAnnotation:
        return SpanKind::UserAnnotation;
    case EventKind::GpuAnnotation:
        return SpanKind::GpuAnnotation;
    case EventKind::Synchronize:
        return SpanKind::Synchronize;
    case EventKind::Overhead:
        return SpanKind::Overhead;
    case EventKind::Kernel:
    case EventKind::Memcpy:
    case EventKind::Memset:
    case EventKind::Launch:
    case EventKind::CpuOp:
    case EventKind::PythonFrame:
    case EventKind::Other:
        break;
    }
    return SpanKind::Other;
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

void appendSpan(Trace& trace, const LooseEvent& event) {
    Spans& spans = trace.spans;
    spans.kind.push_back(spanKindOf(event.kind));
    spans.name.push_back(event.name);
    spans.startNs.push_back(event.startNs);
    spans.durationNs.push_back(event.durationNs);
    spans.thread.push_back(event.thread);
    spans.device.push_back(event.device);
    spans.stream.push_back(event.kind == EventKind::GpuAnnotation ? event.stream : kAbsentSmall);
}

void appendRow(Trace& trace, const LooseEvent& event) {
    if (event.kind == EventKind::CpuOp) {
        CpuOps& ops = trace.ops;
        ops.name.push_back(event.name);
        ops.startNs.push_back(event.startNs);
        ops.durationNs.push_back(event.durationNs);
        ops.thread.push_back(event.thread);
        ops.externalId.push_back(event.externalId);
        ops.inputDims.push_back(event.inputDims);
        ops.inputTypes.push_back(event.inputTypes);
        ops.callStack.emplace_back();
    } else if (event.kind == EventKind::PythonFrame) {
        trace.frames.name.push_back(event.name);
        trace.frames.startNs.push_back(event.startNs);
        trace.frames.durationNs.push_back(event.durationNs);
        trace.frames.thread.push_back(event.thread);
    } else if (event.kind == EventKind::Launch) {
        trace.launches.name.push_back(event.name);
        trace.launches.startNs.push_back(event.startNs);
        trace.launches.durationNs.push_back(event.durationNs);
        trace.launches.thread.push_back(event.thread);
        trace.launches.correlation.push_back(event.correlation);
        trace.launches.externalId.push_back(event.externalId);
    } else {
        appendSpan(trace, event);
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
                       std::vector<LooseEvent>& gpu, LoadNotes& notes) {
    for (LooseEvent& event : unsettled.loose) {
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

/// Halves of one thread in time order, those of equal time in file order.
std::vector<LooseEvent> sortedHalves(const std::vector<LooseEvent>& loose, LoadNotes& notes) {
    std::vector<LooseEvent> halves;
    for (const LooseEvent& event : loose) {
        if (event.phase == 'X') {
            continue;
        }
        if (event.startNs == kAbsentNumber) {
            notes.add(Oddity::NoStart, event.byte);
        } else {
            halves.push_back(event);
        }
    }
    std::stable_sort(halves.begin(), halves.end(), [](const LooseEvent& x, const LooseEvent& y) {
        return x.thread != y.thread ? x.thread < y.thread : x.startNs < y.startNs;
    });
    return halves;
}

std::vector<LooseEvent> pairHalves(const Trace& trace, const std::vector<LooseEvent>& loose,
                                   LoadNotes& notes) {
    std::vector<LooseEvent> whole;
    std::vector<LooseEvent> open;
    const std::vector<LooseEvent> halves = sortedHalves(loose, notes);
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
    std::sort(whole.begin(), whole.end(),
              [](const LooseEvent& x, const LooseEvent& y) { return x.byte < y.byte; });
    return whole;
}

void fileLoose(Trace& trace, Unsettled& unsettled, const Processes& processes, LoadNotes& notes) {
    std::vector<LooseEvent> gpu;
    fileUncategorised(trace, unsettled, processes, gpu, notes);
    for (const LooseEvent& event : pairHalves(trace, unsettled.loose, notes)) {
        if (isActivity(event)) {
            gpu.push_back(event);
        } else {
            appendRow(trace, event);
        }
    }
    if (!gpu.empty()) {
        std::sort(gpu.begin(), gpu.end(),
                  [](const LooseEvent& x, const LooseEvent& y) { return x.byte < y.byte; });
        insertGpu(trace, unsettled.gpuThread, gpu, activityKindOf);
    }
}

void settleDevices(Trace& trace, const Unsettled& unsettled, const Processes& processes) {
    for (std::size_t i = 0; i < trace.gpu.size(); ++i) {
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

/// The rank's number, when the label holds one number and no more: "TP01", "rank 3".
std::optional<std::int64_t> numberIn(std::string_view label) {
    const auto first = std::find_if(label.begin(), label.end(), json::isDigit);
    const auto last = std::find_if_not(first, label.end(), json::isDigit);
    if (first == label.end() || std::find_if(last, label.end(), json::isDigit) != label.end()) {
        return std::nullopt;
    }
    return integerOf({first, last});
}

/// One entry for each label of a merged file; one in all for a file of one rank.
void settleRanks(Trace& trace, const Unsettled& unsettled) {
    std::vector<std::string_view> labels;
    std::vector<std::size_t> rankOfThread(trace.threads.size(), 0);
    for (std::size_t i = 0; i < trace.threads.size(); ++i) {
        const std::string_view label = rankLabelOf(trace.text(trace.threads[i].process));
        if (label.empty()) {
            continue;
        }
        const auto found = std::find(labels.begin(), labels.end(), label);
        rankOfThread[i] = static_cast<std::size_t>(found - labels.begin());
        if (found == labels.end()) {
            labels.push_back(label);
        }
    }
    trace.ranks.clear();
    if (labels.size() < 2) {
        trace.ranks.emplace_back();
        return;
    }
    for (const std::string_view label : labels) {
        trace.ranks.push_back({numberIn(label), std::string(label)});
    }
    for (std::size_t i = 0; i < trace.threads.size(); ++i) {
        trace.threads[i].rank = static_cast<std::uint16_t>(std::min<std::size_t>(rankOfThread[i], 0xFFFF));
    }
    for (std::size_t i = 0; i < trace.gpu.size(); ++i) {
        trace.gpu.rank[i] = trace.threads[unsettled.gpuThread[i].index()].rank;
    }
}

} // namespace

std::string_view rankLabelOf(std::string_view process) {
    if (!process.empty() && process.front() == '[') {
        const std::size_t close = process.find(']');
        return close == std::string_view::npos ? std::string_view{} : process.substr(1, close - 1);
    }
    constexpr std::string_view kWord = "rank";
    for (std::size_t i = 0; i < kWord.size(); ++i) {
        if (i >= process.size() || std::tolower(static_cast<unsigned char>(process[i])) != kWord[i]) {
            return {};
        }
    }
    std::size_t end = kWord.size();
    while (end < process.size() && (process[end] == ' ' || process[end] == '_' || process[end] == '-')) {
        ++end;
    }
    const std::size_t digits = end;
    while (end < process.size() && json::isDigit(process[end])) {
        ++end;
    }
    return end == digits ? std::string_view{} : process.substr(0, end);
}

void settleTrace(Trace& trace, Unsettled unsettled, LoadNotes& notes) {
    const Processes processes = readLabels(trace, unsettled.labels);
    fileLoose(trace, unsettled, processes, notes);
    settleDevices(trace, unsettled, processes);
    trace.gpu.rank.assign(trace.gpu.size(), 0);
    settleRanks(trace, unsettled);
}

} // namespace diptych
