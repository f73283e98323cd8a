#pragma once
// The table of all kernels of both files: kernels.csv. A row is a kernel event, A's before B's, each side in
// the order of its file. Millions of rows: cells are read without building a row.

#include "core/export/tables.h"

namespace diptych {

[[nodiscard]] const OutputTable& kernelTable();

/// At most `most` rows of that table, in its order: of each side the kernels that take longest, those of a
/// pair before all others, for tables that cannot hold every kernel. A side leaves to the other what it does
/// not need of its half.
[[nodiscard]] std::vector<std::size_t> longestKernels(const Comparison& comparison, std::size_t most);

} // namespace diptych
