#pragma once
// What the two readers of rule files share: errors and the checks of single fields. Private to the rule
// table.

#include "core/analysis/rule_table.h"

#include <string>

namespace diptych {

[[nodiscard]] Error rulesError(const std::string& file, std::string reason, std::string remedy = {});

/// Fills what may be left out, spells known categories and vendors in the program's way, and checks the rest.
/// `where` names the rule in messages: "rule 3", "row 4".
[[nodiscard]] Failure completeRule(Rule& rule, const std::string& file, const std::string& where);

} // namespace diptych
