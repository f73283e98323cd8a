#include "core/analysis/rule_table.h"

namespace diptych {

const RuleTable& defaultRules() { static const RuleTable table; return table; }
Result<RuleTable> parseRules(std::string_view, const std::string&) { return RuleTable{}; }
Result<RuleTable> loadRules(const std::string&) { return RuleTable{}; }
std::string writeRules(const RuleTable&) { return {}; }

} // namespace diptych
