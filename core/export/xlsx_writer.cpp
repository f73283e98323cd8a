#include "core/export/xlsx_writer.h"

#include "core/export/cell_text.h"
#include "core/export/kernel_table.h"
#include "core/export/output_file.h"
#include "core/export/xlsx_book.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <numeric>
#include <unistd.h>

namespace diptych {

namespace {

constexpr std::uint32_t kColorA = 0x7C9CC8;
constexpr std::uint32_t kColorB = 0xEBB871;
constexpr std::uint32_t kColorGap = 0xA0147A; ///< above zero: A slower
constexpr std::size_t kRowsMeasured = 200;
constexpr double kNarrowest = 8;
constexpr double kWidest = 60;
constexpr std::uint64_t kRowsPerCheck = 4096;

/// A file of our own in the folder of temporary files, gone when we are.
class TemporaryFile {
public:
    TemporaryFile() {
        std::error_code ignored;
        m_path = (std::filesystem::temp_directory_path(ignored) / "diptych-XXXXXX").string();
        const int descriptor = ::mkstemp(m_path.data());
        m_isThere = descriptor >= 0;
        if (m_isThere) {
            ::close(descriptor);
        }
    }
    ~TemporaryFile() {
        if (m_isThere) {
            ::unlink(m_path.c_str());
        }
    }
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    [[nodiscard]] bool isThere() const { return m_isThere; }
    [[nodiscard]] const std::string& path() const { return m_path; }

private:
    std::string m_path;
    bool m_isThere = false;
};

bool endsWith(std::string_view text, std::string_view end) {
    return text.size() >= end.size() && text.substr(text.size() - end.size()) == end;
}

XlsxFormat formatOf(std::string_view column) {
    if (endsWith(column, "share")) {
        return XlsxFormat::Share;
    }
    if (endsWith(column, "ratio") || endsWith(column, "average") || column == "confidence" ||
        column == "occurrences_per_step") {
        return XlsxFormat::Fraction;
    }
    return XlsxFormat::Whole;
}

/// The colour of the bars behind a column's numbers; empty: none.
std::optional<std::uint32_t> barColorOf(std::string_view column) {
    if (column == "gap_ns" || column == "gap_step_ns") {
        return kColorGap;
    }
    const bool isTime = endsWith(column, "_step_ns") || endsWith(column, "_total_ns") || column == "a_ns" ||
                        column == "b_ns" || endsWith(column, "_share");
    if (!isTime) {
        return std::nullopt;
    }
    return column.front() == 'a' ? kColorA : kColorB;
}

/// About how many characters a cell is wide.
struct CellWidth {
    std::size_t operator()(std::monostate) const { return 0; }
    std::size_t operator()(std::string_view text) const { return text.size(); }
    std::size_t operator()(const TextList& texts) const { return joinTexts(texts).size(); }
    std::size_t operator()(const std::vector<NameShare>* names) const { return joinNames(*names).size(); }
    std::size_t operator()(const std::vector<StackCount>*) const { return 4; }
    std::size_t operator()(bool) const { return 6; }
    std::size_t operator()(double) const { return 8; }
    template <class Integer>
    std::size_t operator()(Integer value) const {
        const std::size_t digits = std::to_string(value).size();
        return digits + digits / 3; // with separators of thousands
    }
};

class XlsxWriter {
public:
    XlsxWriter(const Comparison& comparison, XlsxBook& book, const CancelToken& cancel,
               const RowProgress& progress, const XlsxLimits& limits)
        : m_comparison(comparison), m_book(book), m_cancel(cancel), m_progress(progress), m_limits(limits) {
        for (const OutputTable& table : comparisonTables()) {
            m_tables.push_back(&table);
        }
        m_tables.push_back(&kernelTable());
    }

