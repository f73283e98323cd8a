#include "core/analysis/rule_table.h"

#include "core/analysis/default_rules_text.h"
#include "core/analysis/kernel_class.h"
#include "core/analysis/rule_csv.h"
#include "core/analysis/rule_fields.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <optional>

namespace diptych {

namespace {

using Json = nlohmann::json;
using OrderedJson = nlohmann::ordered_json;

constexpr std::string_view kSchema = "diptych.rules/1";
/// Far more than any table of rules; what is larger is some other file.
constexpr std::size_t kMostBytes = 16U << 20U;
constexpr int kMostDepth = 32;

/// Takes the fields of one JSON object out of it; what is left at the end is unknown.
class Fields {
public:
    Fields(Json object, std::string file, std::string where)
        : m_object(std::move(object)), m_file(std::move(file)), m_where(std::move(where)) {}

    void take(const char* key, std::string& text) {
        if (const Json* const value = find(key)) {
            if (value->is_string()) {
                text = value->get<std::string>();
            } else {
                fail(key, "is no text");
            }
        }
        m_object.erase(key);
    }

    void take(const char* key, bool& flag) {
        if (const Json* const value = find(key)) {
            if (value->is_boolean()) {
                flag = value->get<bool>();
            } else {
                fail(key, "is neither true nor false");
            }
        }
        m_object.erase(key);
    }

    void take(const char* key, std::vector<std::string>& texts) {
        if (const Json* const value = find(key)) {
            const bool isList =
                value->is_array() &&
                std::all_of(value->begin(), value->end(), [](const Json& item) { return item.is_string(); });
            if (isList) {
                texts = value->get<std::vector<std::string>>();
            } else {
                fail(key, "is no list of texts");
            }
        }
        m_object.erase(key);
    }

    /// The list of that name; empty optional when it is left out.
    std::optional<Json> takeList(const char* key) {
        std::optional<Json> list;
        if (const Json* const value = find(key)) {
            if (value->is_array()) {
                list = *value;
            } else {
                fail(key, "is no list");
            }
        }
        m_object.erase(key);
        return list;
    }

    [[nodiscard]] std::string unknown() const { return m_object.empty() ? std::string{} : m_object.dump(); }
    [[nodiscard]] const Failure& failure() const { return m_failure; }

private:
    [[nodiscard]] const Json* find(const char* key) const {
        const auto place = m_object.find(key);
        return place == m_object.end() || place->is_null() ? nullptr : &*place;
    }

    void fail(const char* key, const char* what) {
        if (!m_failure) {
            m_failure =
                rulesError(m_file, (m_where.empty() ? "" : m_where + ": ") + "field '" + key + "' " + what);
        }
    }

