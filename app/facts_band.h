#pragma once
// What is known of both traces, above the summary: file, software, rank, size, kernels. A band of the page's
// column, so that strip and navigation stand still when it comes and goes. GUI thread.

#include "core/compare/comparison.h"

#include <QWidget>

namespace diptych {

class ElidedLabel;
class ViewState;

class FactsBand : public QWidget {
    Q_OBJECT

public:
    explicit FactsBand(ViewState* viewState, QWidget* parent = nullptr);

    /// Null: nothing is known.
    void setComparison(std::shared_ptr<const Comparison> comparison);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct SideLabels {
        ElidedLabel* file = nullptr;
        ElidedLabel* facts = nullptr;
    };

    void showFacts();

    ViewState* m_viewState;
    std::shared_ptr<const Comparison> m_comparison;
    PerSide<SideLabels> m_sides;
};

} // namespace diptych
