#include "core/base/nanoseconds.h"

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace diptych {

namespace {

constexpr std::uint64_t kLargestWhole =
    static_cast<std::uint64_t>(std::numeric_limits<Nanoseconds>::max()) / 1000 - 1;

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Numbers with an exponent carry no more digits than a double holds; the profiler never writes them for
/// epoch times.
std::optional<Nanoseconds> parseScientific(std::string_view text) {
    const std::string copy(text);
    char* end = nullptr;
    const long double microseconds = std::strtold(copy.c_str(), &end);
    if (end != copy.c_str() + copy.size() || !std::isfinite(microseconds)) {
        return std::nullopt;
    }
    const long double nanoseconds = std::round(microseconds * 1000.0L);
    if (std::fabs(nanoseconds) > 9.2e18L) {
        return std::nullopt;
    }
    return static_cast<Nanoseconds>(nanoseconds);
}

} // namespace

std::optional<Nanoseconds> parseMicroseconds(std::string_view text) {
    const char* p = text.data();
    const char* const end = p + text.size();
    const bool negative = p != end && *p == '-';
    if (p != end && (*p == '-' || *p == '+')) {
        ++p;
    }
    std::uint64_t value = 0;
    const char* const whole = p;
    for (; p != end && isDigit(*p); ++p) {
        value = value * 10 + static_cast<std::uint64_t>(*p - '0');
        if (value > kLargestWhole) {
            return parseScientific(text);
        }
    }
    const bool hasWhole = p != whole;
    value *= 1000;
    bool hasFraction = false;
    if (p != end && *p == '.') {
        ++p;
        hasFraction = p != end && isDigit(*p);
        for (std::uint64_t unit = 100; unit != 0 && p != end && isDigit(*p); ++p, unit /= 10) {
            value += static_cast<std::uint64_t>(*p - '0') * unit;
        }
        if (p != end && isDigit(*p)) {
            value += *p >= '5' ? 1 : 0;
            while (p != end && isDigit(*p)) {
                ++p;
            }
        }
    }
    if (!hasWhole && !hasFraction) {
        return std::nullopt;
    }
    if (p != end) {
        return *p == 'e' || *p == 'E' ? parseScientific(text) : std::nullopt;
    }
    return negative ? -static_cast<Nanoseconds>(value) : static_cast<Nanoseconds>(value);
}

} // namespace diptych
