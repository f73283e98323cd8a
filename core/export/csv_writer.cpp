#include "core/export/csv_writer.h"

#include "core/export/cell_text.h"
#include "core/export/number_text.h"
#include "core/export/text_utf8.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <system_error>

namespace diptych {

namespace {

constexpr std::size_t kFlushBytes = std::size_t{1} << 18U;
constexpr std::string_view kLineEnd = "\r\n";

constexpr std::array<std::string_view, 13> kTablesOfDirectory{
    "operations",  "layers",  "pairs",    "fusion", "launch_counts", "same_kernels", "budget",
    "composition", "modules", "findings", "ahead",  "diagnostics",   "kernels"};

/// Appends one cell; an unknown value is an empty field.
struct CellAppender {
    std::string& line;

    void operator()(std::monostate) const {}
    void operator()(std::int64_t value) const { appendNumber(line, value); }
    void operator()(std::uint64_t value) const { appendNumber(line, value); }
    void operator()(double value) const {
        if (std::isfinite(value)) {
            appendNumber(line, value);
        }
    }
    void operator()(bool value) const { line += value ? "true" : "false"; }
    void operator()(std::string_view text) const { appendCsvText(line, text); }
    void operator()(const TextList& texts) const { appendCsvText(line, joinTexts(texts)); }
    void operator()(const std::vector<NameShare>* names) const { appendCsvText(line, joinNames(*names)); }
    void operator()(const std::vector<StackCount>* stacks) const { appendNumber(line, stacks->size()); }
};

bool looksLikeFormula(std::string_view text) {
    return !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
}

bool needsQuotes(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char character) {
        return character == ',' || character == '"' || character == '\n' || character == '\r';
    });
}

/// The files of a directory under way: opened, filled, and then put in their places together.
class CsvDirectory {
public:
    CsvDirectory(const std::string& directory, const CancelToken& cancel)
        : m_directory(directory), m_cancel(cancel) {}

    /// Leaves no directory behind that was made for nothing.
    ~CsvDirectory() {
        m_files.clear(); // their temporary files go first
        if (m_created && !m_published) {
            std::error_code ignored;
            std::filesystem::remove(m_directory, ignored);
        }
    }
    CsvDirectory(const CsvDirectory&) = delete;
    CsvDirectory& operator=(const CsvDirectory&) = delete;

    Failure create() {
        std::error_code error;
        m_created = std::filesystem::create_directories(m_directory, error);
        if (error || !std::filesystem::is_directory(m_directory, error)) {
            return Error{ErrorCode::CannotWrite,
                         m_directory,
                         {},
                         error ? "the folder cannot be created: " + error.message()
                               : "this is a file, not a folder",
                         "Choose another folder"};
        }
        return {};
    }

    Failure add(const CsvTable& table, const Comparison& comparison) {
        Result<OutputFile> opened =
            OutputFile::open((std::filesystem::path(m_directory) / (table.name + ".csv")).string());
        if (!opened) {
            return opened.error();
        }
        m_files.push_back(std::move(opened).value());
        table.write(comparison, [&](std::string_view text) {
            return !m_cancel.isCancelled() && m_files.back().write(text);
        });
        if (m_cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, m_directory, {}, "writing was interrupted", ""};
        }
        return m_files.back().close();
    }

    Failure publish() {
        Failure failure = publishTogether(m_files);
        m_published = !failure;
        return failure;
    }

private:
    std::string m_directory;
    CancelToken m_cancel;
    std::vector<OutputFile> m_files;
    bool m_created = false;
    bool m_published = false;
};

std::vector<CsvTable> makeCsvTables() {
    std::vector<CsvTable> tables;
    for (const std::string_view name : kTablesOfDirectory) {
        const OutputTable* const table = findTable(name);
        tables.push_back({std::string(name), [table](const Comparison& comparison, const TextSink& sink) {
                              return writeCsv(*table, comparison, sink);
                          }});
    }
    return tables;
}

} // namespace

void appendCsvText(std::string& line, std::string_view text) {
    std::string repaired;
    if (validUtf8Prefix(text) != text.size()) {
        appendAsUtf8(repaired, text);
        text = repaired;
    }
    const std::string_view apostrophe = looksLikeFormula(text) ? "'" : "";
    if (!needsQuotes(text)) {
        line += apostrophe;
        line += text;
        return;
    }
    line += '"';
    line += apostrophe;
    for (std::size_t quote = text.find('"'); quote != std::string_view::npos; quote = text.find('"')) {
        line += text.substr(0, quote + 1);
        line += '"';
        text.remove_prefix(quote + 1);
    }
    line += text;
    line += '"';
}

bool writeCsv(const OutputTable& table, const Comparison& comparison, const TextSink& sink) {
    std::vector<std::size_t> columns;
    std::string text;
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        if (table.columns[column].scope == ColumnScope::Everywhere) {
            text += columns.empty() ? "" : ",";
            text += table.columns[column].name;
            columns.push_back(column);
        }
    }
    text += kLineEnd;
    const std::unique_ptr<TableReader> reader = table.read(comparison);
    const std::size_t rows = reader->rowCount();
    for (std::size_t row = 0; row < rows; ++row) {
        for (const std::size_t column : columns) {
            if (column != columns.front()) {
                text += ',';
            }
            std::visit(CellAppender{text}, reader->cell(row, column));
        }
        text += kLineEnd;
        if (text.size() >= kFlushBytes) {
            if (!sink(text)) {
                return false;
            }
            text.clear();
        }
    }
    return text.empty() || sink(text);
}

const std::vector<CsvTable>& csvTables() {
    static const std::vector<CsvTable> tables = makeCsvTables();
    return tables;
}

Failure writeCsvDirectory(const Comparison& comparison, const std::string& directory,
                          const CancelToken& cancel) {
    CsvDirectory files(directory, cancel);
    if (Failure failure = files.create()) {
        return failure;
    }
    for (const CsvTable& table : csvTables()) {
        if (Failure failure = files.add(table, comparison)) {
            return failure;
        }
    }
    return files.publish();
}

} // namespace diptych
