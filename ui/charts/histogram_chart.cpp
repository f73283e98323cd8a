#include "ui/charts/histogram_chart.h"

#include "ui/charts/axis_ticks.h"
#include "ui/charts/chart_export.h"
#include "ui/style/fonts.h"
#include "ui/style/number_format.h"
#include "ui/style/tokens.h"

#include <QAreaSeries>
#include <QChart>
#include <QContextMenuEvent>
#include <QGraphicsLayout>
#include <QHelpEvent>
#include <QLegend>
#include <QLineSeries>
#include <QMenu>
#include <QToolTip>
#include <QValueAxis>

namespace diptych {

namespace {

constexpr int kBinWidth = 5; ///< px
constexpr int kSide = 20;
constexpr int kLabelHeight = 20;
constexpr double kNsPerUnit = 1000;
constexpr int kHeight = 92;

} // namespace

HistogramChart::HistogramChart(QWidget* parent)
    : QChartView(parent), m_timeAxis(new QValueAxis(chart())), m_shareAxis(new QValueAxis(chart())) {
    setFrameShape(QFrame::NoFrame);
    setFixedHeight(kHeight);
    setMinimumWidth(120);
    setFocusPolicy(Qt::NoFocus);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Durations of A and B, distribution"));
    chart()->setBackgroundVisible(false);
    chart()->setMargins({});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->legend()->hide();
    chart()->addAxis(m_timeAxis, Qt::AlignBottom);
    chart()->addAxis(m_shareAxis, Qt::AlignLeft);
    m_timeAxis->setGridLineVisible(false);
    m_timeAxis->setTickType(QValueAxis::TicksDynamic);
    // The unit stands in the dock's heading; Qt Charts 6.4 cannot write other than Latin-1 here.
    m_timeAxis->setLabelFormat(QStringLiteral("%.10g"));
    m_timeAxis->setLabelsFont(textFont(fontsize::kHeader));
    m_shareAxis->setVisible(false);
    for (const Side side : kSides) {
        m_outlines[side] = new QLineSeries(this);
        m_areas[side] = new QAreaSeries(m_outlines[side]);
        chart()->addSeries(m_areas[side]);
        m_areas[side]->attachAxis(m_timeAxis);
        m_areas[side]->attachAxis(m_shareAxis);
    }
    applyColors();
}

void HistogramChart::setInstances(const PerSide<std::vector<Nanoseconds>>& instances) {
    m_instances = instances;
    fillSeries();
}

void HistogramChart::resizeEvent(QResizeEvent* event) {
    QChartView::resizeEvent(event);
    chart()->setPlotArea(QRectF(kSide, 4, width() - 2 * kSide, height() - kLabelHeight - 4));
    fillSeries();
}

void HistogramChart::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    addPictureActions(menu, *this, QStringLiteral("durations"));
    menu.exec(event->globalPos());
}

void HistogramChart::changeEvent(QEvent* event) {
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        applyColors();
    }
}

bool HistogramChart::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), tooltipAt(help->pos().x()), this);
        return true;
    }
    return QChartView::viewportEvent(event);
}

void HistogramChart::fillSeries() {
    const int bins = std::max(8, (width() - 2 * kSide) / kBinWidth);
    m_histogram = makeHistogram(m_instances, bins);
    if (m_histogram.bins() == 0) {
        for (const Side side : kSides) {
            m_outlines[side]->clear();
        }
        return;
    }
    // Room at both ends, so that bars do not stick to the edges; no duration is below zero.
    const double margin = (m_histogram.highestNs() - m_histogram.lowestNs) * 0.03;
    setRange(std::max(0.0, m_histogram.lowestNs - margin) / kNsPerUnit,
             (m_histogram.highestNs() + margin) / kNsPerUnit);
    m_shareAxis->setRange(0, m_histogram.highestShare * 1.05);
    for (const Side side : kSides) {
        QList<QPointF> points;
        for (std::size_t i = 0; i < m_histogram.bins(); ++i) {
            const double left =
                (m_histogram.lowestNs + m_histogram.binNs * static_cast<double>(i)) / kNsPerUnit;
            const double right = left + m_histogram.binNs * 0.85 / kNsPerUnit;
            const double share = m_histogram.shares[side][i];
            points << QPointF(left, 0) << QPointF(left, share) << QPointF(right, share) << QPointF(right, 0);
        }
        m_outlines[side]->replace(points);
    }
}

/// Of any range Qt Charts makes as many ticks as the interval asks for: that of the last pair may ask for
/// millions in this one.
void HistogramChart::setRange(double lowest, double highest) {
    constexpr double kLeastRange = 0.001; // a nanosecond
    constexpr double kLeastShare = 1e-12; // what a double tells apart
    const double range = std::max({kLeastRange, highest * kLeastShare, highest - lowest});
    m_timeAxis->setTickInterval(std::max(range, m_timeAxis->max() - m_timeAxis->min()));
    m_timeAxis->setRange(lowest, lowest + range);
    m_timeAxis->setTickInterval(roundTickStep(range, width() > 260 ? 5 : 3));
}

void HistogramChart::applyColors() {
    const Tokens& tokens = tokensOf(palette());
    setBackgroundBrush(tokens.surface);
    for (const Side side : kSides) {
        QColor fill = tokens.fill[side];
        fill.setAlphaF(0.85F); // where the sides overlap, both are seen
        m_areas[side]->setPen(Qt::NoPen);
        m_areas[side]->setBrush(fill);
    }
    m_timeAxis->setLinePen(QPen(tokens.border, 1));
    m_timeAxis->setLabelsColor(tokens.text2);
}

QString HistogramChart::tooltipAt(qreal x) const {
    if (m_histogram.bins() == 0) {
        return {};
    }
    const QPointF value = chart()->mapToValue(QPointF(x, 10), m_areas.a);
    const auto bin = static_cast<qint64>((value.x() * kNsPerUnit - m_histogram.lowestNs) / m_histogram.binNs);
    if (bin < 0 || bin >= static_cast<qint64>(m_histogram.bins())) {
        return {};
    }
    const double left = m_histogram.lowestNs + m_histogram.binNs * static_cast<double>(bin);
    QString text = tr("%1 to %2 µs")
                       .arg(left / kNsPerUnit, 0, 'f', 1)
                       .arg((left + m_histogram.binNs) / kNsPerUnit, 0, 'f', 1);
    for (const Side side : kSides) {
        text += QStringLiteral("\n%1: %2")
                    .arg(QLatin1String(sideName(side)),
                         formatPercent(m_histogram.shares[side][static_cast<std::size_t>(bin)]));
        if (m_histogram.outside[side] > 0) {
            text += tr(", %1 beyond the axis").arg(m_histogram.outside[side]);
        }
    }
    return text;
}

} // namespace diptych
