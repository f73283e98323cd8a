#pragma once
// A tree that shows a Table: the look and the habits of TableView, with rows that open. Rows are chosen by
// id; what is open survives new contents. Owns its model; GUI thread.

#include "ui/models/tree_model.h"

#include <QSet>
#include <QTreeView>

class QMenu;

namespace diptych {

class BarDelegate;
class CellDelegate;
class MarkDelegate;
class TableColumns;
class TableHeader;

class TreeView : public QTreeView {
    Q_OBJECT

public:
    explicit TreeView(QWidget* parent = nullptr);

    void setTable(std::shared_ptr<const Table> table, RowParents parents);
    [[nodiscard]] const TreeModel& treeModel() const { return *m_model; }
    /// Under what name the shown columns are remembered, and that of exported files. Set before the first
    /// table.
    void setName(const QString& name);
    void setFilter(const QString& filter);
    void sortByKey(const QString& key, Qt::SortOrder order);

    /// Makes the row of that id current without saying so, and opens what is above it; "" or an unknown id:
    /// no row.
    void showId(const QString& id);
    [[nodiscard]] QString currentId() const;

    void fillMenu(QMenu& menu);
    void copyRows();
    /// Says in the window how it went; false when it could not be written.
    bool exportCsv(const QString& path);
    [[nodiscard]] TableColumns& columns() const { return *m_columns; }

signals:
    /// The user chose another row.
    void idChosen(const QString& id);
    /// The user opened a row: double click or Enter.
    void idOpened(const QString& id);

protected:
    void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void changeEvent(QEvent* event) override;

private:
    void chooseDelegates();
    void rememberOpen();
    void openAgain();
    void openAtFirst();
    void askForCsvPath();

    TreeModel* m_model;
    TableHeader* m_header;
    TableColumns* m_columns;
    CellDelegate* m_cells;
    MarkDelegate* m_marks;
    std::vector<BarDelegate*> m_bars;
    QSet<QString> m_open;   ///< ids of the rows that are open
    QString m_keptId;       ///< of the current row, over a reset
    bool m_isFirst = true;  ///< nothing was shown yet
    bool m_isQuiet = false; ///< the current row changes by program
};

} // namespace diptych
