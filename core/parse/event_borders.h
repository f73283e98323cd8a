#pragma once
// Where events begin and end, told by the text around a place: what the splitter goes by in damaged text, and
// what a worker begins with that does not know the text before its own. Pure functions, any thread.

#include <cstddef>
#include <optional>
#include <string_view>

namespace diptych {

/// How far beyond a character its meaning may have to be sought.
inline constexpr std::size_t kLookAhead = 1024;
/// Events are shorter; what is longer is walked carefully, for an event may have swallowed others.
inline constexpr std::size_t kLongElement = std::size_t{64} * 1024;

/// The first place from `place` on that is no white space, or `size`.
[[nodiscard]] std::size_t skipSpace(const char* text, std::size_t size, std::size_t place);
/// The last character before `place` that is no white space, or 0.
[[nodiscard]] char charBefore(const char* text, std::size_t place, std::size_t begin);

/// Whether an event begins with the brace at `text[place]`: an object that starts with a key of events, with
/// a phase among what follows. In undamaged JSON no string can look like this, since its quotes would be
/// escaped.
[[nodiscard]] bool isEventStart(const char* text, std::size_t size, std::size_t place);

/// Whether a closing bracket at `place` ends the array of events, by what follows: nothing, the end of the
/// document, a key beside the events, or another document. `isDue`: a bracket of its kind can stand here; if
/// not, it must stand behind an event and only a well-known key will do.
[[nodiscard]] bool isEndOfEvents(const char* text, std::size_t size, std::size_t place, bool isDue);

/// Where, from `from` on, an event seems to begin behind the end of another. Text within a string can look
/// like this.
[[nodiscard]] std::optional<std::size_t> guessEventStart(std::string_view text, std::size_t from);

} // namespace diptych
