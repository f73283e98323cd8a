#pragma once
// What is in one trace, as JSON members: the body of the inspect output, and of each side of a comparison.
// Pure.

#include "core/analysis/analyzed_trace.h"
#include "core/export/json_text.h"

namespace diptych {

/// Counts of a trace's kernels that inspect prints.
struct KernelFigures {
    std::uint64_t count = 0;
    std::uint64_t linked = 0;
    std::uint64_t withStack = 0;
    std::uint64_t withModule = 0;
    std::uint64_t withoutTime = 0;
    std::uint64_t suspect = 0;
    std::uint64_t names = 0;
    Nanoseconds sumNs = 0;
};

[[nodiscard]] KernelFigures kernelFigures(const AnalyzedTrace& side);

/// Diagnostics of loading and of the analysis, by severity.
[[nodiscard]] Diagnostics allDiagnostics(const AnalyzedTrace& side);

/// Members from "file" to "layer_groups".
void writeTraceMembers(JsonText& json, const AnalyzedTrace& side);
void writeDiagnostics(JsonText& json, const Diagnostics& diagnostics);

} // namespace diptych
