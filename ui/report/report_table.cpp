#include "ui/report/report_table.h"

#include "ui/report/part_swatch.h"
#include "ui/report/report_style.h"
#include "ui/style/name_format.h"
#include "ui/style/number_format.h"

#include <algorithm>
#include <numeric>

namespace diptych {

namespace {

constexpr qreal kColumnSpacing = 10;
constexpr qreal kSwatch = 6.5;
constexpr qreal kSwatchRoom = 11;
constexpr qreal kPartRoom = 27; ///< two swatches
constexpr qreal kIndent = 8;
constexpr qsizetype kLongestUnitBehindTitle = 2;
constexpr qreal kLeastTextWidth = 40;
constexpr int kMostLines = 6;
constexpr qreal kAscent = 6.6;  ///< of a row's first baseline below its upper padding
constexpr qreal kDescent = 1.8; ///< below its last baseline

bool isWide(ReportFormat format) {
    return format == ReportFormat::Text || format == ReportFormat::Name;
}

bool isLeft(ReportFormat format) {
    return isWide(format) || format == ReportFormat::Mark;
}

std::optional<Nanoseconds> timeIn(const ReportValue& value) {
    const auto* const ns = std::get_if<std::int64_t>(&value);
    return ns != nullptr ? std::optional(*ns) : std::nullopt;
}

std::optional<double> numberIn(const ReportValue& value) {
    const auto* const number = std::get_if<double>(&value);
    return number != nullptr ? std::optional(*number) : std::nullopt;
}

QString textIn(const ReportValue& value) {
    const auto* const text = std::get_if<std::string>(&value);
    return text != nullptr ? QString::fromStdString(*text).simplified() : QString();
}

QString averageText(const ReportValue& value) {
    const std::optional<double> number = numberIn(value);
    if (!number) {
        return notApplicable();
    }
    const bool isWhole = *number == std::floor(*number);
    return QString::number(*number, 'f', isWhole ? 0 : 1);
}

QString cellText(const ReportValue& value, ReportFormat format) {
    switch (format) {
    case ReportFormat::Text:
    case ReportFormat::Mark:
        return std::holds_alternative<std::monostate>(value)
                   ? (format == ReportFormat::Text ? notApplicable() : QString())
                   : textIn(value);
    case ReportFormat::Name:
        return std::holds_alternative<std::monostate>(value) ? notApplicable()
                                                             : kernelLabel(std::get<std::string>(value));
    case ReportFormat::Microseconds:
        return formatMicroseconds(timeIn(value));
    case ReportFormat::Gap:
        return formatGap(timeIn(value));
    case ReportFormat::Ratio:
        return formatRatio(numberIn(value));
    case ReportFormat::Share:
        return formatShare(numberIn(value));
    case ReportFormat::Count: {
        const auto* const count = std::get_if<std::uint64_t>(&value);
        return count != nullptr ? formatCount(*count) : notApplicable();
    }
    case ReportFormat::Average:
        return averageText(value);
    case ReportFormat::Times:
        return numberIn(value) ? QChar(0x00D7) + averageText(value) : notApplicable();
    case ReportFormat::Page:
        return std::holds_alternative<std::monostate>(value) ? notApplicable() : QStringLiteral("000");
    }
    return {};
}

PaperFont fontOf(ReportFormat format, bool isBold) {
    if (format == ReportFormat::Name) {
        return paperstyle::kMono;
    }
    return isBold ? paperstyle::kBodyBold : paperstyle::kBody;
}

/// A table on its way to blocks: texts first, then widths, then rows.
class TableLayout {
public:
    TableLayout(const ReportTable& table, qreal width) : m_table(table), m_width(width) {
        for (const ReportRow& row : table.rows) {
            QStringList texts;
            for (std::size_t i = 0; i < table.columns.size(); ++i) {
                texts.append(cellText(row.cells[i], table.columns[i].format));
            }
            m_texts.push_back(texts);
            m_hasParts = m_hasParts || isPart(row.category);
            m_hasSwatches = m_hasSwatches || !row.category.empty();
        }
        findFocus();
        divideWidth();
    }

    [[nodiscard]] PaperBlock header() const {
        const Tokens& tokens = lightTokens();
        PaperBlock block;
        const bool hasUnits = hasUnitLine();
        const qreal last = hasUnits ? 18 : 8.5;
        for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
            const ReportColumn& column = m_table.columns[i];
            const PaperAlign align = isLeft(column.format) ? PaperAlign::Left : PaperAlign::Right;
            const qreal x = isLeft(column.format) ? m_left[i] : m_left[i] + m_widths[i];
            block.text(x, 8.5, titleOf(column), paperstyle::header(), align);
            if (hasUnits && !column.unit.empty()) {
                block.text(x, last, QString::fromStdString(column.unit), {paperstyle::kSmall, tokens.text3},
                           align);
            }
        }
        block.height = last + 4.5;
        block.rule(0, m_width, block.height, tokens.border, 0.7);
        return block;
    }

