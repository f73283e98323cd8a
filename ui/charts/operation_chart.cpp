#include "ui/charts/operation_chart.h"

#include "ui/charts/axis_ticks.h"
#include "ui/charts/chart_export.h"
#include "ui/style/fonts.h"
#include "ui/style/number_format.h"
#include "ui/style/tokens.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QCategoryAxis>
#include <QChart>
#include <QContextMenuEvent>
#include <QGraphicsLayout>
#include <QGraphicsRectItem>
#include <QHelpEvent>
#include <QHorizontalBarSeries>
#include <QLegend>
#include <QMenu>
#include <QToolTip>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kRow = metrics::kOperationRowHeight;
constexpr int kHeader = metrics::kHeaderRowHeight;
constexpr qreal kMostLabelShare = 0.42; ///< of the width, for the names of the rows
constexpr qreal kAroundLabel = 20;
constexpr qreal kMostLabel = 190;
constexpr qreal kRight = 28;
constexpr int kLegendHeight = 28;   ///< as the row of sums beside it
constexpr double kBarShare = 0.66;  ///< of a row's height, both bars
constexpr double kNsPerUnit = 1000; ///< bars are in microseconds
constexpr qreal kPixelsPerTick = 40;
constexpr qreal kSwatch = 9;

} // namespace

OperationChart::OperationChart(QWidget* parent) : QChartView(parent) {
    makeSeries();
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing, false);
    setMouseTracking(true);
    setFocusPolicy(Qt::NoFocus); // the table beside it is the way for the keyboard
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Operations of A and B as bars"));
    applyColors();
}

void OperationChart::makeSeries() {
    chart()->setBackgroundVisible(false);
    chart()->setMargins({});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->setAnimationOptions(QChart::NoAnimation);
    m_series = new QHorizontalBarSeries(chart());
    m_series->setBarWidth(kBarShare);
    for (const Side side : {Side::B, Side::A}) { // the last set of a group stands on top
        m_sets[side] = new QBarSet(m_labels[side], m_series);
        m_series->append(m_sets[side]);
    }
    chart()->addSeries(m_series);
    m_rowAxis = new QBarCategoryAxis(chart());
    m_rowAxis->setLabelsVisible(false);
    m_rowAxis->setGridLineVisible(false);
    m_rowAxis->setLineVisible(false);
    chart()->addAxis(m_rowAxis, Qt::AlignLeft);
    m_series->attachAxis(m_rowAxis);
    m_timeAxis = new QCategoryAxis(chart());
    m_timeAxis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    m_timeAxis->setLineVisible(false);
    m_timeAxis->setLabelsFont(textFont(fontsize::kHeader));
    chart()->addAxis(m_timeAxis, Qt::AlignTop);
    m_series->attachAxis(m_timeAxis);
    chart()->legend()->hide(); // its markers cannot be set like the program's other swatches
    m_highlight = scene()->addRect({}, Qt::NoPen);
    m_highlight->setZValue(-1);
}

void OperationChart::setSideLabels(const PerSide<QString>& labels) {
    m_labels = labels;
    m_nameWidth = 0;
    for (const Side side : kSides) {
        m_sets[side]->setLabel(labels[side]);
    }
    placeItems();
}

void OperationChart::setBars(const std::vector<OperationBar>& bars, Nanoseconds scaleNs,
                             const QString& period) {
    if (bars == m_bars && scaleNs == m_scaleNs && period == m_period) {
        return;
    }
    m_bars = bars;
    const QFontMetricsF fontMetrics(textFont(fontsize::kTable));
    for (const OperationBar& bar : bars) {
        m_nameWidth = std::max(m_nameWidth, std::ceil(fontMetrics.horizontalAdvance(bar.operation)) + 1);
    }
    m_scaleNs = scaleNs;
    m_period = period;
    fillSeries();
    arrange();
}

void OperationChart::setCurrent(const QString& operation) {
    m_current = operation;
    placeItems();
}

QSize OperationChart::sizeHint() const {
    return {380, kHeader + static_cast<int>(m_bars.size()) * kRow + kLegendHeight};
}

QSize OperationChart::minimumSizeHint() const {
    return {200, kHeader + 3 * kRow + kLegendHeight};
}

void OperationChart::resizeEvent(QResizeEvent* event) {
    QChartView::resizeEvent(event);
    arrange();
    emit resized();
}

void OperationChart::mousePressEvent(QMouseEvent* event) {
    const int row = rowAt(event->position());
    if (event->button() == Qt::LeftButton && row >= 0) {
        emit chosen(m_bars[static_cast<std::size_t>(row)].operation);
    }
    event->accept();
}

void OperationChart::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    addPictureActions(menu, *this, QStringLiteral("operations"));
    menu.exec(event->globalPos());
}

void OperationChart::changeEvent(QEvent* event) {
    QChartView::changeEvent(event);
    if (m_series && event->type() == QEvent::PaletteChange) {
        applyColors();
    }
}

bool OperationChart::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int row = rowAt(help->pos());
        if (row >= 0) {
            QToolTip::showText(help->globalPos(), tooltipOf(m_bars[static_cast<std::size_t>(row)]), this);
        } else {
            QToolTip::hideText();
        }
        return true;
    }
    return QChartView::viewportEvent(event);
}

