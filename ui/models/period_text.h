#pragma once
// How pages say over how many steps their figures are, and why some are per step although figures in all are
// asked for. Pure.

#include "core/compare/comparison.h"

#include <QString>

namespace diptych {

/// "20 steps", or "3 | 4 steps" of A and B; "" where a side has none.
[[nodiscard]] QString comparedStepsText(const Comparison& comparison);

/// "A has 3 steps, B 4", where the sides have different numbers of them and figures in all are shown;
/// else "".
[[nodiscard]] QString unequalStepsText(const Comparison& comparison, bool perStep);

/// A caption, and what unequalStepsText says: "17 modules; in all, A has 3 steps, B 4".
[[nodiscard]] QString withUnequalSteps(const QString& caption, const Comparison& comparison, bool perStep);

/// "µs per step" or "µs in all".
[[nodiscard]] QString microsecondsOf(bool perStep);

} // namespace diptych
