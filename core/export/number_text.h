#pragma once
// Numbers as text for files: independent of the locale, exact. Pure.

#include <charconv>
#include <string>

namespace diptych {

/// The shortest text that reads back to the same number; a double must be finite.
template <class Number>
void appendNumber(std::string& target, Number value) {
    char buffer[32];
    const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
    (void)error; // 32 characters hold every 64-bit number
    target.append(buffer, end);
}

} // namespace diptych
