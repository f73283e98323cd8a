#pragma once
// A window over a session with settings of its own, and its tables as a user reads them: a cell by the id of
// its row and the key of its column. For tests; GUI thread.

#include "app/main_window.h"
#include "app/settings.h"
#include "ui/models/table.h"
#include "ui/session/comparison_session.h"
#include "ui/style/theme.h"

#include <QHash>
#include <QPersistentModelIndex>
#include <QTemporaryDir>

class QAbstractItemView;

namespace diptych {
class TraceStrip;
}

namespace diptych::test {

struct ShownWindow {
    ShownWindow();

    /// Opens both files and waits: true when there is a comparison or a reason why there is none.
    [[nodiscard]] bool open(const QString& a, const QString& b);
    /// Waits for the comparison under way.
    [[nodiscard]] bool wait();
    [[nodiscard]] const Comparison& comparison() const { return *session.comparison(); }
    /// The page of a class; one for each.
    template <class PageClass>
    [[nodiscard]] PageClass& page() {
        return *window.findChild<PageClass*>();
    }
    void show(Page page);
    [[nodiscard]] QWidget* shownPage();
    [[nodiscard]] TraceStrip& strip();
    /// The chosen pair, or null.
    [[nodiscard]] const KernelPair* pair();

    QTemporaryDir folder;
    Settings settings;
    Theme theme;
    ComparisonSession session;
    ViewState state;
    MainWindow window;
};

/// A sample or a shared trace: "sample/a", "sample/b", or a name in ../shared/traces; "" when it is not
/// there.
[[nodiscard]] QString traceFile(const QString& name);

struct ShownCell {
    QString text;
    QString raw; ///< as it is copied
};

/// What a table or a tree shows, read through its model.
class ShownTable {
public:
    /// Rows go by their ids, or by what the column of that key holds.
    ShownTable(const QAbstractItemView& view, const Table& table, const QString& nameColumn = {});

    /// Of the rows in the order shown; of a tree, its branches too.
    [[nodiscard]] const QStringList& ids() const { return m_ids; }
    /// Empty when there is no such row or column.
    [[nodiscard]] std::optional<ShownCell> cell(const QString& id, const QString& key) const;

private:
    const Table& m_table;
    QStringList m_ids;
    QHash<QString, QPersistentModelIndex> m_rows; ///< first cells
};

/// Every text that a part of the window shows: labels, cells, figures. A line each.
[[nodiscard]] QStringList shownTexts(const QWidget& part);

} // namespace diptych::test
