#include "ui/charts/effect_chart.h"

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
#include <QGraphicsSimpleTextItem>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLegend>
#include <QMenu>
#include <QStackedBarSeries>
#include <QToolTip>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kLeft = 44;
constexpr int kRight = 8;
constexpr int kTop = 8;
constexpr int kBottom = 22; ///< for the labels of the layers
constexpr double kNsPerUnit = 1000;
constexpr int kTicks = 3;
constexpr double kBarShare = 0.55; ///< of a layer's width

} // namespace

EffectChart::EffectChart(QWidget* parent) : QChartView(parent) {
    makeSeries();
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing, false);
    setFocusPolicy(Qt::StrongFocus);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumSize(240, 84);
    setAccessibleName(tr("Effect in each layer as bars; arrow keys choose a layer"));
    applyColors();
}

void EffectChart::setLayers(const std::vector<LayerEffect>& layers) {
    const QString current = currentLayer();
    m_layers = layers;
    fillSeries();
    fillAxis();
    setCurrent(current);
}

void EffectChart::setCurrent(const QString& layer) {
    const auto found = std::find_if(m_layers.begin(), m_layers.end(),
                                    [&](const LayerEffect& effect) { return effect.layer == layer; });
    m_current = found == m_layers.end() ? -1 : static_cast<int>(found - m_layers.begin());
    setAccessibleDescription(m_current < 0 ? QString() : tooltipOf(*found));
    placeItems();
}

QString EffectChart::currentLayer() const {
    return m_current < 0 ? QString() : m_layers[static_cast<std::size_t>(m_current)].layer;
}

void EffectChart::makeSeries() {
    chart()->setBackgroundVisible(false);
    chart()->setMargins({});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->legend()->hide();
    m_series = new QStackedBarSeries(chart());
    m_series->setBarWidth(kBarShare);
    m_losses = new QBarSet(tr("A slower"), m_series);
    m_gains = new QBarSet(tr("A faster"), m_series);
    m_series->append(m_losses);
    m_series->append(m_gains);
    chart()->addSeries(m_series);
    m_layerAxis = new QBarCategoryAxis(chart());
    m_layerAxis->setLabelsVisible(false);
    m_layerAxis->setGridLineVisible(false);
    m_layerAxis->setLineVisible(false); // zero has a line of its own
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
    m_zero = scene()->addRect({}, Qt::NoPen);
    m_zero->setZValue(20);
}

void EffectChart::fillSeries() {
    QStringList names;
    QList<qreal> losses;
    QList<qreal> gains;
    for (const LayerEffect& layer : m_layers) {
        names.append(layer.layer);
        const double value = static_cast<double>(layer.gapNs) / kNsPerUnit;
        losses.append(std::max(0.0, value));
        gains.append(std::min(0.0, value));
    }
    m_layerAxis->setCategories(names);
    m_losses->remove(0, m_losses->count());
    m_gains->remove(0, m_gains->count());
    m_losses->append(losses);
    m_gains->append(gains);
}

void EffectChart::fillAxis() {
    Nanoseconds lowest = 0;
    Nanoseconds highest = 0;
    for (const LayerEffect& layer : m_layers) {
        lowest = std::min(lowest, layer.gapNs);
        highest = std::max(highest, layer.gapNs);
    }
    const SignedAxis axis = makeSignedAxis(lowest, highest, kTicks);
    for (const QString& label : m_timeAxis->categoriesLabels()) {
        m_timeAxis->remove(label);
    }
    m_timeAxis->setStartValue(axis.lowestNs / kNsPerUnit - 1);
    m_timeAxis->setRange(axis.lowestNs / kNsPerUnit, axis.highestNs / kNsPerUnit);
    for (const TimeTick& tick : axis.ticks) {
        m_timeAxis->append(tick.label, tick.ns / kNsPerUnit);
    }
    const QRectF plot = plotArea();
    const qreal zero = plot.bottom() + plot.height() * axis.lowestNs / (axis.highestNs - axis.lowestNs);
    m_zero->setRect(QRectF(plot.left(), std::round(zero), plot.width(), 1));
}

