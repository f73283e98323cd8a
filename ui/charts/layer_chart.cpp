#include "ui/charts/layer_chart.h"

#include "ui/charts/axis_ticks.h"
#include "ui/charts/chart_export.h"
#include "ui/style/fonts.h"
#include "ui/style/number_format.h"
#include "ui/style/tokens.h"

#include <QBarCategoryAxis>
#include <QBarSeries>
#include <QBarSet>
#include <QCategoryAxis>
#include <QChart>
#include <QContextMenuEvent>
#include <QGraphicsLayout>
#include <QGraphicsRectItem>
#include <QGraphicsSimpleTextItem>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLegend>
#include <QMenu>
#include <QToolTip>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kLeft = 60;
constexpr int kRight = 16;
constexpr int kTop = 24;     ///< for the caption of the axis
constexpr int kBottom = 24;  ///< for the labels of the layers
constexpr int kNoteMark = 4; ///< above a layer that has a note
constexpr double kNsPerUnit = 1000;
constexpr int kTicks = 4;
constexpr double kBarShare = 0.7; ///< of a layer's width, both bars

} // namespace

LayerChart::LayerChart(QWidget* parent) : QChartView(parent) {
    makeSeries();
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing, false);
    setFocusPolicy(Qt::StrongFocus);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumSize(300, 110);
    setAccessibleName(tr("Layers of A and B as bars; arrow keys choose a layer"));
    applyColors();
}

void LayerChart::setBars(const std::vector<LayerBar>& bars, const QString& caption) {
    const QString current = currentLayer();
    m_bars = bars;
    m_caption = caption;
    fillSeries();
    fillAxis();
    setCurrent(current);
}

void LayerChart::setCurrent(const QString& layer) {
    const auto found =
        std::find_if(m_bars.begin(), m_bars.end(), [&](const LayerBar& bar) { return bar.layer == layer; });
    m_current = found == m_bars.end() ? -1 : static_cast<int>(found - m_bars.begin());
    setAccessibleDescription(m_current < 0 ? QString() : tooltipOf(*found));
    placeItems();
}

QString LayerChart::currentLayer() const {
    return m_current < 0 ? QString() : m_bars[static_cast<std::size_t>(m_current)].layer;
}

void LayerChart::makeSeries() {
    chart()->setBackgroundVisible(false);
    chart()->setMargins({});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->legend()->hide();
    m_series = new QBarSeries(chart());
    m_series->setBarWidth(kBarShare);
    for (const Side side : kSides) {
        m_sets[side] = new QBarSet(QLatin1String(sideName(side)), m_series);
        m_series->append(m_sets[side]);
    }
    chart()->addSeries(m_series);
    m_layerAxis = new QBarCategoryAxis(chart());
    m_layerAxis->setLabelsVisible(false);
    m_layerAxis->setGridLineVisible(false);
    chart()->addAxis(m_layerAxis, Qt::AlignBottom);
    m_series->attachAxis(m_layerAxis);
    m_timeAxis = new QCategoryAxis(chart());
    m_timeAxis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    m_timeAxis->setLineVisible(false);
    m_timeAxis->setLabelsFont(textFont(fontsize::kHeader));
    chart()->addAxis(m_timeAxis, Qt::AlignLeft);
    m_series->attachAxis(m_timeAxis);
    m_highlight = scene()->addRect({}, Qt::NoPen);
    m_highlight->setZValue(-1);
}

void LayerChart::fillSeries() {
    QStringList layers;
    PerSide<QList<qreal>> values;
    for (const LayerBar& bar : m_bars) {
        layers.append(bar.layer);
        for (const Side side : kSides) {
            values[side].append(static_cast<double>(bar.ns[side].value_or(0)) / kNsPerUnit);
        }
    }
    m_layerAxis->setCategories(layers);
    for (const Side side : kSides) {
        m_sets[side]->remove(0, m_sets[side]->count());
        m_sets[side]->append(values[side]);
    }
}

void LayerChart::fillAxis() {
    Nanoseconds highest = 0;
    for (const LayerBar& bar : m_bars) {
        highest = std::max({highest, bar.ns.a.value_or(0), bar.ns.b.value_or(0)});
    }
    const TimeAxis axis = makeTimeAxis(highest, kTicks);
    for (const QString& label : m_timeAxis->categoriesLabels()) {
        m_timeAxis->remove(label);
    }
    m_timeAxis->setRange(0, axis.highestNs / kNsPerUnit);
    for (const TimeTick& tick : axis.ticks) {
        m_timeAxis->append(tick.label, tick.ns / kNsPerUnit);
    }
}

