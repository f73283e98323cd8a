#pragma once
// The effect of a fusion in each layer as upright bars about zero: up, A loses time; down, A gains time. GUI
// thread.

#include "ui/charts/upright_bars.h"
#include "ui/models/fusion_detail.h"

class QBarSet;

namespace diptych {

class EffectChart final : public UprightBars {
    Q_OBJECT

public:
    explicit EffectChart(QWidget* parent = nullptr);

    /// Effects per step, where both sides have steps, or in all.
    void setLayers(const std::vector<LayerEffect>& layers, bool perStep = true);
    [[nodiscard]] const std::vector<LayerEffect>& layers() const { return m_layers; }
    /// As shown.
    [[nodiscard]] Nanoseconds effectNs(const LayerEffect& layer) const {
        return m_isPerStep ? layer.gapNs : layer.gapInAllNs;
    }

protected:
    [[nodiscard]] SignedAxis timeAxis() const override;
    [[nodiscard]] QString tooltipOf(std::size_t place) const override;
    void colorBars(const Tokens& tokens) override;
    void addMarks(const Tokens& tokens, const std::optional<QRectF>& current) override;

private:
    std::vector<LayerEffect> m_layers;
    bool m_isPerStep = true;
    QBarSet* m_losses;
    QBarSet* m_gains;
};

} // namespace diptych
