#include "ui/views/table_view.h"

#include "tests/support/test_program.h"
#include "tests/ui/comparison_fixture.h"
#include "tests/ui/page_picture.h"
#include "ui/models/operation_table.h"
#include "ui/models/rank_proxy.h"
#include "ui/models/table_model.h"
#include "ui/views/cell_delegate.h"
#include "ui/views/data_table.h"
#include "ui/views/table_columns.h"
#include "ui/views/table_layout.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <numeric>

using namespace diptych;

namespace {

std::unique_ptr<TableView> makeView() {
    auto view = std::make_unique<TableView>();
    view->setName(QStringLiteral("operations"));
    view->resize(900, 400);
    view->setTable(operationTable(test::servingSample(), true));
    view->sortByKey(operationcolumn::kGap, Qt::DescendingOrder);
    view->show();
    return view;
}

QStringList shownKeys(const TableView& view) {
    QStringList keys;
    for (const int column : view.shownColumns()) {
        keys.append(view.table()->column(column).key);
    }
    return keys;
}

/// Until the first column gives way.
void narrow(TableView& view) {
    const qsizetype all = shownKeys(view).size();
    for (int width = view.width(); shownKeys(view).size() == all && width > 200; --width) {
        view.resize(width, 400);
    }
}

} // namespace

