#pragma once
// Kernels that both sides run under one name, over Comparison::sameKernels. Pure; the table keeps the
// comparison alive.

#include "core/compare/comparison.h"
#include "ui/models/table.h"

namespace diptych {

/// Keys of columns that pages name.
namespace samekernelcolumn {
inline const QString kKernel = QStringLiteral("kernel");
inline const QString kGap = QStringLiteral("gap_us");
} // namespace samekernelcolumn

/// Ids are the whole names. With `perStep` the gap is per step, which needs Summary::perStep; else in all.
[[nodiscard]] std::shared_ptr<const Table>
sameKernelTable(const std::shared_ptr<const Comparison>& comparison, bool perStep);

/// "12 names on both sides, A ÷ B 1.04× on average".
[[nodiscard]] QString sameKernelsText(const SameKernels& same);

/// The pair in which a kernel loses or gains most, by the kernel's whole name; "" when there is none.
[[nodiscard]] QString sameKernelPair(const Comparison& comparison, const QString& name);
/// The kernel that a pair is of, or "".
[[nodiscard]] QString sameKernelOfPair(const Comparison& comparison, const QString& pair);

} // namespace diptych
