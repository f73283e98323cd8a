#pragma once
// Numbers in the plain notation that profilers use, several digits at a time. Anything else is nullptr and
// left to number_text, which knows every notation. Text has 16 readable bytes behind it. Pure functions, any
// thread.

#include "core/model/columns.h"
#include "core/parse/json_scan.h"
#include "core/parse/number_text.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace diptych::json {

inline std::uint64_t eightChars(const char* p) {
    std::uint64_t chars = 0;
    std::memcpy(&chars, p, sizeof chars);
    return chars;
}

/// The high bit of each byte that is no digit; the first character is the lowest byte.
inline std::uint64_t notDigits(std::uint64_t chars) {
    constexpr std::uint64_t kHigh = 0x8080808080808080ULL;
    const std::uint64_t low = chars ^ 0x3030303030303030ULL; // digits become 0..9
    return (((low & ~kHigh) + 0x7676767676767676ULL) | low) & kHigh;
}

/// Eight digits as a number.
inline std::uint64_t eightDigits(std::uint64_t chars) {
    chars = (chars & 0x0F0F0F0F0F0F0F0FULL) * 2561 >> 8;
    chars = (chars & 0x00FF00FF00FF00FFULL) * 6553601 >> 16;
    return (chars & 0x0000FFFF0000FFFFULL) * 42949672960001ULL >> 32;
}

inline constexpr auto kPowersOfTen = [] {
    std::array<std::uint64_t, 17> powers{};
    std::uint64_t power = 1;
    for (std::uint64_t& value : powers) {
        value = power;
        power *= 10;
    }
    return powers;
}();

/// Digits from `p` on, at most 16 of them.
inline const char* readDigits(const char* p, std::uint64_t& value) {
    value = 0;
    if constexpr (std::endian::native == std::endian::little) {
        std::uint64_t chars = eightChars(p);
        std::uint64_t stop = notDigits(chars);
        if (stop == 0) {
            value = eightDigits(chars);
            p += 8;
            chars = eightChars(p);
            stop = notDigits(chars);
            if (stop == 0) {
                value = value * 100'000'000 + eightDigits(chars);
                return p + 8;
            }
        }
        const int count = std::countr_zero(stop) / 8;
        if (count != 0) {
            value = value * kPowersOfTen[static_cast<std::size_t>(count)] +
                    eightDigits(chars << (64 - 8 * count));
            p += count;
        }
    } else {
        for (int i = 0; i < 16 && isDigit(*p); ++i, ++p) {
            value = value * 10 + static_cast<std::uint64_t>(*p - '0');
        }
    }
    return p;
}

inline constexpr std::size_t kMostDigits = 16; ///< that are read

/// Digits whose number is known, 1 to kMostDigits.
inline std::uint64_t digits(const char* p, std::size_t count) {
    if constexpr (std::endian::native == std::endian::little) {
        constexpr std::size_t kHalf = kMostDigits / 2;
        if (count <= kHalf) {
            return eightDigits(eightChars(p) << (8 * (kHalf - count)));
        }
        const std::uint64_t first = eightDigits(eightChars(p) << (8 * (kMostDigits - count)));
        return first * 100'000'000 + eightDigits(eightChars(p + count - kHalf));
    } else {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < count; ++i) {
            value = value * 10 + static_cast<std::uint64_t>(p[i] - '0');
        }
        return value;
    }
}

inline constexpr auto kContinuesNumber = [] {
    std::array<bool, 256> continues{};
    for (const char c : {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'e', 'E'}) {
        continues[static_cast<unsigned char>(c)] = true;
    }
    return continues;
}();

/// Whether a number of JSON may go on with `c`: then it is not at its end.
inline bool continuesNumber(char c) {
    return kContinuesNumber[static_cast<unsigned char>(c)];
}

inline const char* readInteger(const char* p, std::int64_t& value) {
    const bool isNegative = *p == '-';
    p += isNegative ? 1 : 0;
    std::uint64_t digits = 0;
    const char* const end = readDigits(p, digits);
    if (end == p || (*p == '0' && end != p + 1) || continuesNumber(*end)) {
        return nullptr;
    }
    value = isNegative ? -static_cast<std::int64_t>(digits) : static_cast<std::int64_t>(digits);
    return end;
}

