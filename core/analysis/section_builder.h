#pragma once
// Sections of a trace from its layers: every activity gets exactly one place. Pure functions, any thread.
// Source: SEMANTICS, "Layers and sections".

#include "core/analysis/layer_plan.h"
#include "core/analysis/sections.h"

namespace diptych {

/// The sections of the arranged work. `activities` is how many the file has, `hasSteps` whether the trace has
/// steps: then what lies between them is outside.
[[nodiscard]] Sections buildSections(const ArrangedWork& work, const LayerPlan& plan, std::size_t activities,
                                     bool hasSteps);

/// Border between two passes whose last and first layer leave activities [begin, end) between them: the
/// prologue is the best fit of `prologue` (kernels) at its end, else the epilogue of `epilogue` at its start,
/// else it is cut at the longest pause. Empty ranges are unknown.
[[nodiscard]] std::uint32_t splitBetweenPasses(const ArrangedWork& work, std::uint32_t begin,
                                               std::uint32_t end,
                                               std::pair<std::uint32_t, std::uint32_t> prologue,
                                               std::pair<std::uint32_t, std::uint32_t> epilogue);

/// Where passes of one slice begin: for every pass but the first the border before it, by splitBetweenPasses.
[[nodiscard]] std::vector<std::uint32_t> passBorders(const ArrangedWork& work, const Slice& slice,
                                                     const SliceLayers& layers);

} // namespace diptych
