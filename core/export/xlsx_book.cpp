#include "core/export/xlsx_book.h"

#include "core/export/cell_text.h"
#include "core/export/text_utf8.h"

#include <cctype>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <utility>
#include <xlsxwriter.h>

namespace diptych {

namespace {

constexpr std::int64_t kLargestExact = std::int64_t{1} << 53; ///< integers of a double
constexpr int kCreatedYear = 2000; ///< fixed, so that equal comparisons give equal files

/// U+FFFE and U+FFFF are valid UTF-8 and no XML.
bool isNoXml(const std::string& text, std::size_t at) {
    return text.compare(at, 2, "\xEF\xBF") == 0 && at + 2 < text.size() &&
           static_cast<unsigned char>(text[at + 2]) >= 0xBEU;
}

/// "_x0041_" means "A" to a spreadsheet, so that the underscore of such a text is written like that itself.
void protectEscapes(std::string& text) {
    const auto isHex = [&](std::size_t at) {
        return std::isxdigit(static_cast<unsigned char>(text[at])) != 0;
    };
    for (std::size_t at = text.find("_x"); at != std::string::npos; at = text.find("_x", at + 1)) {
        if (at + 6 < text.size() && text[at + 6] == '_' && isHex(at + 2) && isHex(at + 3) && isHex(at + 4) &&
            isHex(at + 5)) {
            text.insert(at, "_x005F");
            at += 6;
        }
    }
}

/// Valid UTF-8 of at most `most` UTF-16 units that XML can hold.
std::string cellText(std::string_view text, std::size_t most, bool& isCut) {
    std::string clean;
    appendAsUtf8(clean, text);
    protectEscapes(clean);
    std::size_t units = 0;
    for (std::size_t i = 0; i < clean.size(); ++i) {
        const auto byte = static_cast<unsigned char>(clean[i]);
        if (byte == 0) {
            clean[i] = ' ';
        } else if (byte == 0xEFU && isNoXml(clean, i)) {
            clean.replace(i, 3, "\xEF\xBF\xBD");
        }
        if ((byte & 0xC0U) != 0x80U) { // the first of a sequence
            units += byte >= 0xF0U ? 2 : 1;
            if (units > most) {
                clean.resize(i);
                isCut = true;
                break;
            }
        }
    }
    return clean;
}

Error cannotWriteBook(const std::string& reason) {
    return {ErrorCode::CannotWrite, {}, {}, reason, "Make room in the folder of temporary files (TMPDIR)"};
}

} // namespace

/// Writes one cell of a table by its kind.
struct XlsxCellWriter {
    XlsxSheet& sheet;
    std::uint32_t row;
    std::uint16_t column;
    XlsxFormat format;

