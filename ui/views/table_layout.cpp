#include "ui/views/table_layout.h"

#include <algorithm>

namespace diptych {

namespace {

/// Adds `amount` (of either sign) to the widths in proportion to the shares, exactly.
void addInProportion(std::vector<int>& widths, const std::vector<int>& shares, int amount) {
    long sum = 0;
    for (const int share : shares) {
        sum += share;
    }
    long before = 0;
    long given = 0;
    for (std::size_t i = 0; i < widths.size() && sum > 0; ++i) {
        before += shares[i];
        const long due = before * amount / sum;
        widths[i] += static_cast<int>(due - given);
        given = due;
    }
}

} // namespace

std::vector<int> distributeWidths(const std::vector<ColumnWidth>& columns, int available) {
    std::vector<int> widths;
    std::vector<int> stretches;
    std::vector<int> slack;
    int sum = 0;
    int allSlack = 0;
    bool hasStretch = false;
    for (const ColumnWidth& column : columns) {
        const int width = std::max(column.wanted, column.least);
        widths.push_back(width);
        stretches.push_back(column.stretch);
        slack.push_back(width - column.least);
        sum += width;
        allSlack += width - column.least;
        hasStretch = hasStretch || column.stretch > 0;
    }
    if (widths.empty()) {
        return widths;
    }
    if (!hasStretch) {
        stretches.front() = 1;
    }
    if (available >= sum) {
        addInProportion(widths, stretches, available - sum);
    } else {
        addInProportion(widths, slack, -std::min(sum - available, allSlack));
    }
    return widths;
}

} // namespace diptych
