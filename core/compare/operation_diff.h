#pragma once
// The comparison by operation. Pure. Source: SEMANTICS, "Comparisons".

#include "core/compare/selection.h"

#include <vector>

namespace diptych {

/// Both sides of a comparison, as the table functions need them.
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

/// Up to which gap operations count as similar, in the unit of the headline (per step, else total): the user's value,
/// or the smaller of 5 ms and 1 % of the larger side's time.
[[nodiscard]] Nanoseconds operationThresholdNs(const ComparedSides& sides, const Thresholds& thresholds);

/// One row an operation that either side runs, one-sided ones included, |gap| descending. RMSNorm+GEMM and RMSNorm
/// share a row when one side runs only the former. The sums over all rows equal the selected totals exactly.
[[nodiscard]] std::vector<OperationRow> diffOperations(const ComparedSides& sides, const CompareOptions& options);

} // namespace diptych
