#include "ui/views/cell_delegate.h"

#include "ui/models/table.h"
#include "ui/style/fonts.h"
#include "ui/style/side_badge.h"
#include "ui/views/cell_painting.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QHeaderView>
#include <QPainter>
#include <QTableView>

namespace diptych {

namespace {

constexpr qreal kBarSpacing = 8;
constexpr int kCurrentEdge = 3;
constexpr qreal kRemarkHeight = 16; ///< of each of two lines in a cell

bool isFirstColumn(const QStyleOptionViewItem& option, const QModelIndex& index) {
    const auto* view = qobject_cast<const QTableView*>(option.widget);
    if (!view) {
        return index.column() == 0;
    }
    const QHeaderView* header = view->horizontalHeader();
    for (int visual = 0; visual < header->count(); ++visual) {
        const int logical = header->logicalIndex(visual);
        if (!header->isSectionHidden(logical)) {
            return logical == index.column();
        }
    }
    return false;
}

void paintBackground(QPainter& painter, const QStyleOptionViewItem& option, const Tokens& tokens,
                     bool isFirst) {
    const QRect& rect = option.rect;
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter.fillRect(rect, isSelected ? tokens.selection : tokens.surface);
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), tokens.hairline);
    if (isSelected && isFirst && option.widget && option.widget->hasFocus()) {
        painter.fillRect(QRect(rect.left(), rect.top(), kCurrentEdge, rect.height()), tokens.text);
    }
}

Qt::Alignment alignmentOf(const QModelIndex& index) {
    return static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt());
}

QColor textColor(const Tokens& tokens, const QModelIndex& index) {
    const QVariant gap = index.data(GapRole);
    if (gap.isValid()) {
        return gapColor(tokens, gap.toLongLong());
    }
    return index.data(SecondaryRole).toBool() ? tokens.text2 : tokens.text;
}

QColor barColor(const Tokens& tokens, Fill fill, double fraction) {
    switch (fill) {
    case Fill::A:
        return tokens.fill.a;
    case Fill::B:
        return tokens.fill.b;
    case Fill::Gap:
        return fraction < 0 ? tokens.faster : tokens.slower;
    }
    return tokens.other;
}

} // namespace

QRectF barRect(const QRectF& area, double fraction, const QPointF& range) {
    const double span = range.y() - range.x();
    if (fraction == 0 || span <= 0 || area.width() <= 0) {
        return {};
    }
    const qreal zero = area.left() + area.width() * (-range.x() / span);
    const qreal length = qMax(1.0, area.width() * qAbs(fraction) / span);
    const qreal top = qRound(area.center().y() - metrics::kCellBarHeight / 2.0);
    return {fraction < 0 ? zero - length : zero, top, length, metrics::kCellBarHeight};
}

CellDelegate::CellDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    const Tokens& tokens = tokensOf(option.palette);
    const bool isFirst = isFirstColumn(option, index);
    painter->save();
    painter->setClipRect(option.rect);
    paintBackground(*painter, option, tokens, isFirst);
    painter->setFont(textFont(fontsize::kTable));
    painter->setPen(textColor(tokens, index));
    const int left = isFirst ? m_leadingMargin : kPadding;
    paintContent(*painter, QRectF(option.rect).adjusted(left, 0, -kPadding, -1), tokens, index);
    if (option.state.testFlag(QStyle::State_HasFocus) &&
        option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
        painter->setPen(tokens.text);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -2));
    }
    painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const int left = isFirstColumn(option, index) ? m_leadingMargin : kPadding;
    return {qCeil(contentWidth(index)) + left + kPadding, metrics::kTableRowHeight};
}