    /// False when cancelled.
    bool write() {
        m_book.setProperties(m_comparison.summary.verdict);
        XlsxSheet summary = m_book.addSheet("Summary");
        std::vector<std::unique_ptr<TableReader>> readers;
        for (const OutputTable* const table : m_tables) {
            readers.push_back(table->read(m_comparison));
            m_allRows += std::min(readers.back()->rowCount(), mostRows(*table));
        }
        for (std::size_t i = 0; i < m_tables.size(); ++i) {
            if (!writeTable(*m_tables[i], *readers[i])) {
                return false;
            }
        }
        writeSummary(summary);
        return true;
    }

private:
    struct WrittenSheet {
        std::string name;
        std::uint64_t rows = 0;
        std::uint64_t rowsCut = 0;
        std::uint64_t textsCut = 0;
        std::uint64_t numbersAsText = 0;
    };

    [[nodiscard]] static bool isKernels(const OutputTable& table) { return &table == &kernelTable(); }
    [[nodiscard]] std::size_t mostRows(const OutputTable& table) const {
        return isKernels(table) ? std::min(m_limits.rows, m_limits.kernels) : m_limits.rows;
    }

    /// What the sheet of a table holds: all rows, the first ones, or of very many kernels the longest.
    [[nodiscard]] std::vector<std::size_t> rowsOf(const OutputTable& table, const TableReader& reader) const {
        const std::size_t most = mostRows(table);
        if (isKernels(table) && reader.rowCount() > most) {
            return longestKernels(m_comparison, most);
        }
        std::vector<std::size_t> rows(std::min(reader.rowCount(), most));
        std::iota(rows.begin(), rows.end(), std::size_t(0));
        return rows;
    }

    bool writeTable(const OutputTable& table, TableReader& reader) {
        XlsxSheet sheet = m_book.addSheet(std::string(table.name));
        std::vector<std::size_t> columns;
        for (std::size_t i = 0; i < table.columns.size(); ++i) {
            if (table.columns[i].scope == ColumnScope::Everywhere) {
                columns.push_back(i);
            }
        }
        const std::vector<std::size_t> rows = rowsOf(table, reader);
        const auto rowCount = static_cast<std::uint32_t>(rows.size());
        for (std::size_t i = 0; i < columns.size(); ++i) {
            const std::string_view name = table.columns[columns[i]].name;
            const auto at = static_cast<std::uint16_t>(i);
            sheet.columnWidth(at, widthOf(name, reader, columns[i]));
            const std::optional<std::uint32_t> color = barColorOf(name);
            if (color && !isKernels(table) && rowCount > 0) {
                sheet.bars(at, rowCount, *color);
            }
            sheet.text(0, at, name, XlsxFormat::Header);
        }
        sheet.makeTable(rowCount, static_cast<std::uint16_t>(columns.size()));
        if (!writeRows(sheet, table, reader, columns, rows)) {
            return false;
        }
        const std::uint64_t leftOut = reader.rowCount() - rows.size();
        if (leftOut > 0 &&
            rowCount + 2 <= m_limits.rows) { // apart from the table, so that no filter takes it
            sheet.text(rowCount + 2, 0, leftOutText(isKernels(table), leftOut));
        }
        m_written.push_back(
            {std::string(table.name), rowCount, leftOut, sheet.cutTexts(), sheet.numbersAsText()});
        return true;
    }

    [[nodiscard]] static std::string leftOutText(bool areKernels, std::uint64_t rows) {
        return std::to_string(rows) + (areKernels ? " more kernels are in kernels.csv of the CSV export; "
                                                    "these are the longest of each side, compared ones first"
                                                  : " more rows are in the CSV and JSON exports");
    }

