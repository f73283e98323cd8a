#include "ui/charts/effect_chart.h"

#include "ui/style/number_format.h"
#include "ui/style/tokens.h"

#include <QBarSet>
#include <QStackedBarSeries>

#include <algorithm>

namespace diptych {

namespace {

constexpr int kEffectTicks = 3;

} // namespace

EffectChart::EffectChart(QWidget* parent)
    : UprightBars({.around = {44, 8, 8, 22},
                   .labelTop = 4,
                   .highlightTop = 0,
                   .barShare = 0.55,
                   .pictureName = QStringLiteral("effect_in_each_layer")},
                  parent),
      m_losses(new QBarSet(tr("A slower"), this)), m_gains(new QBarSet(tr("A faster"), this)) {
    auto* const series = new QStackedBarSeries(this);
    series->append(m_losses);
    series->append(m_gains);
    setSeries(series);
    setMinimumSize(240, 84);
    setAccessibleName(tr("Effect in each layer as bars; arrow keys choose a layer"));
}

void EffectChart::setLayers(const std::vector<LayerEffect>& layers, bool perStep) {
    m_layers = layers;
    m_isPerStep = perStep;
    std::vector<BarPlace> places;
    QList<qreal> losses;
    QList<qreal> gains;
    for (const LayerEffect& layer : m_layers) {
        places.push_back({layer.layer, layer.label});
        const double value = static_cast<double>(effectNs(layer)) / kNsPerUnit;
        losses.append(std::max(0.0, value));
        gains.append(std::min(0.0, value));
    }
    m_losses->remove(0, m_losses->count());
    m_gains->remove(0, m_gains->count());
    m_losses->append(losses);
    m_gains->append(gains);
    setPlaces(std::move(places));
}

SignedAxis EffectChart::timeAxis() const {
    Nanoseconds lowest = 0;
    Nanoseconds highest = 0;
    for (const LayerEffect& layer : m_layers) {
        lowest = std::min(lowest, effectNs(layer));
        highest = std::max(highest, effectNs(layer));
    }
    return makeSignedAxis(lowest, highest, kEffectTicks);
}

QString EffectChart::tooltipOf(std::size_t place) const {
    const LayerEffect& layer = m_layers[place];
    return layer.layer + QStringLiteral(": ") + formatGap(effectNs(layer)) + QStringLiteral(" µs");
}

void EffectChart::colorBars(const Tokens& tokens) {
    m_losses->setColor(tokens.slower);
    m_gains->setColor(tokens.faster);
    for (QBarSet* const set : {m_losses, m_gains}) {
        set->setPen(Qt::NoPen);
    }
}

void EffectChart::addMarks(const Tokens& /*tokens*/, const std::optional<QRectF>& /*current*/) {}

} // namespace diptych
