#pragma once
// Compares two analysed traces: selection -> templates -> alignment -> pairs -> tables -> findings. Blocking;
// a compare job runs it on a background thread.

#include "core/compare/comparison.h"

namespace diptych {

/// Fails when neither side has the asked-for phase or steps, or when cancelled. Equal inputs give equal
/// results, whatever the number of threads; swapping the sides mirrors the result.
[[nodiscard]] Result<std::shared_ptr<const Comparison>> compareTraces(std::shared_ptr<const AnalyzedTrace> a,
                                                                      std::shared_ptr<const AnalyzedTrace> b,
                                                                      const CompareOptions& options,
                                                                      const CancelToken& cancel = {},
                                                                      const ProgressSink& progress = {});

} // namespace diptych
