#pragma once
// Rows of a trace's tables as they are read, one value beside the other; the trace has them column by column.
// Any thread.

#include "core/model/columns.h"
#include "core/parse/event_kind.h"

namespace diptych {

struct GpuRow {
    Nanoseconds startNs;
    Nanoseconds durationNs;
    std::int64_t correlation;
    std::int64_t externalId;
    StringId name;
    std::int32_t device;
    std::int32_t stream;
    LaunchConfigId config;
    ThreadId thread; ///< kept until devices and ranks are settled
    ActivityKind kind;
};

struct FrameRow {
    StringId name;
    Nanoseconds startNs;
    Nanoseconds durationNs;
    ThreadId thread;
};

struct LaunchRow {
    StringId name;
    Nanoseconds startNs;
    Nanoseconds durationNs;
    ThreadId thread;
    std::int64_t correlation;
    std::int64_t externalId;
};

struct OpRow {
    StringId name;
    Nanoseconds startNs;
    Nanoseconds durationNs;
    ThreadId thread;
    std::int64_t externalId;
    StringId inputDims;
    StringId inputTypes;
    StringId callStack;
};

struct SpanRow {
    SpanKind kind;
    StringId name;
    Nanoseconds startNs;
    Nanoseconds durationNs;
    ThreadId thread;
    std::int32_t device;
    std::int32_t stream;
};

inline void append(PythonFrames& frames, const FrameRow& row) {
    frames.name.push_back(row.name);
    frames.startNs.push_back(row.startNs);
    frames.durationNs.push_back(row.durationNs);
    frames.thread.push_back(row.thread);
}

inline void append(Launches& launches, const LaunchRow& row) {
    launches.name.push_back(row.name);
    launches.startNs.push_back(row.startNs);
    launches.durationNs.push_back(row.durationNs);
    launches.thread.push_back(row.thread);
    launches.correlation.push_back(row.correlation);
    launches.externalId.push_back(row.externalId);
}

inline void append(CpuOps& ops, const OpRow& row) {
    ops.name.push_back(row.name);
    ops.startNs.push_back(row.startNs);
    ops.durationNs.push_back(row.durationNs);
    ops.thread.push_back(row.thread);
    ops.externalId.push_back(row.externalId);
    ops.inputDims.push_back(row.inputDims);
    ops.inputTypes.push_back(row.inputTypes);
    ops.callStack.push_back(row.callStack);
}

inline void append(Spans& spans, const SpanRow& row) {
    spans.kind.push_back(row.kind);
    spans.name.push_back(row.name);
    spans.startNs.push_back(row.startNs);
    spans.durationNs.push_back(row.durationNs);
    spans.thread.push_back(row.thread);
    spans.device.push_back(row.device);
    spans.stream.push_back(row.stream);
}

/// What a span of that kind of event is; Other for events that belong to other tables.
[[nodiscard]] constexpr SpanKind spanKindOf(EventKind kind) {
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

} // namespace diptych