class TestTableView : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::useTestSettings(); }
    void init() { QSettings().clear(); }

    void modelsAreSound() {
        const auto view = makeView();
        const QAbstractItemModelTester tester(view->model(),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        view->setFilter(QStringLiteral("gemm"));
        view->sortByKey(operationcolumn::kOperation, Qt::AscendingOrder);
        view->setFilter(QString());
        view->setTable(nullptr);
        view->setTable(operationTable(test::wideSample(50), false));
    }

    void widthsFillTheTable() {
        const auto view = makeView();
        int sum = 0;
        for (const int column : view->shownColumns()) {
            sum += view->columnWidth(column);
        }
        QCOMPARE(sum, view->viewport()->width());
    }

    void aClickOnAHeaderSortsFiguresFromTheLargest() {
        const auto view = makeView();
        QHeaderView* header = view->horizontalHeader();
        const int column = 1;
        const QPoint place(header->sectionViewportPosition(column) + 20, 10);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(view->ranking().request().column, column);
        QCOMPARE(view->ranking().request().order, Qt::DescendingOrder);
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, place);
        QCOMPARE(view->ranking().request().order, Qt::AscendingOrder);
    }

    void theCurrentRowFollowsItsIdThroughSortFilterAndNewContents() {
        const auto view = makeView();
        QSignalSpy chosen(view.get(), &TableView::idChosen);
        view->showId(QStringLiteral("Sampling"));
        view->sortByKey(operationcolumn::kOperation, Qt::AscendingOrder);
        QCOMPARE(view->currentId(), QStringLiteral("Sampling"));
        view->setTable(operationTable(test::servingSample(), false));
        QCOMPARE(view->currentId(), QStringLiteral("Sampling"));
        view->setFilter(QStringLiteral("samp"));
        QCOMPARE(view->currentId(), QStringLiteral("Sampling"));
        QCOMPARE(chosen.count(), 0); // nobody chose
    }

    void aRowShownStaysInSightUntilTheUserScrolls() {
        TableView view;
        view.setTable(operationTable(test::wideSample(60), true));
        view.sortByKey(operationcolumn::kGap, Qt::DescendingOrder);
        const auto idAt = [&](int row) { return view.model()->index(row, 0).data(IdRole).toString(); };
        const auto isInSight = [&](int row) {
            return view.viewport()->rect().contains(view.visualRect(view.model()->index(row, 0)).center());
        };
        view.resize(900, 60); // as before a page is laid out
        view.show();
        view.showId(idAt(3));
        view.resize(900, 400);
        QCOMPARE(view.verticalScrollBar()->value(), 0); // there is room for all above it
        QVERIFY(isInSight(3));
        view.showId(idAt(40));
        for (const int height : {120, 400, 200}) {
            view.resize(900, height);
            QVERIFY(isInSight(40));
        }
        view.verticalScrollBar()->triggerAction(QAbstractSlider::SliderToMinimum);
        view.resize(900, 300);
        QCOMPARE(view.verticalScrollBar()->value(), 0); // where the user left it
    }

    void arrowKeysChoose() {
        const auto view = makeView();
        view->showId(view->model()->index(0, 0).data(IdRole).toString());
        QSignalSpy chosen(view.get(), &TableView::idChosen);
        QTest::keyClick(view.get(), Qt::Key_Down);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.at(0).at(0).toString(), view->model()->index(1, 0).data(IdRole).toString());
        QSignalSpy opened(view.get(), &TableView::idOpened);
        QTest::keyClick(view.get(), Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
    }

    void rowsAreCopiedAsTsvInTheOrderShown() {
        const auto view = makeView();
        view->selectRow(1);
        view->selectionModel()->select(view->model()->index(0, 0),
                                       QItemSelectionModel::Select | QItemSelectionModel::Rows);
        QTest::keyClick(view.get(), Qt::Key_C, Qt::ControlModifier);
        const QStringList lines =
            QApplication::clipboard()->text().split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[0].startsWith(QStringLiteral("Dense GEMM\t")));
        QCOMPARE(lines[0].count(QLatin1Char('\t')), qsizetype(view->columns().chosen().size()) - 1);
        QVERIFY(!lines[0].contains(QChar(0x25B2))); // figures, not pictures of figures
    }

    void oneCellIsCopiedWhole() {
        const auto view = makeView();
        view->setCurrentIndex(view->model()->index(0, 1));
        QTest::keyClick(view.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
        bool isFigure = false;
        QVERIFY(QApplication::clipboard()->text().toDouble(&isFigure) > 4000);
        QVERIFY(isFigure);
    }

    void theTableIsExportedAsShown() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("operations.csv"));
        const auto view = makeView();
        view->setFilter(QStringLiteral("attention"));
        QSignalSpy exported(view.get(), &TableView::exported);
        view->exportCsv(path);
        QVERIFY(exported.wait(5000));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QList<QByteArray> lines = file.readAll().split('\n');
        QVERIFY(lines[0].startsWith("Operation,\"A, µs per step\""));
        QCOMPARE(lines.size(),
                 view->model()->rowCount() + 2); // header, rows, nothing after the last line end
    }

    void aFailedExportSaysSo() {
        const auto view = makeView();
        QSignalSpy failed(view.get(), &TableView::exportFailed);
        view->exportCsv(QStringLiteral("/nowhere/at/all.csv"));
        QVERIFY(failed.wait(5000));
        QVERIFY(!failed.at(0).at(0).toString().isEmpty());
    }

    void columnsAreRemembered() {
        {
            const auto view = makeView();
            view->columns().setShown(view->shownColumns()[4], false); // A / B
            view->horizontalHeader()->moveSection(0, 2);
        }
        const auto again = makeView();
        QVERIFY(!shownKeys(*again).contains(QStringLiteral("ratio")));
        QCOMPARE(shownKeys(*again)[2], operationcolumn::kOperation);
        again->columns().forget();
        QCOMPARE(shownKeys(*again)[0], operationcolumn::kOperation);
        QVERIFY(shownKeys(*again).contains(QStringLiteral("ratio")));
    }

    void theLastColumnStays() {
        const auto view = makeView();
        for (const int column : view->shownColumns()) {
            view->columns().setShown(column, false);
        }
        QCOMPARE(view->shownColumns().size(), std::size_t(1));
    }

    void secondaryColumnsGiveWayWhereThereIsNoRoom() {
        const auto view = makeView();
        const QStringList all = shownKeys(*view);
        const std::vector<int> chosen = view->columns().chosen();
        narrow(*view);
        const QStringList fewer = shownKeys(*view);
        QVERIFY(fewer.size() < all.size());
        for (const int column : chosen) {
            const ColumnInfo& info = view->table()->column(column);
            QVERIFY2(fewer.contains(info.key) || info.isSecondary, qPrintable(info.key));
        }
        QCOMPARE(view->columns().chosen(), chosen);              // nobody wished them away
        QTRY_COMPARE(view->horizontalScrollBar()->maximum(), 0); // Qt lays scroll bars out later
        // Not by selectRow(), which toggles while Qt thinks that the last test's Ctrl is still held.
        view->selectionModel()->select(view->model()->index(0, 0),
                                       QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        view->copyRows(); // what is copied does not hang on the width of the window
        QCOMPARE(QApplication::clipboard()->text().count(QLatin1Char('\t')), qsizetype(chosen.size()) - 1);
        view->resize(900, 400);
        QCOMPARE(shownKeys(*view), all);
    }

    void aColumnThatGaveWayIsNotForgotten() {
        {
            const auto view = makeView();
            narrow(*view);
            view->horizontalHeader()->moveSection(0, 2); // saves
            QVERIFY(shownKeys(*view).size() < qsizetype(view->columns().chosen().size()));
        }
        const auto again = makeView();
        QVERIFY(shownKeys(*again).contains(QStringLiteral("count_a")));
        QVERIFY(shownKeys(*again).contains(QStringLiteral("count_b")));
    }

    void columnsReturnAlsoBesideWidthsOfTheUser() {
        const auto view = makeView();
        const qsizetype all = shownKeys(*view).size();
        narrow(*view);
        view->horizontalHeader()->resizeSection(0, view->columnWidth(0) + 10); // as a user
        view->resize(1200, 400);
        QCOMPARE(shownKeys(*view).size(), all);
    }

    void theMenuHasWhatEveryTableOffers() {
        const auto view = makeView();
        view->showId(QStringLiteral("Sampling"));
        QMenu menu;
        view->fillMenu(menu);
        QStringList texts;
        for (const QAction* action : menu.actions()) {
            texts.append(action->text());
        }
        for (const char* text :
             {"Copy rows", "Copy cell", "Export this table as CSV…", "Sort by this column", "Columns"}) {
            QVERIFY2(texts.contains(QString::fromUtf8(text)), text);
        }
    }

    void widthsAreDistributed_data() {
        QTest::addColumn<int>("available");
        QTest::addColumn<QList<int>>("expected");
        QTest::newRow("exact") << 300 << QList<int>{100, 100, 100};
        QTest::newRow("room goes by stretch") << 400 << QList<int>{150, 100, 150};
        QTest::newRow("odd room is not lost") << 301 << QList<int>{100, 100, 101};
        QTest::newRow("lack is shared") << 240 << QList<int>{80, 80, 80};
        QTest::newRow("never below the least") << 10 << QList<int>{50, 50, 50};
    }
    void widthsAreDistributed() {
        QFETCH(int, available);
        QFETCH(QList<int>, expected);
        const std::vector<int> widths =
            distributeWidths({{100, 50, 1}, {100, 50, 0}, {100, 50, 1}}, available);
        QCOMPARE(QList<int>(widths.begin(), widths.end()), expected);
    }

    void barsStandAboutZero_data() {
        QTest::addColumn<double>("fraction");
        QTest::addColumn<QPointF>("range");
        QTest::addColumn<double>("left");
        QTest::addColumn<double>("width");
        QTest::newRow("positive") << 0.5 << QPointF(0, 1) << 0.0 << 50.0;
        QTest::newRow("about a middle zero") << 0.5 << QPointF(-1, 1) << 50.0 << 25.0;
        QTest::newRow("negative") << -1.0 << QPointF(-1, 1) << 0.0 << 50.0;
        QTest::newRow("tiny is seen") << 1e-9 << QPointF(0, 1) << 0.0 << 1.0;
        QTest::newRow("zero is not") << 0.0 << QPointF(0, 1) << 0.0 << 0.0;
        QTest::newRow("zero total") << 0.5 << QPointF(0, 0) << 0.0 << 0.0;
    }
    void barsStandAboutZero() {
        QFETCH(double, fraction);
        QFETCH(QPointF, range);
        QFETCH(double, left);
        QFETCH(double, width);
        const QRectF bar = barRect(QRectF(0, 0, 100, 28), fraction, range);
        QCOMPARE(bar.left(), left);
        QCOMPARE(bar.width(), width);
    }

    void csvIsSafeForSpreadsheets() {
        struct Row {
            QString text;
        };
        std::vector<Column<Row>> columns(1);
        columns[0].info.title = QStringLiteral("Text, \"quoted\"");
        columns[0].text = [](const Row& row) { return row.text; };
        const auto rows = std::make_shared<const std::vector<Row>>(
            std::vector<Row>{{QStringLiteral("=1+1")}, {QStringLiteral("a\nb")}, {QStringLiteral("a\tb")}});
        const RowTable<Row> table(rows, columns, columns[0].text, columns[0].text);
        QCOMPARE(tableAsCsv(table, {{0, 1}, {0}}),
                 QByteArray("\"Text, \"\"quoted\"\"\"\r\n'=1+1\r\n\"a\nb\"\r\n"));
        QCOMPARE(tableAsTsv(table, {{2, 1}, {0}}), QStringLiteral("a b\na b\n"));
    }

    void sumsStandUnderTheLastRowWhileThereIsRoom() {
        DataTable table;
        table.setTable(operationTable(test::servingSample(), true));
        table.resize(900, 700);
        table.show();
        QTRY_COMPARE(table.view()->height(), table.view()->contentHeight());
        table.resize(900, 200);
        QTRY_VERIFY(table.view()->height() < 200);
        QCOMPARE((table.view()->height() - 24) % 26, 0); // whole rows
    }
};

DIPTYCH_TEST(TestTableView)
#include "tst_table_view.moc"
