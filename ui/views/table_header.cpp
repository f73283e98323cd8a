#include "ui/views/table_header.h"

#include "ui/style/fonts.h"
#include "ui/style/tokens.h"
#include "ui/views/cell_delegate.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

namespace diptych {

namespace {

constexpr qreal kArrowWidth = 7;
constexpr qreal kArrowHeight = 5;
constexpr qreal kArrowSpacing = 5;

/// "A, µs per step", or "A, µs" where that has no room: the switch of the page says per what.
QString fittingTitle(const QString& title, const QFontMetrics& metrics, int width) {
    const QString brief =
        title.section(QStringLiteral(" per "), 0, 0).section(QStringLiteral(" in all"), 0, 0);
    const bool isTooLong = metrics.horizontalAdvance(title) > width;
    return metrics.elidedText(isTooLong ? brief : title, Qt::ElideRight, width);
}

void drawSortArrow(QPainter& painter, const QPointF& centre, Qt::SortOrder order) {
    const qreal half = kArrowHeight / 2 * (order == Qt::DescendingOrder ? 1 : -1);
    QPainterPath path;
    path.moveTo(centre.x() - kArrowWidth / 2, centre.y() - half);
    path.lineTo(centre.x() + kArrowWidth / 2, centre.y() - half);
    path.lineTo(centre.x(), centre.y() + half);
    path.closeSubpath();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(path, painter.pen().color());
}

} // namespace

TableHeader::TableHeader(QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
    setSectionsMovable(true);
    setSectionsClickable(true);
    setSortIndicatorShown(true);
    setHighlightSections(false);
    setMinimumSectionSize(40);
    setSectionResizeMode(QHeaderView::Interactive);
}

QSize TableHeader::sizeHint() const {
    return {QHeaderView::sizeHint().width(), metrics::kHeaderRowHeight};
}

void TableHeader::paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const {
    const Tokens& tokens = tokensOf(palette());
    const bool isSorted = isSortIndicatorShown() && sortIndicatorSection() == logicalIndex;
    painter->save();
    painter->setClipRect(rect);
    painter->fillRect(rect, tokens.surface);
    painter->fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), tokens.border);
    painter->setFont(textFont(fontsize::kHeader, isSorted ? QFont::Bold : QFont::Normal));
    painter->setPen(isSorted ? tokens.text : tokens.text2);

    const auto alignment = static_cast<Qt::Alignment>(
        model()->headerData(logicalIndex, orientation(), Qt::TextAlignmentRole).toInt());
    QRectF area = textArea(rect, logicalIndex);
    const qreal arrow = isSorted ? kArrowWidth + kArrowSpacing : 0;
    const QString text =
        fittingTitle(model()->headerData(logicalIndex, orientation(), Qt::DisplayRole).toString(),
                     painter->fontMetrics(), qCeil(area.width() - arrow));
    const qreal width = QFontMetricsF(painter->font()).horizontalAdvance(text);
    const qreal left = alignment & Qt::AlignRight ? area.right() - arrow - width : area.left();
    painter->drawText(QRectF(left, area.top(), width + 1, area.height()), Qt::AlignLeft | Qt::AlignVCenter,
                      text);
    if (isSorted) {
        drawSortArrow(*painter, {left + width + kArrowSpacing + kArrowWidth / 2, area.center().y() + 1},
                      sortIndicatorOrder());
    }
    painter->restore();
}

QSize TableHeader::sectionSizeFromContents(int logicalIndex) const {
    const QFontMetricsF fontMetrics(textFont(fontsize::kHeader, QFont::Bold));
    const QString text = model()->headerData(logicalIndex, orientation(), Qt::DisplayRole).toString();
    const qreal width =
        fontMetrics.horizontalAdvance(text) + kArrowWidth + kArrowSpacing + 2 * CellDelegate::kPadding;
    return {qCeil(width), metrics::kHeaderRowHeight};
}

/// The column on screen at either end.
int TableHeader::outermost(bool isLast) const {
    for (int i = 0; i < count(); ++i) {
        const int logical = logicalIndex(isLast ? count() - 1 - i : i);
        if (!isSectionHidden(logical)) {
            return logical;
        }
    }
    return -1;
}

QRectF TableHeader::textArea(const QRect& rect, int logicalIndex) const {
    const int left = outermost(false) == logicalIndex ? m_leadingMargin : CellDelegate::kPadding;
    const int right = outermost(true) == logicalIndex ? m_trailingMargin : CellDelegate::kPadding;
    return QRectF(rect).adjusted(left, 0, -right, -1);
}

} // namespace diptych
