#include "ui/models/rank_proxy.h"

#include "ui/models/table_model.h"

#include <QFuture>
#include <QtConcurrentRun>

#include <algorithm>
#include <numeric>

namespace diptych {

RankProxy::RankProxy(QObject* parent) : QAbstractProxyModel(parent) {
    // One at a time: an overtaken ranking ends at its next check and gives way.
    m_pool.setMaxThreadCount(1);
}

RankProxy::~RankProxy() {
    m_cancel.cancel();
    m_pool.waitForDone();
}

void RankProxy::setSourceModel(QAbstractItemModel* source) {
    beginResetModel();
    if (sourceModel()) {
        disconnect(sourceModel(), nullptr, this, nullptr);
    }
    m_source = qobject_cast<TableModel*>(source);
    QAbstractProxyModel::setSourceModel(m_source);
    if (m_source) {
        connect(m_source, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
        connect(m_source, &QAbstractItemModel::modelReset, this, [this] {
            takeSourceRows();
            endResetModel();
            if (m_isRanking) {
                rankOnWorker();
            }
        });
    }
    takeSourceRows();
    endResetModel();
    if (m_isRanking) {
        rankOnWorker();
    }
}

void RankProxy::sort(int column, Qt::SortOrder order) {
    if (m_request.column == column && m_request.order == order) {
        return;
    }
    m_request.column = column;
    m_request.order = order;
    rankAgain();
}

void RankProxy::setFilter(const QString& filter) {
    const QString simplified = filter.simplified();
    if (m_request.filter == simplified) {
        return;
    }
    m_request.filter = simplified;
    rankAgain();
}

int RankProxy::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int RankProxy::columnCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_source ? 0 : m_source->columnCount();
}

QModelIndex RankProxy::index(int row, int column, const QModelIndex& parent) const {
    return hasIndex(row, column, parent) ? createIndex(row, column) : QModelIndex();
}

QModelIndex RankProxy::parent(const QModelIndex& /*child*/) const {
    return {};
}

QModelIndex RankProxy::mapToSource(const QModelIndex& proxy) const {
    if (!proxy.isValid() || !m_source || proxy.row() >= rowCount()) {
        return {};
    }
    return m_source->index(m_order[static_cast<std::size_t>(proxy.row())], proxy.column());
}

QModelIndex RankProxy::mapFromSource(const QModelIndex& source) const {
    if (!source.isValid() || static_cast<std::size_t>(source.row()) >= m_place.size()) {
        return {};
    }
    const int place = m_place[static_cast<std::size_t>(source.row())];
    return place < 0 ? QModelIndex() : createIndex(place, source.column());
}

QVariant RankProxy::headerData(int section, Qt::Orientation orientation, int role) const {
    // The base class maps through row 0, which is not there while everything is filtered out.
    return m_source ? m_source->headerData(section, orientation, role) : QVariant();
}

void RankProxy::rankAgain() {
    ++m_generation;
    m_cancel.cancel();
    m_isRanking = false;
    if (!m_source || !m_source->table()) {
        return;
    }
    if (m_source->rowCount() > m_rowsRankedAtOnce) {
        rankOnWorker();
        return;
    }
    show(rankRows(*m_source->table(), m_request));
    emit ranked();
}

void RankProxy::rankOnWorker() {
    m_isRanking = true;
    m_cancel = CancelSource();
    const auto rank = [table = m_source->table(), request = m_request, token = m_cancel.token()] {
        return rankRows(*table, request, token);
    };
    const std::uint64_t generation = m_generation;
    QtConcurrent::run(&m_pool, rank).then(this, [this, generation](std::vector<int> order) {
        finish(generation, std::move(order));
    });
}

void RankProxy::finish(std::uint64_t generation, std::vector<int> order) {
    if (generation != m_generation) {
        return;
    }
    m_isRanking = false;
    show(std::move(order));
    emit ranked();
}

void RankProxy::show(std::vector<int> order) {
    // A full order is a permutation of the full order before it. Otherwise rows come and go; which ones is
    // not worth finding out: views keep their place by id.
    const std::size_t all = m_place.size();
    if (order.size() == all && m_order.size() == all) {
        swapOrder(std::move(order));
        return;
    }
    beginResetModel();
    setOrder(std::move(order));
    endResetModel();
}

void RankProxy::setOrder(std::vector<int> order) {
    m_order = std::move(order);
    m_place.assign(static_cast<std::size_t>(m_source ? m_source->rowCount() : 0), -1);
    for (std::size_t i = 0; i < m_order.size(); ++i) {
        m_place[static_cast<std::size_t>(m_order[i])] = static_cast<int>(i);
    }
}

void RankProxy::swapOrder(std::vector<int> order) {
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<int> sourceRows;
    sourceRows.reserve(static_cast<std::size_t>(before.size()));
    for (const QModelIndex& index : before) {
        sourceRows.push_back(m_order[static_cast<std::size_t>(index.row())]);
    }
    setOrder(std::move(order));
    QModelIndexList after;
    after.reserve(before.size());
    for (qsizetype i = 0; i < before.size(); ++i) {
        const int sourceRow = sourceRows[static_cast<std::size_t>(i)];
        after.append(createIndex(m_place[static_cast<std::size_t>(sourceRow)], before[i].column()));
    }
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

void RankProxy::takeSourceRows() {
    ++m_generation;
    m_cancel.cancel();
    m_isRanking = false;
    const std::shared_ptr<const Table> table = m_source ? m_source->table() : nullptr;
    if (!table) {
        setOrder({});
        return;
    }
    if (table->rowCount() <= m_rowsRankedAtOnce) {
        setOrder(rankRows(*table, m_request));
        return;
    }
    // Until the worker is done: the table's own order, unless a filter says that rows must not be seen.
    std::vector<int> order(m_request.filter.isEmpty() ? static_cast<std::size_t>(table->rowCount()) : 0);
    std::iota(order.begin(), order.end(), 0);
    setOrder(std::move(order));
    m_isRanking = true;
}

} // namespace diptych
