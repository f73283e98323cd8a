#pragma once
// What linking a trace has to say to its reader: kernels without launches, launches without kernels, doubtful
// times. Source of the severities: SEMANTICS, "Health".

#include "core/model/trace.h"

namespace diptych {

/// Adds to Trace::diagnostics; the trace is linked. `clippedRanges` counts frames and ops that outlive their
/// callers.
void addLinkDiagnostics(Trace& trace, std::uint64_t clippedRanges);

} // namespace diptych
