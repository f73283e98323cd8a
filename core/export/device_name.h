#pragma once
// What the compared GPU of a trace is called, whole and short. Pure.

#include "core/analysis/analyzed_trace.h"

#include <string>
#include <string_view>

namespace diptych {

/// The model in a device's name: "MI300X" of "AMD Instinct MI300X", "H100" of "NVIDIA H100 80GB HBM3". The
/// whole name, without superfluous blanks, when it has none.
[[nodiscard]] std::string deviceModel(std::string_view name);

/// The name of the compared device as the file tells it; "" when it does not.
[[nodiscard]] std::string deviceNameOf(const AnalyzedTrace& side);

} // namespace diptych
