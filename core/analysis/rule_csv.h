#pragma once
// The CSV form of a rule table: RFC 4180 with a header row. Private to the rule table.

#include "core/analysis/rule_table.h"

namespace diptych {

/// Reads the rules alone. Columns category and pattern are needed; operation, vendor, label and components
/// (separated by spaces, ';' or '+') are understood; others are ignored. Errors name the row as a spreadsheet
/// counts it.
[[nodiscard]] Result<std::vector<Rule>> parseRulesCsv(std::string_view text, const std::string& name);

} // namespace diptych
