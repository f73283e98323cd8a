#pragma once
// From A's time to B's, operation by operation: the rows of the waterfall and where they stand. Pure.

#include "core/compare/comparison.h"

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace diptych {

struct WaterfallRow {
    QString label;
    QString operation;      ///< "" for the rows of the sides and for the rest
    QStringList merged;     ///< operations of a row that stands for the rest
    Nanoseconds fromNs = 0; ///< left end
    Nanoseconds toNs = 0;   ///< right end
    Nanoseconds gapNs = 0;  ///< of an operation: A - B
    std::optional<double> share;
    std::optional<Side> side; ///< of the first and the last row
    QStringList against;      ///< OperationRow::against: the gap is one half of a fusion
};

/// A first, then what A loses from the largest down, what A gains last, B at the foot. Steps are exact: where
/// one ends the next begins. With more operations than `mostRows` leaves room for, the smallest are one row.
/// Per step, where both sides have steps, or in all.
[[nodiscard]] std::vector<WaterfallRow> makeWaterfall(const Comparison& comparison,
                                                      const PerSide<QString>& labels, int mostRows,
                                                      bool perStep = true);

} // namespace diptych
