#include "ui/charts/upright_bars.h"

#include "ui/charts/axis_ticks.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/place_keys.h"
#include "ui/style/fonts.h"
#include "ui/style/tokens.h"

#include <QAbstractBarSeries>
#include <QBarCategoryAxis>
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
#include <cmath>

namespace diptych {

namespace {

constexpr int kLeastLabelDistance = 6; ///< between two labels at least
constexpr int kPlacesPerPage = 10;     ///< all are in sight: a page is a round number of them

} // namespace

UprightBars::UprightBars(Look look, QWidget* parent) : QChartView(parent), m_look(std::move(look)) {
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing, false);
    setFocusPolicy(Qt::StrongFocus);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    chart()->setBackgroundVisible(false);
    chart()->setMargins({});
    chart()->layout()->setContentsMargins(0, 0, 0, 0);
    chart()->legend()->hide();
    m_highlight = scene()->addRect({}, Qt::NoPen);
    m_highlight->setZValue(-1);
    m_zero = scene()->addRect({}, Qt::NoPen);
    m_zero->setZValue(20);
}

void UprightBars::setSeries(QAbstractBarSeries* series) {
    m_series = series;
    m_series->setBarWidth(m_look.barShare);
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
    applyColors();
}

void UprightBars::setPlaces(std::vector<BarPlace> places) {
    const QString current = currentLayer();
    m_places = std::move(places);
    QStringList names;
    for (const BarPlace& place : m_places) {
        names.append(place.layer);
    }
    m_layerAxis->setCategories(names);
    fillAxis();
    setCurrent(current);
}

void UprightBars::setCurrent(const QString& layer) {
    const auto found = std::find_if(m_places.begin(), m_places.end(),
                                    [&](const BarPlace& place) { return place.layer == layer; });
    m_current = found == m_places.end() ? -1 : static_cast<int>(found - m_places.begin());
    setAccessibleDescription(m_current < 0 ? QString() : tooltipOf(static_cast<std::size_t>(m_current)));
    placeItems();
}

QString UprightBars::currentLayer() const {
    return m_current < 0 ? QString() : m_places[static_cast<std::size_t>(m_current)].layer;
}

void UprightBars::fillAxis() {
    const SignedAxis axis = timeAxis();
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

void UprightBars::placeItems() {
    for (QGraphicsItem* item : m_items) {
        delete item;
    }
    m_items.clear();
    const Tokens& tokens = tokensOf(palette());
    std::optional<QRectF> current;
    m_highlight->setVisible(m_current >= 0);
    if (m_current >= 0) {
        current = placeArea(m_current);
        m_highlight->setRect(
            current->adjusted(0, -m_look.highlightTop, 0, m_look.around.bottom() - m_look.highlightTop));
    }
    placeLabels(tokens);
    addMarks(tokens, current);
}

/// Numbers at one distance, as near to each other as they fit; other labels where they fit; the chosen
/// layer's always.
void UprightBars::placeLabels(const Tokens& tokens) {
    const QFont font = textFont(fontsize::kHeader);
    const QFont currentFont = textFont(fontsize::kHeader, QFont::Bold);
    const QFontMetricsF metrics(currentFont);
    const auto extent = [&](int i) { // of a label, left and right
        const qreal half = metrics.horizontalAdvance(m_places[static_cast<std::size_t>(i)].label) / 2;
        const qreal centre = placeArea(i).center().x();
        return std::pair(centre - half, centre + half + kLeastLabelDistance);
    };
    const int distance = numberDistance(metrics);
    qreal free = plotArea().left() - 20 + kLeastLabelDistance;
    for (int i = 0; i < static_cast<int>(m_places.size()); ++i) {
        const QString& label = m_places[static_cast<std::size_t>(i)].label;
        const bool isCurrent = i == m_current;
        bool isNumber = false;
        const int number = label.toInt(&isNumber);
        const auto [left, right] = extent(i);
        const bool isHidden = (isNumber && number % distance != 0) || left < free ||
                              (m_current > i && right > extent(m_current).first);
        if (isHidden && !isCurrent) {
            continue;
        }
        const QFont& own = isCurrent ? currentFont : font;
        const QRectF area = placeArea(i);
        const qreal width = QFontMetricsF(own).horizontalAdvance(label);
        addText(label, own, {area.center().x() - width / 2, area.bottom() + m_look.labelTop},
                isCurrent ? tokens.text : tokens.text2);
        free = right;
    }
}

/// Every first, second, fifth, tenth ... number below the bars is written: as many as fit.
int UprightBars::numberDistance(const QFontMetricsF& metrics) const {
    qreal widest = 0;
    for (const BarPlace& place : m_places) {
        bool isNumber = false;
        static_cast<void>(place.label.toInt(&isNumber));
        widest = isNumber ? std::max(widest, metrics.horizontalAdvance(place.label)) : widest;
    }
    const qreal place =
        std::max(0.01, plotArea().width() / std::max<qreal>(1, static_cast<qreal>(m_places.size())));
    return std::max(1, static_cast<int>(roundTickStep((widest + kLeastLabelDistance) / place, 1)));
}

void UprightBars::addText(const QString& text, const QFont& font, QPointF topLeft, const QColor& color) {
    QGraphicsSimpleTextItem* const item = scene()->addSimpleText(text, font);
    item->setBrush(color);
    item->setPos(qRound(topLeft.x()), qRound(topLeft.y()));
    m_items.push_back(item);
}

void UprightBars::addMark(const QRectF& area, const QColor& color) {
    m_items.push_back(scene()->addRect(area, Qt::NoPen, color));
}

void UprightBars::resizeEvent(QResizeEvent* event) {
    QChartView::resizeEvent(event);
    chart()->setPlotArea(plotArea());
    fillAxis(); // Qt Charts lays an axis out again only when it changes
    placeItems();
}

void UprightBars::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        setFocus(Qt::MouseFocusReason);
        choose(placeAt(event->position().x()));
    }
    event->accept();
}

