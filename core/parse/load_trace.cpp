#include "core/parse/load_trace.h"

#include "core/base/cancel_poll.h"
#include "core/model/build_stack_tree.h"
#include "core/model/link_trace.h"
#include "core/parse/batch_parser.h"
#include "core/parse/batch_reader.h"
#include "core/parse/metadata_reader.h"
#include "core/parse/trace_builder.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <new>
#include <thread>

namespace diptych {

namespace {

Error outOfMemory() {
    return {ErrorCode::TooLarge, {}, {}, "there is not enough memory for this trace", "Close other programs"};
}

/// What the workers of one load share.
struct LoadJob {
    BatchReader& reader;
    TraceBuilder& builder;
    const CancelToken& cancel;
    const ProgressSink& progress;
    std::mutex progressMutex{};
    std::atomic<bool> isOutOfMemory{false};

    [[nodiscard]] bool next(TextBatch& batch, BatchParser& parser) {
        return !isOutOfMemory.load(std::memory_order_relaxed) && reader.next(batch, parser);
    }

    /// How much of the file is read; 0 when nobody knows.
    [[nodiscard]] double share() const {
        const auto total = static_cast<double>(reader.source().bytesTotal());
        return total == 0 ? 0 : static_cast<double>(reader.bytesConsumed()) / total;
    }

