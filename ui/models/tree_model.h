#pragma once
// Shows a Table whose rows form a tree, sorted and filtered. Swapped whole by reset. Owned by its view; GUI
// thread.

#include "ui/models/tree_order.h"

#include <QAbstractItemModel>

namespace diptych {

class TreeModel : public QAbstractItemModel {
    Q_OBJECT

public:
    explicit TreeModel(QObject* parent = nullptr);

    /// Null shows nothing. `parents` has an entry a row.
    void setTable(std::shared_ptr<const Table> table, RowParents parents);
    [[nodiscard]] const std::shared_ptr<const Table>& table() const { return m_table; }
    void setFilter(const QString& filter);
    void sort(int column, Qt::SortOrder order) override;
    [[nodiscard]] const RankingRequest& request() const { return m_request; }

    /// The place of a row of the table; invalid when it is filtered out.
    [[nodiscard]] QModelIndex indexOfRow(int row, int column = 0) const;
    /// The row of the table at an index.
    [[nodiscard]] int rowOf(const QModelIndex& index) const;
    /// The row of an id, or -1.
    [[nodiscard]] int rowOfId(const QString& id) const;
    /// All shown rows, parents before their children.
    [[nodiscard]] std::vector<int> shownRows() const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    void orderAgain();
    [[nodiscard]] const std::vector<int>& childrenOf(const QModelIndex& parent) const;

    std::shared_ptr<const Table> m_table;
    RowParents m_parents;
    RankingRequest m_request;
    TreeOrder m_order{{}};
    std::vector<int> m_place; ///< by row: among its siblings; -1: filtered out
};

} // namespace diptych
