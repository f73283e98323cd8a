#pragma once
// Keys that profilers write, by where they stand. In damaged text they tell members of an event from text
// that merely looks like it. Pure functions, any thread.

#include <string_view>

namespace diptych {

/// Of an event: "ph", "name", ...
[[nodiscard]] bool isEventKey(std::string_view key);
/// Of an event's "args": "correlation", "Input Dims", ...
[[nodiscard]] bool isArgKey(std::string_view key);
/// Beside the list of events: "schemaVersion", "traceName", ...
[[nodiscard]] bool isDocumentKey(std::string_view key);

} // namespace diptych