    void report(const TraceBuilder::Tally& tally) {
        if (progress) {
            Progress state;
            const std::lock_guard lock(progressMutex);
            state.bytesRead = reader.bytesConsumed();
            state.bytesTotal = reader.source().bytesTotal();
            state.events = tally.events;
            state.kernels = tally.kernels;
            progress(state);
        }
    }
};

void work(LoadJob& job) {
    try {
        TextBatch batch;
        BatchParser parser(job.cancel);
        for (;;) {
            std::unique_ptr<EventChunk> chunk = job.builder.takeChunk();
            parser.begin(*chunk);
            if (!job.next(batch, parser)) {
                return;
            }
            parser.readSpans(batch);
            parser.finish();
            job.report(job.builder.accept(batch.sequence, std::move(chunk), job.share()));
        }
    } catch (const std::bad_alloc&) {
        job.isOutOfMemory = true;
    }
}

void readEvents(LoadJob& job, unsigned workers) {
    std::vector<std::jthread> helpers;
    for (unsigned i = 1; i < workers; ++i) {
        helpers.emplace_back([&job] { work(job); });
    }
    work(job);
}

/// The first moment of the trace, when its times count from a known one. Epoch microseconds need no base.
std::string recordedAt(const Trace& trace, std::optional<Nanoseconds> baseNs) {
    Nanoseconds first = std::numeric_limits<Nanoseconds>::max();
    const auto see = [&first](const std::vector<Nanoseconds>& starts) {
        for (const Nanoseconds start : starts) {
            first = start > 0 ? std::min(first, start) : first;
        }
    };
    see(trace.gpu.startNs);
    see(trace.launches.startNs);
    see(trace.ops.startNs);
    see(trace.spans.startNs);
    constexpr Nanoseconds kYear2001 = 1'000'000'000'000'000'000;
    if (first == std::numeric_limits<Nanoseconds>::max() || (first < kYear2001 && !baseNs)) {
        return {};
    }
    const Nanoseconds base = first < kYear2001 ? *baseNs : 0;
    return base >= 0 && base < 4 * kYear2001 ? formatMoment(base + first) : std::string{};
}

void settleMetadata(Trace& trace, const FileMetadata& metadata) {
    trace.metadata = metadata.trace;
    TraceMetadata& meta = trace.metadata;
    meta.recordedAt = recordedAt(trace, metadata.baseTimeNs);
    meta.hasStacks = meta.hasStacks || trace.frames.size() != 0 || hasCallStacks(trace.ops);
    if (trace.ranks.size() == 1 && !trace.ranks.front().rank) {
        trace.ranks.front().rank = meta.rank;
        trace.ranks.front().label = meta.rank ? "rank " + std::to_string(*meta.rank) : "";
    }
}

/// A tail that was cut is told of already.
void noteMetadataDamage(Diagnostics& diagnostics, const FileMetadata& metadata, const BatchReader& reader) {
    const auto note = [&diagnostics](std::uint64_t byte, const std::string& where) {
        diagnostics.push_back({"metadata-damaged", Severity::Warning, 1, byte,
                               "The information " + where +
                                   " the events cannot be read as JSON from here on: it was repaired as far "
                                   "as possible; devices and versions may be missing",
                               std::nullopt});
    };
    if (metadata.headFault) {
        note(reader.headByte() + *metadata.headFault, "before");
    }
    if (metadata.tailFault && reader.isTailWhole()) {
        note(reader.tailByte() + *metadata.tailFault, "after");
    }
}

Result<std::shared_ptr<const Trace>> loadFrom(Result<std::unique_ptr<ByteSource>> source,
                                              const std::string& path, const LoadOptions& options,
                                              const CancelToken& cancel, const ProgressSink& progress) {
    const std::string shown = options.displayPath.empty() ? path : options.displayPath;
    const auto failWith = [&shown](Error error) {
        error.file = shown;
        return error;
    };
    if (!source) {
        return failWith(source.error());
    }
    BatchReader reader(std::move(source).value(), options.batchBytes, cancel);
    if (Failure failure = reader.readHead()) {
        return failWith(*failure);
    }
    TraceBuilder builder;
    LoadJob job{reader, builder, cancel, progress};
    readEvents(job, std::max(1U, options.workers));
    if (cancel.isCancelled()) {
        return failWith(cancelledError());
    }
    if (const Failure failure = reader.source().failure()) {
        return failWith(*failure);
    }
    if (job.isOutOfMemory) {
        return failWith(outOfMemory());
    }
    std::unique_ptr<Trace> trace = builder.finish(reader.notes(), cancel);
    if (reader.isBareArray() && !builder.hasEvents()) {
        return failWith({ErrorCode::NotATrace,
                         {},
                         {},
                         "a JSON list, but nothing in it is an event",
                         "Open the file that export_chrome_trace wrote"});
    }
    Diagnostics& diagnostics = trace->diagnostics;
    const Diagnostics whole = reader.diagnostics();
    diagnostics.insert(diagnostics.begin(), whole.begin(), whole.end());
    if (trace->counts.complete == 0) {
        diagnostics.push_back({"no-events", Severity::Warning, 1, std::nullopt,
                               "The trace holds no events that last: there is nothing to show",
                               std::nullopt});
    }
    trace->path = shown;
    trace->fileBytes = reader.source().bytesConsumed();
    trace->textBytes = reader.textBytes();
    const FileMetadata metadata = readMetadata(reader.head(), reader.tail(), cancel);
    settleMetadata(*trace, metadata);
    noteMetadataDamage(diagnostics, metadata, reader);
    if (!linkTrace(*trace, std::max(1U, options.workers), cancel)) {
        return failWith(cancelledError());
    }
    return std::shared_ptr<const Trace>(std::move(trace));
}

Result<std::unique_ptr<ByteSource>> openText(const std::string& path, const CancelToken& cancel) {
    Result<std::unique_ptr<ByteSource>> file = openFileSource(path, cancel);
    return file ? openTextSource(std::move(file).value(), cancel) : std::move(file);
}

} // namespace

Result<std::shared_ptr<const Trace>> loadTrace(const std::string& path, const LoadOptions& options,
                                               const CancelToken& cancel, const ProgressSink& progress) {
    Error error = cancelledError();
    try {
        return loadFrom(openText(path, cancel), path, options, cancel, progress);
    } catch (const Stopped&) { // while the events were put together
    } catch (const std::bad_alloc&) {
        error = outOfMemory();
    }
    error.file = options.displayPath.empty() ? path : options.displayPath;
    return error;
}

Result<std::shared_ptr<const Trace>> loadTraceFromMemory(std::string_view bytes, const LoadOptions& options) {
    try {
        return loadFrom(openTextSource(makeMemorySource(bytes)), "memory", options, CancelToken(),
                        ProgressSink());
    } catch (const std::bad_alloc&) {
        Error error = outOfMemory();
        error.file = "memory";
        return error;
    }
}

Result<FirstFacts> readFirstFacts(const std::string& path) {
    constexpr std::size_t kFirstBytes = std::size_t{4} << 20;
    constexpr std::size_t kFirstBatch = std::size_t{256} * 1024;
    Result<std::unique_ptr<ByteSource>> source = openText(path, CancelToken());
    if (!source) {
        Error error = source.error();
        error.file = path;
        return error;
    }
    FirstFacts facts;
    facts.fileBytes = source.value()->bytesTotal();
    facts.compression = source.value()->compression();
    BatchReader reader(std::move(source).value(), kFirstBatch, CancelToken());
    if (Failure failure = reader.readHead(kFirstBytes)) {
        failure->file = path;
        return *failure;
    }
    facts.metadata = readMetadata(reader.head(), {}).trace;
    facts.hasStacks = facts.metadata.hasStacks;
    TextBatch batch;
    BatchParser parser;
    EventChunk chunk;
    while (!facts.hasStacks && reader.textBytes() < kFirstBytes) {
        chunk.clear();
        parser.begin(chunk);
        if (!reader.next(batch, parser)) {
            break;
        }
        parser.readSpans(batch);
        parser.finish();
        facts.hasStacks =
            !chunk.frames.empty() || std::any_of(chunk.ops.begin(), chunk.ops.end(),
                                                 [](const OpRow& op) { return op.callStack.isValid(); });
    }
    return facts;
}

} // namespace diptych
