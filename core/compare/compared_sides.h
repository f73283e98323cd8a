#pragma once
// Both sides of a comparison with what is selected of them: the input of every table function. Borrowed
// pointers, valid while a comparison is computed.

#include "core/compare/selection.h"

namespace diptych {

struct ComparedSides {
    PerSide<const AnalyzedTrace*> traces;
    PerSide<const Selection*> selections;

    /// Figures are per step when both sides have selected steps.
    [[nodiscard]] bool isPerStep() const {
        return selections.a->stepCount().has_value() && selections.b->stepCount().has_value();
    }
    /// The headline time of a side: per step, else in total.
    [[nodiscard]] Nanoseconds headlineNs(Side side) const {
        const SelectedSide& figures = selections[side]->figures;
        return isPerStep() ? *figures.stepNs : figures.totalNs;
    }
    [[nodiscard]] Nanoseconds headlineGapNs() const { return headlineNs(Side::A) - headlineNs(Side::B); }
};

} // namespace diptych
