#pragma once
// The kernels of one operation on one side, a row a name. Pure.

#include "ui/models/kernel_usage.h"
#include "ui/models/table.h"

namespace diptych {

/// The bars of both sides' tables share this scale: the dearest name of either.
[[nodiscard]] Nanoseconds operationKernelScaleNs(const Comparison& comparison, const OperationRow& operation,
                                                 bool perStep);

/// Ids are those of the pair that shows the kernel best (KernelPair::id), or "" when there is none. With
/// `perStep` counts and totals are means per step.
[[nodiscard]] std::shared_ptr<const Table> operationKernelTable(const Comparison& comparison,
                                                                const KernelUsage& usage,
                                                                const OperationRow& operation, Side side,
                                                                bool perStep);

/// "5 kernel names, 113 launches per step, 4686.0 µs".
[[nodiscard]] QString operationKernelCaption(const Comparison& comparison, const OperationRow& operation,
                                             Side side, bool perStep);

} // namespace diptych
