#pragma once
// The text of resources/rules/default_rules.json, built into the library (see resources/rules/embed.cmake).

#include <string_view>

namespace diptych {

[[nodiscard]] std::string_view defaultRulesText();

} // namespace diptych
