#pragma once
// What "diptych compare" prints: verdict, operations, findings, coverage, rules, diagnostics. Pure.

#include "core/compare/comparison.h"

#include <optional>
#include <string>

namespace diptych {

/// @param rulesFile what the kernels were classified by, where it is not the built-in rules.
[[nodiscard]] std::string compareText(const Comparison& comparison,
                                      const std::optional<std::string>& rulesFile);

} // namespace diptych
