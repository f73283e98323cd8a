#include "ui/views/cell_delegate.h"

#include "core/base/diagnostics.h"
#include "ui/models/table.h"
#include "ui/style/contrast.h"
#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/side_badge.h"
#include "ui/views/cell_painting.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QHeaderView>
#include <QHelpEvent>
#include <QPainter>
#include <QTableView>
#include <QToolTip>
#include <QTreeView>

namespace diptych {

namespace {

constexpr qreal kBarSpacing = 8;
constexpr int kCurrentEdge = 3;
constexpr int kSign = 16;
constexpr qreal kRemarkHeight = 16; ///< of each of two lines in a cell

/// The column on screen that stands at the given end; -1 in views that have no header.
int outermostColumn(const QStyleOptionViewItem& option, bool isLast) {
    const auto* const table = qobject_cast<const QTableView*>(option.widget);
    const auto* const tree = qobject_cast<const QTreeView*>(option.widget);
    const QHeaderView* const header = table ? table->horizontalHeader() : tree ? tree->header() : nullptr;
    const int count = header ? header->count() : 0;
    for (int i = 0; i < count; ++i) {
        const int logical = header->logicalIndex(isLast ? count - 1 - i : i);
        if (!header->isSectionHidden(logical)) {
            return logical;
        }
    }
    return -1;
}

void paintBackground(QPainter& painter, const QStyleOptionViewItem& option, const Tokens& tokens,
                     bool isFirst, bool isHovered) {
    const QRect& rect = option.rect;
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter.fillRect(rect, isSelected  ? tokens.selection
                           : isHovered ? mixed(tokens.selection, tokens.surface, 0.5)
                                       : tokens.surface);
    painter.fillRect(QRect(rect.left(), rect.bottom(), rect.width(), 1), tokens.hairline);
    const bool isTable = qobject_cast<const QTableView*>(option.widget); // a tree draws the edge itself
    if (isSelected && isFirst && isTable && option.widget->hasFocus()) {
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

QString severityIcon(Severity severity) {
    switch (severity) {
    case Severity::Info:
        return QStringLiteral("info");
    case Severity::Warning:
        return QStringLiteral("warning");
    case Severity::Loss:
        return QStringLiteral("loss");
    }
    return {};
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
    const bool isFirst = outermostColumn(option, false) == index.column();
    const bool isLast = outermostColumn(option, true) == index.column();
    painter->save();
    painter->setClipRect(option.rect);
    paintBackground(*painter, option, tokens, isFirst, index.row() == m_hoveredRow);
    painter->setFont(textFont(fontsize::kTable));
    painter->setPen(textColor(tokens, index));
    const int left = isFirst ? m_leadingMargin : kPadding;
    const int right = isLast ? m_trailingMargin : kPadding;
    paintContent(*painter, QRectF(option.rect).adjusted(left, 0, -right, -1), tokens, index);
    if (option.state.testFlag(QStyle::State_HasFocus) &&
        option.state.testFlag(QStyle::State_KeyboardFocusChange)) {
        painter->setPen(tokens.text);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -2));
    }
    painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const int left = outermostColumn(option, false) == index.column() ? m_leadingMargin : kPadding;
    const int right = outermostColumn(option, true) == index.column() ? m_trailingMargin : kPadding;
    return {qCeil(contentWidth(index)) + left + right, metrics::kTableRowHeight};
}

bool CellDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                             const QModelIndex& index) {
    const QString text = index.data(Qt::DisplayRole).toString();
    if (event->type() != QEvent::ToolTip || text.isEmpty() || index.data(Qt::ToolTipRole).isValid()) {
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    }
    const auto head = [&](int role) {
        return index.model()->headerData(index.column(), Qt::Horizontal, role).toString();
    };
    const int first = outermostColumn(option, false);
    QStringList lines;
    if (first >= 0 && first != index.column()) {
        lines.append(index.siblingAtColumn(first).data(Qt::DisplayRole).toString());
    }
    lines.append(head(Qt::DisplayRole) + QStringLiteral(": ") + text);
    const QString explanation = head(Qt::ToolTipRole).section(QLatin1Char('\n'), 1);
    if (!explanation.isEmpty()) {
        lines.append(explanation);
    }
    QToolTip::showText(event->globalPos(), lines.join(QLatin1Char('\n')), view);
    return true;
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
    constexpr qreal kBadgeSpacing = 4;
    const QStringList names = index.data().toString().split(QStringLiteral(", "));
    const qreal top = qRound(area.center().y() - kBadge / 2);
    qreal left = area.left();
    for (const Side side : kSides) {
        if (names.contains(QLatin1String(sideName(side)))) {
            paintSideBadge(painter, QRectF(left, top, kBadge, kBadge), side, tokens);
            left += kBadge + kBadgeSpacing;
        }
    }
}

void SeverityDelegate::paintContent(QPainter& painter, const QRectF& area, const Tokens& tokens,
                                    const QModelIndex& index) const {
    const auto severity = static_cast<Severity>(index.data(SortRole).toInt());
    const QColor color = severity == Severity::Info ? tokens.text2 : tokens.text;
    painter.drawPixmap(
        QPointF(area.left(), qRound(area.center().y() - kSign / 2.0)),
        iconPixmap(severityIcon(severity), color, kSign, painter.device()->devicePixelRatioF()));
    painter.setPen(color);
    painter.setFont(textFont(fontsize::kTable, severity == Severity::Loss ? QFont::Bold : QFont::Normal));
    paintText(painter, area.adjusted(kSign + kSwatchSpacing, 0, 0, 0), tokens, index);
}

qreal SeverityDelegate::contentWidth(const QModelIndex& index) const {
    return kSign + kSwatchSpacing + CellDelegate::contentWidth(index);
}

QSize SentenceDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    constexpr int kAround = 5; // above and below: a single line is as high as any row
    const int width = std::max(1, option.rect.width() - 2 * kPadding);
    const QRect bounds =
        QFontMetrics(textFont(fontsize::kTable))
            .boundingRect(QRect(0, 0, width, 10'000), Qt::TextWordWrap, index.data().toString());
    return {option.rect.width(), std::max(metrics::kTableRowHeight, bounds.height() + 2 * kAround + 1)};
}

void SentenceDelegate::paintContent(QPainter& painter, const QRectF& area, const Tokens& /*tokens*/,
                                    const QModelIndex& index) const {
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextWordWrap, index.data().toString());
}

} // namespace diptych
