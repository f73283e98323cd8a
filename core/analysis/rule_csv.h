#pragma once
// The CSV form of a rule table: RFC 4180 with a header row. Whoever reads a file asks the rule table, which
// calls this.

#include "core/analysis/rule_table.h"

namespace diptych {

/// Reads the rules alone. Columns category and pattern are needed; operation, vendor, label and components
/// (separated by spaces, ';' or '+'), generic and transfer are understood; others are ignored. Errors name
/// the row as a spreadsheet counts it.
[[nodiscard]] Result<std::vector<Rule>> parseRulesCsv(std::string_view text, const std::string& name);

/// The rules by kernel name, which parseRules reads back to equal ones. Rules by CPU op, step patterns and
/// containers have no place in it.
[[nodiscard]] std::string writeRulesCsv(const RuleTable& table);

} // namespace diptych