    bool writeRows(XlsxSheet& sheet, const OutputTable& table, TableReader& reader,
                   const std::vector<std::size_t>& columns, const std::vector<std::size_t>& rows) {
        std::vector<XlsxFormat> formats;
        formats.reserve(columns.size());
        for (const std::size_t column : columns) {
            formats.push_back(formatOf(table.columns[column].name));
        }
        for (std::size_t row = 0; row < rows.size(); ++row) {
            for (std::size_t i = 0; i < columns.size(); ++i) {
                sheet.cell(static_cast<std::uint32_t>(row + 1), static_cast<std::uint16_t>(i),
                           reader.cell(rows[row], columns[i]), formats[i]);
            }
            ++m_doneRows;
            if (m_doneRows % kRowsPerCheck == 0) {
                if (m_cancel.isCancelled()) {
                    return false;
                }
                if (m_progress) {
                    m_progress(m_doneRows, m_allRows);
                }
            }
        }
        return !m_cancel.isCancelled();
    }

    [[nodiscard]] static double widthOf(std::string_view name, TableReader& reader, std::size_t column) {
        std::size_t most = name.size() + 3; // the button of the filter
        for (std::size_t row = 0; row < std::min(reader.rowCount(), kRowsMeasured); ++row) {
            most = std::max(most, std::visit(CellWidth{}, reader.cell(row, column)));
        }
        return std::clamp(static_cast<double>(most) + 1, kNarrowest, kWidest);
    }

    // ---- the first sheet
    // -------------------------------------------------------------------------------------------

    void writeSummary(XlsxSheet& sheet) {
        sheet.columnWidth(0, 30);
        for (const std::uint16_t column : {1, 2}) {
            sheet.columnWidth(column, 46);
        }
        sheet.columnWidth(3, 22);
        sheet.columnWidth(4, 22);
        sheet.fitToPaper();
        m_row = 0;
        sheet.text(m_row++, 0, "Diptych comparison", XlsxFormat::Title);
        sheet.text(m_row++, 0, m_comparison.summary.verdict);
        ++m_row;
        header(sheet, {"", "A", "B"});
        texts(sheet, "file", [](const AnalyzedTrace& side) { return side.trace->path; });
        texts(sheet, "GPU", [](const AnalyzedTrace& side) { return side.trace->metadata.gpu.value_or(""); });
        texts(sheet, "runtime",
              [](const AnalyzedTrace& side) { return side.trace->metadata.runtimeVersion; });
        writeFigures(sheet);
        ++m_row;
        writeSheetList(sheet);
        ++m_row;
        remarks(sheet,
                {"Times are nanoseconds (_ns). gap is A - B, ratio is A / B: above zero and above one A is "
                 "slower.",
                 "An empty cell is a figure that does not apply or is not in the trace.",
                 "Phase: " + std::string(phaseFilterName(m_comparison.options.phase)) +
                     (m_comparison.summary.perStep ? "; figures are per step" : "; figures are totals")});
    }

    void writeFigures(XlsxSheet& sheet) {
        const Comparison& c = m_comparison;
        figures(sheet, c.summary.perStep ? "GPU time per step, ns" : "GPU time, ns",
                {c.summary.ns.a, c.summary.ns.b});
        figures(sheet, "steps",
                {Cell(std::uint64_t(c.selection.a.steps.size())),
                 Cell(std::uint64_t(c.selection.b.steps.size()))});
        figures(sheet, "kernels", {c.selection.a.kernels, c.selection.b.kernels});
        figures(sheet, "total, ns", {c.selection.a.totalNs, c.selection.b.totalNs});
        figures(sheet, "in pairs of both sides, ns", {c.coverage.matchedNs.a, c.coverage.matchedNs.b});
        figures(sheet, "A - B, ns", {c.summary.gapNs, Cell()});
        sheet.text(m_row, 0, "A / B");
        if (c.summary.ratio) {
            sheet.number(m_row, 1, *c.summary.ratio, XlsxFormat::Fraction);
        }
        ++m_row;
    }

