#include "ui/models/table_model.h"

#include "tests/support/sanitized.h"
#include "tests/support/test_program.h"
#include "ui/models/column_builders.h"
#include "ui/models/rank_proxy.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QPersistentModelIndex>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

#include <ctime>
#include <limits>

using namespace diptych;

namespace {

struct Row {
    QString name;
    std::optional<Nanoseconds> ns;
};

std::shared_ptr<const Table> tableOf(std::vector<Row> rows) {
    std::vector<Column<Row>> columns;
    columns.push_back(textColumn<Row>({.key = QStringLiteral("name"), .title = QStringLiteral("Name")},
                                      [](const Row& row) { return row.name; }));
    BarScale scale;
    for (const Row& row : rows) {
        scale.include(row.ns.value_or(0));
    }
    columns.push_back(gapColumn<Row>(
        {.key = QStringLiteral("gap"), .title = QStringLiteral("A − B"), .unit = QStringLiteral("µs")},
        [](const Row& row) { return row.ns; }, scale));
    return std::make_shared<RowTable<Row>>(
        std::make_shared<const std::vector<Row>>(std::move(rows)), std::move(columns),
        [](const Row& row) { return row.name; }, [](const Row& row) { return row.name; });
}

std::shared_ptr<const Table> smallTable() {
    return tableOf({{QStringLiteral("beta"), 2000},
                    {QStringLiteral("Alpha"), -3000},
                    {QStringLiteral("gamma"), std::nullopt},
                    {QStringLiteral("delta"), 2000}});
}

std::shared_ptr<const Table> largeTable(int rows) {
    QRandomGenerator random(7);
    std::vector<Row> all;
    all.reserve(static_cast<std::size_t>(rows));
    for (int i = 0; i < rows; ++i) {
        all.push_back({QStringLiteral("kernel_%1_tile%2").arg(random.bounded(rows)).arg(i % 64),
                       random.bounded(1'000'000)});
    }
    return tableOf(std::move(all));
}

QStringList namesOf(const QAbstractItemModel& model) {
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row) {
        names.append(model.index(row, 0).data().toString());
    }
    return names;
}

struct Ranked {
    TableModel model;
    RankProxy proxy;
    QAbstractItemModelTester modelTester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};
    QAbstractItemModelTester proxyTester{&proxy, QAbstractItemModelTester::FailureReportingMode::QtTest};

    explicit Ranked(std::shared_ptr<const Table> table) {
        proxy.setSourceModel(&model);
        model.setTable(std::move(table));
    }
};

} // namespace

class TestTableModel : public QObject {
    Q_OBJECT

private slots:
    void cellsTellTextFigureBarAndId() {
        const Ranked ranked(smallTable());
        const QModelIndex gap = ranked.model.index(1, 1);
        QCOMPARE(gap.data().toString(), formatGap(-3000));
        QCOMPARE(gap.data(SortRole).toDouble(), -3000.0);
        QCOMPARE(gap.data(BarRole).toDouble(), -1.0);
        QCOMPARE(gap.data(GapRole).toLongLong(), -3000LL);
        QCOMPARE(gap.data(RawTextRole).toString(), QStringLiteral("-3.000"));
        QCOMPARE(gap.data(IdRole).toString(), QStringLiteral("Alpha"));
        QCOMPARE(gap.data(BarRangeRole).toPointF(), QPointF(-1, 2.0 / 3));
        QCOMPARE(gap.data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("A − B, µs: ") + formatGap(-3000));
    }

    void absentIsNotZero() {
        const Ranked ranked(smallTable());
        const QModelIndex gap = ranked.model.index(2, 1);
        QCOMPARE(gap.data().toString(), notApplicable());
        QVERIFY(!gap.data(SortRole).isValid());
        QVERIFY(!gap.data(BarRole).isValid());
        QVERIFY(!gap.data(GapRole).isValid());
        QCOMPARE(gap.data(RawTextRole).toString(), QString());
    }

    void headersCarryTheUnit() {
        const Ranked ranked(smallTable());
        QCOMPARE(ranked.proxy.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(),
                 QStringLiteral("A − B, µs"));
        QVERIFY(!ranked.proxy.headerData(9, Qt::Horizontal, Qt::DisplayRole).isValid());
        QVERIFY(!ranked.proxy.headerData(0, Qt::Vertical, Qt::DisplayRole).isValid());
    }

    void withoutTableThereIsNothing() {
        Ranked ranked(nullptr);
        QCOMPARE(ranked.proxy.rowCount(), 0);
        QCOMPARE(ranked.proxy.columnCount(), 0);
        ranked.proxy.sort(1, Qt::DescendingOrder);
        ranked.model.setTable(smallTable());
        QCOMPARE(namesOf(ranked.proxy).first(), QStringLiteral("beta"));
        ranked.model.setTable(nullptr);
        QCOMPARE(ranked.proxy.rowCount(), 0);
    }

