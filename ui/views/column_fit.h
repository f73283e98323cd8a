#pragma once
// How much room the columns of a table need: their figures are never cut. GUI thread, for the fonts.

#include "ui/models/table.h"

namespace diptych {

/// The widest figure of each column, among the first rows and the sums; 0 for texts.
[[nodiscard]] std::vector<qreal> measureFigures(const Table& table);
/// Below this width a column is of no use.
[[nodiscard]] int leastColumnWidth(const ColumnInfo& column, qreal figureWidth);

} // namespace diptych
