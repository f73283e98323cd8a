#pragma once
// Steps by what the trace says of itself: annotations, profiler steps, frames of the model runner. Pure
// functions, any thread. Source: SEMANTICS, "Steps and phases".

#include "core/analysis/step_patterns.h"
#include "core/analysis/work_order.h"

#include <vector>

namespace diptych {

/// The CPU range of a step.
struct AnnotatedRange {
    Step step;                   ///< name, phase, range and counts; figures are empty
    std::vector<StringId> names; ///< texts of the annotations that were merged into it
};

struct AnnotatedSteps {
    StepSource source = StepSource::None;
    std::vector<AnnotatedRange> ranges; ///< in order of start
};

/// The ranges of the best source that the trace has for a rank: serving annotations, frames (not with
/// `namesOnly`), profiler steps. Ranges nested on one thread are one step: outermost range, innermost phase.
[[nodiscard]] AnnotatedSteps findAnnotatedSteps(const Trace& trace, std::uint16_t rank, std::int32_t device,
                                                const StepPatterns& patterns, bool namesOnly);

/// The step of every activity of the order: of the range that holds its launch (of overlapping ones the one
/// started last), without a launch of the GPU annotation that holds it; invalid: outside steps.
[[nodiscard]] std::vector<StepId> assignSteps(const Trace& trace, std::int32_t device, const WorkOrder& order,
                                              const AnnotatedSteps& steps);

/// Fills kernels, gpuNs and wallNs (and the range, where `withRange`) from the activities that count.
void measureSteps(const Trace& trace, const WorkOrder& order, const std::vector<StepId>& stepOf,
                  bool withRange, std::vector<Step>& steps);

} // namespace diptych
