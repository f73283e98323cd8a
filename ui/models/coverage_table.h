#pragma once
// How the kernels of both sides were aligned, as the summary shows it: one to one, fused or split, on one
// side only; and where these rows lead to. Pure.

#include "core/compare/comparison.h"
#include "ui/models/table.h"

namespace diptych {

/// Kernels and time by kind, per step, where both sides have steps and that is wanted, or in all; both sides
/// in one unit. Ids are "one_to_one", "grouped", "only_a", "only_b".
[[nodiscard]] std::shared_ptr<const Table> coverageTable(const Comparison& comparison, bool perStep = true);
/// The dearest pair of a row of that table, or null.
[[nodiscard]] const KernelPair* coveragePair(const Comparison& comparison, const QString& id);
/// How sure the pairs are, as parts of the same time as in that table: "exact A 68.3 %, B 64.2 %; by rule
/// ...".
[[nodiscard]] QString coverageText(const Comparison& comparison, bool perStep = true);
/// What that has to do with the rows of the table.
[[nodiscard]] QString coverageExplanation();

} // namespace diptych
