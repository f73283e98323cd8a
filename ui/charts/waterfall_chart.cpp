#include "ui/charts/waterfall_chart.h"

#include "ui/charts/axis_ticks.h"
#include "ui/charts/chart_export.h"
#include "ui/models/side_names.h"
#include "ui/style/fonts.h"
#include "ui/style/number_format.h"
#include "ui/style/tokens.h"
#include "ui/views/cell_painting.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kLeastRow = 22;
constexpr int kMostRow = 28;
constexpr int kHeader = metrics::kHeaderRowHeight;
constexpr int kBar = 13;
constexpr int kGapColumn = 104;
constexpr int kShareColumn = 68;
constexpr qreal kPixelsPerTick = 60;

} // namespace

/// Where columns and axis are at the present size.
struct WaterfallChart::Geometry {
    int row = kLeastRow; ///< height
    qreal labelWidth = 0;
    QRectF plot;
    qreal gapRight = 0;
    qreal shareRight = 0;
    TimeAxis axis;

    [[nodiscard]] qreal x(Nanoseconds ns) const {
        return plot.left() + plot.width() * static_cast<qreal>(ns) / axis.highestNs;
    }
};

WaterfallChart::WaterfallChart(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Where the gap comes from, by operation"));
}

void WaterfallChart::setComparison(std::shared_ptr<const Comparison> comparison, bool perStep) {
    m_comparison = std::move(comparison);
    m_isPerStep = m_comparison && m_comparison->summary.perStep && perStep;
    m_current = -1;
    fill();
}

QSize WaterfallChart::sizeHint() const {
    return {700, kHeader + 12 * kLeastRow};
}

QSize WaterfallChart::minimumSizeHint() const {
    return {420, kHeader + 5 * kLeastRow};
}

void WaterfallChart::paintEvent(QPaintEvent* /*event*/) {
    if (m_rows.empty()) {
        return;
    }
    QPainter painter(this);
    const Geometry geometry = geometryOfRows();
    paintAxis(painter, geometry);
    for (int i = 0; i < static_cast<int>(m_rows.size()); ++i) {
        paintRow(painter, geometry, i);
    }
}

void WaterfallChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fill();
}

void WaterfallChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        open(rowAt(event->position()));
    }
}

void WaterfallChart::mouseMoveEvent(QMouseEvent* event) {
    setCursor(rowAt(event->position()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void WaterfallChart::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(m_rows.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Down:
        m_current = std::min(last, m_current + 1);
        break;
    case Qt::Key_Up:
        m_current = std::max(0, m_current - 1);
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        open(m_current);
        return;
    default: // other keys are the base class's
        QWidget::keyPressEvent(event);
        return;
    }
    if (m_current >= 0 && m_current <= last) {
        setAccessibleDescription(tooltipOf(m_rows[static_cast<std::size_t>(m_current)]));
    }
    update();
}

void WaterfallChart::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    addPictureActions(menu, *this, QStringLiteral("gap"));
    menu.exec(event->globalPos());
}

bool WaterfallChart::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int row = rowAt(help->pos());
        QToolTip::showText(help->globalPos(),
                           row < 0 ? QString() : tooltipOf(m_rows[static_cast<std::size_t>(row)]), this);
        return true;
    }
    return QWidget::event(event);
}

void WaterfallChart::fill() {
    m_rows.clear();
    if (m_comparison && !m_comparison->attribution.empty()) {
        const PerSide<QString> labels{sideLabel(*m_comparison, Side::A), sideLabel(*m_comparison, Side::B)};
        m_rows =
            makeWaterfall(*m_comparison, labels, std::max(4, (height() - kHeader) / kLeastRow), m_isPerStep);
    }
    m_current = std::min(m_current, static_cast<int>(m_rows.size()) - 1);
    update();
}

/// The rest leads to the largest of its operations, a side to all.
void WaterfallChart::open(int row) {
    if (row < 0 || row >= static_cast<int>(m_rows.size())) {
        return;
    }
    const WaterfallRow& opened = m_rows[static_cast<std::size_t>(row)];
    emit operationChosen(opened.merged.isEmpty() ? opened.operation : opened.merged.front());
}

WaterfallChart::Geometry WaterfallChart::geometryOfRows() const {
    Geometry geometry;
    geometry.row = rowHeight();
    geometry.labelWidth = std::clamp(std::round(width() * 0.22), 100.0, 260.0);
    geometry.shareRight = width();
    geometry.gapRight = width() - kShareColumn;
    const qreal plotRight = geometry.gapRight - kGapColumn;
    geometry.plot = QRectF(geometry.labelWidth, kHeader, std::max(40.0, plotRight - geometry.labelWidth),
                           static_cast<qreal>(m_rows.size()) * geometry.row);
    Nanoseconds highest = 0;
    for (const WaterfallRow& row : m_rows) {
        highest = std::max(highest, row.toNs);
    }
    geometry.axis =
        makeTimeAxis(highest, std::max(3, static_cast<int>(geometry.plot.width() / kPixelsPerTick)));
    return geometry;
}

