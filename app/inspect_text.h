#pragma once
// What "diptych inspect" prints about a trace. Pure.

#include "core/analysis/analyzed_trace.h"
#include "core/export/json_writer.h"

#include <string>

namespace diptych {

[[nodiscard]] std::string inspectText(const AnalyzedTrace& side, const LoadFigures& load);

/// Diagnostics, a paragraph each, the gravest first; "" when there are none.
[[nodiscard]] std::string diagnosticsText(const Diagnostics& diagnostics);

} // namespace diptych
