#pragma once
// Times and durations: integer nanoseconds, read from the decimal digits of the file. The profiler writes
// microseconds with up to three or more decimals and 16 digits before the point, which a double cannot hold.

#include <cstdint>
#include <optional>
#include <string_view>

namespace diptych {

using Nanoseconds = std::int64_t;

/// Microseconds in decimal notation as exact nanoseconds, digits beyond the nanosecond rounded half away from
/// zero. Sign, decimals and an exponent are understood; empty when the text is no number or the value does
/// not fit 64 bits.
[[nodiscard]] std::optional<Nanoseconds> parseMicroseconds(std::string_view text);

} // namespace diptych