void WaterfallChart::paintAxis(QPainter& painter, const Geometry& geometry) const {
    const Tokens& tokens = tokensOf(palette());
    painter.setFont(textFont(fontsize::kHeader));
    for (const TimeTick& tick : geometry.axis.ticks) {
        const qreal x =
            std::round(geometry.plot.left() + geometry.plot.width() * tick.ns / geometry.axis.highestNs);
        painter.fillRect(QRectF(x, geometry.plot.top() - 4, 1, geometry.plot.height() + 4), tokens.hairline);
        painter.setPen(tokens.text2);
        painter.drawText(QRectF(x - 40, 0, 80, kHeader - 4), Qt::AlignCenter, tick.label);
    }
    const auto head = [&](qreal left, qreal right, Qt::Alignment alignment, const QString& text) {
        painter.drawText(QRectF(left, 0, right - left, kHeader - 4),
                         static_cast<int>(alignment | Qt::AlignVCenter), text);
    };
    painter.setPen(tokens.text2);
    head(0, geometry.labelWidth, Qt::AlignLeft, tr("Operation"));
    head(geometry.gapRight - kGapColumn + 20, geometry.gapRight, Qt::AlignRight,
         m_isPerStep ? tr("µs per step") : tr("µs in all"));
    head(geometry.gapRight, geometry.shareRight, Qt::AlignRight, tr("Share, %"));
}

void WaterfallChart::paintRow(QPainter& painter, const Geometry& geometry, int index) const {
    const Tokens& tokens = tokensOf(palette());
    const WaterfallRow& row = m_rows[static_cast<std::size_t>(index)];
    const qreal top = kHeader + index * geometry.row;
    const QRectF band(0, top, width(), geometry.row);
    if (index == m_current && hasFocus()) {
        painter.fillRect(band, tokens.selection);
    }
    painter.setFont(textFont(fontsize::kTable, row.side ? QFont::Bold : QFont::Normal));
    painter.setPen(tokens.text);
    drawFigure(painter, QRectF(0, top, geometry.labelWidth - 10, geometry.row), Qt::AlignLeft, row.label);
    const qreal barTop = top + (geometry.row - kBar) / 2.0;
    const qreal left = std::round(geometry.x(row.fromNs));
    const qreal right = std::max(left + 1, std::round(geometry.x(row.toNs)));
    const QColor color = row.side ? tokens.fill[*row.side] : row.gapNs < 0 ? tokens.faster : tokens.slower;
    const QRectF bar(left, barTop, right - left, kBar);
    if (row.against.isEmpty() || bar.width() < 3) {
        painter.fillRect(bar, color);
    } else { // neither lost nor gained: the other half of the work is another row
        painter.setPen(QPen(color, 1));
        painter.drawRect(bar.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    // The next row begins where this one ends: A's time at its right end, a loss at its left, a gain at its
    // right.
    if (index + 1 < static_cast<int>(m_rows.size())) {
        const bool endsRight = row.side || row.gapNs < 0;
        painter.fillRect(QRectF(endsRight ? right - 1 : left, barTop + kBar, 1, geometry.row - kBar),
                         tokens.text3);
    }
    const QRectF gapCell(geometry.gapRight - kGapColumn, top, kGapColumn, geometry.row);
    if (row.side) {
        drawFigure(painter, gapCell, Qt::AlignRight, formatMicroseconds(row.toNs));
    } else {
        painter.setPen(gapColor(tokens, row.gapNs));
        drawFigure(painter, gapCell, Qt::AlignRight, formatGap(row.gapNs));
    }
    painter.setPen(tokens.text);
    if (!row.side) {
        drawFigure(painter, QRectF(geometry.gapRight, top, kShareColumn, geometry.row), Qt::AlignRight,
                   formatShare(row.share));
    }
}

/// As high as fills the space, within what reads well.
int WaterfallChart::rowHeight() const {
    const int rows = std::max(1, static_cast<int>(m_rows.size()));
    return std::clamp((height() - kHeader) / rows, kLeastRow, kMostRow);
}

int WaterfallChart::rowAt(const QPointF& position) const {
    const int row = static_cast<int>(std::floor((position.y() - kHeader) / rowHeight()));
    return row >= 0 && row < static_cast<int>(m_rows.size()) ? row : -1;
}

QString WaterfallChart::tooltipOf(const WaterfallRow& row) const {
    if (row.side) {
        return row.label + QStringLiteral(": ") + formatDuration(row.toNs);
    }
    QString text = row.label + QStringLiteral(": ") + formatGap(row.gapNs) + QStringLiteral(" µs");
    if (!row.merged.isEmpty()) {
        text += QLatin1Char('\n') + row.merged.join(QStringLiteral(", "));
    }
    if (!row.against.isEmpty()) {
        text +=
            QLatin1Char('\n') + tr("Half of a fusion: the other side does this work as %1. The page Fusion "
                                   "tells what both halves make together.")
                                    .arg(row.against.join(QStringLiteral(", ")));
    }
    return text;
}

} // namespace diptych
