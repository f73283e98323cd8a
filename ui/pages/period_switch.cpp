#include "ui/pages/period_switch.h"

#include "core/compare/comparison.h"
#include "ui/models/period_text.h"
#include "ui/session/view_state.h"

namespace diptych {

namespace {

constexpr int kPerStepSegment = 0;
constexpr int kTotalSegment = 1;

} // namespace

PeriodSwitch::PeriodSwitch(ViewState* viewState, QWidget* parent)
    : SegmentedSwitch({tr("Per step"), tr("Total")}, parent), m_viewState(viewState) {
    setAccessibleName(tr("Figures"));
    connect(this, &SegmentedSwitch::chosen, viewState,
            [viewState](int index) { viewState->setPerStep(index == kPerStepSegment); });
    connect(viewState, &ViewState::perStepChanged, this, &PeriodSwitch::showChosen);
    showChosen();
}

void PeriodSwitch::setComparison(const Comparison& comparison) {
    m_hasSteps = comparison.summary.perStep;
    const QString obstacle =
        m_hasSteps ? QString() : tr("One of the traces has no steps, so there are no figures per step");
    setEnabled(m_hasSteps);
    setToolTip(m_hasSteps ? unequalStepsText(comparison, false) : obstacle);
    setObstacle(kPerStepSegment, obstacle);
    showChosen();
}

bool PeriodSwitch::isPerStep() const {
    return m_hasSteps && m_viewState->perStep();
}

void PeriodSwitch::showChosen() {
    setCurrent(isPerStep() ? kPerStepSegment : kTotalSegment);
}

} // namespace diptych
