#include "ui/charts/fusion_drawing.h"

#include "ui/charts/chart_export.h"
#include "ui/style/fonts.h"
#include "ui/style/number_format.h"
#include "ui/style/side_badge.h"
#include "ui/style/tokens.h"
#include "ui/views/cell_painting.h"

#include <QContextMenuEvent>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLinearGradient>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace diptych {

namespace {

constexpr qreal kTextInset = 8;

QPen dashedPen(const QColor& color) {
    QPen pen(color, 1);
    pen.setDashPattern({3, 2});
    return pen;
}

QString sideText(Side side) {
    return QLatin1String(sideName(side));
}

} // namespace

FusionDrawing::FusionDrawing(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("The kernels of A and B, before and after fusion; arrow keys choose a kernel"));
}

void FusionDrawing::setDetail(FusionDetail detail) {
    m_detail = std::move(detail);
    m_current.reset();
    setAccessibleDescription(headline());
    layOut();
}

QString FusionDrawing::headline() const {
    const std::size_t a = m_detail.kernels.a.size();
    const std::size_t b = m_detail.kernels.b.size();
    if (a == b) {
        return a == 0 ? QString() : tr("Both sides run it alike, but not equally often");
    }
    const Side fuses = a < b ? Side::A : Side::B;
    return tr("%1 fuses the %2 kernels of %3 into %4")
        .arg(sideText(fuses))
        .arg(std::max(a, b))
        .arg(sideText(other(fuses)))
        .arg(std::min(a, b));
}

QSize FusionDrawing::sizeHint() const {
    return {640, qCeil(fusionDrawingHeight())};
}

QSize FusionDrawing::minimumSizeHint() const {
    return {320, qCeil(fusionDrawingHeight())};
}

void FusionDrawing::paintEvent(QPaintEvent* /*event*/) {
    if (m_layout.bars.a.empty() && m_layout.bars.b.empty()) {
        return;
    }
    QPainter painter(this);
    paintAxis(painter);
    paintRibbon(painter);
    for (const Side side : kSides) {
        paintSide(painter, side);
    }
    paintDifference(painter);
}

void FusionDrawing::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

void FusionDrawing::layOut() {
    m_layout = layOutFusion(m_detail, width());
    update();
}

void FusionDrawing::paintAxis(QPainter& painter) const {
    const Tokens& tokens = tokensOf(palette());
    painter.setFont(textFont(fontsize::kHeader));
    for (const TimeTick& tick : m_layout.axis.ticks) {
        const qreal x = std::round(m_layout.x(static_cast<Nanoseconds>(tick.ns)));
        painter.fillRect(QRectF(x, m_layout.plot.top() + 2, 1, m_layout.plot.height() - 20), tokens.hairline);
        painter.setPen(tokens.text2);
        painter.drawText(QRectF(x - 40, 0, 80, m_layout.plot.top() - 2), Qt::AlignCenter, tick.label);
    }
}

void FusionDrawing::paintSide(QPainter& painter, Side side) const {
    const Tokens& tokens = tokensOf(palette());
    paintSideBadge(painter, m_layout.badges[side], side, tokens);
    for (const QRectF& pause : m_layout.pauses[side]) {
        if (pause.width() >= 2) {
            painter.fillRect(pause, tokens.surface);
            painter.setPen(dashedPen(tokens.text2));
            painter.drawRect(pause.adjusted(0, 0.5, -1, -0.5));
        }
    }
    for (std::size_t i = 0; i < m_layout.bars[side].size(); ++i) {
        paintKernel(painter, side, i);
    }
    if (m_layout.bracket[side]) {
        const QRectF area = m_layout.bracket[side]->adjusted(0.5, 0.5, -0.5, -0.5);
        const qreal hook = side == Side::A ? area.top() : area.bottom();
        const qreal line = side == Side::A ? area.bottom() : area.top();
        painter.setPen(QPen(tokens.text2, 1));
        painter.drawPolyline(QPolygonF(
            {{area.left(), hook}, {area.left(), line}, {area.right(), line}, {area.right(), hook}}));
    }
}

