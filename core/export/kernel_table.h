#pragma once
// The table of all kernels of both files: kernels.csv. A row is a kernel event, A's before B's, each side in
// the order of its file. Millions of rows: cells are read without building a row.

#include "core/export/tables.h"

namespace diptych {

[[nodiscard]] const OutputTable& kernelTable();

} // namespace diptych
