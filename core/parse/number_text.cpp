#include "core/parse/number_text.h"

#include <charconv>
#include <cmath>
#include <limits>
#include <string>

namespace diptych {

std::optional<Nanoseconds> timeOf(std::string_view digits) {
    auto time = parseMicroseconds(digits);
    const std::size_t comma = digits.find(',');
    if (!time && comma != std::string_view::npos && digits.find('.') == std::string_view::npos) {
        std::string text(digits); // a decimal comma
        text[comma] = '.';
        time = parseMicroseconds(text);
    }
    return time && *time <= kLargestTime && *time >= -kLargestTime ? time : std::nullopt;
}

std::optional<std::int64_t> integerOf(std::string_view digits) {
    std::int64_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (error == std::errc{} && stop == end) {
        return value;
    }
    const auto number = error == std::errc::result_out_of_range ? std::nullopt : numberOf(digits);
    constexpr double kExact = 9007199254740992.0; // 2^53
    if (!number || std::fabs(*number) > kExact || std::trunc(*number) != *number) {
        return std::nullopt;
    }
    return static_cast<std::int64_t>(*number);
}

std::optional<double> numberOf(std::string_view digits) {
    double value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [stop, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc{} || stop != end || !std::isfinite(value)) {
        return std::nullopt;
    }
    return value;
}

std::int32_t smallOf(std::optional<std::int64_t> value) {
    constexpr std::int64_t kMinusOneUnsigned = 4294967295;
    if (value == kMinusOneUnsigned) {
        return -1;
    }
    const bool fits = value && *value > kAbsentSmall && *value <= std::numeric_limits<std::int32_t>::max();
    return fits ? static_cast<std::int32_t>(*value) : kAbsentSmall;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kSpace);
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

} // namespace diptych
