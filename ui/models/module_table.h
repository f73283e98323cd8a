#pragma once
// The modules of both sides as a tree, over Comparison::modules, and the kernels of one of them. Pure; the
// table keeps the comparison alive.

#include "core/compare/comparison.h"
#include "ui/models/table.h"
#include "ui/models/tree_order.h"

namespace diptych {

/// Keys of columns that pages name.
namespace modulecolumn {
inline const QString kModule = QStringLiteral("module");
inline const QString kGap = QStringLiteral("gap_us");
} // namespace modulecolumn

/// Ids are the paths. With `perStep` times and kernels are per step, which needs Summary::perStep; else in
/// all. Shares of the wall time are always of a mean step, where there are steps.
[[nodiscard]] std::shared_ptr<const Table> moduleTable(const std::shared_ptr<const Comparison>& comparison,
                                                       bool perStep);
[[nodiscard]] RowParents moduleParents(const Comparison& comparison);

/// "37 modules: 5 FUSION, 3 IMPROVE, 2 MISSING".
[[nodiscard]] QString modulesText(const Comparison& comparison);

/// Index of the module of a path; empty: there is none.
[[nodiscard]] std::optional<std::size_t> moduleOf(const Comparison& comparison, const QString& path);
/// Path of the module whose own kernels a pair has, or "".
[[nodiscard]] QString moduleOfPair(const Comparison& comparison, const QString& pair);
/// Whether a pair stands in a module or in one below it.
[[nodiscard]] bool isPairInModule(const Comparison& comparison, std::size_t module, const QString& pair);
/// The pair of a module, or of those below it, with the largest gap; "" when it has none.
[[nodiscard]] QString modulePair(const Comparison& comparison, std::size_t module);

/// The kernels of a module and those below it on one side, a row a name; ids are those of the pairs in which
/// they take most time.
[[nodiscard]] std::shared_ptr<const Table> moduleKernelTable(const Comparison& comparison, std::size_t module,
                                                             Side side, bool perStep);
/// "4 kernel names, 84 launches per step, 347.2 µs, 3.7 % of the wall time"; says so where there are none.
[[nodiscard]] QString moduleKernelCaption(const Comparison& comparison, std::size_t module, Side side,
                                          bool perStep);
/// Input dims of a module's CPU ops, those below it included; empty when the trace does not tell.
[[nodiscard]] std::vector<QString> moduleDims(const Comparison& comparison, std::size_t module, Side side);

} // namespace diptych
