#include "core/parse/number_text.h"

#include "core/parse/json_scan.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace diptych {

namespace {

constexpr std::size_t kScanPadding = 64;

bool isStrictNumber(std::string_view text) {
    const std::string padded = std::string(text) + std::string(kScanPadding, ' ');
    const char* const end = padded.data() + text.size();
    return json::scanNumber(padded.data(), end) == end;
}

/// Of the digits behind 0x; empty when they are none.
std::string decimalOf(std::string_view hexadecimal) {
    std::uint64_t value = 0;
    const char* const end = hexadecimal.data() + hexadecimal.size();
    const auto [stop, error] = std::from_chars(hexadecimal.data(), end, value, 16);
    return error == std::errc{} && stop == end ? std::to_string(value) : std::string();
}

} // namespace

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

std::string strictNumber(std::string_view token) {
    if (isStrictNumber(token)) {
        return std::string(token);
    }
    const std::string sign = token.starts_with('-') ? "-" : "";
    token.remove_prefix(token.starts_with('-') || token.starts_with('+') ? 1 : 0);
    if (token.starts_with("0x") || token.starts_with("0X")) {
        const std::string number = decimalOf(token.substr(2));
        return number.empty() ? "null" : sign + number;
    }
    while (token.size() > 1 && token[0] == '0' && json::isDigit(token[1])) {
        token.remove_prefix(1);
    }
    std::string number = (token.starts_with('.') && token.size() > 1 ? "0" : "") + std::string(token);
    const std::size_t point = number.find('.');
    if (point != std::string::npos && (point + 1 == number.size() || !json::isDigit(number[point + 1]))) {
        number.insert(point + 1, "0");
    }
    const bool hasSecondSign = number.starts_with('-');
    return !hasSecondSign && isStrictNumber(number) ? sign + number : "null";
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kSpace = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kSpace);
    return first == std::string_view::npos ? std::string_view{}
                                           : text.substr(first, text.find_last_not_of(kSpace) + 1 - first);
}

} // namespace diptych
