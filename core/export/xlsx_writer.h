#pragma once
// The XLSX output: a sheet a table with its figures as numbers and the names and units of the CSV files, and
// a Summary sheet that also says what was cut. Of very many kernels it holds those that take longest; the CSV
// files hold all. Blocking; any thread. Equal comparisons give equal bytes.

#include "core/base/cancel_token.h"
#include "core/base/result.h"
#include "core/compare/comparison.h"
#include "core/export/tables.h"

#include <cstdint>
#include <string>

namespace diptych {

/// What a sheet can hold; smaller in tests only.
struct XlsxLimits {
    std::uint64_t rows = 1'048'575;  ///< below the header
    std::size_t characters = 32'767; ///< UTF-16 units of a cell
    std::uint64_t kernels = 40'000;  ///< rows of the kernels sheet: more would take long to write and to open
};

/// Replaces the file whole or not at all; "-" is standard output.
[[nodiscard]] Failure writeXlsx(const Comparison& comparison, const std::string& path,
                                const CancelToken& cancel = {}, const RowProgress& progress = {},
                                const XlsxLimits& limits = {});

} // namespace diptych
