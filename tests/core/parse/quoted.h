#pragma once
// JSON in tests without a backslash before every quote.

#include <algorithm>
#include <string>

namespace diptych::test {

/// The text with ' made ".
[[nodiscard]] inline std::string quoted(std::string text) {
    std::replace(text.begin(), text.end(), '\'', '"');
    return text;
}

} // namespace diptych::test
