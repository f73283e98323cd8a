#pragma once
// How wide the columns of a table are, and what the user changed about them. Pure.

#include <QString>

#include <vector>

namespace diptych {

/// A column as the layout sees it.
struct ColumnWidth {
    int wanted = 80;
    int least = 40;
    int stretch = 0;
};

/// Widths that fill `available` exactly: what is left over goes to the columns by their stretch (to the first
/// column when none has any), what is missing is taken from all by what they can give. Never below the least:
/// then the sum is larger than what is available and the table scrolls.
[[nodiscard]] std::vector<int> distributeWidths(const std::vector<ColumnWidth>& columns, int available);

} // namespace diptych
