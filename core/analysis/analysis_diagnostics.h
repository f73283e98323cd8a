#pragma once
// What the analysis found odd about a trace. Pure functions, any thread. Codes and severities: SEMANTICS,
// "Health".

#include "core/analysis/analyzed_trace.h"
#include "core/analysis/name_fit.h"

#include <optional>

namespace diptych {

/// no-steps, kernels-outside-steps, slow-first-step, no-layers, low-classification, names-misfit.
[[nodiscard]] Diagnostics diagnoseAnalysis(const AnalyzedTrace& analyzed, const NameMisfits& misfits);

/// How many times the median of the other steps of its phase the first step takes; empty when that is no more
/// than 1.5, or when there are fewer than two others.
[[nodiscard]] std::optional<double> slowFirstStepRatio(const Steps& steps);

} // namespace diptych
