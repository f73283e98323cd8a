#pragma once
// Per step or in all: the choice that pages of figures share, kept in the view state. Without steps on both
// sides there are only totals, and the switch says why. GUI thread.

#include "ui/views/segmented_switch.h"

namespace diptych {

struct Comparison;
class ViewState;

class PeriodSwitch : public SegmentedSwitch {
    Q_OBJECT

public:
    explicit PeriodSwitch(ViewState* viewState, QWidget* parent = nullptr);

    /// Whose figures are shown from now on.
    void setComparison(const Comparison& comparison);
    /// What is wanted, as far as the traces have steps.
    [[nodiscard]] bool isPerStep() const;

private:
    void showChosen();

    ViewState* m_viewState;
    bool m_hasSteps = false;
};

} // namespace diptych
