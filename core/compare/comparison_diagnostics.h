#pragma once
// What must be known before a verdict is believed: the diagnostics of both traces, and those that only a
// comparison can make. Pure. Source: SEMANTICS, "Health".

#include "core/compare/compared_sides.h"

namespace diptych {

/// Diagnostics of loading, analysis and comparison of both sides, loss first. Codes of the comparison:
/// "low-match", "not-same-workload", "phase-missing".
[[nodiscard]] Diagnostics comparisonDiagnostics(const ComparedSides& sides, const Coverage& coverage,
                                                const CompareOptions& options);

} // namespace diptych
