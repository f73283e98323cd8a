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

template <class IdType>
IdType mapped(IdType id, const std::vector<IdType>& map) {
    return id.isValid() ? map[id.index()] : IdType();
}

/// Puts the rows of a chunk into the columns of the trace, ids translated.
class ColumnFiller {
public:
    ColumnFiller(const WorkerMaps& maps, double growth) : m_maps(maps), m_growth(growth) {}

    template <class Row, class T>
    void fill(std::vector<T>& column, const std::vector<Row>& rows, T Row::*value) const {
        makeRoom(column, rows.size(), m_growth);
        for (const Row& row : rows) {
            column.push_back(translated(row.*value));
        }
    }

private:
    template <class T>
    [[nodiscard]] T translated(T value) const {
        return value;
    }
    [[nodiscard]] StringId translated(StringId id) const { return mapped(id, m_maps.texts); }
    [[nodiscard]] ThreadId translated(ThreadId id) const { return mapped(id, m_maps.threads); }
    [[nodiscard]] LaunchConfigId translated(LaunchConfigId id) const { return mapped(id, m_maps.configs); }

    const WorkerMaps& m_maps;
    double m_growth;
};

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

void TraceBuilder::append(const EventChunk& chunk) {
    appendTables(chunk);
    appendLoose(chunk); // before the rows, which it counts
    appendGpu(chunk);
    const ColumnFiller filler(*chunk.maps, m_growth);
    Trace& trace = *m_trace;
    filler.fill(trace.launches.name, chunk.launches, &LaunchRow::name);
    filler.fill(trace.launches.startNs, chunk.launches, &LaunchRow::startNs);
    filler.fill(trace.launches.durationNs, chunk.launches, &LaunchRow::durationNs);
    filler.fill(trace.launches.thread, chunk.launches, &LaunchRow::thread);
    filler.fill(trace.launches.correlation, chunk.launches, &LaunchRow::correlation);
    filler.fill(trace.launches.externalId, chunk.launches, &LaunchRow::externalId);

    filler.fill(trace.ops.name, chunk.ops, &OpRow::name);
    filler.fill(trace.ops.startNs, chunk.ops, &OpRow::startNs);
    filler.fill(trace.ops.durationNs, chunk.ops, &OpRow::durationNs);
    filler.fill(trace.ops.thread, chunk.ops, &OpRow::thread);
    filler.fill(trace.ops.externalId, chunk.ops, &OpRow::externalId);
    filler.fill(trace.ops.inputDims, chunk.ops, &OpRow::inputDims);
    filler.fill(trace.ops.inputTypes, chunk.ops, &OpRow::inputTypes);
    filler.fill(trace.ops.callStack, chunk.ops, &OpRow::callStack);

    filler.fill(trace.frames.name, chunk.frames, &FrameRow::name);
    filler.fill(trace.frames.startNs, chunk.frames, &FrameRow::startNs);
    filler.fill(trace.frames.durationNs, chunk.frames, &FrameRow::durationNs);
    filler.fill(trace.frames.thread, chunk.frames, &FrameRow::thread);

    filler.fill(trace.spans.kind, chunk.spans, &SpanRow::kind);
    filler.fill(trace.spans.name, chunk.spans, &SpanRow::name);
    filler.fill(trace.spans.startNs, chunk.spans, &SpanRow::startNs);
    filler.fill(trace.spans.durationNs, chunk.spans, &SpanRow::durationNs);
    filler.fill(trace.spans.thread, chunk.spans, &SpanRow::thread);
    filler.fill(trace.spans.device, chunk.spans, &SpanRow::device);
    filler.fill(trace.spans.stream, chunk.spans, &SpanRow::stream);

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
void TraceBuilder::appendTables(const EventChunk& chunk) {
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
}

ThreadId TraceBuilder::internThread(StringId process, StringId thread) {
    const std::uint64_t key = (static_cast<std::uint64_t>(process.index()) << 32) | thread.index();
    const auto [found, isNew] = m_threadIds.try_emplace(key, ThreadId(m_trace->threads.size()));
    if (isNew) {
        m_trace->threads.push_back({process, thread, 0});
    }
    return found->second;
}

void TraceBuilder::appendGpu(const EventChunk& chunk) {
    const ColumnFiller filler(*chunk.maps, m_growth);
    GpuActivities& gpu = m_trace->gpu;
    for (const GpuRow& row : chunk.gpu) {
        m_kernels += row.kind == ActivityKind::Kernel ? 1 : 0;
    }
    filler.fill(gpu.kind, chunk.gpu, &GpuRow::kind);
    filler.fill(gpu.name, chunk.gpu, &GpuRow::name);
    filler.fill(gpu.startNs, chunk.gpu, &GpuRow::startNs);
    filler.fill(gpu.durationNs, chunk.gpu, &GpuRow::durationNs);
    filler.fill(gpu.correlation, chunk.gpu, &GpuRow::correlation);
    filler.fill(gpu.externalId, chunk.gpu, &GpuRow::externalId);
    filler.fill(gpu.device, chunk.gpu, &GpuRow::device);
    filler.fill(gpu.stream, chunk.gpu, &GpuRow::stream);
    filler.fill(gpu.config, chunk.gpu, &GpuRow::config);
    filler.fill(m_gpuThread, chunk.gpu, &GpuRow::thread);
}

void TraceBuilder::appendLoose(const EventChunk& chunk) {
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