    void operator()(std::monostate) const {}
    void operator()(std::int64_t value) const {
        if (value > kLargestExact || value < -kLargestExact) {
            ++sheet.m_numbersAsText;
            sheet.text(row, column, std::to_string(value));
        } else {
            sheet.number(row, column, static_cast<double>(value), format);
        }
    }
    void operator()(std::uint64_t value) const {
        if (value > static_cast<std::uint64_t>(kLargestExact)) {
            ++sheet.m_numbersAsText;
            sheet.text(row, column, std::to_string(value));
        } else {
            sheet.number(row, column, static_cast<double>(value), format);
        }
    }
    void operator()(double value) const {
        if (std::isfinite(value)) {
            sheet.number(row, column, value, format);
        }
    }
    void operator()(bool value) const {
        worksheet_write_boolean(sheet.m_sheet, row, column, value ? 1 : 0, nullptr);
    }
    void operator()(std::string_view text) const { sheet.text(row, column, text); }
    void operator()(const TextList& texts) const { sheet.text(row, column, joinTexts(texts)); }
    void operator()(const std::vector<NameShare>* names) const { sheet.text(row, column, joinNames(*names)); }
    void operator()(const std::vector<StackCount>* stacks) const { (*this)(std::uint64_t(stacks->size())); }
};

void XlsxSheet::text(std::uint32_t row, std::uint16_t column, std::string_view text, XlsxFormat format) {
    bool isCut = false;
    const std::string clean = cellText(text, m_mostCharacters, isCut);
    m_cutTexts += isCut ? 1 : 0;
    if (!clean.empty()) {
        // A text cell, never a formula, whatever it begins with.
        worksheet_write_string(m_sheet, row, column, clean.c_str(),
                               (*m_formats)[static_cast<std::size_t>(format)]);
    }
}

void XlsxSheet::number(std::uint32_t row, std::uint16_t column, double number, XlsxFormat format) {
    worksheet_write_number(m_sheet, row, column, number, (*m_formats)[static_cast<std::size_t>(format)]);
}

void XlsxSheet::cell(std::uint32_t row, std::uint16_t column, const Cell& cell, XlsxFormat format) {
    std::visit(XlsxCellWriter{*this, row, column, format}, cell);
}

void XlsxSheet::columnWidth(std::uint16_t column, double characters) {
    worksheet_set_column(m_sheet, column, column, characters, nullptr);
}

void XlsxSheet::makeTable(std::uint32_t rows, std::uint16_t columns) {
    worksheet_freeze_panes(m_sheet, 1, 0);
    worksheet_repeat_rows(m_sheet, 0, 0);
    fitToPaper();
    worksheet_autofilter(m_sheet, 0, 0, rows, static_cast<lxw_col_t>(columns - 1));
}

void XlsxSheet::fitToPaper() {
    worksheet_set_landscape(m_sheet);
    worksheet_fit_to_pages(m_sheet, 1, 0);
}

void XlsxSheet::bars(std::uint16_t column, std::uint32_t rows, std::uint32_t color) {
    lxw_conditional_format format{};
    format.type = LXW_CONDITIONAL_DATA_BAR;
    format.bar_color = color;
    format.bar_negative_color = 0x1B7A33; // A faster
    format.data_bar_2010 = LXW_TRUE;
    format.bar_solid = LXW_TRUE;
    worksheet_conditional_format_range(m_sheet, 1, column, rows, column, &format);
}

XlsxBook::XlsxBook(std::string file, std::size_t mostCharacters)
    : m_file(std::move(file)), m_mostCharacters(mostCharacters) {
    lxw_workbook_options options{};
    options.constant_memory = LXW_TRUE;
    m_book = workbook_new_opt(m_file.c_str(), &options);
    if (m_book == nullptr) {
        return;
    }
    const auto add = [this](XlsxFormat format, const char* numberFormat) {
        lxw_format* const made = workbook_add_format(m_book);
        if (numberFormat != nullptr) {
            format_set_num_format(made, numberFormat);
        }
        m_formats[static_cast<std::size_t>(format)] = made;
        return made;
    };
    add(XlsxFormat::Whole, "#,##0");
    add(XlsxFormat::Fraction, "0.000");
    add(XlsxFormat::Share, "0.0%");
    lxw_format* const header = add(XlsxFormat::Header, nullptr);
    format_set_bold(header);
    format_set_bottom(header, LXW_BORDER_THIN);
    lxw_format* const title = add(XlsxFormat::Title, nullptr);
    format_set_bold(title);
    format_set_font_size(title, 14);
    lxw_format* const wrapped = add(XlsxFormat::Wrapped, nullptr);
    format_set_text_wrap(wrapped);
    format_set_align(wrapped, LXW_ALIGN_VERTICAL_TOP);
}

XlsxBook::~XlsxBook() {
    if (m_book != nullptr) { // given up: the file is its owner's to remove
        lxw_workbook_free(m_book);
    }
}

void XlsxBook::setProperties(const std::string& title) {
    lxw_doc_properties properties{};
    properties.title = const_cast<char*>(title.c_str()); // copied, not changed
    properties.comments = const_cast<char*>("Written by Diptych");
    std::tm created{};
    created.tm_year = kCreatedYear - 1900;
    created.tm_mday = 1;
    created.tm_hour = 12;
    properties.created = timegm(&created);
    workbook_set_properties(m_book, &properties);
}

XlsxSheet XlsxBook::addSheet(const std::string& name) {
    XlsxSheet sheet;
    sheet.m_sheet = workbook_add_worksheet(m_book, name.c_str());
    sheet.m_formats = &m_formats;
    sheet.m_mostCharacters = m_mostCharacters;
    m_sheets.push_back(sheet.m_sheet);
    return sheet;
}

Failure XlsxBook::checkTemporaryFiles() const {
    std::uint64_t bytes = 0;
    for (lxw_worksheet* const sheet : m_sheets) {
        if (sheet->optimize_tmpfile == nullptr) {
            continue;
        }
        if (std::fflush(sheet->optimize_tmpfile) != 0 || std::ferror(sheet->optimize_tmpfile) != 0) {
            return cannotWriteBook("the folder of temporary files is full");
        }
        const long position = std::ftell(sheet->optimize_tmpfile);
        bytes += position > 0 ? static_cast<std::uint64_t>(position) : 0;
    }
    std::error_code error;
    const std::filesystem::space_info space =
        std::filesystem::space(std::filesystem::temp_directory_path(error), error);
    if (!error && space.available < bytes + bytes / 2) { // the sheets once more, and what they compress to
        return cannotWriteBook("the folder of temporary files has too little room");
    }
    return {};
}

Failure XlsxBook::close() {
    if (Failure failure = checkTemporaryFiles()) {
        return failure;
    }
    const lxw_error error = workbook_close(std::exchange(m_book, nullptr));
    return error == LXW_NO_ERROR ? Failure()
                                 : Failure(cannotWriteBook(std::string("the workbook cannot be finished: ") +
                                                           lxw_strerror(error)));
}

} // namespace diptych
