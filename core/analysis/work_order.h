#pragma once
// The order in which the activities of one device were asked for. On GPU time the streams interleave
// differently in every repetition; in launch order repetitions are equal. Pure function, any thread. Source:
// SEMANTICS, "From events to a trace", order of work.

#include "core/model/trace.h"

#include <cstdint>
#include <vector>

namespace diptych {

/// The activities of one (rank, device), each once.
struct WorkOrder {
    std::vector<ActivityId> activities;
    /// Parallel to `activities`: 1 where another stream than the one that carries the layers was placed by
    /// time only. Such activities never break a sequence of kernels.
    std::vector<std::uint8_t> isAside;
};

/// Linked activities by launch, those of one launch by GPU start; an unlinked one before the next linked
/// activity of its stream. Without any launch by GPU start, correlation groups of 16 or more contiguous.
/// Suspects stay in the order.
[[nodiscard]] WorkOrder orderOfWork(const Trace& trace, std::uint16_t rank, std::int32_t device);

} // namespace diptych
