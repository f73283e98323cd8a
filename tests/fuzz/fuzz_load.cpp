// Any bytes as a whole file: loading ends, and neither workers nor batches change the trace.

#include "core/parse/load_trace.h"

#include <cstdlib>

using namespace diptych;

namespace {

/// Of the names and times of all rows.
std::uint64_t fingerprint(const Trace& trace) {
    std::uint64_t hash = trace.counts.complete;
    const auto mix = [&hash](std::uint64_t value) {
        hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL + (hash >> 29);
    };
    const auto add = [&](const auto& table) {
        for (std::size_t i = 0; i < table.size(); ++i) {
            mix(table.name[i].index());
            mix(static_cast<std::uint64_t>(table.startNs[i]));
            mix(static_cast<std::uint64_t>(table.durationNs[i]));
        }
    };
    add(trace.gpu);
    add(trace.launches);
    add(trace.ops);
    add(trace.frames);
    add(trace.spans);
    for (const Diagnostic& diagnostic : trace.diagnostics) {
        mix(diagnostic.count);
        mix(diagnostic.byte.value_or(0));
    }
    return hash;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    LoadOptions whole;
    whole.workers = 1;
    LoadOptions pieces;
    pieces.workers = 2;
    pieces.batchBytes = 600;
    const auto x = loadTraceFromMemory(bytes, whole);
    const auto y = loadTraceFromMemory(bytes, pieces);
    if (x.isOk() != y.isOk() || (x.isOk() && fingerprint(*x.value()) != fingerprint(*y.value()))) {
        std::abort();
    }
    return 0;
}
