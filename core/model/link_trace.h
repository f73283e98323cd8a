#pragma once
// The links of a trace: kernels to launches, launches to CPU ops, Python frames and modules, frames to their
// callers; and what is odd about times. Called once, by the load job, when all columns are filled.

#include "core/base/cancel_token.h"
#include "core/model/trace.h"

namespace diptych {

/// Fills the link columns of `trace` (see columns.h), marks time faults, settles the platform where the
/// metadata leave it open, and adds the diagnostics of linking. Uses at most `threads` threads; the result
/// does not depend on them. Returns false when cancelled (the trace is then of no use). Source: SEMANTICS,
/// "From events to a trace".
[[nodiscard]] bool linkTrace(Trace& trace, unsigned threads, const CancelToken& cancel);

} // namespace diptych
