#pragma once
// The verdict and the small tables of the summary: findings and composition of the wall time; and where their
// rows lead to. Figures are per step, where both sides have steps and that is wanted, or in all. Pure.

#include "core/compare/comparison.h"
#include "ui/models/table.h"

namespace diptych {

class Notes;

namespace findingcolumn {
inline const QString kOpen = QStringLiteral("open");
} // namespace findingcolumn

/// Findings, or with `ahead` where A is ahead; largest effect first. Ids are the place in the list, as text.
/// Effects are per step where Comparison::tellsGainPerStep. The last column, that of a row that leads on, has
/// the note of one of its pairs as remark; `notes` may be null.
[[nodiscard]] std::shared_ptr<const Table> findingTable(const std::shared_ptr<const Comparison>& comparison,
                                                        bool ahead, bool perStep = true,
                                                        const Notes* notes = nullptr);
/// The finding of an id of that table, or null.
[[nodiscard]] const FindingRow* findingOf(const Comparison& comparison, bool ahead, const QString& id);

/// Of a mean step, or of all steps together.
[[nodiscard]] const PerSide<CompositionSide>& compositionOf(const Comparison& comparison, bool perStep);
/// "Composition of one step", "Composition of all 20 steps", "Composition of all steps: A 3, B 4".
[[nodiscard]] QString compositionTitle(const Comparison& comparison, bool perStep);
/// Ids are "compute", "communication", "copy", "idle_launch_bound", "idle_waiting".
[[nodiscard]] std::shared_ptr<const Table> compositionTable(const Comparison& comparison,
                                                            bool perStep = true);
/// What the parts leave out: the sum of all kernels is longer than the time in which the GPU was busy. ""
/// when nothing ran beside anything.
[[nodiscard]] QString overlapText(const PerSide<CompositionSide>& composition);
/// The operation in which most of a part's time goes; "" for what is no operation, or of several.
[[nodiscard]] QString operationOfPart(const Comparison& comparison, const QString& part);

/// What the verdict says: the comparison's own summary, or the same of everything that is selected. Then two
/// sides with different numbers of steps have no ratio.
[[nodiscard]] Summary summaryOf(const Comparison& comparison, bool perStep);

} // namespace diptych
