#pragma once
// Durations and other numbers in sentences. Pure.

#include "core/base/nanoseconds.h"

#include <string>

namespace diptych {

/// In the unit that a person would choose: "1.20 s", "9.31 ms", "812.4 µs". UTF-8.
[[nodiscard]] std::string durationText(Nanoseconds ns);

/// A number by a printf format for one double, of at most 63 bytes.
[[nodiscard]] std::string formatted(const char* format, double value);

} // namespace diptych
