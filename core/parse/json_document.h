#pragma once
// Parses the JSON that stands around the events of a trace, however large and odd it is: what nobody asks for
// is not kept, and cancelling is heard. Pure functions, any thread.

#include "core/base/cancel_token.h"

#include <nlohmann/json.hpp>
#include <string_view>

namespace diptych {

/// Whether to keep what the parser has met, as nlohmann calls it.
using JsonFilter = nlohmann::json::parser_callback_t;

/// The value of a JSON text without what `filter` rejects; discarded when it is no JSON, or when cancelled.
[[nodiscard]] nlohmann::json parseDocument(std::string_view text, const JsonFilter& filter,
                                           const CancelToken& cancel);

} // namespace diptych