void CellDelegate::paintContent(QPainter& painter, const QRectF& area, const Tokens& tokens,
                                const QModelIndex& index) const {
    const QVariant category = index.data(CategoryRole);
    qreal left = area.left();
    if (category.isValid()) {
        const std::string name = category.toString().toStdString();
        drawSwatch(painter, area, categoryColor(tokens, name));
        left += kSwatchSize + kSwatchSpacing;
    }
    const QString remark = index.data(RemarkRole).toString();
    QRectF textArea(QPointF(left, area.top()), area.bottomRight());
    if (!remark.isEmpty()) {
        const QRectF below(left, area.center().y() + 1, textArea.width(), kRemarkHeight);
        textArea = QRectF(left, area.center().y() - kRemarkHeight, textArea.width(), kRemarkHeight);
        painter.save();
        painter.setFont(textFont(fontsize::kHeader));
        painter.setPen(tokens.text2);
        drawFigure(painter, below, alignmentOf(index), remark);
        painter.restore();
    }
    paintText(painter, textArea, tokens, index);
}

qreal CellDelegate::contentWidth(const QModelIndex& index) const {
    const qreal swatch = index.data(CategoryRole).isValid() ? kSwatchSize + kSwatchSpacing : 0;
    return swatch + figureWidth(textFont(fontsize::kTable), index.data().toString());
}

void CellDelegate::paintText(QPainter& painter, const QRectF& area, const Tokens& tokens,
                             const QModelIndex& index) {
    const QString text = index.data().toString();
    if (index.data(BadgeRole).toBool()) {
        drawBadge(painter, area, alignmentOf(index), text, tokens);
    } else {
        drawFigure(painter, area, alignmentOf(index), text);
    }
}

void BarDelegate::paintContent(QPainter& painter, const QRectF& area, const Tokens& tokens,
                               const QModelIndex& index) const {
    const QVariant fraction = index.data(BarRole);
    const QRectF barArea = area.adjusted(0, 0, -(m_figureWidth + kBarSpacing), 0);
    if (fraction.isValid() && barArea.width() >= metrics::kCellBarHeight) {
        const auto fill = static_cast<Fill>(index.data(FillRole).toInt());
        const QRectF bar = barRect(barArea, fraction.toDouble(), index.data(BarRangeRole).toPointF());
        painter.fillRect(bar, barColor(tokens, fill, fraction.toDouble()));
    }
    paintText(painter, area, tokens, index);
}

qreal BarDelegate::contentWidth(const QModelIndex& /*index*/) const {
    constexpr qreal kBarWanted = 60;
    return kBarWanted + kBarSpacing + m_figureWidth;
}

void NameDelegate::paintContent(QPainter& painter, const QRectF& area, const Tokens& /*tokens*/,
                                const QModelIndex& index) const {
    painter.setFont(monoFont(fontsize::kKernel));
    const qreal characterWidth = QFontMetricsF(painter.font()).horizontalAdvance(QLatin1Char('0'));
    const int characters = static_cast<int>(area.width() / characterWidth);
    const QPoint focus = index.data(FocusRole).toPoint();
    const QString name = shortenName(index.data().toString(), NameFocus{focus.x(), focus.y()}, characters);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, name);
}

qreal NameDelegate::contentWidth(const QModelIndex& index) const {
    return QFontMetricsF(monoFont(fontsize::kKernel)).horizontalAdvance(index.data().toString());
}

void MarkDelegate::paintContent(QPainter& painter, const QRectF& area, const Tokens& tokens,
                                const QModelIndex& index) const {
    const QString text = index.data().toString();
    if (!text.isEmpty()) {
        drawBadge(painter, area, Qt::AlignLeft, text, tokens, Qt::SolidLine);
    }
}

void SideDelegate::paintContent(QPainter& painter, const QRectF& area, const Tokens& tokens,
                                const QModelIndex& index) const {
    constexpr qreal kBadge = 16;
    const QString text = index.data().toString();
    for (const Side side : kSides) {
        if (text == QLatin1String(sideName(side))) {
            const qreal top = qRound(area.center().y() - kBadge / 2);
            paintSideBadge(painter, QRectF(area.left(), top, kBadge, kBadge), side, tokens);
        }
    }
}

} // namespace diptych