void FusionDrawing::paintKernel(QPainter& painter, Side side, std::size_t index) const {
    const Tokens& tokens = tokensOf(palette());
    const FusedKernel& kernel = m_detail.kernels[side][index];
    const QRectF& bar = m_layout.bars[side][index];
    painter.fillRect(bar, tokens.fill[side]);
    const QString figure = formatMicroseconds(kernel.meanNs);
    painter.setPen(tokens.onFill[side]);
    painter.setFont(textFont(fontsize::kTable, QFont::Bold));
    if (QFontMetricsF(painter.font()).horizontalAdvance(figure) + 2 * kTextInset <= bar.width()) {
        painter.drawText(bar.adjusted(kTextInset, 0, -kTextInset, 0), Qt::AlignRight | Qt::AlignVCenter,
                         figure);
    }
    const QRectF& pause = m_layout.pauses[side][index];
    painter.setPen(tokens.text2);
    painter.setFont(textFont(fontsize::kHeader));
    const QString pauseText = formatMicroseconds(kernel.gapBeforeNs);
    if (QFontMetricsF(painter.font()).horizontalAdvance(pauseText) + 6 <= pause.width()) {
        painter.drawText(pause, Qt::AlignCenter, pauseText);
    }
    const QRectF& name = m_layout.names[side][index];
    painter.setFont(monoFont(fontsize::kKernel));
    const int characters =
        static_cast<int>(name.width() / QFontMetricsF(painter.font()).horizontalAdvance(QLatin1Char('0')));
    painter.drawText(name, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine,
                     fusionCaption(kernel, characters));
    if (m_current == Place{side, index} && hasFocus()) {
        painter.setPen(QPen(tokens.text, 2));
        painter.drawRect(bar.adjusted(1, 1, -1, -1));
    }
}

void FusionDrawing::paintRibbon(QPainter& painter) const {
    if (m_layout.ribbon.isEmpty()) {
        return;
    }
    const Tokens& tokens = tokensOf(palette());
    const QRectF bounds = m_layout.ribbon.boundingRect();
    QLinearGradient gradient(0, bounds.top(), 0, bounds.bottom());
    gradient.setColorAt(0, tokens.tint.a);
    gradient.setColorAt(1, tokens.tint.b);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillPath(m_layout.ribbon, gradient);
    if (m_detail.isInferred) {
        painter.setPen(dashedPen(tokens.text2));
        painter.drawPath(m_layout.ribbon);
    }
    painter.restore();
    const QRectF& area = m_layout.ribbonText;
    const auto line = [&](qreal top, const QFont& font, const QColor& color, const QString& text) {
        painter.setFont(font);
        painter.setPen(color);
        drawFigure(painter, QRectF(area.left(), top, area.width(), area.height() / 2), Qt::AlignLeft, text);
    };
    if (area.width() > 60) {
        line(area.top(), textFont(fontsize::kTable, QFont::Bold), tokens.text, headline());
        const QString reason =
            m_detail.isInferred ? tr("inferred: %1").arg(m_detail.reason) : m_detail.reason;
        line(area.center().y(), textFont(fontsize::kHeader), tokens.text2, reason);
    }
}