    [[nodiscard]] PaperBlock row(std::size_t index) const {
        const ReportRow& row = m_table.rows[index];
        PaperBlock block;
        block.anchor = QString::fromStdString(row.anchor);
        qreal bottom = 0;
        for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
            bottom = std::max(bottom, cell(block, index, i));
        }
        block.height = bottom + paperstyle::kRowPadding / 2;
        if (!row.category.empty()) {
            paintSwatch(block, row.category);
        }
        block.rule(0, m_width, block.height, row.isTotal ? lightTokens().border : lightTokens().hairline);
        return block;
    }

private:
    static bool isPart(const std::string& category) { return compositionPartOf(category).has_value(); }

    /// Short units stand behind the titles, longer ones below them.
    [[nodiscard]] bool hasUnitLine() const {
        return std::any_of(m_table.columns.begin(), m_table.columns.end(), [](const ReportColumn& column) {
            return QString::fromStdString(column.unit).size() > kLongestUnitBehindTitle;
        });
    }
    [[nodiscard]] QString titleOf(const ReportColumn& column) const {
        const QString title = QString::fromStdString(column.title);
        return column.unit.empty() || hasUnitLine()
                   ? title
                   : title + QStringLiteral(", ") + QString::fromStdString(column.unit);
    }

    /// Room before the text of the first column.
    [[nodiscard]] qreal leadOf(const ReportRow& row) const {
        const qreal swatch = row.isTotal ? 0 : m_hasParts ? kPartRoom : m_hasSwatches ? kSwatchRoom : 0;
        return swatch + kIndent * row.indent;
    }

    void paintSwatch(PaperBlock& block, const std::string& category) const {
        const qreal top = paperstyle::kRowPadding / 2 + kAscent - kSwatch + 0.4;
        if (const auto part = compositionPartOf(category)) {
            drawPart(block, QRectF(0, top - 0.6, 9, kSwatch + 1), *part, Side::A);
            drawPart(block, QRectF(10.5, top - 0.6, 9, kSwatch + 1), *part, Side::B);
        } else {
            block.box(QRectF(0, top, kSwatch, kSwatch), categoryColor(lightTokens(), category));
        }
    }

    /// Names of one column are told apart by the part in which they differ.
    void findFocus() {
        m_focus.resize(m_table.columns.size());
        for (std::size_t i = 0; i < m_table.columns.size(); ++i) {
            if (m_table.columns[i].format == ReportFormat::Name) {
                QStringList names;
                for (const QStringList& texts : m_texts) {
                    names.append(texts[static_cast<qsizetype>(i)]);
                }
                m_focus[i] = differingParts(names);
            }
        }
    }

    [[nodiscard]] qreal naturalWidth(std::size_t column) const {
        const ReportColumn& info = m_table.columns[column];
        qreal width = paperTextWidth(paperstyle::header().font, titleOf(info));
        if (hasUnitLine()) {
            width = std::max(width, paperTextWidth(paperstyle::kSmall, QString::fromStdString(info.unit)));
        }
        for (std::size_t row = 0; row < m_texts.size(); ++row) {
            const ReportRow& line = m_table.rows[row];
            qreal own = paperTextWidth(fontOf(info.format, line.isTotal),
                                       m_texts[row][static_cast<qsizetype>(column)]);
            own += info.format == ReportFormat::Mark ? 8 : 0;
            own += column == 0 ? leadOf(line) : 0;
            width = std::max(width, own);
        }
        return width + 0.5;
    }

