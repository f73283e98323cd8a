#include "tests/support/json_schema.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace diptych::test {

namespace {

using nlohmann::json;

bool hasType(const json& value, const std::string& type) {
    return (type == "object" && value.is_object()) || (type == "array" && value.is_array()) ||
           (type == "string" && value.is_string()) || (type == "boolean" && value.is_boolean()) ||
           (type == "integer" && value.is_number_integer()) || (type == "number" && value.is_number()) ||
           (type == "null" && value.is_null());
}

class Validator {
public:
    explicit Validator(const json& root) : m_root(root) {}

    void check(const json& schema, const json& value, const std::string& place) {
        if (schema.contains("$ref")) {
            const json::json_pointer pointer(schema.at("$ref").get<std::string>().substr(1));
            check(m_root.at(pointer), value, place);
            return;
        }
        static const std::set<std::string> kKnown{
            "$schema", "title",   "$defs",   "type",  "properties", "required", "additionalProperties",
            "items",   "minimum", "maximum", "const", "enum"};
        for (const auto& [keyword, content] : schema.items()) {
            if (kKnown.count(keyword) == 0) {
                report(place, "the schema uses the unknown keyword " + keyword);
            }
        }
        checkValue(schema, value, place);
        if (value.is_object()) {
            checkObject(schema, value, place);
        }
        if (value.is_array() && schema.contains("items")) {
            for (std::size_t i = 0; i < value.size(); ++i) {
                check(schema.at("items"), value.at(i), place + "/" + std::to_string(i));
            }
        }
    }

    std::vector<std::string> violations;

private:
    void report(const std::string& place, const std::string& what) {
        violations.push_back(place + ": " + what);
    }

    void checkValue(const json& schema, const json& value, const std::string& place) {
        if (schema.contains("type")) {
            const json& types = schema.at("type");
            const bool fits = types.is_string()
                                  ? hasType(value, types.get<std::string>())
                                  : std::any_of(types.begin(), types.end(), [&](const json& type) {
                                        return hasType(value, type.get<std::string>());
                                    });
            if (!fits) {
                report(place, "is of type " + std::string(value.type_name()) + ", not " + types.dump());
            }
        }
        if (schema.contains("const") && schema.at("const") != value) {
            report(place, "is not " + schema.at("const").dump());
        }
        if (schema.contains("enum")) {
            const json& allowed = schema.at("enum");
            if (std::find(allowed.begin(), allowed.end(), value) == allowed.end()) {
                report(place, value.dump() + " is none of " + allowed.dump());
            }
        }
        if (value.is_number() && schema.contains("minimum") && value < schema.at("minimum")) {
            report(place, value.dump() + " is too small");
        }
        if (value.is_number() && schema.contains("maximum") && value > schema.at("maximum")) {
            report(place, value.dump() + " is too large");
        }
    }

    void checkObject(const json& schema, const json& value, const std::string& place) {
        for (const json& name : schema.value("required", json::array())) {
            if (!value.contains(name.get<std::string>())) {
                report(place, "lacks " + name.get<std::string>());
            }
        }
        const json& properties = schema.value("properties", json::object());
        for (const auto& [name, content] : value.items()) {
            if (properties.contains(name)) {
                check(properties.at(name), content, place + "/" + name);
            } else if (schema.contains("additionalProperties")) {
                const json& others = schema.at("additionalProperties");
                if (others.is_object()) {
                    check(others, content, place + "/" + name);
                } else if (!others.get<bool>()) {
                    report(place, "has the unknown member " + name);
                }
            }
        }
    }

    const json& m_root;
};

} // namespace

std::vector<std::string> schemaViolations(const json& schema, const json& document) {
    Validator validator(schema);
    validator.check(schema, document, "");
    return validator.violations;
}

} // namespace diptych::test
