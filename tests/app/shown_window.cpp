#include "tests/app/shown_window.h"

#include "app/sample_files.h"
#include "app/trace_strip.h"
#include "tests/support/shared_data.h"
#include "ui/pages/pair_dock.h"
#include "ui/style/elided_label.h"
#include "ui/views/figure_label.h"

#include <QAbstractButton>
#include <QApplication>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QTest>
#include <QTextDocumentFragment>

#include <functional>

namespace diptych::test {

namespace {

constexpr int kPatience = 120'000; // ms, for a machine that does much else
constexpr int kRowsRead = 400;     // of a table: what is wrong in one is so in many

using Visitor = std::function<void(const QModelIndex& firstCell)>;

void visitRows(const QAbstractItemModel& model, const QModelIndex& parent, const Visitor& visit) {
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        visit(index);
        visitRows(model, index, visit);
    }
}

/// The column of a key, or -1.
int columnOf(const Table& table, const QString& key) {
    for (int column = 0; column < table.columnCount(); ++column) {
        if (table.column(column).key == key) {
            return column;
        }
    }
    return -1;
}

void addCells(const QAbstractItemView& view, QStringList& texts) {
    const QAbstractItemModel* const model = view.model();
    const auto* const table = qobject_cast<const QTableView*>(&view);
    int rows = 0;
    if (!model) {
        return;
    }
    visitRows(*model, {}, [&](const QModelIndex& first) {
        for (int column = 0; rows < kRowsRead && column < model->columnCount(first.parent()); ++column) {
            if (!table || !table->isColumnHidden(column)) {
                texts << first.siblingAtColumn(column).data().toString();
            }
        }
        ++rows;
    });
}

} // namespace

ShownWindow::ShownWindow()
    : settings(folder.filePath(QStringLiteral("settings.ini"))),
      theme(*qobject_cast<QApplication*>(QCoreApplication::instance())),
      window(&session, &state, &settings, &theme) {
    window.resize(1440, 900);
    window.show();
}

bool ShownWindow::open(const QString& a, const QString& b) {
    window.openFiles(a, b);
    return wait();
}

bool ShownWindow::wait() {
    return QTest::qWaitFor(
        [this] {
            const bool isFailed = session.comparisonError() ||
                                  session.slot(Side::A).state == SlotState::Failed ||
                                  session.slot(Side::B).state == SlotState::Failed;
            return !session.isComparing() && (session.comparison() || isFailed);
        },
        kPatience);
}

void ShownWindow::show(Page page) {
    state.setPage(page);
    QCoreApplication::processEvents();
}

QWidget* ShownWindow::shownPage() {
    return window.findChild<QStackedWidget*>()->currentWidget();
}

TraceStrip& ShownWindow::strip() {
    return *window.findChild<TraceStrip*>();
}

const KernelPair* ShownWindow::pair() {
    return page<PairDock>().pair();
}

QString traceFile(const QString& name) {
    if (name.startsWith(QStringLiteral("sample/"))) {
        const auto sample = findSample();
        return !sample ? QString() : name.endsWith(QLatin1Char('a')) ? sample->a : sample->b;
    }
    return QString::fromStdString(sharedFile("traces/" + name.toStdString()));
}

ShownTable::ShownTable(const QAbstractItemView& view, const Table& table, const QString& nameColumn)
    : m_table(table) {
    const int column = columnOf(table, nameColumn);
    visitRows(*view.model(), {}, [&](const QModelIndex& first) {
        const QString id = column < 0 ? first.data(IdRole).toString()
                                      : first.siblingAtColumn(column).data(RawTextRole).toString();
        m_ids << id;
        m_rows.insert(id, first);
    });
}

std::optional<ShownCell> ShownTable::cell(const QString& id, const QString& key) const {
    const int column = columnOf(m_table, key);
    const auto row = m_rows.find(id);
    if (row == m_rows.end() || column < 0) {
        return std::nullopt;
    }
    const QModelIndex index = row->sibling(row->row(), column);
    return ShownCell{index.data().toString(), index.data(RawTextRole).toString()};
}

QStringList shownTexts(const QWidget& part) {
    QStringList texts;
    for (const auto* const label : part.findChildren<QLabel*>()) {
        if (label->isVisible()) {
            const auto* const elided = qobject_cast<const ElidedLabel*>(label);
            texts << (elided ? elided->fullText()
                             : QTextDocumentFragment::fromHtml(label->text()).toPlainText());
        }
    }
    for (const auto* const label : part.findChildren<FigureLabel*>()) {
        texts << (label->isVisible() ? label->text() : QString());
    }
    for (const auto* const button : part.findChildren<QAbstractButton*>()) {
        texts << (button->isVisible() ? button->text() : QString());
    }
    for (const auto* const view : part.findChildren<QAbstractItemView*>()) {
        if (view->isVisible()) {
            addCells(*view, texts);
        }
    }
    texts.removeAll(QString());
    return texts;
}

} // namespace diptych::test
