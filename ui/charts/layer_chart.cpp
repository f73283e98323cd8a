#include "ui/charts/layer_chart.h"

#include "ui/style/fonts.h"
#include "ui/style/number_format.h"
#include "ui/style/tokens.h"

#include <QBarSeries>
#include <QBarSet>
#include <QFontMetricsF>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kLayerTicks = 4;
constexpr int kNoteMark = 4; ///< above a layer that has a note
constexpr int kUnderline = 2;
constexpr int kUnderlinePlace = 17; ///< below the plot

} // namespace

LayerChart::LayerChart(QWidget* parent)
    : UprightBars({.around = {60, 24, 16, 24},
                   .labelTop = 3,
                   .highlightTop = 6,
                   .barShare = 0.7,
                   .pictureName = QStringLiteral("layers")},
                  parent) {
    auto* const series = new QBarSeries(this);
    for (const Side side : kSides) {
        m_sets[side] = new QBarSet(QLatin1String(sideName(side)), series);
        series->append(m_sets[side]);
    }
    setSeries(series);
    setMinimumSize(300, 110);
    setAccessibleName(tr("Layers of A and B as bars; arrow keys choose a layer"));
}

void LayerChart::setBars(const std::vector<LayerBar>& bars, const QString& caption) {
    m_bars = bars;
    m_caption = caption;
    std::vector<BarPlace> places;
    PerSide<QList<qreal>> values;
    for (const LayerBar& bar : m_bars) {
        places.push_back({bar.layer, bar.label});
        for (const Side side : kSides) {
            values[side].append(static_cast<double>(bar.ns[side].value_or(0)) / kNsPerUnit);
        }
    }
    for (const Side side : kSides) {
        m_sets[side]->remove(0, m_sets[side]->count());
        m_sets[side]->append(values[side]);
    }
    setPlaces(std::move(places));
}

SignedAxis LayerChart::timeAxis() const {
    Nanoseconds highest = 0;
    for (const LayerBar& bar : m_bars) {
        highest = std::max({highest, bar.ns.a.value_or(0), bar.ns.b.value_or(0)});
    }
    const TimeAxis axis = makeTimeAxis(highest, kLayerTicks);
    return {axis.unit, 0, axis.highestNs, axis.ticks};
}

QString LayerChart::tooltipOf(std::size_t place) const {
    const LayerBar& bar = m_bars[place];
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

void LayerChart::colorBars(const Tokens& tokens) {
    for (const Side side : kSides) {
        m_sets[side]->setColor(tokens.fill[side]);
        m_sets[side]->setPen(Qt::NoPen);
    }
}

/// The unit of the axis, a line under the chosen layer, and a square above each that has a note.
void LayerChart::addMarks(const Tokens& tokens, const std::optional<QRectF>& current) {
    const QFont font = textFont(fontsize::kHeader);
    constexpr int kSwatch = 8;
    qreal left = metrics::kMargin;
    const auto add = [&](const QString& text) {
        addText(text, font, {left, 3}, tokens.text2);
        left += QFontMetricsF(font).horizontalAdvance(text) + 2 * kSwatch;
    };
    add(m_caption);
    for (const Side side : kSides) {
        addMark({std::round(left), 7, kSwatch, kSwatch}, tokens.fill[side]);
        left += kSwatch + 5;
        add(QLatin1String(sideName(side)));
    }
    if (current) {
        addMark({current->left(), current->bottom() + kUnderlinePlace, current->width(), kUnderline},
                tokens.text);
    }
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        if (!m_bars[i].note.isEmpty()) {
            const QRectF area = placeArea(static_cast<int>(i));
            addMark(QRectF(qRound(area.center().x()) - kNoteMark / 2, qRound(area.top()) - kNoteMark - 1,
                           kNoteMark, kNoteMark),
                    tokens.text);
        }
    }
}

} // namespace diptych
