#pragma once
// The diagnostics of a comparison as a table. Pure.

#include "core/compare/comparison.h"
#include "ui/models/table.h"

namespace diptych {

namespace healthcolumn {
inline const QString kSeverity = QStringLiteral("severity"); ///< sorts by gravity
inline const QString kSide = QStringLiteral("side");
inline const QString kMeaning = QStringLiteral("meaning");
inline const QString kCount = QStringLiteral("count");
inline const QString kByte = QStringLiteral("byte");
inline const QString kCode = QStringLiteral("code");
} // namespace healthcolumn

/// A row a diagnostic, in the comparison's order; null: none.
[[nodiscard]] std::shared_ptr<const Table> healthTable(const std::shared_ptr<const Comparison>& comparison);
/// The code in the id of a row, under which the guide explains it; "" of none.
[[nodiscard]] QString codeOfHealthRow(const QString& id);

} // namespace diptych
