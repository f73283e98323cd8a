#pragma once
// What only the whole file tells about its events: which processes are GPUs, which ranks were merged, where
// the halves of begin and end pairs belong. Called once, by the trace builder.

#include "core/base/cancel_poll.h"
#include "core/parse/event_chunk.h"

#include <vector>

namespace diptych {

struct Unsettled {
    std::vector<ThreadId>& gpuThread; ///< of each GPU activity
    std::vector<LooseEvent>& loose;
    std::vector<ProcessLabel>& labels;
};

/// Files the loose events, gives threads and GPU activities their rank, and GPU activities without a device
/// that of their process. Throws Stopped when cancelled.
void settleTrace(Trace& trace, Unsettled unsettled, LoadNotes& notes, CancelPoll& poll);

} // namespace diptych
