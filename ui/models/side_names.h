#pragma once
// What the sides of a comparison are called on screen. Pure functions.

#include "core/compare/comparison.h"

#include <QString>

namespace diptych {

/// The part of a device's name that people say: "AMD Instinct MI300X" is "MI300X", "NVIDIA H100 80GB HBM3" is
/// "H100". A name without such a part is returned whole.
[[nodiscard]] QString shortDeviceName(const std::string& name);

/// The short name of the device that a side was recorded on; "" when the trace does not tell.
[[nodiscard]] QString deviceOf(const Comparison& comparison, Side side);

/// "A, MI300X", or "A".
[[nodiscard]] QString sideLabel(const Comparison& comparison, Side side);

} // namespace diptych