/// More of them are no time.
inline constexpr std::uint64_t kMostMicroseconds = static_cast<std::uint64_t>(kLargestTime) / 1000 - 1;

/// Microseconds of a few digits and one to three decimals, as nanoseconds: most durations.
inline const char* readShortTime(const char* p, Nanoseconds& value) {
    if constexpr (std::endian::native == std::endian::little) {
        const std::uint64_t chars = eightChars(p);
        const std::uint64_t stop = notDigits(chars);
        const int whole = stop != 0 ? std::countr_zero(stop) / 8 : 0;
        if (whole == 0 || p[whole] != '.' || (*p == '0' && whole != 1)) {
            return nullptr;
        }
        const std::uint64_t before = (std::uint64_t{1} << (8 * whole)) - 1;
        const std::uint64_t joined = (chars & before) | ((chars >> 8) & ~before); // without the point
        const int count = std::countr_zero(notDigits(joined)) / 8;
        const int decimals = count - whole;
        if (decimals < 1 || decimals > 3 || count == 7 || continuesNumber(p[count + 1])) {
            return nullptr; // the last of the eight may not be the end
        }
        value = static_cast<Nanoseconds>(eightDigits(joined << (64 - 8 * count)) *
                                         kPowersOfTen[static_cast<std::size_t>(3 - decimals)]);
        return p + count + 1;
    }
    return nullptr;
}

/// Microseconds that are not negative, with any number of decimals, as nanoseconds.
inline const char* readTime(const char* p, Nanoseconds& value) {
    if (const char* const end = readShortTime(p, value)) {
        return end;
    }
    std::uint64_t whole = 0;
    const char* end = readDigits(p, whole);
    if (end == p || (*p == '0' && end != p + 1) || whole > kMostMicroseconds) {
        return nullptr;
    }
    std::uint64_t nanoseconds = whole * 1000;
    if (*end == '.') {
        const char* const begin = end + 1;
        std::uint64_t fraction = 0;
        end = readDigits(begin, fraction);
        const std::ptrdiff_t count = end - begin;
        if (count == 0) {
            return nullptr;
        }
        if (count <= 3) {
            nanoseconds += fraction * kPowersOfTen[static_cast<std::size_t>(3 - count)];
        } else {
            const std::uint64_t unit = kPowersOfTen[static_cast<std::size_t>(count - 3)];
            nanoseconds += fraction / unit + (fraction % unit >= unit / 2 ? 1 : 0);
        }
        while (isDigit(*end)) {
            ++end;
        }
    }
    if (continuesNumber(*end)) {
        return nullptr;
    }
    value = static_cast<Nanoseconds>(nanoseconds);
    return end;
}

/// "[1, 2, 3]", spaces as they come.
inline const char* readTriple(const char* p, const char* end, std::array<std::int32_t, 3>& value) {
    if (*p != '[') {
        return nullptr;
    }
    for (std::size_t i = 0; i < value.size(); ++i) {
        p = skipSpace(p + 1, end); // behind the bracket or comma
        std::int64_t number = 0;
        p = readInteger(p, number);
        p = p ? skipSpace(p, end) : nullptr;
        if (!p || p >= end || *p != (i + 1 < value.size() ? ',' : ']')) {
            return nullptr;
        }
        value[i] = smallOf(number);
    }
    return p + 1;
}

/// Behind at most 16 digits.
inline const char* skipDigits(const char* p) {
    if constexpr (std::endian::native == std::endian::little) {
        for (int i = 0; i < 2; ++i, p += 8) {
            const std::uint64_t stop = notDigits(eightChars(p));
            if (stop != 0) {
                return p + std::countr_zero(stop) / 8;
            }
        }
        return p;
    } else {
        std::uint64_t digits = 0;
        return readDigits(p, digits);
    }
}

/// A number that is not read: whole ones quickly.
inline const char* skipNumber(const char* p, const char* end) {
    const char* const stop = skipDigits(p);
    return stop == p || (*p == '0' && stop != p + 1) || continuesNumber(*stop) ? scanNumber(p, end) : stop;
}

} // namespace diptych::json