/// How much longer the longer side takes, kernels and the time between them.
void FusionDrawing::paintDifference(QPainter& painter) const {
    if (!m_layout.difference) {
        return;
    }
    const Tokens& tokens = tokensOf(palette());
    const QRectF& area = *m_layout.difference;
    const Nanoseconds gap = m_detail.spanNs(Side::A) - m_detail.spanNs(Side::B);
    const Nanoseconds inGaps = m_detail.gapsNs(Side::A) - m_detail.gapsNs(Side::B);
    const QColor color = gapColor(tokens, gap);
    const qreal y = std::round(area.center().y());
    painter.fillRect(QRectF(area.left(), y, area.width(), 1), color);
    painter.fillRect(QRectF(area.left(), y - 5, 1, 11), color);
    painter.fillRect(QRectF(area.right() - 1, y - 5, 1, 11), color);
    const QString total = formatGap(gap) + QStringLiteral(" µs");
    const QString parts =
        inGaps == 0 ? tr("in kernels")
                    : tr("%1 in kernels, %2 in gaps")
                          .arg(formatSignedMicroseconds(gap - inGaps), formatSignedMicroseconds(inGaps));
    const QFont bold = textFont(fontsize::kTable, QFont::Bold);
    const QFont small = textFont(fontsize::kHeader);
    const qreal width = std::max(figureWidth(bold, total), QFontMetricsF(small).horizontalAdvance(parts)) + 2;
    // In the middle of it, else behind it, else nowhere: the figures stand below as well.
    QRectF text(area.center().x() - width / 2, area.top(), width, area.height());
    if (width > area.width() - 8) {
        text.moveLeft(area.right() + 8);
    }
    if (text.right() > this->width()) {
        return;
    }
    painter.setFont(bold);
    painter.setPen(color);
    drawFigure(painter, QRectF(text.left(), y - 19, width, 16), Qt::AlignHCenter, total);
    painter.setFont(small);
    painter.setPen(tokens.text2);
    painter.drawText(QRectF(text.left(), y + 4, width, 16), Qt::AlignCenter, parts);
}

void FusionDrawing::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        setFocus(Qt::MouseFocusReason);
        choose(placeAt(event->position()));
    }
}

void FusionDrawing::keyPressEvent(QKeyEvent* event) {
    const std::vector<Place> all = places();
    const bool isForward = event->key() == Qt::Key_Right || event->key() == Qt::Key_Down;
    const bool isBack = event->key() == Qt::Key_Left || event->key() == Qt::Key_Up;
    if (all.empty() || (!isForward && !isBack)) {
        QWidget::keyPressEvent(event);
        return;
    }
    const auto found = m_current ? std::find(all.begin(), all.end(), *m_current) : all.end();
    if (found == all.end()) {
        choose(all.front());
    } else if (isForward && found + 1 != all.end()) {
        choose(*(found + 1));
    } else if (isBack && found != all.begin()) {
        choose(*(found - 1));
    }
}

void FusionDrawing::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    addPictureActions(menu, *this, QStringLiteral("fusion"));
    menu.exec(event->globalPos());
}

bool FusionDrawing::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const std::optional<Place> place = placeAt(help->pos());
        QToolTip::showText(help->globalPos(), place ? tooltipOf(*place) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

void FusionDrawing::choose(std::optional<Place> place) {
    m_current = place;
    update();
    if (place) {
        setAccessibleDescription(tooltipOf(*place));
        emit kernelChosen(place->side, m_detail.kernels[place->side][place->kernel].name);
    }
}

std::optional<FusionDrawing::Place> FusionDrawing::placeAt(const QPointF& position) const {
    for (const Place& place : places()) {
        if (m_layout.bars[place.side][place.kernel].contains(position) ||
            m_layout.names[place.side][place.kernel].contains(position)) {
            return place;
        }
    }
    return std::nullopt;
}

std::vector<FusionDrawing::Place> FusionDrawing::places() const {
    std::vector<Place> places;
    for (const Side side : kSides) {
        for (std::size_t i = 0; i < m_layout.bars[side].size(); ++i) {
            places.push_back({side, i});
        }
    }
    return places;
}

QString FusionDrawing::tooltipOf(const Place& place) const {
    const FusedKernel& kernel = m_detail.kernels[place.side][place.kernel];
    QString text = QStringLiteral("%1: %2\n").arg(sideText(place.side), kernel.name) +
                   tr("%1 µs on average").arg(formatMicroseconds(kernel.meanNs));
    if (place.kernel > 0) {
        text += tr(", %1 µs after the kernel before it (median)").arg(formatMicroseconds(kernel.gapBeforeNs));
    }
    return text;
}

} // namespace diptych
