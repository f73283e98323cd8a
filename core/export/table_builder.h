#pragma once
// How the tables are written down: a column is a name and a function from a row to a cell. Private to the
// definitions.

#include "core/export/tables.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace diptych {

template <class Number>
[[nodiscard]] Cell cellOf(const std::optional<Number>& value) {
    return value ? Cell(*value) : Cell();
}

[[nodiscard]] inline Cell cellOf(std::uint32_t value) {
    return static_cast<std::uint64_t>(value);
}

/// The first name of a list, or nothing.
[[nodiscard]] inline Cell firstName(const std::vector<NameShare>& names) {
    return names.empty() ? Cell() : Cell(std::string_view(names.front().name));
}

[[nodiscard]] inline Cell textList(const std::vector<std::string>& texts) {
    return TextList(texts.begin(), texts.end());
}

/// A table over one vector of rows.
template <class Row>
class TableBuilder {
public:
    using Rows = const std::vector<Row>& (*)(const Comparison&);
    using CellOfRow = Cell (*)(const Row&);
    using CellOfSide = Cell (*)(const Row&, Side);
    using CellInContext = Cell (*)(const Row&, const Comparison&);

    TableBuilder(std::string_view name, Rows rows) : m_rows(rows) { m_table.name = name; }

    TableBuilder& column(std::string_view name, CellOfRow cell, ColumnScope scope = ColumnScope::Everywhere) {
        return append(name, scope, [cell](const Row& row, const Comparison&) { return cell(row); });
    }

    /// A column whose cells need more than their row.
    TableBuilder& contextColumn(std::string_view name, CellInContext cell,
                                ColumnScope scope = ColumnScope::Everywhere) {
        return append(name, scope, cell);
    }

    /// Two columns, one a side; the names are given whole.
    TableBuilder& sides(std::string_view nameA, std::string_view nameB, CellOfSide cell,
                        ColumnScope scope = ColumnScope::Everywhere) {
        append(nameA, scope, [cell](const Row& row, const Comparison&) { return cell(row, Side::A); });
        return append(nameB, scope, [cell](const Row& row, const Comparison&) { return cell(row, Side::B); });
    }

    [[nodiscard]] OutputTable build() {
        auto cells = std::make_shared<const Cells>(std::move(m_cells));
        m_table.read = [cells, rows = m_rows](const Comparison& comparison) -> std::unique_ptr<TableReader> {
            return std::make_unique<Reader>(comparison, rows(comparison), cells);
        };
        return std::move(m_table);
    }

private:
    using Cells = std::vector<std::function<Cell(const Row&, const Comparison&)>>;

    class Reader : public TableReader {
    public:
        Reader(const Comparison& comparison, const std::vector<Row>& rows, std::shared_ptr<const Cells> cells)
            : m_comparison(comparison), m_rows(rows), m_cells(std::move(cells)) {}

        [[nodiscard]] std::size_t rowCount() const override { return m_rows.size(); }
        [[nodiscard]] Cell cell(std::size_t row, std::size_t column) override {
            return (*m_cells)[column](m_rows[row], m_comparison);
        }

    private:
        const Comparison& m_comparison;
        const std::vector<Row>& m_rows;
        std::shared_ptr<const Cells> m_cells;
    };

    TableBuilder& append(std::string_view name, ColumnScope scope,
                         std::function<Cell(const Row&, const Comparison&)> cell) {
        m_table.columns.push_back({name, scope});
        m_cells.push_back(std::move(cell));
        return *this;
    }

    OutputTable m_table;
    Rows m_rows;
    Cells m_cells;
};

} // namespace diptych