void UprightBars::keyPressEvent(QKeyEvent* event) {
    const PlaceList list{static_cast<int>(m_places.size()), m_current, kPlacesPerPage};
    if (const std::optional<int> place = placeOfKey(event->key(), Qt::Horizontal, list)) {
        choose(*place);
    } else {
        QChartView::keyPressEvent(event);
    }
}

void UprightBars::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    addPictureActions(menu, *this, m_look.pictureName);
    menu.exec(event->globalPos());
}

void UprightBars::changeEvent(QEvent* event) {
    QChartView::changeEvent(event);
    if (m_series && event->type() == QEvent::PaletteChange) {
        applyColors();
    }
}

bool UprightBars::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int place = placeAt(help->pos().x());
        QToolTip::showText(help->globalPos(),
                           place < 0 ? QString() : tooltipOf(static_cast<std::size_t>(place)), this);
        return true;
    }
    return QChartView::viewportEvent(event);
}

void UprightBars::applyColors() {
    const Tokens& tokens = tokensOf(palette());
    setBackgroundBrush(tokens.surface);
    colorBars(tokens);
    m_timeAxis->setGridLinePen(QPen(tokens.hairline, 1));
    m_timeAxis->setLabelsColor(tokens.text2);
    m_highlight->setBrush(tokens.selection);
    m_zero->setBrush(tokens.border);
    placeItems();
}

void UprightBars::choose(int place) {
    if (place < 0 || place >= static_cast<int>(m_places.size()) || place == m_current) {
        return;
    }
    setCurrent(m_places[static_cast<std::size_t>(place)].layer);
    Q_EMIT chosen(currentLayer());
}

QRectF UprightBars::plotArea() const {
    const QMargins& around = m_look.around;
    return {static_cast<qreal>(around.left()), static_cast<qreal>(around.top()),
            std::max<qreal>(10, width() - around.left() - around.right()),
            std::max<qreal>(10, height() - around.top() - around.bottom())};
}

QRectF UprightBars::placeArea(int place) const {
    const QRectF plot = plotArea();
    const qreal width = plot.width() / static_cast<qreal>(std::max<std::size_t>(1, m_places.size()));
    return {plot.left() + place * width, plot.top(), width, plot.height()};
}

int UprightBars::placeAt(qreal x) const {
    const QRectF first = placeArea(0);
    const int place = static_cast<int>(std::floor((x - first.left()) / first.width()));
    return place >= 0 && place < static_cast<int>(m_places.size()) ? place : -1;
}

} // namespace diptych
