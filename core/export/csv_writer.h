#pragma once
// The CSV outputs: RFC 4180, UTF-8, header row, units in the names. Text cells that a spreadsheet would take
// for a formula get an apostrophe; numbers never.

#include "core/base/cancel_token.h"
#include "core/compare/comparison.h"
#include "core/export/output_file.h"
#include "core/export/tables.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace diptych {

/// Receives text piece by piece, from one thread at a time; returns false to stop (the disk is full).
using TextSink = std::function<bool(std::string_view)>;

/// A table that `--csv DIR` writes as NAME.csv.
struct CsvTable {
    std::string name; ///< "operations"
    std::function<bool(const Comparison&, const TextSink&)> write;
};

/// All tables in the order in which they are written.
[[nodiscard]] const std::vector<CsvTable>& csvTables();

/// Writes one table with its header row. False when the sink stopped it.
bool writeCsv(const OutputTable& table, const Comparison& comparison, const TextSink& sink);

/// Appends a text cell, quoted and made harmless for spreadsheets where it must be.
void appendCsvText(std::string& line, std::string_view text);

/// Writes every table to DIR, which is created when missing. All files are replaced together or none is.
[[nodiscard]] Failure writeCsvDirectory(const Comparison& comparison, const std::string& directory,
                                        const CancelToken& cancel = {}, const RowProgress& progress = {});

} // namespace diptych
