#pragma once
// Letters without case, for words of ASCII. Pure.

#include <algorithm>
#include <string>
#include <string_view>

namespace diptych {

/// The text with A to Z as a to z; every other byte stays as it is.
[[nodiscard]] inline std::string lowerCase(std::string_view text) {
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return lower;
}

} // namespace diptych
