#pragma once
// A table with its row of sums, which stands under the last row while there is room and at the foot
// otherwise. Owns both; GUI thread.

#include "ui/views/table_view.h"

class QLabel;

namespace diptych {

/// The sums, each under its column. Paints what the table's totals say.
class TotalsRow : public QWidget {
    Q_OBJECT

public:
    explicit TotalsRow(TableView* view, QWidget* parent = nullptr);

    void setMargins(int leading, int trailing);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    TableView* m_view;
    int m_leadingMargin = 8;
    int m_trailingMargin = 8;
};

class DataTable : public QWidget {
    Q_OBJECT

public:
    explicit DataTable(QWidget* parent = nullptr);
    ~DataTable() override;

    [[nodiscard]] TableView* view() const { return m_view; }
    void setTable(std::shared_ptr<const Table> table);
    /// Of rows and the row of sums.
    void setRowHeight(int height);
    /// Before the first column's text; behind the last one's as well where the table reaches the window's
    /// edge.
    void setLeadingMargin(int margin);
    void setMargins(int leading, int trailing);
    /// What stands in place of rows when a filter leaves none, and when there are none.
    void setEmptyTexts(const QString& filtered, const QString& none);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void arrange();
    [[nodiscard]] int viewHeight(int available) const;

    TableView* m_view;
    TotalsRow* m_totals;
    QLabel* m_empty;
    QString m_filteredText;
    QString m_noneText;
};

/// A table as a part of a page: rows of the common height, its text in line with the part's title.
[[nodiscard]] DataTable* makePartTable(const QString& name, const QString& accessibleName, QWidget* parent);

} // namespace diptych