    Json m_object;
    std::string m_file;
    std::string m_where;
    Failure m_failure;
};

Result<Rule> readRule(const Json& json, const std::string& file, const std::string& where) {
    if (!json.is_object()) {
        return rulesError(file, where + " is no object");
    }
    Rule rule;
    Fields fields(json, file, where);
    fields.take("operation", rule.operation);
    fields.take("category", rule.category);
    fields.take("pattern", rule.pattern);
    fields.take("vendor", rule.vendor);
    fields.take("label", rule.label);
    fields.take("components", rule.components);
    fields.take("generic", rule.generic);
    fields.take("transfer", rule.transfer);
    rule.unknown = fields.unknown();
    if (fields.failure()) {
        return *fields.failure();
    }
    if (Failure failure = completeRule(rule, file, where)) {
        return *std::move(failure);
    }
    return rule;
}

Failure readRules(const Json& list, const std::string& file, const std::string& kind,
                  std::vector<Rule>& rules) {
    rules.clear();
    for (const Json& item : list) {
        Result<Rule> rule = readRule(item, file, kind + " " + std::to_string(rules.size() + 1));
        if (!rule) {
            return rule.error();
        }
        rules.push_back(std::move(rule).value());
    }
    return std::nullopt;
}

Failure readSteps(const Json& list, const std::string& file, std::vector<StepPattern>& steps) {
    steps.clear();
    for (const Json& item : list) {
        const std::string where = "step pattern " + std::to_string(steps.size() + 1);
        if (!item.is_object()) {
            return rulesError(file, where + " is no object");
        }
        StepPattern step;
        Fields fields(item, file, where);
        fields.take("pattern", step.pattern);
        fields.take("phase", step.phase);
        fields.take("source", step.source);
        if (fields.failure()) {
            return fields.failure();
        }
        const auto isOneOf = [](const std::string& text, std::initializer_list<const char*> known) {
            return std::find(known.begin(), known.end(), text) != known.end();
        };
        if (step.pattern.empty()) {
            return rulesError(file, where + " has no pattern");
        }
        if (!isOneOf(step.phase, {"prefill", "decode", "mixed", "unknown", "counts"})) {
            return rulesError(file, where + ": unknown phase '" + step.phase + "'",
                              "Phases are prefill, decode, mixed, unknown and counts");
        }
        if (!isOneOf(step.source, {"annotation", "profiler_step", "frame"})) {
            return rulesError(file, where + ": unknown source '" + step.source + "'",
                              "Sources are annotation, profiler_step and frame");
        }
        steps.push_back(std::move(step));
    }
    return std::nullopt;
}

Result<RuleTable> readTable(Json json, const std::string& file, RuleTable table) {
    if (!json.is_object()) {
        return rulesError(file, "the file is no JSON object",
                          "A rule file is an object of schema diptych.rules/1");
    }
    Fields fields(std::move(json), file, {});
    std::string schema;
    fields.take("schema", schema);
    if (schema != kSchema) {
        return rulesError(file, schema.empty() ? "no schema is named" : "the schema is '" + schema + "'",
                          "A rule file is of schema diptych.rules/1");
    }
    Failure failure;
    if (const std::optional<Json> list = fields.takeList("rules")) {
        failure = readRules(*list, file, "rule", table.rules);
    }
    if (const std::optional<Json> list = fields.takeList("cpu_op_rules"); list && !failure) {
        failure = readRules(*list, file, "CPU op rule", table.cpuOpRules);
    }
    if (const std::optional<Json> list = fields.takeList("steps"); list && !failure) {
        failure = readSteps(*list, file, table.steps);
    }
    fields.take("container_modules", table.containerModules);
    table.unknown = fields.unknown();
    if (failure || fields.failure()) {
        return failure ? *failure : *fields.failure();
    }
    return table;
}

Result<RuleTable> parseJson(std::string_view text, const std::string& name, RuleTable defaults) {
    bool isTooDeep = false;
    const auto keepShallow = [&isTooDeep](int depth, Json::parse_event_t, Json&) {
        isTooDeep = isTooDeep || depth > kMostDepth;
        return !isTooDeep;
    };
    try {
        Json json = Json::parse(text, keepShallow);
        if (isTooDeep) {
            return rulesError(name, "the file is nested too deeply");
        }
        return readTable(std::move(json), name, std::move(defaults));
    } catch (const Json::parse_error& error) {
        Error result = rulesError(name, "the file is no valid JSON");
        result.byteOffset = error.byte > 0 ? error.byte - 1 : 0;
        return result;
    } catch (const Json::exception& error) {
        return rulesError(name, error.what());
    }
}

RuleTable readDefault() {
    Result<RuleTable> table = parseJson(defaultRulesText(), "built in", {});
    RuleTable rules = table ? std::move(table).value() : RuleTable{};
    rules.source = "built in";
    return rules;
}

/// The known fields of a rule, then those of a newer program.
OrderedJson withUnknown(OrderedJson json, const std::string& unknown) {
    if (!unknown.empty()) {
        const OrderedJson more = OrderedJson::parse(unknown, nullptr, false);
        if (more.is_object()) {
            json.update(more);
        }
    }
    return json;
}

OrderedJson ruleJson(const Rule& rule) {
    OrderedJson json{{"operation", rule.operation}, {"category", rule.category}};
    if (!rule.vendor.empty()) {
        json["vendor"] = rule.vendor;
    }
    if (!rule.label.empty()) {
        json["label"] = rule.label;
    }
    if (!rule.components.empty()) {
        json["components"] = rule.components;
    }
    if (rule.generic) {
        json["generic"] = true;
    }
    if (rule.transfer) {
        json["transfer"] = true;
    }
    json["pattern"] = rule.pattern;
    return withUnknown(std::move(json), rule.unknown);
}

OrderedJson stepJson(const StepPattern& step) {
    return {{"source", step.source}, {"phase", step.phase}, {"pattern", step.pattern}};
}

/// One item a line: so a person can read, move and compare rules.
template <class Item, class ToJson>
void writeList(std::string& text, const char* key, const std::vector<Item>& items, ToJson toJson) {
    text += ",\n  \"" + std::string(key) + "\": [";
    const char* separator = "\n    ";
    for (const Item& item : items) {
        text += separator + toJson(item).dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
        separator = ",\n    ";
    }
    text += items.empty() ? "]" : "\n  ]";
}

} // namespace

const std::vector<std::string>& knownCategories() {
    static const std::vector<std::string> categories{
        "attention",   "gemm",     "moe",          "normalization", "rope",          "activation",
        "elementwise", "reduce",   "quantization", "convolution",   "communication", "memory",
        "sort",        "sampling", "fused",        "other"};
    return categories;
}

const RuleTable& defaultRules() {
    static const RuleTable table = readDefault();
    return table;
}

Result<RuleTable> parseRules(std::string_view text, const std::string& name) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (text.substr(0, kByteOrderMark.size()) == kByteOrderMark) {
        text.remove_prefix(kByteOrderMark.size());
    }
    if (text.size() > kMostBytes) {
        return rulesError(name, "the file is larger than 16 MiB", "This is hardly a table of rules");
    }
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos) {
        return rulesError(name, "the file is empty");
    }
    RuleTable table = defaultRules();
    table.source = name;
    if (text[first] == '{' || text[first] == '[') {
        return parseJson(text, name, std::move(table));
    }
    Result<std::vector<Rule>> rules = parseRulesCsv(text, name);
    if (!rules) {
        return rules.error();
    }
    table.rules = std::move(rules).value();
    table.unknown.clear();
    return table;
}

Result<RuleTable> loadRules(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return Error{ErrorCode::CannotOpen, path, std::nullopt, "the rule file cannot be read", {}};
    }
    std::string text(kMostBytes + 1, '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (file.bad()) {
        return Error{ErrorCode::ReadFailed, path, std::nullopt, "reading the rule file failed", {}};
    }
    text.resize(static_cast<std::size_t>(file.gcount()));
    return parseRules(text, path);
}

std::string writeRules(const RuleTable& table) {
    std::string text = "{\n  \"schema\": \"" + std::string(kSchema) + "\"";
    writeList(text, "rules", table.rules, ruleJson);
    writeList(text, "cpu_op_rules", table.cpuOpRules, ruleJson);
    writeList(text, "steps", table.steps, stepJson);
    writeList(text, "container_modules", table.containerModules,
              [](const std::string& name) { return OrderedJson(name); });
    const OrderedJson unknown = withUnknown(OrderedJson::object(), table.unknown);
    for (const auto& [key, value] : unknown.items()) {
        text += ",\n  " + OrderedJson(key).dump() + ": " + value.dump();
    }
    return text + "\n}\n";
}

} // namespace diptych
