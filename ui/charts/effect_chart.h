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

    void setLayers(const std::vector<LayerEffect>& layers);
    [[nodiscard]] const std::vector<LayerEffect>& layers() const { return m_layers; }

protected:
    [[nodiscard]] SignedAxis timeAxis() const override;
    [[nodiscard]] QString tooltipOf(std::size_t place) const override;
    void colorBars(const Tokens& tokens) override;
    void addMarks(const Tokens& tokens, const std::optional<QRectF>& current) override;

private:
    std::vector<LayerEffect> m_layers;
    QBarSet* m_losses;
    QBarSet* m_gains;
};

} // namespace diptych
