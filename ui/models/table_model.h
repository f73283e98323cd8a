#pragma once
// The one item model of all tables: shows a Table, swapped whole by reset. Owned by its view or page; GUI
// thread.

#include "ui/models/table.h"

#include <QAbstractTableModel>

namespace diptych {

/// A cell of a table for a role: what every model that shows a Table answers.
[[nodiscard]] QVariant cellData(const Table& table, int row, int column, int role);
/// The head of a column for a role.
[[nodiscard]] QVariant headData(const ColumnInfo& column, int role);

class TableModel : public QAbstractTableModel {
    Q_OBJECT

public:
    explicit TableModel(QObject* parent = nullptr);

    /// Shows another table; null shows nothing.
    void setTable(std::shared_ptr<const Table> table);
    [[nodiscard]] const std::shared_ptr<const Table>& table() const { return m_table; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::shared_ptr<const Table> m_table;
};

} // namespace diptych
