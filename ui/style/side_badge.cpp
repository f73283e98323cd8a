#include "ui/style/side_badge.h"

#include "ui/style/fonts.h"
#include "ui/style/tokens.h"

#include <QPainter>

namespace diptych {

void paintSideBadge(QPainter& painter, const QRectF& square, Side side, const Tokens& tokens) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.fill[side]);
    const qreal radius = square.width() > 18 ? metrics::kRadius : metrics::kRadius - 1;
    painter.drawRoundedRect(square, radius, radius);
    painter.setPen(tokens.onFill[side]);
    painter.setFont(textFont(qRound(square.height() * 0.64), QFont::Bold));
    painter.drawText(square, Qt::AlignCenter, QLatin1String(sideName(side)));
    painter.restore();
}

SideBadge::SideBadge(Side side, int size, QWidget* parent) : QWidget(parent), m_side(side), m_size(size) {
    setFixedSize(size, size);
    setAccessibleName(QStringLiteral("Side %1").arg(QLatin1String(sideName(side))));
}

QSize SideBadge::sizeHint() const {
    return {m_size, m_size};
}

void SideBadge::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    paintSideBadge(painter, QRectF(rect()), m_side, tokensOf(palette()));
}

} // namespace diptych