void EffectChart::placeItems() {
    for (QGraphicsItem* item : m_items) {
        delete item;
    }
    m_items.clear();
    const Tokens& tokens = tokensOf(palette());
    const QRectF plot = plotArea();
    m_highlight->setVisible(m_current >= 0);
    const QFont font = textFont(fontsize::kHeader);
    const QFont currentFont = textFont(fontsize::kHeader, QFont::Bold);
    qreal free = plot.left() - 20; // labels only where they fit
    for (int i = 0; i < static_cast<int>(m_layers.size()); ++i) {
        const bool isCurrent = i == m_current;
        const qreal centre = plot.left() + (i + 0.5) * barWidth();
        const QString& label = m_layers[static_cast<std::size_t>(i)].label;
        const qreal width = QFontMetricsF(currentFont).horizontalAdvance(label);
        if (isCurrent) {
            m_highlight->setRect(centre - barWidth() / 2, plot.top(), barWidth(), plot.height() + kBottom);
        }
        if (isCurrent || centre - width / 2 > free + 6) {
            QGraphicsSimpleTextItem* const item =
                scene()->addSimpleText(label, isCurrent ? currentFont : font);
            item->setBrush(isCurrent ? tokens.text : tokens.text2);
            item->setPos(qRound(centre - QFontMetricsF(item->font()).horizontalAdvance(label) / 2),
                         qRound(plot.bottom() + 4));
            m_items.push_back(item);
            free = centre + width / 2;
        }
    }
}

void EffectChart::resizeEvent(QResizeEvent* event) {
    QChartView::resizeEvent(event);
    chart()->setPlotArea(plotArea());
    fillAxis(); // Qt Charts lays an axis out again only when it changes
    placeItems();
}

void EffectChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        setFocus(Qt::MouseFocusReason);
        choose(barAt(event->position().x()));
    }
    event->accept();
}

void EffectChart::keyPressEvent(QKeyEvent* event) {
    const int last = static_cast<int>(m_layers.size()) - 1;
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

void EffectChart::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    addPictureActions(menu, *this, QStringLiteral("effect_in_each_layer"));
    menu.exec(event->globalPos());
}

void EffectChart::changeEvent(QEvent* event) {
    QChartView::changeEvent(event);
    if (m_series && event->type() == QEvent::PaletteChange) {
        applyColors();
    }
}

bool EffectChart::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int bar = barAt(help->pos().x());
        QToolTip::showText(help->globalPos(),
                           bar < 0 ? QString() : tooltipOf(m_layers[static_cast<std::size_t>(bar)]), this);
        return true;
    }
    return QChartView::viewportEvent(event);
}

void EffectChart::applyColors() {
    const Tokens& tokens = tokensOf(palette());
    setBackgroundBrush(tokens.surface);
    m_losses->setColor(tokens.slower);
    m_gains->setColor(tokens.faster);
    for (QBarSet* const set : {m_losses, m_gains}) {
        set->setPen(Qt::NoPen);
    }
    m_timeAxis->setGridLinePen(QPen(tokens.hairline, 1));
    m_timeAxis->setLabelsColor(tokens.text2);
    m_highlight->setBrush(tokens.selection);
    m_zero->setBrush(tokens.border);
    placeItems();
}

void EffectChart::choose(int bar) {
    if (bar < 0 || bar >= static_cast<int>(m_layers.size()) || bar == m_current) {
        return;
    }
    setCurrent(m_layers[static_cast<std::size_t>(bar)].layer);
    emit chosen(currentLayer());
}

QRectF EffectChart::plotArea() const {
    return {kLeft, kTop, std::max<qreal>(10, width() - kLeft - kRight),
            std::max<qreal>(10, height() - kTop - kBottom)};
}

qreal EffectChart::barWidth() const {
    return plotArea().width() / static_cast<qreal>(std::max<std::size_t>(1, m_layers.size()));
}

int EffectChart::barAt(qreal x) const {
    const int bar = static_cast<int>(std::floor((x - plotArea().left()) / barWidth()));
    return bar >= 0 && bar < static_cast<int>(m_layers.size()) ? bar : -1;
}

QString EffectChart::tooltipOf(const LayerEffect& layer) {
    return layer.layer + QStringLiteral(": ") + formatGap(layer.gapNs) + QStringLiteral(" µs");
}

} // namespace diptych
