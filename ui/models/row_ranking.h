#pragma once
// The order in which a table shows its rows: filtered, then sorted. A pure function of an immutable table, so
// that it runs on a worker while the window goes on.

#include "core/base/cancel_token.h"
#include "ui/models/table.h"

#include <vector>

namespace diptych {

/// What a table was asked to show.
struct RankingRequest {
    int column = -1; ///< below zero: the table's own order
    Qt::SortOrder order = Qt::AscendingOrder;
    QString filter; ///< every word of it must occur in a row's search text, in any case
};

/// Row numbers of the table in the order asked for; equal rows keep the table's order in both directions,
/// absent values come last in both. What it returns when cancelled is of no use.
[[nodiscard]] std::vector<int> rankRows(const Table& table, const RankingRequest& request,
                                        const CancelToken& cancel = {});

} // namespace diptych
