#pragma once
// A table as text: rows for the clipboard, the whole for a file. Pure but for writing the file; any thread.

#include "ui/models/table.h"

#include <optional>
#include <vector>

namespace diptych {

/// Which cells, in the order shown.
struct TableExcerpt {
    std::vector<int> rows;
    std::vector<int> columns;
};

/// Tab-separated lines without header; tabs and line ends inside a cell become spaces.
[[nodiscard]] QString tableAsTsv(const Table& table, const TableExcerpt& excerpt);
/// RFC 4180 with a header row. Text that a spreadsheet would take for a formula gets an apostrophe; figures
/// never.
[[nodiscard]] QByteArray tableAsCsv(const Table& table, const TableExcerpt& excerpt);
/// Writes the CSV whole or not at all; says why when it could not.
[[nodiscard]] std::optional<QString> writeTableCsv(const Table& table, const TableExcerpt& excerpt,
                                                   const QString& path);

} // namespace diptych
