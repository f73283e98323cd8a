#pragma once
// The contents of one table: rows of a result struct, seen through columns that are data. Immutable once
// built and shared by the model that shows it and the worker that ranks it, so any thread may read it.
// Nothing here computes a figure: a column says which member it shows and how that member is written.

#include "core/base/nanoseconds.h"
#include "ui/style/name_format.h"

#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

namespace diptych {

/// What a cell tells besides Qt's own roles.
enum CellRole : int {
    SortRole = Qt::UserRole + 1, ///< raw value: a number or a text; invalid when absent
    BarRole,                     ///< signed fraction of the column's scale, -1..1; invalid: no bar
    IdRole,                      ///< of the row: a text that survives a new comparison
    RawTextRole,                 ///< for the clipboard and files: full precision, whole names
    CategoryRole,                ///< category whose colour the swatch has; invalid: no swatch
    GapRole,                     ///< nanoseconds whose sign gives the text's colour; invalid: plain text
    BadgeRole,                   ///< true: the text is a remark in a dashed frame, no figure
    FocusRole,                   ///< QPoint(start, length): the part of a name that survives shortening
    FillRole,                    ///< Fill of the bar
    BarRangeRole,  ///< QPointF(lowest, highest): the fractions between which the column's bars lie
    SecondaryRole, ///< true: written in the second text colour
    RemarkRole,    ///< a second, dimmed line below the text; invalid: none
};

enum class CellKind : std::uint8_t {
    Text,
    Name,
    Bar,
    Mark,
    Side,     ///< badges for "A", "B", "A, B"
    Severity, ///< a sign before the word, by the sort value
    Sentence, ///< wrapped; the row is as high as it needs
};
enum class Fill : std::uint8_t { A, B, Gap };

/// A column without its rows.
struct ColumnInfo {
    QString key{};         ///< stable: what is remembered of a column goes by it
    QString title{};       ///< "A"
    QString unit{};        ///< "µs per step" or ""
    QString explanation{}; ///< tooltip of the header
    Qt::Alignment alignment = Qt::AlignRight | Qt::AlignVCenter;
    CellKind kind = CellKind::Text;
    Fill fill = Fill::A;
    double lowestBar = 0;     ///< of the fractions in the column, at most 0
    double highestBar = 1;    ///< at least 0
    int width = 80;           ///< px wanted
    int stretch = 0;          ///< share of what is left over
    bool isSecondary = false; ///< written in the second text colour
    bool isShownAtFirst = true;
    bool givesWay = false; ///< hidden where there is no room for all, as secondary columns are
};

/// "A, µs per step".
[[nodiscard]] QString headerText(const ColumnInfo& column);

/// What a row is sorted by; absent values come last whatever the direction.
using SortValue = std::variant<std::monostate, double, QString>;

/// One cell of the row of sums.
struct TotalCell {
    QString text;
    std::optional<Nanoseconds> gapNs; ///< as GapRole
};

class Table {
public:
    Table() = default;
    Table(const Table&) = delete;
    Table& operator=(const Table&) = delete;
    virtual ~Table();

    [[nodiscard]] virtual int rowCount() const = 0;
    [[nodiscard]] virtual int columnCount() const = 0;
    [[nodiscard]] virtual const ColumnInfo& column(int column) const = 0;

    [[nodiscard]] virtual QString text(int row, int column) const = 0;
    [[nodiscard]] virtual SortValue sortValue(int row, int column) const = 0;
    [[nodiscard]] virtual std::optional<double> bar(int row, int column) const = 0;
    [[nodiscard]] virtual QString rawText(int row, int column) const = 0;
    [[nodiscard]] virtual QString tooltip(int row, int column) const = 0;
    [[nodiscard]] virtual QString category(int row, int column) const = 0;
    [[nodiscard]] virtual std::optional<Nanoseconds> gapNs(int row, int column) const = 0;
    [[nodiscard]] virtual bool isBadge(int row, int column) const = 0;
    [[nodiscard]] virtual NameFocus focus(int row, int column) const = 0;
    [[nodiscard]] virtual QString remark(int row, int column) const = 0;

