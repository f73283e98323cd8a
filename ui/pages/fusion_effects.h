#pragma once
// The effect of a fusion as large figures side by side: once, per step, in all, share of the gap. GUI thread.

#include "core/compare/comparison.h"

#include <QString>
#include <QWidget>

#include <vector>

namespace diptych {

/// One figure with what it is of.
struct EffectFigure {
    QString caption;
    QString figure; ///< with arrow and sign, or "–"
    QString unit;
    std::optional<Nanoseconds> gapNs; ///< colours the figure
};

/// Once (kernels only), per step, in all steps, share of the headline gap. In all of different numbers of
/// steps there is no effect, but the times of both sides.
[[nodiscard]] std::vector<EffectFigure> effectFigures(const Comparison& comparison, const FusionRow& row);

class FusionEffects : public QWidget {
    Q_OBJECT

public:
    explicit FusionEffects(QWidget* parent = nullptr);

    void setFigures(std::vector<EffectFigure> figures);
    [[nodiscard]] const std::vector<EffectFigure>& figures() const { return m_figures; }

    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    std::vector<EffectFigure> m_figures;
};

} // namespace diptych
