#include "app/drop_overlay.h"

#include "ui/style/fonts.h"
#include "ui/style/side_badge.h"
#include "ui/style/tokens.h"

#include <QPainter>

namespace diptych {

namespace {

constexpr int kInset = 12;
constexpr int kBadgeSize = 40;

} // namespace

DropOverlay::DropOverlay(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropOverlay::showTarget(std::optional<Side> side) {
    m_target = side;
    setGeometry(parentWidget()->rect());
    show();
    raise();
    update();
}

Side DropOverlay::sideAt(const QPoint& position) const {
    return position.x() < parentWidget()->width() / 2 ? Side::A : Side::B;
}

void DropOverlay::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    QColor veil = tokensOf(palette()).window;
    veil.setAlphaF(0.85F);
    painter.fillRect(rect(), veil);
    const int middle = width() / 2;
    paintHalf(painter, Side::A, QRect(0, 0, middle, height()));
    paintHalf(painter, Side::B, QRect(middle, 0, width() - middle, height()));
}

void DropOverlay::paintHalf(QPainter& painter, Side side, const QRect& half) const {
    const Tokens& tokens = tokensOf(palette());
    const bool isTarget = !m_target || *m_target == side;
    const QRectF frame = QRectF(half).adjusted(kInset, kInset, -kInset, -kInset);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(isTarget ? QPen(tokens.fill[side], 2) : QPen(tokens.border, 1, Qt::DashLine));
    painter.setBrush(isTarget ? tokens.tint[side] : QColor(Qt::transparent));
    painter.drawRoundedRect(frame, metrics::kRadius, metrics::kRadius);
    const QPointF center = frame.center();
    paintSideBadge(painter,
                   QRectF(center.x() - kBadgeSize / 2.0, center.y() - kBadgeSize, kBadgeSize, kBadgeSize),
                   side, tokens);
    painter.setPen(isTarget ? tokens.text : tokens.text2);
    painter.setFont(textFont(fontsize::kTitle, QFont::Bold));
    painter.drawText(QRectF(frame.left(), center.y() + 12, frame.width(), 24), Qt::AlignCenter,
                     side == Side::A ? QStringLiteral("Open as A, the trace to examine")
                                     : QStringLiteral("Open as B, the reference"));
}

} // namespace diptych
