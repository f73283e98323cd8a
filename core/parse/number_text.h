#pragma once
// Numbers as traces write them, from their decimal digits. A value that is no number, or out of range, is
// empty. Pure functions, any thread.

#include "core/base/nanoseconds.h"
#include "core/model/columns.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace diptych {

/// Start and duration may be added without overflow when neither is larger.
inline constexpr Nanoseconds kLargestTime = std::int64_t{1} << 62;

/// Microseconds as nanoseconds, up to kLargestTime either way.
[[nodiscard]] std::optional<Nanoseconds> timeOf(std::string_view digits);
/// A whole number, also when it is written as 7.0 or 7e0. Ids of 64 bits without sign are out of range.
[[nodiscard]] std::optional<std::int64_t> integerOf(std::string_view digits);
[[nodiscard]] std::optional<double> numberOf(std::string_view digits);

/// In the 32 bits of a column; 4294967295 is how some profilers write -1. Absent when it does not fit.
[[nodiscard]] std::int32_t smallOf(std::optional<std::int64_t> value);

/// A number in JSON's notation, of one that lacks digits or has too many, a plus or hexadecimal digits;
/// "null" of what is no number.
[[nodiscard]] std::string strictNumber(std::string_view token);

/// Without white space at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

} // namespace diptych
