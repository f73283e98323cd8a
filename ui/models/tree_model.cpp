#include "ui/models/tree_model.h"

#include "ui/models/table_model.h"

namespace diptych {

TreeModel::TreeModel(QObject* parent) : QAbstractItemModel(parent) {}

void TreeModel::setTable(std::shared_ptr<const Table> table, RowParents parents) {
    beginResetModel();
    m_table = std::move(table);
    m_parents = m_table ? std::move(parents) : RowParents();
    if (m_request.column >= columnCount()) {
        m_request.column = -1;
    }
    orderAgain();
    endResetModel();
}

void TreeModel::setFilter(const QString& filter) {
    if (filter != m_request.filter) {
        beginResetModel();
        m_request.filter = filter;
        orderAgain();
        endResetModel();
    }
}

void TreeModel::sort(int column, Qt::SortOrder order) {
    beginResetModel();
    m_request.column = column;
    m_request.order = order;
    orderAgain();
    endResetModel();
}

QModelIndex TreeModel::indexOfRow(int row, int column) const {
    if (row < 0 || row >= static_cast<int>(m_place.size()) || m_place[static_cast<std::size_t>(row)] < 0) {
        return {};
    }
    return createIndex(m_place[static_cast<std::size_t>(row)], column, static_cast<quintptr>(row));
}

int TreeModel::rowOf(const QModelIndex& index) const {
    return index.isValid() ? static_cast<int>(index.internalId()) : -1;
}

int TreeModel::rowOfId(const QString& id) const {
    for (int row = 0; m_table && row < m_table->rowCount(); ++row) {
        if (m_table->id(row) == id) {
            return row;
        }
    }
    return -1;
}

std::vector<int> TreeModel::shownRows() const {
    std::vector<int> rows;
    std::vector<int> pending(m_order.front().rbegin(), m_order.front().rend());
    while (!pending.empty()) {
        const int row = pending.back();
        pending.pop_back();
        rows.push_back(row);
        const std::vector<int>& children = m_order[static_cast<std::size_t>(row) + 1];
        pending.insert(pending.end(), children.rbegin(), children.rend());
    }
    return rows;
}

QModelIndex TreeModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column, static_cast<quintptr>(childrenOf(parent)[static_cast<std::size_t>(row)]));
}

QModelIndex TreeModel::parent(const QModelIndex& child) const {
    const int row = rowOf(child);
    return row < 0 ? QModelIndex() : indexOfRow(m_parents[static_cast<std::size_t>(row)]);
}

int TreeModel::rowCount(const QModelIndex& parent) const {
    return parent.column() > 0 ? 0 : static_cast<int>(childrenOf(parent).size());
}

int TreeModel::columnCount(const QModelIndex& /*parent*/) const {
    return m_table ? m_table->columnCount() : 0;
}

QVariant TreeModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    return cellData(*m_table, rowOf(index), index.column(), role);
}

QVariant TreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
        return {};
    }
    return headData(m_table->column(section), role);
}

void TreeModel::orderAgain() {
    m_order = m_table ? orderTree(*m_table, m_parents, m_request) : TreeOrder{{}};
    m_place.assign(m_parents.size(), -1);
    for (const std::vector<int>& siblings : m_order) {
        for (std::size_t place = 0; place < siblings.size(); ++place) {
            m_place[static_cast<std::size_t>(siblings[place])] = static_cast<int>(place);
        }
    }
}

const std::vector<int>& TreeModel::childrenOf(const QModelIndex& parent) const {
    return m_order[static_cast<std::size_t>(rowOf(parent) + 1)];
}

} // namespace diptych
