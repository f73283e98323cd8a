#include "ui/views/column_fit.h"

#include "ui/style/fonts.h"
#include "ui/views/cell_delegate.h"
#include "ui/views/cell_painting.h"

#include <QFontMetricsF>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kRowsMeasured = 200;
constexpr int kLeastBar = 20; ///< px with which a bar still tells something
constexpr int kLeastText = 100;

} // namespace

/// The rows shown first and the sums hold the largest figures.
std::vector<qreal> measureFigures(const Table& table) {
    const QFont font = textFont(fontsize::kTable);
    const QFont sumFont = textFont(fontsize::kTable, QFont::Bold);
    std::vector<qreal> widths(static_cast<std::size_t>(table.columnCount()), 0);
    for (int column = 0; column < table.columnCount(); ++column) {
        if (!(table.column(column).alignment & Qt::AlignRight)) {
            continue;
        }
        qreal width = 0;
        for (int row = 0; row < std::min(kRowsMeasured, table.rowCount()); ++row) {
            width = std::max(width, figureWidth(font, table.text(row, column)));
        }
        if (!table.totals().empty()) {
            width =
                std::max(width, figureWidth(sumFont, table.totals()[static_cast<std::size_t>(column)].text));
        }
        widths[static_cast<std::size_t>(column)] = width;
    }
    return widths;
}

/// Heads are cut where a bar needs the room, since their tooltips tell the same.
int leastColumnWidth(const ColumnInfo& column, qreal figureWidth) {
    if (!(column.alignment & Qt::AlignRight)) {
        return std::min(column.width, kLeastText);
    }
    const qreal head = QFontMetricsF(textFont(fontsize::kHeader)).horizontalAdvance(headerText(column));
    const qreal content =
        column.kind == CellKind::Bar ? figureWidth + kLeastBar : std::max(figureWidth, head);
    return qCeil(content) + 2 * CellDelegate::kPadding;
}

} // namespace diptych
