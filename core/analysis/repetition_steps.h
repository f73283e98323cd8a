#pragma once
// Steps of a trace that has no annotation for them: by exact repetition of the kernel sequence, else by
// repetition of its layer groups. Pure function, any thread. Source: SEMANTICS, "Steps and phases".

#include "core/analysis/layer_plan.h"

#include <vector>

namespace diptych {

/// The step of every activity of a work of one slice, numbered from 0; invalid before the first and after the
/// last whole step. Empty when nothing repeats.
[[nodiscard]] std::vector<StepId> findRepetitionSteps(const ArrangedWork& work, const LayerPlan& plan);

} // namespace diptych
