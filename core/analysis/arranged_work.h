#pragma once
// The order of work cut into slices: a step each, and what lies between steps. Kernels that carry the work
// stand in the same arrangement as a KernelSequence, so that a slice is a range of both. Built once per
// trace.

#include "core/analysis/kernel_sequence.h"
#include "core/analysis/work_order.h"

#include <vector>

namespace diptych {

/// Activities [begin, end) of one step, or a run of activities outside steps.
struct Slice {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    StepId step; ///< invalid: outside steps, or there are none

    friend bool operator==(const Slice&, const Slice&) = default;
};

struct ArrangedWork {
    const Trace* trace = nullptr; ///< outlives the arrangement
    std::vector<ActivityId> activities;
    std::vector<std::uint8_t> isAside;
    std::vector<Slice> slices;
    std::size_t firstStepSlice = 0;              ///< index of the first slice that is a step
    std::size_t lastStepSlice = 0;               ///< one past the last slice that is a step; 0 without steps
    KernelSequence kernels;                      ///< neither copies, nor fills, nor what is aside
    std::vector<std::uint32_t> positionOfKernel; ///< index into kernels -> index into activities
    std::vector<std::uint32_t> kernelsBefore; ///< by index into activities (one more): kernels in front of it

    [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(activities.size()); }
    /// Launch of the activity at that index, its GPU start where there is none.
    [[nodiscard]] Nanoseconds issuedNs(std::uint32_t position) const;
    /// Time from the launch of the kernel before to that of the kernel; not for the first.
    [[nodiscard]] Nanoseconds issuedBetween(std::uint32_t kernel) const {
        return issuedNs(positionOfKernel[kernel]) - issuedNs(positionOfKernel[kernel - 1]);
    }
    /// Whether a slice lies before every step (after every step); false without steps.
    [[nodiscard]] bool isHead(std::size_t slice) const { return slice < firstStepSlice && lastStepSlice > 0; }
    [[nodiscard]] bool isTail(std::size_t slice) const { return slice >= lastStepSlice && lastStepSlice > 0; }
    [[nodiscard]] bool hasSteps() const { return lastStepSlice > 0; }
    /// Where a section that starts with that kernel starts: what is aside follows the kernel before, copies
    /// and fills go with the kernel that follows them.
    [[nodiscard]] std::uint32_t borderBefore(std::uint32_t kernel) const;
    /// Where a pass that starts with that kernel starts: copies and fills stay with the pass to whose kernels
    /// they are nearer, cut at the longest pause between launches.
    [[nodiscard]] std::uint32_t passBorderBefore(std::uint32_t kernel) const;
};

/// Groups the order by step, stable; a step stands where its first activity stands.
[[nodiscard]] ArrangedWork arrangeWork(const Trace& trace, const WorkOrder& order,
                                       const std::vector<StepId>& stepOf,
                                       const std::vector<KernelMarks>& marks,
                                       const std::vector<ClassId>& classOf,
                                       const std::vector<StringId>& names);

} // namespace diptych
