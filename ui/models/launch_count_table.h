#pragma once
// How often each type of kernel runs on both sides, over Comparison::launchCounts. Pure; the table keeps the
// comparison alive.

#include "core/compare/comparison.h"
#include "ui/models/table.h"

namespace diptych {

/// Ids are the types: OperationRow::operation.
[[nodiscard]] std::shared_ptr<const Table>
launchCountTable(const std::shared_ptr<const Comparison>& comparison, bool perStep);

/// "7 types"
[[nodiscard]] QString launchTypesText(const LaunchCounts& counts);

/// "A has 20 launches of 50 kernels or more, B 20; 20 of them were matched."
[[nodiscard]] QString launchGroupsText(const LaunchCounts& counts);

} // namespace diptych