    [[nodiscard]] virtual QString id(int row) const = 0;
    /// What a filter looks through.
    [[nodiscard]] virtual QString searchText(int row) const = 0;
    /// The row of sums, a cell a column; empty: no sums.
    [[nodiscard]] virtual const std::vector<TotalCell>& totals() const = 0;
};

/// One column over rows of type Row. What is not set has no such role; text is needed, the rest falls back on
/// it.
template <class Row>
struct Column {
    ColumnInfo info;
    std::function<QString(const Row&)> text;
    std::function<SortValue(const Row&)> sort;
    std::function<std::optional<double>(const Row&)> bar;
    std::function<QString(const Row&)> raw;
    std::function<QString(const Row&)> tooltip;
    std::function<QString(const Row&)> category;
    std::function<std::optional<Nanoseconds>(const Row&)> gapNs;
    std::function<bool(const Row&)> isBadge;
    std::function<NameFocus(const Row&)> focus;
    std::function<QString(const Row&)> remark;
};

/// Index arithmetic, written once: a cell is the column's function on the row. `rows` may alias a vector
/// inside a Comparison, which it then keeps alive.
template <class Row>
class RowTable final : public Table {
public:
    using Rows = std::shared_ptr<const std::vector<Row>>;
    using TextOfRow = std::function<QString(const Row&)>;

    RowTable(Rows rows, std::vector<Column<Row>> columns, TextOfRow id, TextOfRow searchText,
             std::vector<TotalCell> totals = {})
        : m_rows(std::move(rows)), m_columns(std::move(columns)), m_id(std::move(id)),
          m_searchText(std::move(searchText)), m_totals(std::move(totals)) {}

    [[nodiscard]] int rowCount() const override { return static_cast<int>(m_rows->size()); }
    [[nodiscard]] int columnCount() const override { return static_cast<int>(m_columns.size()); }
    [[nodiscard]] const ColumnInfo& column(int column) const override { return at(column).info; }

    [[nodiscard]] QString text(int row, int column) const override { return at(column).text(rowAt(row)); }
    [[nodiscard]] SortValue sortValue(int row, int column) const override {
        return at(column).sort ? at(column).sort(rowAt(row)) : SortValue(text(row, column));
    }
    [[nodiscard]] std::optional<double> bar(int row, int column) const override {
        return at(column).bar ? at(column).bar(rowAt(row)) : std::nullopt;
    }
    [[nodiscard]] QString rawText(int row, int column) const override {
        return at(column).raw ? at(column).raw(rowAt(row)) : text(row, column);
    }
    [[nodiscard]] QString tooltip(int row, int column) const override {
        return at(column).tooltip ? at(column).tooltip(rowAt(row)) : QString();
    }
    [[nodiscard]] QString category(int row, int column) const override {
        return at(column).category ? at(column).category(rowAt(row)) : QString();
    }
    [[nodiscard]] std::optional<Nanoseconds> gapNs(int row, int column) const override {
        return at(column).gapNs ? at(column).gapNs(rowAt(row)) : std::nullopt;
    }
    [[nodiscard]] bool isBadge(int row, int column) const override {
        return at(column).isBadge && at(column).isBadge(rowAt(row));
    }
    [[nodiscard]] NameFocus focus(int row, int column) const override {
        return at(column).focus ? at(column).focus(rowAt(row)) : NameFocus{};
    }
    [[nodiscard]] QString remark(int row, int column) const override {
        return at(column).remark ? at(column).remark(rowAt(row)) : QString();
    }

    [[nodiscard]] QString id(int row) const override { return m_id(rowAt(row)); }
    [[nodiscard]] QString searchText(int row) const override { return m_searchText(rowAt(row)); }
    [[nodiscard]] const std::vector<TotalCell>& totals() const override { return m_totals; }

    [[nodiscard]] const Row& rowAt(int row) const { return (*m_rows)[static_cast<std::size_t>(row)]; }

private:
    [[nodiscard]] const Column<Row>& at(int column) const {
        return m_columns[static_cast<std::size_t>(column)];
    }

    Rows m_rows;
    std::vector<Column<Row>> m_columns;
    TextOfRow m_id;
    TextOfRow m_searchText;
    std::vector<TotalCell> m_totals;
};

} // namespace diptych