    void sorts_data() {
        QTest::addColumn<int>("column");
        QTest::addColumn<Qt::SortOrder>("order");
        QTest::addColumn<QString>("expected");
        QTest::newRow("as given") << -1 << Qt::AscendingOrder << "beta Alpha gamma delta";
        QTest::newRow("text, any case") << 0 << Qt::AscendingOrder << "Alpha beta delta gamma";
        QTest::newRow("text, descending") << 0 << Qt::DescendingOrder << "gamma delta beta Alpha";
        QTest::newRow("figures, absent last") << 1 << Qt::AscendingOrder << "Alpha beta delta gamma";
        QTest::newRow("figures, descending: equal rows and absent as before")
            << 1 << Qt::DescendingOrder << "beta delta Alpha gamma";
    }
    void sorts() {
        QFETCH(int, column);
        QFETCH(Qt::SortOrder, order);
        QFETCH(QString, expected);
        for (const int rowsRankedAtOnce : {2000, 0}) { // at once and on the worker
            Ranked ranked(smallTable());
            ranked.proxy.setRowsRankedAtOnce(rowsRankedAtOnce);
            ranked.proxy.sort(column, order);
            QTRY_VERIFY(!ranked.proxy.isRanking());
            QCOMPARE(namesOf(ranked.proxy).join(QLatin1Char(' ')), expected);
        }
    }

    void filters_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("expected");
        QTest::newRow("none") << ""
                              << "beta Alpha gamma delta";
        QTest::newRow("blank") << "  "
                               << "beta Alpha gamma delta";
        QTest::newRow("any case") << "ALPHA"
                                  << "Alpha";
        QTest::newRow("every word") << "a e"
                                    << "beta delta";
        QTest::newRow("no expression") << "a.*"
                                       << "";
        QTest::newRow("nothing left") << "zeta"
                                      << "";
    }
    void filters() {
        QFETCH(QString, filter);
        QFETCH(QString, expected);
        for (const int rowsRankedAtOnce : {2000, 0}) {
            Ranked ranked(smallTable());
            ranked.proxy.setRowsRankedAtOnce(rowsRankedAtOnce);
            ranked.proxy.setFilter(filter);
            QTRY_VERIFY(!ranked.proxy.isRanking());
            QCOMPARE(namesOf(ranked.proxy).join(QLatin1Char(' ')), expected);
            ranked.proxy.setFilter(QString());
            QTRY_COMPARE(ranked.proxy.rowCount(), 4);
        }
    }

    void persistentIndexesFollowTheirRows() {
        Ranked ranked(smallTable());
        const QPersistentModelIndex delta = ranked.proxy.index(3, 1);
        ranked.proxy.sort(0, Qt::AscendingOrder);
        QCOMPARE(delta.row(), 2);
        QCOMPARE(delta.data(IdRole).toString(), QStringLiteral("delta"));
    }

    void orderAndFilterSurviveNewContents() {
        Ranked ranked(smallTable());
        ranked.proxy.sort(0, Qt::AscendingOrder);
        ranked.proxy.setFilter(QStringLiteral("a"));
        ranked.model.setTable(
            tableOf({{QStringLiteral("za"), 1}, {QStringLiteral("xx"), 2}, {QStringLiteral("ab"), 3}}));
        QCOMPARE(namesOf(ranked.proxy), QStringList({QStringLiteral("ab"), QStringLiteral("za")}));
    }

    void anOvertakenRankingIsDropped() {
        Ranked ranked(largeTable(50'000));
        QTRY_VERIFY(!ranked.proxy.isRanking());
        ranked.proxy.sort(1, Qt::DescendingOrder);
        ranked.proxy.sort(0, Qt::AscendingOrder);
        ranked.model.setTable(smallTable()); // the rows of the old table must not come back
        QCOMPARE(ranked.proxy.rowCount(), 4);
        QTest::qWait(100);
        QCOMPARE(namesOf(ranked.proxy).first(), QStringLiteral("Alpha"));
    }

    void aDeadProxyWaitsForItsWorker() {
        for (int i = 0; i < 20; ++i) {
            TableModel model;
            RankProxy proxy;
            proxy.setSourceModel(&model);
            model.setTable(largeTable(3'000));
            proxy.sort(0, Qt::AscendingOrder);
        }
    }

    void aHundredThousandRowsAreSortedWithinAQuarterOfASecond_data() {
        QTest::addColumn<int>("column");
        QTest::newRow("figures") << 1;
        QTest::newRow("names") << 0;
    }
    void aHundredThousandRowsAreSortedWithinAQuarterOfASecond() {
        QFETCH(int, column);
        TableModel model;
        RankProxy proxy;
        proxy.setSourceModel(&model);
        model.setTable(largeTable(100'000));
        QTRY_VERIFY(!proxy.isRanking());
        double best = std::numeric_limits<double>::max();
        qint64 bestBlocked = std::numeric_limits<qint64>::max();
        for (int i = 0; i < 3; ++i) {
            QSignalSpy ranked(&proxy, &RankProxy::ranked);
            QElapsedTimer timer;
            timer.start();
            const std::clock_t began = std::clock(); // processor time: other programs do not count
            proxy.sort(column, i % 2 == 0 ? Qt::DescendingOrder : Qt::AscendingOrder);
            bestBlocked = std::min(bestBlocked, timer.elapsed());
            QVERIFY(ranked.wait(5000));
            best = std::min(best, 1000.0 * static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC);
        }
        qInfo("sorted in %.0f ms of processor time, the click took %lld ms", best, bestBlocked);
        constexpr double kMostMs = test::kIsUnoptimised ? 1000 : 250;
        QVERIFY2(best <= kMostMs, qPrintable(QString::number(best)));
        QVERIFY2(bestBlocked <= 50, qPrintable(QString::number(bestBlocked)));
    }
};

DIPTYCH_TEST(TestTableModel)
#include "tst_table_model.moc"
