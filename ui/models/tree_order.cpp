#include "ui/models/tree_order.h"

namespace diptych {

TreeOrder orderTree(const Table& table, const RowParents& parents, const RankingRequest& request) {
    const std::size_t count = parents.size();
    std::vector<char> isShown(count, request.filter.isEmpty() ? 1 : 0);
    if (!request.filter.isEmpty()) {
        std::vector<char> passes(count, 0);
        for (const int row : rankRows(table, {-1, Qt::AscendingOrder, request.filter})) {
            passes[static_cast<std::size_t>(row)] = 1;
        }
        for (std::size_t row = 0; row < count; ++row) { // downwards: parents stand before their children
            if (parents[row] >= 0 && passes[static_cast<std::size_t>(parents[row])]) {
                passes[row] = 1;
            }
        }
        isShown = passes;
        for (std::size_t row = count; row-- > 0;) { // upwards
            if (isShown[row] && parents[row] >= 0) {
                isShown[static_cast<std::size_t>(parents[row])] = 1;
            }
        }
    }
    TreeOrder order(count + 1);
    for (const int row : rankRows(table, {request.column, request.order, QString()})) {
        if (isShown[static_cast<std::size_t>(row)]) {
            order[static_cast<std::size_t>(parents[static_cast<std::size_t>(row)] + 1)].push_back(row);
        }
    }
    return order;
}

} // namespace diptych
