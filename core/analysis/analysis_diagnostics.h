#pragma once
// What the analysis found odd about a trace. Pure functions, any thread. Codes and severities: SEMANTICS,
// "Health".

#include "core/analysis/analyzed_trace.h"
#include "core/analysis/name_fit.h"

namespace diptych {

/// no-steps, kernels-outside-steps, slow-first-step, no-layers, low-classification, names-misfit.
[[nodiscard]] Diagnostics diagnoseAnalysis(const AnalyzedTrace& analyzed, const NameMisfits& misfits);

} // namespace diptych
