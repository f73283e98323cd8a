#pragma once
// Which pair stands for a choice: what is chosen on one page says which pair the others show, so that the
// chosen operation, layer and pair always belong together. Pure.

#include "core/compare/comparison.h"

#include <QString>

namespace diptych {

/// The row of that operation, or null.
[[nodiscard]] const OperationRow* operationRow(const Comparison& comparison, const QString& operation);
/// The pair of that id, or null.
[[nodiscard]] const KernelPair* pairOfId(const Comparison& comparison, const QString& id);

/// Whether a kernel of the operation stands in the pair.
[[nodiscard]] bool isOfOperation(const KernelPair& pair, const OperationRow& operation);
/// The operation of a pair; null when no row has it.
[[nodiscard]] const OperationRow* operationOf(const Comparison& comparison, const KernelPair& pair);
/// The pair in which the operation takes most time, both sides together; pairs that do what the operation
/// does come before those that only hold a kernel of it. Null when there is none.
[[nodiscard]] const KernelPair* dearestPair(const Comparison& comparison, const OperationRow& operation);
/// What stands in another layer where `pair` stands in its own: the pair at its position that does the same,
/// else the dearest that does the same, else the dearest; null when the layer has none.
[[nodiscard]] const KernelPair* counterpartIn(const Comparison& comparison, const QString& layer,
                                              const KernelPair& pair);

} // namespace diptych
