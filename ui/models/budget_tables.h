#pragma once
// The tables of the page Budget: time by category, the operations of one category, and the longest gaps in
// which a GPU had nothing to do. Pure.

#include "core/compare/comparison.h"
#include "ui/models/table.h"

namespace diptych {

namespace budgetcolumn {
inline const QString kCategory = QStringLiteral("category");
inline const QString kGap = QStringLiteral("gap_us");
} // namespace budgetcolumn

/// The time of a category on a side, per step or in all; empty where the side has none of it.
[[nodiscard]] std::optional<Nanoseconds> budgetNs(const BudgetRow& row, Side side, bool perStep);

/// A row a category; ids are the categories.
[[nodiscard]] std::shared_ptr<const Table> budgetTable(const std::shared_ptr<const Comparison>& comparison,
                                                       bool perStep);

/// A row an operation of the category; ids are the operations.
[[nodiscard]] std::shared_ptr<const Table>
categoryOperationTable(const std::shared_ptr<const Comparison>& comparison, const std::string& category,
                       bool perStep);

/// A row a gap, the longest first. An id is the place in Comparison::idleGaps, as text.
[[nodiscard]] std::shared_ptr<const Table> idleGapTable(const Comparison& comparison);
/// The pair of the kernel after the gap of that id; "" when it is in none.
[[nodiscard]] QString pairAfterGap(const Comparison& comparison, const QString& id);

} // namespace diptych
