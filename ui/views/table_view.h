#pragma once
// A table that shows a Table: sortable by every column, filterable, its columns chosen, moved and resized by
// the user and remembered; rows copied as TSV, the whole exported as CSV. Rows are chosen by id. Owns its
// model and its ranking; GUI thread.

#include "ui/models/table.h"
#include "ui/views/table_export.h"

#include <QTableView>

class QMenu;

namespace diptych {

class BarDelegate;
class CellDelegate;
class MarkDelegate;
class NameDelegate;
class RankProxy;
class SentenceDelegate;
class SeverityDelegate;
class SideDelegate;
class TableColumns;
class TableHeader;
class TableModel;

class TableView : public QTableView {
    Q_OBJECT

public:
    explicit TableView(QWidget* parent = nullptr);
    ~TableView() override;

    /// Swaps the contents whole; sort order, filter and, where its id is still there, the current row stay.
    void setTable(std::shared_ptr<const Table> table);
    [[nodiscard]] const std::shared_ptr<const Table>& table() const;
    [[nodiscard]] const RankProxy& ranking() const { return *m_ranking; }

    /// Under what name columns are remembered, and that of exported files ("operations"). Set before the
    /// first table.
    void setName(const QString& name);
    void setRowHeight(int height);
    /// Space before the first column's text and behind the last one's; rows reach the edges.
    void setMargins(int leading, int trailing);
    void setFilter(const QString& filter);
    /// Sorts by the column of that key.
    void sortByKey(const QString& key, Qt::SortOrder order);

    /// Makes the row of that id current without saying so and keeps it in sight until the user scrolls or
    /// chooses, with all rows above it where they fit; "" or an unknown id: no row.
    void showId(const QString& id);
    [[nodiscard]] QString currentId() const;

    /// Height of header and all rows.
    [[nodiscard]] int contentHeight() const;
    /// Columns that are shown, from left to right.
    [[nodiscard]] std::vector<int> shownColumns() const;
    [[nodiscard]] TableColumns& columns() const { return *m_columns; }

    /// Everything that can be done with the table, for context menus: the view's own actions() on a row, then
    /// what every table offers. The caller owns the menu.
    void fillMenu(QMenu& menu);
    void copyRows();
    void copyCell();
    void exportCsv(const QString& path);

signals:
    /// The user chose another row.
    void idChosen(const QString& id);
    /// The user opened a row: double click or Enter.
    void idOpened(const QString& id);
    /// Columns were moved, resized, shown or hidden, or the contents changed.
    void layoutShown();
    /// The file is written.
    void exported();
    void exportFailed(const QString& reason);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void chooseDelegates();
    void fitRows();
    [[nodiscard]] bool hasSentences() const;
    void setHoveredRow(int row);
    void bringCurrentIntoSight();
    [[nodiscard]] std::vector<CellDelegate*> delegates() const;
    void keepCurrentId();
    void showKeptId();
    void addSortAction(QMenu& menu);
    void askForCsvPath();
    [[nodiscard]] TableExcerpt selectedExcerpt() const;

    TableModel* m_model;
    RankProxy* m_ranking;
    TableHeader* m_header;
    TableColumns* m_columns;
    CellDelegate* m_cells;
    NameDelegate* m_names;
    MarkDelegate* m_marks;
    SideDelegate* m_sideBadges;
    SeverityDelegate* m_severities;
    SentenceDelegate* m_sentences;
    std::vector<BarDelegate*> m_bars;
    QString m_keptId;
    int m_leadingMargin = 8;
    int m_trailingMargin = 8;
    int m_hoveredRow = -1;
    bool m_isQuiet = false;   ///< the current row changes by program
    bool m_isInSight = false; ///< the current row is kept in sight
};

} // namespace diptych
