#include "tests/support/column_trace.h"

#include "core/model/link_trace.h"

namespace diptych::test {

ColumnTrace::ColumnTrace() {
    addRank(0);
    mainThread = addThread("100", "100");
}

std::uint16_t ColumnTrace::addRank(std::int64_t rank) {
    trace.ranks.push_back({rank, "rank " + std::to_string(rank)});
    return static_cast<std::uint16_t>(trace.ranks.size() - 1);
}

ThreadId ColumnTrace::addThread(std::string_view process, std::string_view thread, std::uint16_t rank) {
    trace.threads.push_back({trace.strings.intern(process), trace.strings.intern(thread), rank});
    return ThreadId(trace.threads.size() - 1);
}

ActivityId ColumnTrace::addGpu(std::string_view name, Nanoseconds startNs, Nanoseconds durationNs,
                               const Gpu& gpu) {
    GpuActivities& table = trace.gpu;
    table.kind.push_back(gpu.kind);
    table.name.push_back(trace.strings.intern(name));
    table.startNs.push_back(startNs);
    table.durationNs.push_back(durationNs);
    table.correlation.push_back(gpu.correlation);
    table.externalId.push_back(gpu.externalId);
    table.device.push_back(gpu.device);
    table.stream.push_back(gpu.stream);
    table.rank.push_back(gpu.rank);
    table.config.push_back({});
    return ActivityId(table.size() - 1);
}

ActivityId ColumnTrace::addKernel(std::string_view name, Nanoseconds startNs, Nanoseconds durationNs,
                                  std::int64_t correlation) {
    Gpu gpu;
    gpu.correlation = correlation;
    return addGpu(name, startNs, durationNs, gpu);
}

LaunchId ColumnTrace::addLaunch(std::string_view name, Nanoseconds startNs, std::int64_t correlation,
                                ThreadId thread) {
    Launches& table = trace.launches;
    table.name.push_back(trace.strings.intern(name));
    table.startNs.push_back(startNs);
    table.durationNs.push_back(1000);
    table.thread.push_back(thread);
    table.correlation.push_back(correlation);
    table.externalId.push_back(kAbsentNumber);
    return LaunchId(table.size() - 1);
}

OpId ColumnTrace::addOp(std::string_view name, Nanoseconds startNs, Nanoseconds durationNs, ThreadId thread,
                        std::int64_t externalId, std::string_view callStack) {
    CpuOps& table = trace.ops;
    table.name.push_back(trace.strings.intern(name));
    table.startNs.push_back(startNs);
    table.durationNs.push_back(durationNs);
    table.thread.push_back(thread);
    table.externalId.push_back(externalId);
    table.inputDims.push_back({});
    table.inputTypes.push_back({});
    table.callStack.push_back(callStack.empty() ? StringId() : trace.strings.intern(callStack));
    return OpId(table.size() - 1);
}

FrameId ColumnTrace::addFrame(std::string_view name, Nanoseconds startNs, Nanoseconds durationNs,
                              ThreadId thread) {
    PythonFrames& table = trace.frames;
    table.name.push_back(trace.strings.intern(name));
    table.startNs.push_back(startNs);
    table.durationNs.push_back(durationNs);
    table.thread.push_back(thread);
    return FrameId(table.size() - 1);
}

void ColumnTrace::link() {
    const bool finished = linkTrace(trace, 2, {});
    (void)finished; // without a token it cannot be cancelled
}

} // namespace diptych::test
