#include "ui/views/cell_painting.h"

#include "ui/style/fonts.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

namespace diptych {

namespace {

constexpr QChar kUp(0x25B2);
constexpr QChar kDown(0x25BC);
constexpr qreal kTrendWidth = 10;
constexpr qreal kTrendHeight = 8.5;
constexpr qreal kTrendSpacing = 4;

bool hasArrow(const QString& text) {
    return text.size() > 2 && (text[0] == kUp || text[0] == kDown);
}

/// The arrow grows with the text.
qreal arrowScale(const QFont& font) {
    return qMax(1.0, QFontMetricsF(font).ascent() / 11.0);
}

qreal arrowAdvance(const QFont& font) {
    return (kTrendWidth + kTrendSpacing) * arrowScale(font);
}

void drawTrend(QPainter& painter, const QPointF& centre, qreal scale, bool isUp) {
    const qreal halfWidth = kTrendWidth * scale / 2;
    const qreal halfHeight = kTrendHeight * scale / 2 * (isUp ? 1 : -1);
    QPainterPath path;
    path.moveTo(centre.x() - halfWidth, centre.y() + halfHeight);
    path.lineTo(centre.x() + halfWidth, centre.y() + halfHeight);
    path.lineTo(centre.x(), centre.y() - halfHeight);
    path.closeSubpath();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(path, painter.pen().color());
    painter.restore();
}

} // namespace

qreal figureWidth(const QFont& font, const QString& text) {
    const QFontMetricsF metrics(font);
    return hasArrow(text) ? arrowAdvance(font) + metrics.horizontalAdvance(text.mid(2))
                          : metrics.horizontalAdvance(text);
}

void drawFigure(QPainter& painter, const QRectF& area, Qt::Alignment alignment, const QString& text) {
    if (!hasArrow(text)) {
        const QString shown = painter.fontMetrics().elidedText(text, Qt::ElideRight, qCeil(area.width()));
        painter.drawText(area, static_cast<int>(alignment | Qt::AlignVCenter) | Qt::TextSingleLine, shown);
        return;
    }
    const QString figure = text.mid(2);
    const qreal width = figureWidth(painter.font(), text);
    qreal left = area.left();
    if (alignment & Qt::AlignRight) {
        left = area.right() - width;
    } else if (alignment & Qt::AlignHCenter) {
        left = area.center().x() - width / 2;
    }
    const qreal scale = arrowScale(painter.font());
    drawTrend(painter, {left + kTrendWidth * scale / 2, area.center().y() + 0.5}, scale, text[0] == kUp);
    const QRectF rest(left + arrowAdvance(painter.font()), area.top(), width, area.height());
    painter.drawText(rest, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, figure);
}

void drawSwatch(QPainter& painter, const QRectF& area, const QColor& color) {
    const qreal top = qRound(area.center().y() - kSwatchSize / 2.0);
    painter.fillRect(QRectF(area.left(), top, kSwatchSize, kSwatchSize), color);
}

void drawMatchSquares(QPainter& painter, const QRectF& area, int filled, const Tokens& tokens) {
    constexpr qreal kSize = 5;
    const qreal top = qRound(area.center().y() - 4);
    for (int i = 0; i < 3; ++i) {
        const QRectF square(qRound(area.left()) + i * (kSize + 1), top, kSize, 8);
        if (i < filled) {
            painter.fillRect(square, tokens.text2);
        } else {
            painter.setPen(tokens.text2);
            painter.drawRect(square.adjusted(0, 0, -1, -1));
        }
    }
}

void drawBadge(QPainter& painter, const QRectF& area, Qt::Alignment alignment, const QString& text,
               const Tokens& tokens, Qt::PenStyle frameStyle) {
    painter.save();
    painter.setFont(textFont(fontsize::kHeader - 1, QFont::Bold));
    const QFontMetricsF metrics(painter.font());
    const QSizeF size(metrics.horizontalAdvance(text) + 12, 17);
    const qreal left = alignment & Qt::AlignRight ? area.right() - size.width() : area.left();
    const QRectF frame(qRound(left) + 0.5, qRound(area.center().y() - size.height() / 2) + 0.5,
                       size.width() - 1, size.height() - 1);
    const bool isDashed = frameStyle == Qt::DashLine;
    QPen pen(isDashed ? tokens.text2 : tokens.border, 1, frameStyle);
    if (isDashed) {
        pen.setDashPattern({3, 2});
    }
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(pen);
    painter.drawRoundedRect(frame, 3, 3);
    painter.setPen(tokens.text2);
    painter.drawText(frame, Qt::AlignCenter, text);
    painter.restore();
}

} // namespace diptych
