#include "tests/support/trace_forge_text.h"

#include <charconv>

namespace diptych::test {

namespace {

constexpr std::size_t kPieceBytes = 1 << 20;
constexpr Nanoseconds kEpochNs = 1718000000LL * 1000000000LL;

const char* callName(bool amd, LaunchCall call) {
    switch (call) {
    case LaunchCall::Runtime:
        return amd ? "hipLaunchKernel" : "cudaLaunchKernel";
    case LaunchCall::Module:
        return amd ? "hipExtModuleLaunchKernel" : "cuLaunchKernelEx";
    case LaunchCall::Memcpy:
        return amd ? "hipMemcpyWithStream" : "cudaMemcpyAsync";
    case LaunchCall::Memset:
        return amd ? "hipMemsetAsync" : "cudaMemsetAsync";
    }
    return "";
}

int callId(bool amd, LaunchCall call) {
    switch (call) {
    case LaunchCall::Runtime:
        return amd ? 107 : 211;
    case LaunchCall::Module:
        return amd ? 65 : 652;
    case LaunchCall::Memcpy:
        return amd ? 186 : 41;
    case LaunchCall::Memset:
        return amd ? 195 : 51;
    }
    return 0;
}

} // namespace

int streamNumber(Vendor vendor, ForgedStream stream) {
    switch (stream) {
    case ForgedStream::Main:
        return vendor == Vendor::Amd ? 3 : 7;
    case ForgedStream::Communication:
        return vendor == Vendor::Amd ? 5 : 20;
    case ForgedStream::Side:
        return vendor == Vendor::Amd ? 2 : 13;
    }
    return 0;
}

TraceText::TraceText(const ForgeOptions& options, TextSink sink)
    : m_options(options), m_sink(std::move(sink)), m_amd(options.library.vendor == Vendor::Amd),
      m_process(std::to_string(4011 + options.rank)), m_autogradThread(std::to_string(4511 + options.rank)),
      m_device(std::to_string(options.device)) {
    m_buffer.reserve(kPieceBytes + kPieceBytes / 4);
}

void TraceText::number(std::int64_t value) {
    char digits[24];
    const auto result = std::to_chars(digits, digits + sizeof digits, value);
    m_buffer.append(digits, result.ptr);
}

void TraceText::time(Nanoseconds ns) {
    number(ns / 1000);
    const int rest = int(ns % 1000);
    const char digits[4] = {'.', char('0' + rest / 100), char('0' + rest / 10 % 10), char('0' + rest % 10)};
    m_buffer.append(digits, 4);
}

void TraceText::quoted(std::string_view piece) {
    m_buffer.push_back('"');
    for (const char letter : piece) {
        if (letter == '"' || letter == '\\') {
            m_buffer.push_back('\\');
        }
        m_buffer.push_back(letter);
    }
    m_buffer.push_back('"');
}

void TraceText::triple(const std::array<int, 3>& values) {
    text("[");
    number(values[0]);
    text(", ");
    number(values[1]);
    text(", ");
    number(values[2]);
    text("]");
}

void TraceText::flush(bool all) {
    if (all || m_buffer.size() >= kPieceBytes) {
        m_bytes += std::int64_t(m_buffer.size());
        m_sink(m_buffer);
        m_buffer.clear();
    }
}

void TraceText::open(const char* category, std::string_view name, std::string_view process,
                     std::string_view thread, Nanoseconds startNs, Nanoseconds durationNs) {
    text(m_first ? "\n{\"ph\": \"X\", \"cat\": \"" : ",\n{\"ph\": \"X\", \"cat\": \"");
    m_first = false;
    ++m_events[category];
    text(category);
    text("\", \"name\": ");
    quoted(name);
    text(", \"pid\": ");
    text(process);
    text(", \"tid\": ");
    text(thread);
    text(", \"ts\": ");
    time(startNs);
    text(", \"dur\": ");
    time(durationNs);
    text(", \"args\": {");
}

void TraceText::close(std::string_view end) {
    text(end);
    flush(false);
}

void TraceText::span(const char* category, std::string_view name, Nanoseconds startNs, Nanoseconds durationNs,
                     std::int64_t externalId) {
    open(category, name, m_process, m_process, startNs, durationNs);
    text("\"External id\": ");
    number(externalId);
    text(", \"Record function id\": 0, \"Ev Idx\": ");
    number(m_eventIndex++);
    close();
}

void TraceText::gpuSpan(std::string_view name, Nanoseconds startNs, Nanoseconds durationNs,
                        std::int64_t externalId) {
    open("gpu_user_annotation", name, m_device,
         std::to_string(streamNumber(m_options.library.vendor, ForgedStream::Main)), startNs, durationNs);
    text("\"External id\": ");
    number(externalId);
    close();
}

void TraceText::op(std::string_view name, std::string_view dims, std::string_view types, Nanoseconds startNs,
                   Nanoseconds durationNs, std::int64_t externalId, bool onAutogradThread) {
    open("cpu_op", name, m_process, onAutogradThread ? m_autogradThread : m_process, startNs, durationNs);
    text("\"External id\": ");
    number(externalId);
    text(", \"Record function id\": 0, \"Input type\": ");
    text(types);
    text(", \"Input Dims\": ");
    text(dims);
    text(", \"Ev Idx\": ");
    number(m_eventIndex++);
    close();
}

void TraceText::frame(std::string_view name, Nanoseconds startNs, Nanoseconds durationNs, std::int64_t id,
                      std::int64_t parent) {
    open("python_function", name, m_process, m_process, startNs, durationNs);
    text("\"Python parent id\": ");
    if (parent == 0) {
        text("null");
    } else {
        number(parent);
    }
    text(", \"Python id\": ");
    number(id);
    constexpr std::string_view kModule = "nn.Module: ";
    if (name.substr(0, kModule.size()) == kModule) {
        text(", \"Python module id\": ");
        text(name.substr(name.rfind('_') + 1));
    }
    text(", \"Ev Idx\": ");
    number(m_eventIndex++);
    close();
}

void TraceText::flow(char phase, std::uint32_t id, std::string_view process, std::string_view thread,
                     Nanoseconds atNs) {
    text(",\n{\"ph\": \"");
    m_buffer.push_back(phase);
    text("\", \"id\": ");
    number(id);
    text(", \"pid\": ");
    text(process);
    text(", \"tid\": ");
    text(thread);
    text(", \"ts\": ");
    time(atNs);
    text(", \"cat\": \"ac2g\", \"name\": \"ac2g\"");
    close(phase == 'f' ? ", \"bp\": \"e\"}" : "}");
}

void TraceText::call(std::string_view name, const ForgedLaunch& launch, bool driver) {
    const std::string& thread = launch.onAutogradThread ? m_autogradThread : m_process;
    open(driver ? "cuda_driver" : "cuda_runtime", name, m_process, thread, launch.startNs, launch.durationNs);
    if (launch.externalId != 0) {
        text("\"External id\": ");
        number(launch.externalId);
        text(", ");
    }
}

void TraceText::launch(const ForgedLaunch& launch) {
    const KernelSpec& spec = *launch.spec;
    const bool kernel = spec.type == ActivityType::Kernel;
    call(callName(m_amd, spec.call), launch, !m_amd && spec.call == LaunchCall::Module);
    if (m_amd && kernel) {
        text("\"kernel\": ");
        quoted(spec.name);
        text(", ");
    }
    text(m_amd ? "\"cid\": " : "\"cbid\": ");
    number(callId(m_amd, spec.call));
    text(", \"correlation\": ");
    number(launch.correlation);
    if (m_amd && kernel) {
        text(", \"grid\": ");
        triple(spec.shape.grid);
        text(", \"block\": ");
        triple(spec.shape.block);
        text(", \"shared memory\": ");
        number(spec.shape.sharedMemory);
    }
    close();
    if (m_options.flows) {
        flow('s', launch.correlation, m_process, launch.onAutogradThread ? m_autogradThread : m_process,
             launch.startNs);
    }
}

void TraceText::graphLaunch(const ForgedLaunch& launch) {
    call(m_amd ? "hipGraphLaunch" : "cudaGraphLaunch", launch, false);
    text(m_amd ? "\"cid\": 215, \"correlation\": " : "\"cbid\": 311, \"correlation\": ");
    number(launch.correlation);
    close();
    if (m_options.flows) {
        flow('s', launch.correlation, m_process, m_process, launch.startNs);
    }
}

void TraceText::synchronization(const ForgedLaunch& launch) {
    call(m_amd ? "hipStreamSynchronize" : "cudaStreamSynchronize", launch, false);
    text(m_amd ? "\"cid\": 273, \"correlation\": " : "\"cbid\": 131, \"correlation\": ");
    number(launch.correlation);
    close();
}

void TraceText::activity(const ForgedActivity& activity, const KernelSpec& spec, std::string_view name,
                         std::int64_t externalId, bool linked, bool insideGraph) {
    static constexpr const char* kCategories[] = {"kernel", "gpu_memcpy", "gpu_memset"};
    const bool kernel = activity.type == ActivityType::Kernel;
    const std::string lane = std::to_string(activity.stream);
    open(kCategories[std::size_t(activity.type)], name, m_device, lane, activity.startNs,
         activity.durationNs);
    if (externalId != 0) {
        text("\"External id\": ");
        number(externalId);
        text(", ");
    }
    if (!m_amd && kernel) {
        text("\"queued\": 0, ");
    }
    text("\"device\": ");
    text(m_device);
    if (!m_amd) {
        text(", \"context\": 1");
    }
    text(", \"stream\": ");
    text(lane);
    text(", \"correlation\": ");
    number(activity.correlation);
    if (m_amd && kernel) {
        text(", \"kind\": \"Dispatch Kernel\"");
    }
    if (!kernel) {
        text(", \"bytes\": ");
        number(spec.bytes);
    } else if (!m_amd) {
        text(", \"registers per thread\": ");
        number(spec.shape.registers);
        text(", \"shared memory\": ");
        number(spec.shape.sharedMemory);
        text(", \"blocks per SM\": ");
        time(std::int64_t(spec.shape.grid[0]) * 1000 / 132);
        text(", \"warps per SM\": ");
        time(std::int64_t(spec.shape.grid[0]) * spec.shape.block[0] / 32 * 1000 / 132);
    }
    if (kernel && !(m_amd && insideGraph)) {
        text(", \"grid\": ");
        triple(spec.shape.grid);
        text(", \"block\": ");
        triple(spec.shape.block);
    }
    if (kernel && !m_amd) {
        text(", \"est. achieved occupancy %\": ");
        number(spec.shape.sharedMemory > 100000 ? 19 : 75);
    }
    close();
    if (m_options.flows && linked) {
        flow('f', activity.correlation, m_device, lane, activity.startNs);
    }
}

void TraceText::metadata() {
    text("\"schemaVersion\": 1");
    if (m_options.deviceProperties) {
        text(",\n\"deviceProperties\": [\n{\"id\": ");
        text(m_device);
        text(m_amd ? ", \"name\": \"AMD Instinct MI300X\", \"totalGlobalMem\": 206141652992, "
                     "\"computeMajor\": 9, \"computeMinor\": 4, \"maxThreadsPerBlock\": 1024, "
                     "\"maxThreadsPerMultiprocessor\": 2048, \"regsPerBlock\": 131072, \"warpSize\": 64, "
                     "\"sharedMemPerBlock\": 65536, \"numSms\": 304, "
                     "\"maxSharedMemoryPerMultiProcessor\": 65536}]"
                   : ", \"name\": \"NVIDIA H100 80GB HBM3\", \"totalGlobalMem\": 85029158912, "
                     "\"computeMajor\": 9, \"computeMinor\": 0, \"maxThreadsPerBlock\": 1024, "
                     "\"maxThreadsPerMultiprocessor\": 2048, \"regsPerBlock\": 65536, \"warpSize\": 32, "
                     "\"sharedMemPerBlock\": 49152, \"numSms\": 132, \"regsPerMultiprocessor\": 65536, "
                     "\"sharedMemPerBlockOptin\": 232448, \"sharedMemPerMultiprocessor\": 233472}]");
    }
    text(m_amd ? ",\n\"roctracer_version\": 4.1, \"hip_runtime_version\": 60342134, \"hip_driver_version\": "
                 "60342134"
               : ",\n\"cuda_runtime_version\": 12060, \"cuda_driver_version\": 12080, \"cupti_version\": 24");
    if (m_options.model.tensorParallel > 1) {
        const std::string size = std::to_string(m_options.model.tensorParallel);
        std::string ranks;
        for (int rank = 0; rank < m_options.model.tensorParallel; ++rank) {
            ranks += (rank > 0 ? ", " : "") + std::to_string(rank);
        }
        text(",\n\"distributedInfo\": {\"backend\": \"nccl\", \"rank\": ");
        number(m_options.rank);
        text(", \"world_size\": " + size +
             ", \"pg_count\": 1, \"pg_config\": [{\"pg_name\": \"0\", \"pg_desc\": \"default_pg\", "
             "\"backend_config\": \"cuda:nccl\", \"pg_size\": " +
             size + ", \"ranks\": [" + ranks + "]}], \"nccl_version\": \"2.21.5\"}");
    }
    text(",\n\"record_shapes\": 1, \"with_stack\": ");
    text(m_options.stacks ? "1" : "0");
    text(",\n\"trace_id\": \"F0C6E0DD00000000000000000000000");
    number(m_amd ? 1 : 2);
    text("\", \"displayTimeUnit\": \"ms\", \"baseTimeNanoseconds\": ");
    number(kEpochNs);
}

void TraceText::processNames() {
    const auto name = [&](const char* what, std::string_view process, std::string_view thread,
                          const std::string& value) {
        text(m_first ? "\n{\"ph\": \"M\", \"name\": \"" : ",\n{\"ph\": \"M\", \"name\": \"");
        m_first = false;
        text(what);
        text("\", \"pid\": ");
        text(process);
        text(", \"tid\": ");
        text(thread);
        text(", \"ts\": 0.000, \"args\": {\"");
        const bool labels = std::string_view(what) == "process_labels";
        text(labels ? "labels" : "name");
        text("\": ");
        quoted(value);
        close();
    };
    name("process_name", m_process, "0", "python3");
    name("process_labels", m_process, "0", "CPU");
    name("thread_name", m_process, m_process, "thread " + m_process + " (python3)");
    name("process_name", m_device, "0", "python3");
    name("process_labels", m_device, "0", "GPU " + m_device);
    for (const ForgedStream stream : {ForgedStream::Main, ForgedStream::Communication, ForgedStream::Side}) {
        const std::string lane = std::to_string(streamNumber(m_options.library.vendor, stream));
        name("thread_name", m_device, lane, "stream " + lane);
    }
}

void TraceText::begin() {
    text("{\n");
    if (!m_options.metadataLast) {
        metadata();
        text(",\n");
    }
    text("\"traceEvents\": [");
    processNames();
}

void TraceText::end() {
    text("\n]");
    if (m_options.metadataLast) {
        text(",\n");
        metadata();
    }
    text(",\n\"traceName\": \"");
    text(m_amd ? "mi300x" : "h100");
    text(".json\"\n}\n");
    flush(true);
}

} // namespace diptych::test
