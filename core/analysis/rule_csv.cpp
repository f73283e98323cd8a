#include "core/analysis/rule_csv.h"

#include "core/analysis/pattern.h"
#include "core/analysis/rule_fields.h"
#include "core/base/lower_case.h"

#include <algorithm>
#include <optional>

namespace diptych {

namespace {

struct Row {
    std::vector<std::string> cells;
    bool unclosedQuote = false;

    [[nodiscard]] bool isBlank() const { return cells.size() == 1 && cells.front().empty(); }
};

/// Splits a CSV text into rows; quotes as in RFC 4180, any line end.
class CsvReader {
public:
    explicit CsvReader(std::string_view text) : m_rest(text) {}

    [[nodiscard]] std::optional<Row> next() {
        if (m_rest.empty()) {
            return std::nullopt;
        }
        Row row;
        bool more = true;
        while (more) {
            row.cells.push_back(cell(row.unclosedQuote));
            more = !m_rest.empty() && m_rest.front() == ',';
            if (more) {
                m_rest.remove_prefix(1);
            }
        }
        skipLineEnd();
        return row;
    }

private:
    std::string cell(bool& unclosedQuote) {
        if (!m_rest.empty() && m_rest.front() == '"') {
            m_rest.remove_prefix(1);
            std::string text = quoted(unclosedQuote);
            return text += plain();
        }
        return plain();
    }

    std::string plain() {
        const std::string_view text = m_rest.substr(0, m_rest.find_first_of(",\r\n"));
        m_rest.remove_prefix(text.size());
        return std::string(text);
    }

    std::string quoted(bool& unclosedQuote) {
        std::string text;
        while (!m_rest.empty()) {
            const std::size_t quote = std::min(m_rest.find('"'), m_rest.size());
            text.append(m_rest.substr(0, quote));
            m_rest.remove_prefix(quote);
            if (m_rest.empty()) {
                break;
            }
            m_rest.remove_prefix(1);
            if (m_rest.empty() || m_rest.front() != '"') {
                return text;
            }
            text.push_back('"');
            m_rest.remove_prefix(1);
        }
        unclosedQuote = true;
        return text;
    }

    void skipLineEnd() {
        if (!m_rest.empty() && m_rest.front() == '\r') {
            m_rest.remove_prefix(1);
        }
        if (!m_rest.empty() && m_rest.front() == '\n') {
            m_rest.remove_prefix(1);
        }
    }

    std::string_view m_rest;
};

std::string trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) {
        return {};
    }
    return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

std::vector<std::string> splitList(std::string_view text) {
    std::vector<std::string> parts;
    std::string part;
    for (const char c : text) {
        if (c == ' ' || c == ';' || c == '+' || c == ',') {
            if (!part.empty()) {
                parts.push_back(std::move(part));
                part.clear();
            }
        } else {
            part.push_back(c);
        }
    }
    if (!part.empty()) {
        parts.push_back(std::move(part));
    }
    return parts;
}

class Columns {
public:
    explicit Columns(const Row& header) {
        for (const std::string& name : header.cells) {
            m_names.push_back(lowerCase(trimmed(name)));
        }
    }

    [[nodiscard]] bool has(std::string_view name) const { return indexOf(name) < m_names.size(); }
    /// The cell as it is: blanks belong to a pattern.
    [[nodiscard]] std::string of(const Row& row, std::string_view name) const {
        const std::size_t index = indexOf(name);
        return index < row.cells.size() && index < m_names.size() ? row.cells[index] : std::string{};
    }

private:
    [[nodiscard]] std::size_t indexOf(std::string_view name) const {
        return static_cast<std::size_t>(std::find(m_names.begin(), m_names.end(), name) - m_names.begin());
    }

    std::vector<std::string> m_names;
};

bool isTrue(const std::string& cell) {
    const std::string text = lowerCase(trimmed(cell));
    return text == "true" || text == "1" || text == "yes";
}

Rule ruleOf(const Columns& columns, const Row& row) {
    Rule rule;
    rule.category = trimmed(columns.of(row, "category"));
    rule.pattern = columns.of(row, "pattern");
    rule.operation = trimmed(columns.of(row, "operation"));
    rule.vendor = trimmed(columns.of(row, "vendor"));
    rule.label = trimmed(columns.of(row, "label"));
    rule.components = splitList(columns.of(row, "components"));
    rule.generic = isTrue(columns.of(row, "generic"));
    rule.transfer = isTrue(columns.of(row, "transfer"));
    return rule;
}

void appendCell(std::string& text, std::string_view cell) {
    if (cell.find_first_of(",\"\r\n") == std::string_view::npos) {
        text += cell;
        return;
    }
    text += '"';
    for (const char c : cell) {
        text += c;
        if (c == '"') {
            text += '"';
        }
    }
    text += '"';
}

} // namespace

Result<std::vector<Rule>> parseRulesCsv(std::string_view text, const std::string& name) {
    CsvReader reader(text);
    const std::optional<Row> header = reader.next();
    const Columns columns(header.value_or(Row{}));
    if (!columns.has("category") || !columns.has("pattern")) {
        return rulesError(
            name, "row 1 does not name the columns category and pattern",
            "A rule file is JSON of schema diptych.rules/1, or CSV with the header category,pattern");
    }
    std::vector<Rule> rules;
    std::size_t number = 1;
    while (const std::optional<Row> row = reader.next()) {
        const std::string where = "row " + std::to_string(++number);
        if (row->isBlank()) {
            continue;
        }
        if (row->unclosedQuote) {
            return rulesError(name, where + ": a quoted cell does not end");
        }
        Rule rule = ruleOf(columns, *row);
        if (Failure failure = completeRule(rule, name, where)) {
            return *std::move(failure);
        }
        if (const Result<Pattern> pattern = Pattern::compile(rule.pattern); !pattern) {
            return rulesError(name, where + ": " + pattern.error().reason + " '" + rule.pattern + "'");
        }
        rules.push_back(std::move(rule));
    }
    return rules;
}

std::string writeRulesCsv(const RuleTable& table) {
    std::string text = "category,pattern,operation,vendor,label,components,generic,transfer\r\n";
    for (const Rule& rule : table.rules) {
        std::string components;
        for (const std::string& component : rule.components) {
            components += components.empty() ? component : ";" + component;
        }
        const std::string_view cells[] = {rule.category, rule.pattern, rule.operation,
                                          rule.vendor,   rule.label,   components};
        for (const std::string_view cell : cells) {
            appendCell(text, cell);
            text += ',';
        }
        text += rule.generic ? "true," : ",";
        text += rule.transfer ? "true\r\n" : "\r\n";
    }
    return text;
}

} // namespace diptych
