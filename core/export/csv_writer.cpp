#include "core/export/csv_writer.h"

#include "core/base/parallel.h"
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

/// What the characters of a text ask for; one look at each, for there can be a billion of them.
constexpr unsigned kNeedsQuotes = 1;
constexpr unsigned kIsZero = 2;
constexpr unsigned kIsNoAscii = 4;

constexpr std::array<std::uint8_t, 256> makeCharacterKinds() {
    std::array<std::uint8_t, 256> kinds{};
    for (const char character : {',', '"', '\n', '\r'}) {
        kinds[static_cast<unsigned char>(character)] = kNeedsQuotes;
    }
    kinds[0] = kIsZero;
    for (std::size_t i = 0x80; i < kinds.size(); ++i) {
        kinds[i] = kIsNoAscii;
    }
    return kinds;
}

unsigned kindsIn(std::string_view text) {
    static constexpr std::array<std::uint8_t, 256> kKinds = makeCharacterKinds();
    unsigned kinds = 0;
    for (const char character : text) {
        kinds |= kKinds[static_cast<unsigned char>(character)];
    }
    return kinds;
}

/// Valid UTF-8 without zero bytes, which readers of CSV refuse.
std::string repairedText(std::string_view text) {
    std::string repaired;
    appendAsUtf8(repaired, text);
    std::replace(repaired.begin(), repaired.end(), '\0', ' ');
    return repaired;
}

/// Writes the rows of a table as lines. Large tables are cut into blocks that several threads format, each
/// with a reader of its own, while the blocks before them are written.
class CsvRows {
public:
    CsvRows(const OutputTable& table, const Comparison& comparison)
        : m_table(table), m_comparison(comparison) {
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            if (table.columns[column].scope == ColumnScope::Everywhere) {
                m_columns.push_back(column);
            }
        }
    }

    [[nodiscard]] std::string header() const {
        std::string text;
        for (const std::size_t column : m_columns) {
            text += column == m_columns.front() ? "" : ",";
            text += m_table.columns[column].name;
        }
        text += kLineEnd;
        return text;
    }

    /// False when the sink stopped it. `written` is told how many rows there are by now.
    [[nodiscard]] bool write(const TextSink& sink, const std::function<void(std::size_t)>& written = {}) {
        m_readers.push_back(m_table.read(m_comparison));
        const std::size_t rows = m_readers.front()->rowCount();
        const std::size_t blocks = (rows + kRowsOfBlock - 1) / kRowsOfBlock;
        const std::size_t workers =
            std::clamp<std::size_t>(blocks, 1, std::min(hardwareThreads(), kMostThreads));
        while (m_readers.size() < workers) {
            m_readers.push_back(m_table.read(m_comparison));
        }
        std::vector<std::string> formatted(workers);
        std::vector<std::string> finished{header()};
        bool isGoing = true;
        for (std::size_t first = 0; isGoing && (first < blocks || !finished.empty()); first += workers) {
            const std::size_t count = std::min(workers, blocks - std::min(first, blocks));
            parallelFor(count + 1, blocks > 1 ? static_cast<unsigned>(workers + 1) : 1,
                        [&](std::size_t task) {
                            if (task == 0) {
                                isGoing = std::all_of(finished.begin(), finished.end(), sink);
                            } else {
                                const std::size_t begin = (first + task - 1) * kRowsOfBlock;
                                format(*m_readers[task - 1], begin, std::min(rows, begin + kRowsOfBlock),
                                       formatted[task - 1]);
                            }
                        });
            if (written) {
                written(std::min(rows, first * kRowsOfBlock));
            }
            finished.resize(count);
            finished.swap(formatted);
            finished.resize(count);
            formatted.resize(workers);
        }
        return isGoing;
    }

private:
    static constexpr std::size_t kRowsOfBlock = 8192;
    static constexpr unsigned kMostThreads = 8;

    void format(TableReader& reader, std::size_t begin, std::size_t end, std::string& text) const {
        text.clear();
        for (std::size_t row = begin; row < end; ++row) {
            for (const std::size_t column : m_columns) {
                if (column != m_columns.front()) {
                    text += ',';
                }
                std::visit(CellAppender{text}, reader.cell(row, column));
            }
            text += kLineEnd;
        }
    }

    const OutputTable& m_table;
    const Comparison& m_comparison;
    std::vector<std::size_t> m_columns;
    std::vector<std::unique_ptr<TableReader>> m_readers; ///< one a thread
};

/// The files of a directory under way: opened, filled, and then put in their places together.
class CsvDirectory {
public:
    CsvDirectory(const Comparison& comparison, const std::string& directory, const CancelToken& cancel,
                 const RowProgress& progress)
        : m_comparison(comparison), m_directory(directory), m_cancel(cancel), m_progress(progress) {
        for (const std::string_view name : kTablesOfDirectory) {
            m_allRows += progress ? findTable(name)->read(comparison)->rowCount() : 0;
        }
    }

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

    Failure add(const OutputTable& table) {
        const std::string name = std::string(table.name) + ".csv";
        Result<OutputFile> opened = OutputFile::open((std::filesystem::path(m_directory) / name).string());
        if (!opened) {
            return opened.error();
        }
        m_files.push_back(std::move(opened).value());
        const auto sink = [&](std::string_view text) {
            return !m_cancel.isCancelled() && m_files.back().write(text);
        };
        std::size_t rowsOfTable = 0;
        static_cast<void>(CsvRows(table, m_comparison).write(sink, [&](std::size_t rows) {
            rowsOfTable = rows;
            if (m_progress) {
                m_progress(m_doneRows + rows, m_allRows);
            }
        })); // a failure comes from closing
        m_doneRows += rowsOfTable;
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
    const Comparison& m_comparison;
    std::string m_directory;
    CancelToken m_cancel;
    const RowProgress& m_progress;
    std::uint64_t m_doneRows = 0; ///< of the tables before
    std::uint64_t m_allRows = 0;
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
    const unsigned kinds = kindsIn(text);
    std::string repaired;
    if ((kinds & (kIsZero | kIsNoAscii)) != 0) {
        repaired = repairedText(text);
        text = repaired;
    }
    const std::string_view apostrophe = looksLikeFormula(text) ? "'" : "";
    if ((kinds & kNeedsQuotes) == 0) {
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
    return CsvRows(table, comparison).write(sink);
}

const std::vector<CsvTable>& csvTables() {
    static const std::vector<CsvTable> tables = makeCsvTables();
    return tables;
}

Failure writeCsvDirectory(const Comparison& comparison, const std::string& directory,
                          const CancelToken& cancel, const RowProgress& progress) {
    CsvDirectory files(comparison, directory, cancel, progress);
    if (Failure failure = files.create()) {
        return failure;
    }
    for (const std::string_view name : kTablesOfDirectory) {
        if (Failure failure = files.add(*findTable(name))) {
            return failure;
        }
    }
    return files.publish();
}

} // namespace diptych
