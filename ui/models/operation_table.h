#pragma once
// The table of operations and the chart beside it, over Comparison::operations. Pure; the tables keep the
// comparison alive.

#include "core/compare/comparison.h"
#include "ui/models/table.h"

namespace diptych {

/// Keys of columns that pages name.
namespace operationcolumn {
inline const QString kOperation = QStringLiteral("operation");
inline const QString kGap = QStringLiteral("gap_us");
} // namespace operationcolumn

/// Ids are OperationRow::operation. With `perStep` figures are per step, which needs Summary::perStep; else
/// totals.
[[nodiscard]] std::shared_ptr<const Table> operationTable(const std::shared_ptr<const Comparison>& comparison,
                                                          bool perStep);

/// What the table's time columns show of a row: empty where the side does not have the operation.
[[nodiscard]] std::optional<Nanoseconds> operationNs(const OperationRow& row, Side side, bool perStep);

} // namespace diptych
