#pragma once
// What "diptych compare" prints: verdict, operations, findings, coverage, diagnostics. Pure.

#include "core/compare/comparison.h"

#include <string>

namespace diptych {

[[nodiscard]] std::string compareText(const Comparison& comparison);

} // namespace diptych
