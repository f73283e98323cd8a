#include "core/export/trace_json.h"

#include "core/model/stack.h"

#include <algorithm>

namespace diptych {

namespace {

/// An empty text is an unknown one.
std::optional<std::string_view> knownText(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional<std::string_view>(text);
}

void writeKernels(JsonText& json, const AnalyzedTrace& side) {
    const KernelFigures figures = kernelFigures(side);
    json.key("kernels");
    json.beginObject();
    json.member("count", figures.count);
    json.member("linked", figures.linked);
    json.member("unlinked", figures.count - figures.linked);
    json.member("with_stack", figures.withStack);
    json.member("with_module", figures.withModule);
    json.member("without_time", figures.withoutTime);
    json.member("suspect", figures.suspect);
    json.member("names", figures.names);
    json.member("sum_ns", figures.sumNs);
    json.endObject();
}

struct DeviceFigures {
    DeviceInfo info;
    std::uint64_t kernels = 0;
    Nanoseconds sumNs = 0;
};

/// The devices of the metadata, then those that only the events name, in order of rank and index.
std::vector<DeviceFigures> devicesOf(const Trace& trace) {
    std::vector<DeviceFigures> devices;
    for (const DeviceInfo& info : trace.metadata.devices) {
        devices.push_back({info});
    }
    const auto find = [&](std::uint16_t rank, std::int32_t index) {
        return std::find_if(devices.begin(), devices.end(), [&](const DeviceFigures& device) {
            return device.info.rank == rank && device.info.index == index;
        });
    };
    std::vector<DeviceFigures> unnamed;
    for (std::size_t row = 0; row < trace.gpu.size(); ++row) {
        const ActivityId id(row);
        auto device = find(trace.gpu.rank[row], trace.gpu.device[row]);
        if (device == devices.end()) {
            DeviceInfo info;
            info.rank = trace.gpu.rank[row];
            info.index = trace.gpu.device[row];
            devices.push_back({info});
            device = std::prev(devices.end());
        }
        if (trace.isKernel(id)) {
            ++device->kernels;
            device->sumNs += trace.gpu.isSummed(id) ? trace.gpu.durationNs[row] : 0;
        }
    }
    std::stable_sort(devices.begin() + static_cast<std::ptrdiff_t>(trace.metadata.devices.size()),
                     devices.end(), [](const DeviceFigures& x, const DeviceFigures& y) {
                         return std::tie(x.info.rank, x.info.index) < std::tie(y.info.rank, y.info.index);
                     });
    return devices;
}

void writeDevices(JsonText& json, const Trace& trace) {
    json.key("devices");
    json.beginArray();
    for (const DeviceFigures& device : devicesOf(trace)) {
        const DeviceInfo& info = device.info;
        json.beginObject();
        json.member("rank", trace.ranks[info.rank].rank);
        json.key("index");
        if (info.index == kAbsentSmall) {
            json.null();
        } else {
            json.value(info.index);
        }
        json.member("name", knownText(info.name));
        json.member("compute_capability", knownText(info.computeCapability));
        json.member("memory_bytes", info.memoryBytes);
        json.member("multiprocessors", info.multiprocessors);
        json.member("warp_size", info.warpSize);
        json.member("max_threads_per_block", info.maxThreadsPerBlock);
        json.member("shared_memory_per_block_bytes", info.sharedMemoryPerBlockBytes);
        json.member("kernels", device.kernels);
        json.member("sum_ns", device.sumNs);
        json.endObject();
    }
    json.endArray();
}

void writeSteps(JsonText& json, const AnalyzedTrace& side) {
    json.member("step_source", stepSourceName(side.steps.source));
    json.key("steps");
    json.beginArray();
    for (const Step& step : side.steps.steps) {
        json.beginObject();
        json.member("name", std::string_view(step.name));
        json.member("phase", phaseName(step.phase));
        json.member("start_ns", step.startNs);
        json.member("kernels", step.kernels);
        json.member("gpu_ns", step.gpuNs);
        json.member("wall_ns", step.wallNs);
        json.endObject();
    }
    json.endArray();
}

void writeTraceLayers(JsonText& json, const AnalyzedTrace& side) {
    json.member("layer_source", layerSourceName(side.sections.source));
    json.member("layers", side.layersPerPass);
    json.key("layer_groups");
    json.beginArray();
    for (const LayerGroup& group : side.sections.groups) {
        json.beginObject();
        json.member("name", std::string_view(group.name));
        json.member("layers", group.layers);
        json.member("types", group.types);
        json.endObject();
    }
    json.endArray();
}

void writeMetadata(JsonText& json, const AnalyzedTrace& side) {
    const Trace& trace = *side.trace;
    const TraceMetadata& metadata = trace.metadata;
    json.member("platform", platformName(metadata.platform));
    json.key("gpu");
    if (metadata.gpu && !metadata.gpu->empty()) {
        json.value(std::string_view(*metadata.gpu));
    } else {
        json.null();
    }
    json.member("bytes", trace.fileBytes);
    json.member("text_bytes", trace.textBytes);
    json.member("runtime", knownText(metadata.runtimeVersion));
    json.member("torch", knownText(metadata.torchVersion));
    json.member("backend", knownText(metadata.backend));
    json.member("recorded_at", knownText(metadata.recordedAt));
}

} // namespace

KernelFigures kernelFigures(const AnalyzedTrace& side) {
    const Trace& trace = *side.trace;
    const GpuActivities& gpu = trace.gpu;
    KernelFigures figures;
    std::vector<bool> seen(trace.strings.size(), false);
    for (std::size_t row = 0; row < gpu.size(); ++row) {
        const ActivityId id(row);
        if (!trace.isKernel(id)) {
            continue;
        }
        ++figures.count;
        figures.linked += gpu.launch[row].isValid() ? 1 : 0;
        figures.withStack += !side.options.namesOnly && hasStack(trace, id) ? 1 : 0;
        figures.withModule += !side.options.namesOnly && gpu.modulePath[row].isValid() ? 1 : 0;
        figures.withoutTime += gpu.fault[row] == TimeFault::NoTime ? 1 : 0;
        figures.suspect +=
            gpu.fault[row] == TimeFault::Suspect || gpu.fault[row] == TimeFault::Negative ? 1 : 0;
        if (const StringId name = gpu.name[row]; name.isValid() && !seen[name.index()]) {
            seen[name.index()] = true;
            ++figures.names;
        }
    }
    figures.sumNs = kernelSumNs(trace);
    return figures;
}

Diagnostics allDiagnostics(const AnalyzedTrace& side) {
    Diagnostics all = side.trace->diagnostics;
    all.insert(all.end(), side.diagnostics.begin(), side.diagnostics.end());
    sortBySeverity(all);
    return all;
}

void writeTraceMembers(JsonText& json, const AnalyzedTrace& side) {
    const Trace& trace = *side.trace;
    json.member("file", std::string_view(trace.path));
    writeMetadata(json, side);
    json.member("complete_events", trace.counts.complete);
    json.key("events");
    json.beginObject();
    for (const auto& [category, count] : trace.counts.byCategory) {
        json.member(category, count);
    }
    json.endObject();
    writeKernels(json, side);
    json.member("gpu_busy_ns", gpuBusyNs(trace));
    writeDevices(json, trace);
    json.member("ranks", trace.ranks.size());
    json.member("rank", trace.metadata.rank);
    json.member("world_size", trace.metadata.worldSize);
    writeSteps(json, side);
    writeTraceLayers(json, side);
}

void writeDiagnostics(JsonText& json, const Diagnostics& diagnostics) {
    json.key("diagnostics");
    json.beginArray();
    for (const Diagnostic& diagnostic : diagnostics) {
        json.beginObject();
        json.member("code", std::string_view(diagnostic.code));
        json.member("severity", severityName(diagnostic.severity));
        json.member("count", diagnostic.count);
        json.member("byte", diagnostic.byte);
        json.member("message", std::string_view(diagnostic.message));
        json.endObject();
    }
    json.endArray();
}

} // namespace diptych
