#pragma once
// Finds the distinct stacks of a trace. Part of the link step; the trace is not published yet.

#include "core/base/cancel_poll.h"
#include "core/model/trace.h"

namespace diptych {

/// Whether any op was recorded with the stack that called it.
[[nodiscard]] bool hasCallStacks(const CpuOps& ops);

/// Fills Trace::stacks and gpu.stack from gpu.frame and the frames' parents, or from the call stacks of the
/// CPU ops where the trace has no Python frames (PyTorch 1.8 to 1.10). Linear in kernels and distinct frames.
/// Throws Stopped when cancelled.
void buildStackTree(Trace& trace, CancelPoll& poll);

} // namespace diptych
