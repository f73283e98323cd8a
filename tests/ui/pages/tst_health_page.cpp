#include "ui/pages/health_page.h"

#include "tests/support/test_program.h"
#include "tests/ui/page_picture.h"
#include "ui/models/health_table.h"
#include "ui/models/table_model.h"
#include "ui/session/comparison_session.h"
#include "ui/views/data_table.h"
#include "ui/views/filter_box.h"
#include "ui/views/table_columns.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

using namespace diptych;

namespace {

std::shared_ptr<const Comparison> someComparison() {
    auto comparison = std::make_shared<Comparison>();
    comparison->diagnostics = {
        {"file-cut", Severity::Loss, 1, 55'662, "The file ends in the middle", Side::B},
        {"no-steps", Severity::Info, 1, {}, "No steps were found.", {}},
        {"unlinked", Severity::Warning, 12, {}, "12 kernels have no launch", Side::A}};
    return comparison;
}

/// By the key of the column.
QString cell(const TableView& view, int row, const QString& key) {
    return view.model()
        ->index(row, view.columns().columnOf(key))
        .data()
        .toString()
        .replace(QChar(0x00A0), QLatin1Char(' '));
}

} // namespace

class TestHealthPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::useTestSettings(); }

    void theTableShowsEveryDiagnostic() {
        TableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto table = healthTable(someComparison());
        model.setTable(table);
        QCOMPARE(model.rowCount(), 3);
        QStringList first;
        for (int column = 0; column < table->columnCount(); ++column) {
            first << table->text(0, column).replace(QChar(0x00A0), QLatin1Char(' '));
        }
        QCOMPARE(first, (QStringList{QStringLiteral("Loss"), QStringLiteral("B"),
                                     QStringLiteral("The file ends in the middle."), QStringLiteral("1"),
                                     QStringLiteral("55 662"), QStringLiteral("file-cut")}));
        QCOMPARE(table->text(1, 1), QStringLiteral("A, B"));
        QCOMPARE(table->text(1, 4), QStringLiteral("–"));
        QCOMPARE(table->rawText(0, 4), QStringLiteral("55662"));
        model.setTable(healthTable(nullptr));
        QCOMPARE(model.rowCount(), 0);
    }

    void rowsOfOneCodeAreToldApart() {
        auto comparison = std::make_shared<Comparison>();
        comparison->diagnostics = {{"unlinked", Severity::Warning, 1, {}, "One", Side::A},
                                   {"unlinked", Severity::Warning, 2, {}, "Two", Side::A},
                                   {"unlinked", Severity::Warning, 3, {}, "Three", Side::B}};
        const auto table = healthTable(comparison);
        const QSet<QString> ids{table->id(0), table->id(1), table->id(2)};
        QCOMPARE(ids.size(), 3);
        for (const QString& id : ids) {
            QCOMPARE(codeOfHealthRow(id), QStringLiteral("unlinked"));
        }
    }

    void theGravestComesFirst() {
        HealthPage page(nullptr, nullptr);
        page.resize(900, 500);
        page.setComparison(someComparison());
        page.show();
        const TableView& view = *page.table()->view();
        QCOMPARE(cell(view, 0, healthcolumn::kSeverity), QStringLiteral("Loss"));
        QCOMPARE(cell(view, 1, healthcolumn::kSeverity), QStringLiteral("Warning"));
        QCOMPARE(page.countOf(*someComparison()), std::optional<std::uint64_t>(3));
        QVERIFY(!page.countOf(Comparison{}));
    }

    void sortsFiltersAndChoosesColumnsAsEveryTable() {
        HealthPage page(nullptr, nullptr);
        page.resize(900, 500);
        page.setComparison(someComparison());
        page.show();
        TableView& view = *page.table()->view();
        view.sortByKey(healthcolumn::kCount, Qt::DescendingOrder);
        QCOMPARE(cell(view, 0, healthcolumn::kCount), QStringLiteral("12"));
        page.filterBox()->setText(QStringLiteral("launch"));
        QCOMPARE(view.model()->rowCount(), 1);
        page.filterBox()->setText(QStringLiteral("file-cut")); // also by the code
        QCOMPARE(cell(view, 0, healthcolumn::kSeverity), QStringLiteral("Loss"));
        QMenu menu;
        view.fillMenu(menu);
        QStringList entries;
        for (const QAction* const entry : menu.actions()) {
            entries << entry->text();
        }
        QVERIFY(entries.contains(QStringLiteral("Columns")));
        QVERIFY(entries.contains(QStringLiteral("Export this table as CSV…")));
    }

    void sentencesWrapToTheWidthThereIs() {
        auto comparison = std::make_shared<Comparison>(*someComparison());
        comparison->diagnostics[0].message = std::string(40, 'x');
        for (int i = 0; i < 30; ++i) {
            comparison->diagnostics[0].message += " words of a long sentence";
        }
        HealthPage page(nullptr, nullptr);
        page.resize(1200, 600);
        page.setComparison(comparison);
        page.show();
        QCoreApplication::processEvents(); // which lay the page out
        const TableView& view = *page.table()->view();
        const int wide = view.rowHeight(0);
        QVERIFY(wide > view.rowHeight(1));
        page.resize(700, 600);
        QCoreApplication::processEvents();
        QTRY_VERIFY(view.rowHeight(0) > wide);
        QCOMPARE(view.rowHeight(1), metrics::kTableRowHeight);
    }

    void namesAreRepairedOnRequest() {
        ComparisonSession session;
        HealthPage page(&session, nullptr);
        auto comparison = std::make_shared<Comparison>();
        comparison->diagnostics = {{"names-misfit", Severity::Warning, 40, {}, "Names do not fit", Side::B}};
        page.setComparison(comparison);
        page.show();
        auto* const a = page.findChild<QPushButton*>(QStringLiteral("repairNamesA"));
        auto* const b = page.findChild<QPushButton*>(QStringLiteral("repairNamesB"));
        QVERIFY(!a->isVisible());
        QVERIFY(b->isVisible());
        QTest::mouseClick(b, Qt::LeftButton);
        QVERIFY(session.selection().analysis.b.repairNames);
        QVERIFY(!session.selection().analysis.a.repairNames);
        page.setComparison(std::make_shared<Comparison>()); // repaired: nothing to report, and a way back
        QVERIFY(b->isVisible());
        QTest::mouseClick(b, Qt::LeftButton);
        QVERIFY(!session.selection().analysis.b.repairNames);
    }

    void aChosenRowLeadsToTheGuide_data() {
        QTest::addColumn<QString>("way");
        for (const auto* const way : {"button", "menu", "enter"}) {
            QTest::newRow(way) << QString::fromLatin1(way);
        }
    }
    void aChosenRowLeadsToTheGuide() {
        QFETCH(QString, way);
        HealthPage page(nullptr, nullptr);
        page.resize(900, 500);
        page.setComparison(someComparison());
        page.show();
        QSignalSpy asked(&page, &HealthPage::explanationRequested);
        auto* const table = page.findChild<QTableView*>(QStringLiteral("healthTable"));
        auto* const button = page.findChild<QPushButton*>(QStringLiteral("explain"));
        auto* const action = table->findChild<QAction*>(QStringLiteral("explain"));
        QVERIFY(!button->isEnabled() && !action->isEnabled());
        QVERIFY(page.chosenCode().isEmpty());
        table->selectRow(1);
        QVERIFY(button->isEnabled() && action->isEnabled());
        if (way == QLatin1String("button")) {
            QTest::mouseClick(button, Qt::LeftButton);
        } else if (way == QLatin1String("menu")) {
            action->trigger();
        } else {
            QTest::keyClick(table, Qt::Key_Return);
        }
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().toString(), QStringLiteral("unlinked"));
        page.setComparison(std::make_shared<Comparison>());
        QVERIFY(page.chosenCode().isEmpty());
        QVERIFY(!button->isVisible());
    }

    void anEmptyListSaysSo() {
        HealthPage page(nullptr, nullptr);
        page.setComparison(std::make_shared<Comparison>());
        page.show();
        QVERIFY(!page.findChild<QTableView*>(QStringLiteral("healthTable"))->isVisible());
    }

    void aHiddenPageWaits() {
        HealthPage page(nullptr, nullptr);
        page.setComparison(someComparison());
        const TableView& view = *page.table()->view();
        QCOMPARE(view.model()->rowCount(), 0);
        page.show();
        QCOMPARE(view.model()->rowCount(), 3);
    }
};

DIPTYCH_TEST(TestHealthPage)
#include "tst_health_page.moc"
