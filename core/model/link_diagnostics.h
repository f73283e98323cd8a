#pragma once
// What linking a trace has to say to its reader: kernels without launches, launches without kernels, doubtful
// times. Source of the severities: SEMANTICS, "Health".

#include "core/base/cancel_poll.h"
#include "core/model/trace.h"

namespace diptych {

/// Adds to Trace::diagnostics; the trace is linked. `clippedRanges` counts frames and ops that outlive their
/// callers. Throws Stopped when cancelled.
void addLinkDiagnostics(Trace& trace, std::uint64_t clippedRanges, CancelPoll& poll);

} // namespace diptych
