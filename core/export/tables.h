#pragma once
// The tables of a comparison, each defined once: its columns by name and how a cell is read. CSV, JSON,
// spreadsheets and reports all write these. Definitions are constant; a reader borrows the comparison and
// serves one thread.

#include "core/compare/comparison.h"

#include <functional>
#include <memory>
#include <string_view>
#include <variant>
#include <vector>

namespace diptych {

/// Several short texts in one cell.
using TextList = std::vector<std::string_view>;

/// One cell; monostate is an unknown value. Texts and lists borrow from the comparison or from the table's
/// reader: those of a reader stay until its next call. Times are integers in nanoseconds.
using Cell = std::variant<std::monostate, std::int64_t, std::uint64_t, double, bool, std::string_view,
                          TextList, const std::vector<NameShare>*, const std::vector<StackCount>*>;

enum class ColumnScope : std::uint8_t {
    Everywhere,
    Detail, ///< in JSON only: what a flat table cannot hold, or would bury
};

struct TableColumn {
    std::string_view name; ///< with side and unit: "a_total_ns"
    ColumnScope scope = ColumnScope::Everywhere;
};

class TableReader {
public:
    virtual ~TableReader() = default;
    [[nodiscard]] virtual std::size_t rowCount() const = 0;
    [[nodiscard]] virtual Cell cell(std::size_t row, std::size_t column) = 0;
};

struct OutputTable {
    std::string_view name; ///< file name and JSON key: "operations"
    std::vector<TableColumn> columns;
    std::function<std::unique_ptr<TableReader>(const Comparison&)> read;
};

/// Rows written so far, of all tables together. Called from the thread that writes.
using RowProgress = std::function<void(std::uint64_t done, std::uint64_t all)>;

/// Every table but the kernels, in the order of the outputs.
[[nodiscard]] const std::vector<OutputTable>& comparisonTables();
/// The table of that name, or nullptr; knows "kernels" too.
[[nodiscard]] const OutputTable* findTable(std::string_view name);

} // namespace diptych
