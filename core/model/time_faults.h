#pragma once
// Marks the GPU activities whose times cannot be true, so that they stay out of sums and rankings. Part of
// linking a trace, after launches are joined. Source: SEMANTICS, "From events to a trace".

#include "core/base/cancel_poll.h"
#include "core/model/trace.h"

namespace diptych {

/// Fills GpuActivities::fault. Throws Stopped when cancelled.
void markTimeFaults(Trace& trace, CancelPoll& poll);

} // namespace diptych