void OperationChart::fillSeries() {
    QStringList rows;
    PerSide<QList<qreal>> values;
    // The axis counts from the bottom; bars do not follow an axis that is set to be reversed.
    for (auto bar = m_bars.rbegin(); bar != m_bars.rend(); ++bar) {
        rows.append(bar->operation);
        for (const Side side : kSides) {
            values[side].append(static_cast<double>(bar->ns[side].value_or(0)) / kNsPerUnit);
        }
    }
    m_rowAxis->setCategories(rows);
    for (const Side side : kSides) {
        m_sets[side]->remove(0, m_sets[side]->count());
        m_sets[side]->append(values[side]);
    }
    m_timeAxis->setVisible(!m_bars.empty());
}

void OperationChart::fillAxis() {
    const int ticks = std::clamp(static_cast<int>(plotArea().width() / kPixelsPerTick), 2, 9);
    const TimeAxis axis = makeTimeAxis(m_scaleNs, ticks);
    for (const QString& label : m_timeAxis->categoriesLabels()) {
        m_timeAxis->remove(label);
    }
    m_axisNs = axis.highestNs;
    m_timeAxis->setRange(0, axis.highestNs / kNsPerUnit);
    for (const TimeTick& tick : axis.ticks) {
        m_timeAxis->append(tick.label, tick.ns / kNsPerUnit);
    }
}

void OperationChart::placeItems() {
    for (QGraphicsItem* item : m_items) {
        delete item;
    }
    m_items.clear();
    m_highlight->setVisible(false);
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        placeRow(m_bars[i], plotArea().top() + (static_cast<qreal>(i) + 0.5) * kRow);
    }
    if (!m_bars.empty()) {
        placeLegend();
    }
}

void OperationChart::placeRow(const OperationBar& bar, qreal centre) {
    const Tokens& tokens = tokensOf(palette());
    const QRectF plot = plotArea();
    const QFontMetricsF fontMetrics(textFont(fontsize::kTable));
    const QString name = fontMetrics.elidedText(bar.operation, Qt::ElideRight, plot.left() - kAroundLabel);
    placeText(name, plot.left() - 10 - fontMetrics.horizontalAdvance(name), centre, tokens.text);
    if (bar.ns.a.has_value() != bar.ns.b.has_value() && m_axisNs > 0) {
        const Side side = bar.ns.a ? Side::A : Side::B;
        const qreal length = plot.width() * static_cast<qreal>(*bar.ns[side]) / m_axisNs;
        placeText(tr("only %1").arg(QLatin1String(sideName(side))), plot.left() + length + 6, centre,
                  tokens.text2);
    }
    if (bar.operation == m_current) {
        m_highlight->setRect(0, centre - kRow / 2.0, width(), kRow);
        m_highlight->setVisible(true);
    }
}

void OperationChart::placeLegend() {
    const Tokens& tokens = tokensOf(palette());
    const QFontMetricsF fontMetrics(textFont(fontsize::kTable));
    const qreal centre = plotArea().bottom() + kLegendHeight / 2.0;
    qreal left = std::max<qreal>(16, plotArea().left() - 60);
    for (const Side side : kSides) {
        m_items.push_back(scene()->addRect(QRectF(left, qRound(centre - kSwatch / 2), kSwatch, kSwatch),
                                           Qt::NoPen, tokens.fill[side]));
        placeText(m_labels[side], left + kSwatch + 7, centre, tokens.text);
        left += kSwatch + 7 + fontMetrics.horizontalAdvance(m_labels[side]) + 14;
    }
}

void OperationChart::placeText(const QString& text, qreal left, qreal centre, const QColor& color) {
    const QFont font = textFont(fontsize::kTable);
    QGraphicsSimpleTextItem* const item = scene()->addSimpleText(text, font);
    item->setBrush(color);
    item->setPos(qRound(left), qRound(centre - QFontMetricsF(font).height() / 2));
    m_items.push_back(item);
}

void OperationChart::arrange() {
    fillAxis();
    chart()->setPlotArea(plotArea());
    placeItems();
}

void OperationChart::applyColors() {
    const Tokens& tokens = tokensOf(palette());
    setBackgroundBrush(tokens.surface);
    for (const Side side : kSides) {
        m_sets[side]->setColor(tokens.fill[side]);
        m_sets[side]->setBorderColor(tokens.fill[side]);
        m_sets[side]->setPen(Qt::NoPen);
    }
    m_timeAxis->setGridLinePen(QPen(tokens.hairline, 1));
    m_timeAxis->setLabelsColor(tokens.text2);
    m_highlight->setBrush(tokens.selection);
    placeItems();
}

QRectF OperationChart::plotArea() const {
    const qreal left =
        std::min({kMostLabel, std::round(width() * kMostLabelShare), m_nameWidth + kAroundLabel});
    return {left, kHeader, std::max<qreal>(40, width() - left - kRight),
            static_cast<qreal>(m_bars.size()) * kRow};
}

int OperationChart::rowAt(const QPointF& position) const {
    const int row = static_cast<int>(std::floor((position.y() - kHeader) / kRow));
    return row >= 0 && row < static_cast<int>(m_bars.size()) ? row : -1;
}

QString OperationChart::tooltipOf(const OperationBar& bar) const {
    QString text = bar.operation;
    for (const Side side : kSides) {
        text +=
            QStringLiteral("\n%1: %2")
                .arg(m_labels[side], bar.ns[side] ? formatDuration(bar.ns[side]) + QLatin1Char(' ') + m_period
                                                  : tr("does not have it"));
    }
    return text;
}

} // namespace diptych
