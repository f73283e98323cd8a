#pragma once
// Tells the ranks of a merged file apart: tools put the traces of several ranks into one file, each in a way
// of its own. Called once for a trace, while it is put together. Source: SEMANTICS, "From events to a trace".

#include "core/base/cancel_poll.h"
#include "core/parse/event_chunk.h"

#include <string_view>
#include <vector>

namespace diptych {

/// Fills Trace::ranks, the rank of each thread and that of each GPU activity. Ranks are told by the texts of
/// their processes ("[TP01] 100", "rank 3: 100", "0:100"); failing that by the names and labels of their
/// processes; failing that by the processes that launched kernels, since a profiler records only its own.
/// GPU processes that say no rank belong to where their activities were launched. `gpuThread` is the lane of
/// each activity. Throws Stopped when cancelled.
void settleRanks(Trace& trace, const std::vector<ThreadId>& gpuThread,
                 const std::vector<ProcessLabel>& labels, CancelPoll& poll);

/// The rank that the text of a process names ("[TP01] 100": TP01, "rank 3: 100": rank 3, "TP0-PP1/100":
/// TP0-PP1), or "".
[[nodiscard]] std::string_view rankLabelOf(std::string_view process);

} // namespace diptych
