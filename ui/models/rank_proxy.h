#pragma once
// Shows a TableModel's rows in the order of a ranking. Large tables are ranked on a worker thread, the GUI
// thread only swaps the order; a ranking that was overtaken by another request or another table is dropped.
// Owned by its view; GUI thread. The destructor cancels and waits.

#include "core/base/cancel_token.h"
#include "ui/models/row_ranking.h"

#include <QAbstractProxyModel>
#include <QThreadPool>

namespace diptych {

class TableModel;

class RankProxy : public QAbstractProxyModel {
    Q_OBJECT

public:
    explicit RankProxy(QObject* parent = nullptr);
    ~RankProxy() override;

    /// The source must be a TableModel.
    void setSourceModel(QAbstractItemModel* source) override;

    void sort(int column, Qt::SortOrder order) override;
    void setFilter(const QString& filter);
    [[nodiscard]] const RankingRequest& request() const { return m_request; }
    /// Rows of the table in the order shown.
    [[nodiscard]] const std::vector<int>& order() const { return m_order; }
    /// Whether a worker still ranks what was asked for last.
    [[nodiscard]] bool isRanking() const { return m_isRanking; }
    /// Tables with more rows are ranked on a worker.
    void setRowsRankedAtOnce(int rows) { m_rowsRankedAtOnce = rows; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& child) const override;
    [[nodiscard]] QModelIndex mapToSource(const QModelIndex& proxy) const override;
    [[nodiscard]] QModelIndex mapFromSource(const QModelIndex& source) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    /// The order that was asked for last is shown.
    void ranked();

private:
    void rankAgain();
    void rankOnWorker();
    void finish(std::uint64_t generation, std::vector<int> order);
    void show(std::vector<int> order);
    void setOrder(std::vector<int> order);
    void swapOrder(std::vector<int> order);
    void takeSourceRows();

    TableModel* m_source = nullptr;
    RankingRequest m_request;
    std::vector<int> m_order; ///< proxy row -> source row
    std::vector<int> m_place; ///< source row -> proxy row; below zero: filtered out
    int m_rowsRankedAtOnce = 2000;
    bool m_isRanking = false;
    std::uint64_t m_generation = 0;
    CancelSource m_cancel;
    QThreadPool m_pool;
};

} // namespace diptych
