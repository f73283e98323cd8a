#pragma once
// The columns of a view of a Table: which are shown, in which order, how wide. Until the user resizes one
// they fill the view, and those of less weight give way where there is no room for all. What the user changes
// is remembered under the view's name. Owned by its view; GUI thread.

#include "ui/models/table.h"

#include <QObject>
#include <QScopedValueRollback>

class QMenu;

namespace diptych {

class TableHeader;

class TableColumns : public QObject {
    Q_OBJECT

public:
    /// Where the first column is a tree, it stays where it is.
    enum class First : std::uint8_t { Column, Tree };

    TableColumns(TableHeader* header, First first, QObject* parent);

    void setName(const QString& name) { m_name = name; }
    [[nodiscard]] const QString& name() const { return m_name; }
    /// Space before the first column's text and behind the last one's, besides what they need.
    void setMargins(int leading, int trailing);

    /// While this lives, what happens to the columns is none of the user's doing: for a change of the model.
    [[nodiscard]] QScopedValueRollback<bool> arranging() {
        return QScopedValueRollback<bool>(m_isArranging, true);
    }
    /// After the model has it. Brings back what is remembered when it is the first with columns.
    void setTable(std::shared_ptr<const Table> table);
    /// Fits the columns into a view of that width.
    void fit(int width);
    /// The widest figure of each column; 0 for texts.
    [[nodiscard]] const std::vector<qreal>& figureWidths() const { return m_figureWidths; }

    /// Columns on screen, from left to right.
    [[nodiscard]] std::vector<int> seen() const;
    /// Those and the ones that only gave way.
    [[nodiscard]] std::vector<int> chosen() const;
    /// Of those chosen the ones that hold something to read, for copies and files: a column of icons has no
    /// title.
    [[nodiscard]] std::vector<int> titled() const;
    /// The last one cannot be hidden: a table without columns could not be brought back.
    void setShown(int column, bool isShown);
    void forget();
    [[nodiscard]] int columnOf(const QString& key) const;
    void fillMenu(QMenu& menu);

Q_SIGNALS:
    /// Columns were shown, hidden, moved or resized, but by fit().
    void changed();

private:
    void restore();
    void save() const;
    void takeUserChange(bool isWidth);
    void giveWay(std::vector<int>& columns, int width);
    void bringBack(int width);
    [[nodiscard]] bool isHidden(int column) const;
    [[nodiscard]] int leastWidth(int column, bool isFirst) const;
    [[nodiscard]] QString settingsKey(const char* what) const;

    TableHeader* m_header;
    First m_first;
    QString m_name;
    int m_leadingMargin = 8;
    int m_trailingMargin = 0;
    std::shared_ptr<const Table> m_table;
    std::vector<qreal> m_figureWidths;
    std::vector<int> m_givenWay;  ///< hidden for want of room
    int m_width = 0;              ///< of the view
    bool m_isArranging = false;   ///< columns change by program
    bool m_isWidthByUser = false; ///< the user resized a column: widths are no longer fitted
};

} // namespace diptych
