#pragma once
// The text that a JSON string stands for. Pure functions, any thread.

#include <optional>
#include <string>
#include <string_view>

namespace diptych::json {

/// Whether every backslash in the raw text of a string begins an escape that JSON knows, halves of surrogate
/// pairs only in pairs.
[[nodiscard]] bool areEscapesValid(std::string_view raw);

/// The raw text with its escapes resolved, as UTF-8; only for text whose escapes are valid.
void decode(std::string_view raw, std::string& text);

/// The code unit that four hexadecimal digits stand for.
[[nodiscard]] std::optional<unsigned> hexValue(std::string_view digits);

/// Appends a code point as UTF-8.
void appendUtf8(char32_t codePoint, std::string& text);

} // namespace diptych::json
