#include "ui/charts/composition_chart.h"

#include "ui/charts/chart_export.h"
#include "ui/style/fonts.h"
#include "ui/style/number_format.h"
#include "ui/style/side_badge.h"
#include "ui/style/tokens.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kBadge = 16;
constexpr int kBar = 26;
constexpr int kSpacing = 8;
constexpr int kLeft = kBadge + 10;
constexpr int kRight = 66; ///< for the wall time behind the bar
constexpr int kLegend = 24;
constexpr int kSwatch = 9;

} // namespace

QString compositionPartName(CompositionPart part) {
    switch (part) {
    case CompositionPart::Compute:
        return QStringLiteral("Compute");
    case CompositionPart::Communication:
        return QStringLiteral("Exposed comm.");
    case CompositionPart::Copy:
        return QStringLiteral("Copies");
    case CompositionPart::Idle:
        return QStringLiteral("Idle");
    }
    return {};
}

Nanoseconds compositionNs(const CompositionSide& side, CompositionPart part) {
    switch (part) {
    case CompositionPart::Compute:
        return side.computeNs;
    case CompositionPart::Communication:
        return side.exposedCommunicationNs;
    case CompositionPart::Copy:
        return side.exposedCopyNs;
    case CompositionPart::Idle:
        return side.idleNs;
    }
    return 0;
}

void paintCompositionPart(QPainter& painter, const QRectF& area, CompositionPart part, Side side,
                          const Tokens& tokens) {
    const QRectF frame = area.adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setPen(QPen(tokens.fill[side], 1));
    switch (part) {
    case CompositionPart::Compute:
        painter.fillRect(area, tokens.fill[side]);
        break;
    case CompositionPart::Communication:
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setClipRect(area);
        painter.setPen(QPen(tokens.fill[side], 2));
        for (qreal x = area.left() - area.height(); x < area.right(); x += 5) {
            painter.drawLine(QPointF(x, area.bottom()), QPointF(x + area.height(), area.top()));
        }
        painter.restore();
        if (area.width() > 3 && area.height() > kSwatch) {
            painter.drawRect(frame);
        }
        break;
    case CompositionPart::Copy:
        painter.fillRect(area, tokens.text2);
        break;
    case CompositionPart::Idle:
        painter.drawRect(frame);
        break;
    }
}

CompositionChart::CompositionChart(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Composition of the wall time"));
}

void CompositionChart::setComposition(const PerSide<CompositionSide>& composition) {
    m_composition = composition;
    update();
}

QSize CompositionChart::sizeHint() const {
    return {340, 2 * kBar + kSpacing + kLegend};
}

void CompositionChart::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    paintSide(painter, Side::A, 0);
    paintSide(painter, Side::B, kBar + kSpacing);
    paintLegend(painter, 2 * kBar + kSpacing + 6);
}

void CompositionChart::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    addPictureActions(menu, *this, QStringLiteral("composition"));
    menu.exec(event->globalPos());
}

bool CompositionChart::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const Side side = help->pos().y() < kBar + kSpacing / 2 ? Side::A : Side::B;
        QStringList lines{
            tr("%1, wall time %2")
                .arg(QLatin1String(sideName(side)), formatDuration(m_composition[side].wallNs))};
        for (const CompositionPart part : kCompositionParts) {
            lines.append(compositionPartName(part) + QStringLiteral(": ") +
                         formatDuration(compositionNs(m_composition[side], part)));
        }
        QToolTip::showText(help->globalPos(), lines.join(QLatin1Char('\n')), this);
        return true;
    }
    return QWidget::event(event);
}

void CompositionChart::paintSide(QPainter& painter, Side side, qreal top) const {
    const Tokens& tokens = tokensOf(palette());
    const CompositionSide& own = m_composition[side];
    paintSideBadge(painter, QRectF(0, top + (kBar - kBadge) / 2.0, kBadge, kBadge), side, tokens);
    const Nanoseconds longest = std::max({Nanoseconds(1), m_composition.a.wallNs, m_composition.b.wallNs});
    const qreal scale = std::max(10, width() - kLeft - kRight) / static_cast<qreal>(longest);
    Nanoseconds before = 0;
    for (const CompositionPart part : kCompositionParts) {
        const Nanoseconds ns = compositionNs(own, part);
        const qreal left = std::round(kLeft + static_cast<qreal>(before) * scale);
        before += ns;
        const qreal right = std::round(kLeft + static_cast<qreal>(before) * scale);
        const QRectF area(left, top, right - left, kBar);
        if (area.width() >= 1) {
            paintCompositionPart(painter, area, part, side, tokens);
        }
        if (part == CompositionPart::Compute && own.wallNs > 0) {
            const QString text =
                tr("Compute %1 %")
                    .arg(qRound(100.0 * static_cast<double>(ns) / static_cast<double>(own.wallNs)));
            painter.setFont(textFont(fontsize::kTable));
            if (QFontMetricsF(painter.font()).horizontalAdvance(text) + 16 < area.width()) {
                painter.setPen(tokens.onFill[side]);
                painter.drawText(area.adjusted(8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, text);
            }
        }
    }
    painter.setFont(textFont(fontsize::kTable, QFont::Bold));
    painter.setPen(tokens.text);
    const qreal end = std::round(kLeft + static_cast<qreal>(before) * scale);
    painter.drawText(QRectF(end + 8, top, width() - end - 8, kBar), Qt::AlignLeft | Qt::AlignVCenter,
                     formatDuration(own.wallNs));
}

void CompositionChart::paintLegend(QPainter& painter, qreal top) const {
    const Tokens& tokens = tokensOf(palette());
    painter.setFont(textFont(fontsize::kHeader));
    qreal left = 0;
    for (const CompositionPart part : kCompositionParts) {
        const qreal y = top + (kLegend - 6 - kSwatch) / 2.0;
        paintCompositionPart(painter, QRectF(left, y, kSwatch, kSwatch), part, Side::A, tokens);
        paintCompositionPart(painter, QRectF(left + kSwatch + 2, y, kSwatch, kSwatch), part, Side::B, tokens);
        left += 2 * kSwatch + 7;
        const QString name = compositionPartName(part);
        painter.setPen(tokens.text2);
        painter.drawText(QRectF(left, top, 200, kLegend - 6), Qt::AlignLeft | Qt::AlignVCenter, name);
        left += QFontMetricsF(painter.font()).horizontalAdvance(name) + 12;
    }
}

} // namespace diptych
