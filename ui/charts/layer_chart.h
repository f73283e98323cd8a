#pragma once
// Layers as pairs of upright bars, A left of B, on one axis of time from zero. GUI thread.

#include "ui/charts/upright_bars.h"
#include "ui/models/pair_items.h"

class QBarSet;

namespace diptych {

class LayerChart final : public UprightBars {
    Q_OBJECT

public:
    explicit LayerChart(QWidget* parent = nullptr);

    /// `caption` names the axis: "µs per layer and step".
    void setBars(const std::vector<LayerBar>& bars, const QString& caption);
    [[nodiscard]] const std::vector<LayerBar>& bars() const { return m_bars; }

protected:
    [[nodiscard]] SignedAxis timeAxis() const override;
    [[nodiscard]] QString tooltipOf(std::size_t place) const override;
    void colorBars(const Tokens& tokens) override;
    void addMarks(const Tokens& tokens, const std::optional<QRectF>& current) override;

private:
    std::vector<LayerBar> m_bars;
    QString m_caption;
    PerSide<QBarSet*> m_sets;
};

} // namespace diptych
