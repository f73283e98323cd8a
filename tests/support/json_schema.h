#pragma once
// A small JSON Schema validator for the schemas of this program. It knows the keywords that they use and
// refuses any other, so that nothing is taken for checked that is not.

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace diptych::test {

/// What is wrong, one sentence each with the place in the document ("/steps/0/phase: ..."); empty when valid.
[[nodiscard]] std::vector<std::string> schemaViolations(const nlohmann::json& schema,
                                                        const nlohmann::json& document);

} // namespace diptych::test
