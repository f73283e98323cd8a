#include "core/analysis/rule_fields.h"

#include "core/analysis/kernel_class.h"
#include "core/base/lower_case.h"

#include <algorithm>

namespace diptych {

namespace {

bool isKnownCategory(const std::string& category) {
    const std::vector<std::string>& known = knownCategories();
    return std::find(known.begin(), known.end(), category) != known.end();
}

} // namespace

Error rulesError(const std::string& file, std::string reason, std::string remedy) {
    return Error{ErrorCode::BadRules, file, std::nullopt, std::move(reason), std::move(remedy)};
}

Failure completeRule(Rule& rule, const std::string& file, const std::string& where) {
    if (rule.category.empty()) {
        return rulesError(file, where + " has no category", "Every rule needs a category and a pattern");
    }
    if (rule.pattern.empty()) {
        return rulesError(file, where + " has no pattern", "Every rule needs a category and a pattern");
    }
    if (rule.operation.empty()) {
        rule.operation = rule.category;
    }
    if (std::string category = lowerCase(rule.category); isKnownCategory(category)) {
        rule.category = std::move(category);
    }
    const std::string vendor = lowerCase(rule.vendor);
    if (vendor == "amd") {
        rule.vendor = "AMD";
    } else if (vendor == "nvidia") {
        rule.vendor = "NVIDIA";
    } else if (!vendor.empty()) {
        return rulesError(file, where + ": unknown vendor '" + rule.vendor + "'",
                          "Vendors are AMD and NVIDIA");
    }
    for (std::string& component : rule.components) {
        const std::optional<Component> known = componentOf(component);
        if (!known) {
            return rulesError(
                file, std::string(where).append(": unknown component '").append(component).append("'"),
                "Components are gemm, attention, norm, rope, kv_cache, quantization, activation, ...");
        }
        component = componentName(*known);
    }
    return std::nullopt;
}

} // namespace diptych
