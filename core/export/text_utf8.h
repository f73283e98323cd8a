#pragma once
// Text that leaves the program is valid UTF-8, whatever a file held. Pure.

#include <string>
#include <string_view>

namespace diptych {

/// The length of the valid UTF-8 at the start of `text`: all of it when it is clean.
[[nodiscard]] std::size_t validUtf8Prefix(std::string_view text);

/// Appends `text` with every byte that belongs to no valid sequence replaced by U+FFFD.
void appendAsUtf8(std::string& target, std::string_view text);

} // namespace diptych
