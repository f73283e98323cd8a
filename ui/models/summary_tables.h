#pragma once
// The tables of the summary: findings, composition of the wall time, coverage of the alignment. Pure.

#include "core/compare/comparison.h"
#include "ui/models/table.h"

namespace diptych {

/// Findings, or with `ahead` where A is ahead. Ids are the place in the list, as text.
[[nodiscard]] std::shared_ptr<const Table> findingTable(const std::shared_ptr<const Comparison>& comparison,
                                                        bool ahead);
/// The finding of an id of that table, or null.
[[nodiscard]] const FindingRow* findingOf(const Comparison& comparison, bool ahead, const QString& id);

[[nodiscard]] std::shared_ptr<const Table> compositionTable(const Comparison& comparison);
[[nodiscard]] std::shared_ptr<const Table> coverageTable(const Comparison& comparison);
/// "Sure of A 96.8 %, B 97.4 % of the time; inferred A 1.2 %, B 0.9 %".
[[nodiscard]] QString coverageText(const Comparison& comparison);

} // namespace diptych
