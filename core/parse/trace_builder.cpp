#include "core/parse/trace_builder.h"

#include "core/parse/settle_trace.h"

#include <algorithm>
#include <utility>

namespace diptych {

namespace {

/// Columns that grow little by little are copied as often, and for a moment held twice. When it is known how
/// much of the file is still to come, a column gets at once the room for all of it; what it does not use is
/// never touched.
double growthAt(double share) {
    constexpr double kSlack = 1.05;
    constexpr double kLeast = 1.1;
    constexpr double kMost = 8; // the first events do not tell much
    return share > 0 ? std::clamp(kSlack / share, kLeast, kMost) : 2;
}

template <class T>
void makeRoom(std::vector<T>& column, std::size_t more, double growth) {
    const std::size_t needed = column.size() + more;
    if (needed > column.capacity()) {
        column.reserve(static_cast<std::size_t>(static_cast<double>(needed) * growth));
    }
}

template <class T>
void appendAll(std::vector<T>& to, const std::vector<T>& from, double growth) {
    makeRoom(to, from.size(), growth);
    to.insert(to.end(), from.begin(), from.end());
}

/// Appends ids, translated; an invalid one stays invalid.
template <class IdType>
void appendMapped(std::vector<IdType>& to, const std::vector<IdType>& from, const std::vector<IdType>& map,
                  double growth) {
    makeRoom(to, from.size(), growth);
    const std::size_t first = to.size();
    to.resize(first + from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        to[first + i] = from[i].isValid() ? map[from[i].index()] : IdType();
    }
}

template <class IdType>
IdType mapped(IdType id, const std::vector<IdType>& map) {
    return id.isValid() ? map[id.index()] : IdType();
}

} // namespace

std::unique_ptr<EventChunk> TraceBuilder::takeChunk() {
    {
        const std::lock_guard lock(m_mutex);
        if (!m_free.empty()) {
            std::unique_ptr<EventChunk> chunk = std::move(m_free.back());
            m_free.pop_back();
            return chunk;
        }
    }
    return std::make_unique<EventChunk>();
}

TraceBuilder::Tally TraceBuilder::accept(std::uint64_t sequence, std::unique_ptr<EventChunk> chunk,
                                         double share) {
    const std::lock_guard lock(m_mutex);
    m_growth = growthAt(share);
    m_waiting.emplace(sequence, std::move(chunk));
    for (auto first = m_waiting.begin(); first != m_waiting.end() && first->first == m_next;
         first = m_waiting.begin()) {
        std::unique_ptr<EventChunk> next = std::move(first->second);
        m_waiting.erase(first);
        append(*next);
        next->clear();
        m_free.push_back(std::move(next));
        ++m_next;
    }
    return {m_trace->counts.complete, m_kernels};
}

void TraceBuilder::append(EventChunk& chunk) {
    appendTables(chunk);
    appendGpu(chunk);
    const WorkerMaps& maps = *chunk.maps;
    Trace& trace = *m_trace;
    appendMapped(trace.launches.name, chunk.launches.name, maps.texts, m_growth);
    appendAll(trace.launches.startNs, chunk.launches.startNs, m_growth);
    appendAll(trace.launches.durationNs, chunk.launches.durationNs, m_growth);
    appendMapped(trace.launches.thread, chunk.launches.thread, maps.threads, m_growth);
    appendAll(trace.launches.correlation, chunk.launches.correlation, m_growth);
    appendAll(trace.launches.externalId, chunk.launches.externalId, m_growth);

    appendMapped(trace.ops.name, chunk.ops.name, maps.texts, m_growth);
    appendAll(trace.ops.startNs, chunk.ops.startNs, m_growth);
    appendAll(trace.ops.durationNs, chunk.ops.durationNs, m_growth);
    appendMapped(trace.ops.thread, chunk.ops.thread, maps.threads, m_growth);
    appendAll(trace.ops.externalId, chunk.ops.externalId, m_growth);
    appendMapped(trace.ops.inputDims, chunk.ops.inputDims, maps.texts, m_growth);
    appendMapped(trace.ops.inputTypes, chunk.ops.inputTypes, maps.texts, m_growth);
    appendMapped(trace.ops.callStack, chunk.ops.callStack, maps.texts, m_growth);

    appendMapped(trace.frames.name, chunk.frames.name, maps.texts, m_growth);
    appendAll(trace.frames.startNs, chunk.frames.startNs, m_growth);
    appendAll(trace.frames.durationNs, chunk.frames.durationNs, m_growth);
    appendMapped(trace.frames.thread, chunk.frames.thread, maps.threads, m_growth);

    appendAll(trace.spans.kind, chunk.spans.kind, m_growth);
    appendMapped(trace.spans.name, chunk.spans.name, maps.texts, m_growth);
    appendAll(trace.spans.startNs, chunk.spans.startNs, m_growth);
    appendAll(trace.spans.durationNs, chunk.spans.durationNs, m_growth);
    appendMapped(trace.spans.thread, chunk.spans.thread, maps.threads, m_growth);
    appendAll(trace.spans.device, chunk.spans.device, m_growth);
    appendAll(trace.spans.stream, chunk.spans.stream, m_growth);

    trace.counts.complete += chunk.complete;
    m_events += chunk.events;
    for (std::size_t i = 0; i < m_byKnownCategory.size(); ++i) {
        m_byKnownCategory[i] += chunk.byKnownCategory[i];
    }
    for (const auto& [category, count] : chunk.byOtherCategory) {
        trace.counts.byCategory[category] += count;
    }
    m_notes.add(chunk.notes);
}

/// New texts, threads and configurations of the worker get the ids of the trace, in the order of the file.
void TraceBuilder::appendTables(EventChunk& chunk) {
    WorkerMaps& maps = *chunk.maps;
    for (const std::string_view text : chunk.newTexts) {
        maps.texts.push_back(m_trace->strings.intern(text));
    }
    for (const Thread& thread : chunk.newThreads) {
        maps.threads.push_back(
            internThread(mapped(thread.process, maps.texts), mapped(thread.thread, maps.texts)));
    }
    for (const LaunchConfig& config : chunk.newConfigs) {
        const auto [found, isNew] =
            m_configIds.try_emplace(config, LaunchConfigId(m_trace->launchConfigs.size()));
        if (isNew) {
            m_trace->launchConfigs.push_back(config);
        }
        maps.configs.push_back(found->second);
    }
    for (const ProcessLabel& label : chunk.labels) {
        m_labels.push_back({mapped(label.process, maps.texts), mapped(label.text, maps.texts)});
    }
    appendLoose(chunk);
}

ThreadId TraceBuilder::internThread(StringId process, StringId thread) {
    const std::uint64_t key = (static_cast<std::uint64_t>(process.index()) << 32) | thread.index();
    const auto [found, isNew] = m_threadIds.try_emplace(key, ThreadId(m_trace->threads.size()));
    if (isNew) {
        m_trace->threads.push_back({process, thread, 0});
    }
    return found->second;
}

void TraceBuilder::appendGpu(EventChunk& chunk) {
    const WorkerMaps& maps = *chunk.maps;
    GpuActivities& gpu = m_trace->gpu;
    for (const ActivityKind kind : chunk.gpu.kind) {
        m_kernels += kind == ActivityKind::Kernel ? 1 : 0;
    }
    appendAll(gpu.kind, chunk.gpu.kind, m_growth);
    appendMapped(gpu.name, chunk.gpu.name, maps.texts, m_growth);
    appendAll(gpu.startNs, chunk.gpu.startNs, m_growth);
    appendAll(gpu.durationNs, chunk.gpu.durationNs, m_growth);
    appendAll(gpu.correlation, chunk.gpu.correlation, m_growth);
    appendAll(gpu.externalId, chunk.gpu.externalId, m_growth);
    appendAll(gpu.device, chunk.gpu.device, m_growth);
    appendAll(gpu.stream, chunk.gpu.stream, m_growth);
    appendMapped(gpu.config, chunk.gpu.config, maps.configs, m_growth);
    appendMapped(m_gpuThread, chunk.gpuThread, maps.threads, m_growth);
}

void TraceBuilder::appendLoose(EventChunk& chunk) {
    const WorkerMaps& maps = *chunk.maps;
    for (LooseEvent event : chunk.loose) {
        event.name = mapped(event.name, maps.texts);
        event.thread = mapped(event.thread, maps.threads);
        event.config = mapped(event.config, maps.configs);
        event.inputDims = mapped(event.inputDims, maps.texts);
        event.inputTypes = mapped(event.inputTypes, maps.texts);
        event.gpuBefore += m_trace->gpu.size();
        m_loose.push_back(event);
    }
}

std::unique_ptr<Trace> TraceBuilder::finish(const LoadNotes& notes, const CancelToken& cancel) {
    CancelPoll poll(cancel);
    Trace& trace = *m_trace;
    m_notes.add(notes);
    for (std::size_t i = 0; i < m_byKnownCategory.size(); ++i) {
        if (m_byKnownCategory[i] != 0) {
            trace.counts.byCategory[std::string(knownCategory(i).today)] += m_byKnownCategory[i];
        }
    }
    settleTrace(trace, {m_gpuThread, m_loose, m_labels}, m_notes, poll);
    trace.diagnostics = m_notes.diagnostics();
    return std::move(m_trace);
}

} // namespace diptych