    void writeSheetList(XlsxSheet& sheet) {
        header(sheet, {"sheet", "rows", "rows left out", "texts cut", "numbers as text"});
        for (const WrittenSheet& written : m_written) {
            sheet.text(m_row, 0, written.name);
            std::uint16_t column = 1;
            for (const std::uint64_t count :
                 {written.rows, written.rowsCut, written.textsCut, written.numbersAsText}) {
                sheet.number(m_row, column++, static_cast<double>(count), XlsxFormat::Whole);
            }
            ++m_row;
        }
        remarks(sheet, {"Of more than " + std::to_string(m_limits.kernels) +
                            " kernels the kernels sheet holds those that take longest on each side, compared "
                            "ones first.",
                        "A sheet holds 1,048,575 rows below its header and a cell 32,767 characters; whole "
                        "numbers above 2^53 stand as text.",
                        "The CSV export holds everything."});
    }

    void remarks(XlsxSheet& sheet, const std::vector<std::string>& texts) {
        for (const std::string& text : texts) {
            sheet.text(m_row++, 0, text);
        }
    }

    void header(XlsxSheet& sheet, const std::vector<std::string>& titles) {
        for (std::size_t i = 0; i < titles.size(); ++i) {
            sheet.text(m_row, static_cast<std::uint16_t>(i), titles[i], XlsxFormat::Header);
        }
        ++m_row;
    }

    template <class TextOf>
    void texts(XlsxSheet& sheet, const std::string& name, TextOf textOf) {
        sheet.text(m_row, 0, name);
        sheet.text(m_row, 1, textOf(*m_comparison.sides.a));
        sheet.text(m_row, 2, textOf(*m_comparison.sides.b));
        ++m_row;
    }

    void figures(XlsxSheet& sheet, const std::string& name, const PerSide<Cell>& cells) {
        sheet.text(m_row, 0, name);
        sheet.cell(m_row, 1, cells.a, XlsxFormat::Whole);
        sheet.cell(m_row, 2, cells.b, XlsxFormat::Whole);
        ++m_row;
    }

    const Comparison& m_comparison;
    XlsxBook& m_book;
    const CancelToken& m_cancel;
    const RowProgress& m_progress;
    const XlsxLimits& m_limits;
    std::vector<const OutputTable*> m_tables;
    std::vector<WrittenSheet> m_written;
    std::uint64_t m_allRows = 0;
    std::uint64_t m_doneRows = 0;
    std::uint32_t m_row = 0; ///< of the Summary sheet
};

Failure copyTo(const std::string& from, OutputFile& target) {
    std::ifstream file(from, std::ios::binary);
    std::vector<char> piece(std::size_t{1} << 20U);
    while (file) {
        file.read(piece.data(), static_cast<std::streamsize>(piece.size()));
        const auto got = static_cast<std::size_t>(file.gcount());
        if (got > 0 && !target.write({piece.data(), got})) {
            break;
        }
    }
    return target.commit();
}

Failure writeBook(const Comparison& comparison, const std::string& file, const CancelToken& cancel,
                  const RowProgress& progress, const XlsxLimits& limits) {
    XlsxBook book(file, limits.characters);
    if (!book.isOpen()) {
        return Error{ErrorCode::CannotWrite, {}, {}, "there is not enough memory for the workbook", {}};
    }
    if (!XlsxWriter(comparison, book, cancel, progress, limits).write()) {
        return Error{ErrorCode::Cancelled, {}, {}, "stopped", {}};
    }
    return book.close();
}

} // namespace

Failure writeXlsx(const Comparison& comparison, const std::string& path, const CancelToken& cancel,
                  const RowProgress& progress, const XlsxLimits& limits) {
    Result<OutputFile> target = OutputFile::open(path); // says at once what cannot be written
    if (!target) {
        return target.error();
    }
    const TemporaryFile temporary;
    if (!temporary.isThere()) {
        return Error{
            ErrorCode::CannotWrite, path, {}, "no temporary file can be made", "Set TMPDIR to a folder"};
    }
    if (Failure failure = writeBook(comparison, temporary.path(), cancel, progress, limits)) {
        failure->file = path;
        return failure;
    }
    return copyTo(temporary.path(), target.value());
}

} // namespace diptych