    /// Figures get what they need; texts and names divide the rest, none more than it needs.
    void divideWidth() {
        const std::size_t columns = m_table.columns.size();
        m_widths.assign(columns, 0);
        qreal rest = m_width - kColumnSpacing * static_cast<qreal>(columns - 1);
        std::vector<std::size_t> open;
        std::vector<qreal> natural(columns, 0);
        for (std::size_t i = 0; i < columns; ++i) {
            natural[i] = naturalWidth(i);
            if (isWide(m_table.columns[i].format)) {
                open.push_back(i);
            } else {
                m_widths[i] = natural[i];
                rest -= natural[i];
            }
        }
        rest = std::max(rest, kLeastTextWidth * static_cast<qreal>(open.size()));
        bool settled = false;
        while (!settled && !open.empty()) {
            settled = true;
            const qreal stretch =
                std::accumulate(open.begin(), open.end(), 0.0,
                                [&](qreal sum, std::size_t i) { return sum + m_table.columns[i].stretch; });
            for (auto at = open.begin(); at != open.end();) {
                const qreal share = rest * m_table.columns[*at].stretch / stretch;
                if (natural[*at] <= share) {
                    m_widths[*at] = natural[*at];
                    rest -= natural[*at];
                    at = open.erase(at);
                    settled = false;
                    break;
                }
                m_widths[*at] = share;
                ++at;
            }
        }
        placeColumns();
    }

    /// What is left over goes to the text that may stretch most, so that figures stand at the right edge.
    void placeColumns() {
        const qreal used = std::accumulate(m_widths.begin(), m_widths.end(), 0.0) +
                           kColumnSpacing * static_cast<qreal>(m_widths.size() - 1);
        std::size_t widest = 0;
        for (std::size_t i = 1; i < m_widths.size(); ++i) {
            const ReportColumn& column = m_table.columns[i];
            const bool isBetter =
                !isWide(m_table.columns[widest].format) || column.stretch > m_table.columns[widest].stretch;
            widest = isWide(column.format) && isBetter ? i : widest;
        }
        m_widths[widest] += std::max(0.0, m_width - used);
        qreal x = 0;
        for (const qreal width : m_widths) {
            m_left.push_back(x);
            x += width + kColumnSpacing;
        }
    }

    [[nodiscard]] PaperStyle styleOf(const ReportRow& row, std::size_t column) const {
        const Tokens& tokens = lightTokens();
        const ReportColumn& info = m_table.columns[column];
        PaperStyle style{fontOf(info.format, row.isTotal), info.isSecondary ? tokens.text2 : tokens.text};
        if (info.format == ReportFormat::Gap) {
            style.color = gapColor(tokens, timeIn(row.cells[column]).value_or(0));
        }
        return style;
    }

    /// Draws a cell and returns where it ends below.
    qreal cell(PaperBlock& block, std::size_t index, std::size_t column) const {
        const ReportRow& row = m_table.rows[index];
        const ReportColumn& info = m_table.columns[column];
        const QString& text = m_texts[index][static_cast<qsizetype>(column)];
        const PaperStyle style = styleOf(row, column);
        const qreal lead = column == 0 ? leadOf(row) : 0;
        const qreal left = m_left[column] + lead;
        const qreal width = m_widths[column] - lead;
        const qreal right = m_left[column] + m_widths[column];
        const qreal baseline = paperstyle::kRowPadding / 2 + kAscent;
        if (info.format == ReportFormat::Mark) {
            if (!text.isEmpty()) {
                block.mark(left, baseline - 3, text, lightTokens());
            }
        } else if (info.format == ReportFormat::Page && text != notApplicable()) {
            block.pageNumber(right, baseline, textIn(row.cells[column]), style);
        } else if (info.format == ReportFormat::Name) {
            const NameFocus focus = m_focus[column][index];
            block.text(left, baseline, fitPaperText(text, style.font, width, focus.start, focus.length),
                       style);
        } else if (info.format == ReportFormat::Text) {
            const QStringList lines = wrapPaperText(text, style.font, width, kMostLines);
            return block.lines(left, baseline, lines, style, paperstyle::kLeading) + kDescent;
        } else {
            block.text(right, baseline, text, style, PaperAlign::Right);
        }
        return baseline + kDescent;
    }

    const ReportTable& m_table;
    qreal m_width;
    bool m_hasSwatches = false;
    bool m_hasParts = false;
    std::vector<QStringList> m_texts;
    std::vector<std::vector<NameFocus>> m_focus;
    std::vector<qreal> m_widths;
    std::vector<qreal> m_left;
};

} // namespace

PaperTable layOutTable(const ReportTable& table, qreal width) {
    PaperTable laidOut;
    laidOut.caption =
        captionBlock(QString::fromStdString(table.caption), QString::fromStdString(table.remark), width);
    const TableLayout layout(table, width);
    laidOut.header = layout.header();
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        laidOut.rows.push_back(layout.row(i));
    }
    if (table.leftOut > 0) {
        const QString text =
            QStringLiteral("%1 more in the exports as CSV, XLSX and JSON").arg(formatCount(table.leftOut));
        laidOut.remark.text(0, 11, text, paperstyle::small());
        laidOut.remark.height = 15;
    }
    return laidOut;
}

} // namespace diptych
