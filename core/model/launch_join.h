#pragma once
// Finds the runtime or driver call that launched a GPU activity, and where there is none, the CPU op that
// names it. Part of linking a trace; throws Stopped when cancelled. Source: SEMANTICS, "From events to a
// trace".

#include "core/base/cancel_poll.h"
#include "core/model/trace.h"

#include <vector>

namespace diptych {

/// Whether a number of the file can join two events: 0 and absent join nothing.
[[nodiscard]] constexpr bool joins(std::int64_t number) {
    return number != 0 && number != kAbsentNumber;
}

/// Fills GpuActivities::launch: the first call of the same rank with the activity's correlation.
void joinLaunches(Trace& trace, CancelPoll& poll);

/// By activity: the CPU op of the same rank that an activity without launch names by its external id, begun
/// before it. An external id that repeats the correlation names nothing. Empty when no activity needs it.
[[nodiscard]] std::vector<OpId> opsByExternalId(const Trace& trace, CancelPoll& poll);

} // namespace diptych
