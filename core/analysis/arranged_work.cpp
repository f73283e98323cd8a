#include "core/analysis/arranged_work.h"

#include "core/base/parallel.h"

#include <algorithm>

namespace diptych {

namespace {

/// Index of the slice of every activity of the order, slices numbered by their first activity.
std::vector<std::uint32_t> numberSlices(const std::vector<StepId>& stepOf, std::vector<Slice>& slices) {
    std::vector<std::uint32_t> sliceOf;
    sliceOf.reserve(stepOf.size());
    std::vector<std::uint32_t> sliceOfStep;
    for (std::size_t i = 0; i < stepOf.size(); ++i) {
        const StepId step = stepOf[i];
        if (i > 0 && step == stepOf[i - 1]) {
            sliceOf.push_back(sliceOf.back());
            continue;
        }
        const auto next = static_cast<std::uint32_t>(slices.size());
        std::uint32_t slice = next;
        if (step.isValid()) {
            sliceOfStep.resize(std::max<std::size_t>(sliceOfStep.size(), step.index() + 1),
                               KernelSequence::kNone);
            std::uint32_t& known = sliceOfStep[step.index()];
            known = known == KernelSequence::kNone ? next : known;
            slice = known;
        }
        if (slice == next) {
            slices.push_back({0, 0, step});
        }
        sliceOf.push_back(slice);
    }
    return sliceOf;
}

/// Puts every activity of the order at the next place of its slice.
void place(const WorkOrder& order, const std::vector<std::uint32_t>& sliceOf,
           std::vector<std::uint32_t>& next, ArrangedWork& work) {
    work.activities.resize(sliceOf.size());
    work.isAside.resize(sliceOf.size());
    for (std::size_t i = 0; i < sliceOf.size(); ++i) {
        const std::uint32_t at = next[sliceOf[i]]++;
        work.activities[at] = order.activities[i];
        work.isAside[at] = order.isAside[i];
    }
}

/// The columns of the kernel sequence, in a large trace at the same time.
void fillKernels(ArrangedWork& work, const std::vector<KernelMarks>& marks,
                 const std::vector<ClassId>& classOf, const std::vector<StringId>& names) {
    constexpr std::size_t kLargeTrace = 50'000;
    const std::vector<std::uint32_t>& positions = work.positionOfKernel;
    parallelFor(2, positions.size() >= kLargeTrace ? 2 : 1, [&](std::size_t part) {
        if (part == 0) {
            work.kernels.name.reserve(positions.size());
            for (const std::uint32_t position : positions) {
                const StringId name = names[work.activities[position].index()];
                work.kernels.name.push_back(name.isValid() ? name.index() + 1 : 0);
            }
            return;
        }
        work.kernels.reserve(positions.size());
        for (const std::uint32_t position : positions) {
            work.kernels.append(marks[classOf[work.activities[position].index()].index()]);
        }
        work.kernels.findNorms();
    });
}

} // namespace

Nanoseconds ArrangedWork::issuedNs(std::uint32_t position) const {
    const std::uint32_t activity = activities[position].index();
    const LaunchId launch = trace->gpu.launch[activity];
    return launch.isValid() ? trace->launches.startNs[launch.index()] : trace->gpu.startNs[activity];
}

std::uint32_t ArrangedWork::borderBefore(std::uint32_t kernel) const {
    if (kernel == 0) {
        return 0;
    }
    std::uint32_t border = positionOfKernel[kernel - 1] + 1;
    const std::uint32_t limit = kernel < kernels.size() ? positionOfKernel[kernel] : size();
    while (border < limit && isAside[border] != 0) {
        ++border;
    }
    return border;
}

std::uint32_t ArrangedWork::passBorderBefore(std::uint32_t kernel) const {
    if (kernel == 0) {
        return 0;
    }
    const std::uint32_t first = positionOfKernel[kernel - 1] + 1;
    if (kernel == kernels.size()) {
        return size(); // nothing follows that could claim the last copies
    }
    std::uint32_t border = first;
    for (std::uint32_t i = first; i <= positionOfKernel[kernel]; ++i) {
        if (issuedNs(i) - issuedNs(i - 1) > issuedNs(border) - issuedNs(border - 1)) {
            border = i;
        }
    }
    return border;
}

ArrangedWork arrangeWork(const Trace& trace, const WorkOrder& order, const std::vector<StepId>& stepOf,
                         const std::vector<KernelMarks>& marks, const std::vector<ClassId>& classOf,
                         const std::vector<StringId>& names) {
    ArrangedWork work;
    work.trace = &trace;
    const std::vector<std::uint32_t> sliceOf = numberSlices(stepOf, work.slices);
    for (const std::uint32_t slice : sliceOf) {
        ++work.slices[slice].end;
    }
    for (std::size_t s = 0; s < work.slices.size(); ++s) {
        if (work.slices[s].step.isValid()) {
            work.firstStepSlice = work.hasSteps() ? work.firstStepSlice : s;
            work.lastStepSlice = s + 1;
        }
    }
    std::uint32_t begin = 0;
    std::vector<std::uint32_t> next;
    for (Slice& slice : work.slices) {
        next.push_back(begin);
        slice.begin = begin;
        slice.end += begin;
        begin = slice.end;
    }
    place(order, sliceOf, next, work);
    const std::uint32_t count = work.size();
    work.kernelsBefore.reserve(count + 1);
    work.positionOfKernel.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        work.kernelsBefore.push_back(static_cast<std::uint32_t>(work.positionOfKernel.size()));
        if (trace.isKernel(work.activities[i]) && work.isAside[i] == 0) {
            work.positionOfKernel.push_back(i);
        }
    }
    work.kernelsBefore.push_back(static_cast<std::uint32_t>(work.positionOfKernel.size()));
    fillKernels(work, marks, classOf, names);
    return work;
}

} // namespace diptych
