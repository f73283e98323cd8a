#pragma once
// How much of each side's time stands in pairs of both sides, and how sure these are. Pure.

#include "core/compare/compared_sides.h"

namespace diptych {

[[nodiscard]] Coverage coverageOf(const std::vector<KernelPair>& pairs);

/// The least confidence of an exact match, and of one by rule; below it is inferred.
inline constexpr double kExactConfidence = 0.9;
inline constexpr double kRuleConfidence = 0.6;

} // namespace diptych