void LayerChart::placeItems() {
    for (QGraphicsItem* item : m_items) {
        delete item;
    }
    m_items.clear();
    const Tokens& tokens = tokensOf(palette());
    const QRectF plot = plotArea();
    const auto addText = [&](const QString& text, const QFont& font, qreal left, qreal top,
                             const QColor& color) {
        QGraphicsSimpleTextItem* const item = scene()->addSimpleText(text, font);
        item->setBrush(color);
        item->setPos(qRound(left), qRound(top));
        m_items.push_back(item);
    };
    addText(m_caption, textFont(fontsize::kHeader), metrics::kMargin, 3, tokens.text2);
    m_highlight->setVisible(m_current >= 0);
    const QFont font = textFont(fontsize::kHeader);
    const QFont currentFont = textFont(fontsize::kHeader, QFont::Bold);
    qreal free = plot.left() - 20; // labels only where they fit
    for (int i = 0; i < static_cast<int>(m_bars.size()); ++i) {
        const bool isCurrent = i == m_current;
        const qreal centre = plot.left() + (i + 0.5) * barWidth();
        const QString& label = m_bars[static_cast<std::size_t>(i)].label;
        const qreal width = QFontMetricsF(currentFont).horizontalAdvance(label);
        if (isCurrent) {
            m_highlight->setRect(centre - barWidth() / 2, plot.top() - 6, barWidth(),
                                 plot.height() + kBottom);
            m_items.push_back(
                scene()->addRect(QRectF(centre - barWidth() / 2, plot.bottom() + kBottom - 7, barWidth(), 2),
                                 Qt::NoPen, tokens.text));
        }
        if (!m_bars[static_cast<std::size_t>(i)].note.isEmpty()) {
            m_items.push_back(
                scene()->addRect(QRectF(qRound(centre) - kNoteMark / 2, qRound(plot.top()) - kNoteMark - 1,
                                        kNoteMark, kNoteMark),
                                 Qt::NoPen, tokens.text));
        }
        if (isCurrent || centre - width / 2 > free + 6) {
            addText(label, isCurrent ? currentFont : font,
                    centre - QFontMetricsF(isCurrent ? currentFont : font).horizontalAdvance(label) / 2,
                    plot.bottom() + 3, isCurrent ? tokens.text : tokens.text2);
            free = centre + width / 2;
        }
    }
}

void LayerChart::resizeEvent(QResizeEvent* event) {
    QChartView::resizeEvent(event);
    chart()->setPlotArea(plotArea());
    fillAxis(); // Qt Charts lays an axis out again only when it changes
    placeItems();
}

void LayerChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        setFocus(Qt::MouseFocusReason);
        choose(barAt(event->position().x()));
    }
    event->accept();
}

void LayerChart::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(m_bars.size()) - 1;
    switch (event->key()) {
    case Qt::Key_Left:
        choose(std::max(0, m_current - 1));
        return;
    case Qt::Key_Right:
        choose(std::min(last, m_current + 1));
        return;
    case Qt::Key_Home:
        choose(0);
        return;
    case Qt::Key_End:
        choose(last);
        return;
    default: // other keys are the base class's
        QChartView::keyPressEvent(event);
    }
}

void LayerChart::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    addPictureActions(menu, *this, QStringLiteral("layers"));
    menu.exec(event->globalPos());
}

void LayerChart::changeEvent(QEvent* event) {
    QChartView::changeEvent(event);
    if (m_series && event->type() == QEvent::PaletteChange) {
        applyColors();
    }
}

bool LayerChart::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int bar = barAt(help->pos().x());
        QToolTip::showText(help->globalPos(),
                           bar < 0 ? QString() : tooltipOf(m_bars[static_cast<std::size_t>(bar)]), this);
        return true;
    }
    return QChartView::viewportEvent(event);
}

void LayerChart::applyColors() {
    const Tokens& tokens = tokensOf(palette());
    setBackgroundBrush(tokens.surface);
    for (const Side side : kSides) {
        m_sets[side]->setColor(tokens.fill[side]);
        m_sets[side]->setPen(Qt::NoPen);
    }
    m_timeAxis->setGridLinePen(QPen(tokens.hairline, 1));
    m_timeAxis->setLabelsColor(tokens.text2);
    m_layerAxis->setLinePen(QPen(tokens.border, 1));
    m_highlight->setBrush(tokens.selection);
    placeItems();
}

void LayerChart::choose(int bar) {
    if (bar < 0 || bar >= static_cast<int>(m_bars.size()) || bar == m_current) {
        return;
    }
    setCurrent(m_bars[static_cast<std::size_t>(bar)].layer);
    emit chosen(currentLayer());
}

QRectF LayerChart::plotArea() const {
    return {kLeft, kTop, std::max<qreal>(10, width() - kLeft - kRight),
            std::max<qreal>(10, height() - kTop - kBottom)};
}

qreal LayerChart::barWidth() const {
    return plotArea().width() / static_cast<qreal>(std::max<std::size_t>(1, m_bars.size()));
}

int LayerChart::barAt(qreal x) const {
    const int bar = static_cast<int>(std::floor((x - plotArea().left()) / barWidth()));
    return bar >= 0 && bar < static_cast<int>(m_bars.size()) ? bar : -1;
}

QString LayerChart::tooltipOf(const LayerBar& bar) const {
    QString text = bar.layer;
    for (const Side side : kSides) {
        text += QStringLiteral("\n%1: %2")
                    .arg(QLatin1String(sideName(side)),
                         bar.ns[side] ? formatDuration(bar.ns[side]) : tr("not there"));
    }
    if (!bar.note.isEmpty()) {
        text += QLatin1Char('\n') + tr("Note: %1").arg(bar.note);
    }
    return text;
}

} // namespace diptych
