#pragma once
// Which rows of a tree are shown, and in what order below each parent. A pure function of an immutable table
// and the parents of its rows.

#include "ui/models/row_ranking.h"

#include <vector>

namespace diptych {

/// The parent of each row of a table, -1 for the outermost; a parent stands before its children.
using RowParents = std::vector<int>;

/// The shown rows below each row, and below the root at 0: children of row r stand at r + 1.
using TreeOrder = std::vector<std::vector<int>>;

/// Rows that pass the filter are shown with everything above and below them; siblings are sorted as rankRows
/// sorts.
[[nodiscard]] TreeOrder orderTree(const Table& table, const RowParents& parents,
                                  const RankingRequest& request);

} // namespace diptych
