#pragma once
// A workbook under way: sheets with formats, cells by value, and the file that libxlsxwriter makes of it.
// Rows are written once and in order, so that millions of them need no memory. Private to writeXlsx; one
// thread.

#include "core/base/result.h"
#include "core/export/tables.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

struct lxw_format;
struct lxw_workbook;
struct lxw_worksheet;

namespace diptych {

enum class XlsxFormat : std::uint8_t { Plain, Whole, Fraction, Share, Header, Title, Wrapped };

/// By XlsxFormat.
using XlsxFormats = std::array<lxw_format*, static_cast<std::size_t>(XlsxFormat::Wrapped) + 1>;

class XlsxSheet {
public:
    void text(std::uint32_t row, std::uint16_t column, std::string_view text,
              XlsxFormat format = XlsxFormat::Plain);
    void number(std::uint32_t row, std::uint16_t column, double number, XlsxFormat format);
    /// A cell of a table. Integers that a spreadsheet's numbers cannot hold exactly become text.
    void cell(std::uint32_t row, std::uint16_t column, const Cell& cell, XlsxFormat format);
    void columnWidth(std::uint16_t column, double characters);
    /// Printed, all columns stand on one page of lying paper.
    void fitToPaper();
    /// First row always seen and on every printed page, filter over all columns; to be called before the last
    /// row.
    void makeTable(std::uint32_t rows, std::uint16_t columns);
    /// Bars behind the numbers of a column.
    void bars(std::uint16_t column, std::uint32_t rows, std::uint32_t color);

    [[nodiscard]] std::uint64_t cutTexts() const { return m_cutTexts; }
    [[nodiscard]] std::uint64_t numbersAsText() const { return m_numbersAsText; }

private:
    friend class XlsxBook;
    friend struct XlsxCellWriter;
    lxw_worksheet* m_sheet = nullptr;
    const XlsxFormats* m_formats = nullptr;
    std::size_t m_mostCharacters = 0;
    std::uint64_t m_cutTexts = 0;
    std::uint64_t m_numbersAsText = 0;
};

class XlsxBook {
public:
    /// A file that does not exist yet.
    explicit XlsxBook(std::string file, std::size_t mostCharacters);
    ~XlsxBook();
    XlsxBook(const XlsxBook&) = delete;
    XlsxBook& operator=(const XlsxBook&) = delete;

    [[nodiscard]] bool isOpen() const { return m_book != nullptr; }
    void setProperties(const std::string& title);
    [[nodiscard]] XlsxSheet addSheet(const std::string& name);
    /// Writes the file. What libxlsxwriter keeps in temporary files until then is checked first: it does not
    /// notice a full disk by itself.
    [[nodiscard]] Failure close();

private:
    [[nodiscard]] Failure checkTemporaryFiles() const;

    std::string m_file;
    std::size_t m_mostCharacters;
    lxw_workbook* m_book = nullptr;
    std::vector<lxw_worksheet*> m_sheets;
    XlsxFormats m_formats{};
};

} // namespace diptych
