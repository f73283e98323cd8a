#include "ui/models/module_table.h"

#include "tests/support/test_program.h"
#include "tests/ui/comparison_fixture.h"
#include "ui/models/column_builders.h"
#include "ui/models/tree_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace diptych;

namespace {

struct Entry {
    QString name;
    double value;
};

/// a(3) -> b(1) -> c(9), a -> d(5); e(4).
std::shared_ptr<const Table> smallTable() {
    auto rows = std::make_shared<std::vector<Entry>>(std::vector<Entry>{{QStringLiteral("a"), 3},
                                                                        {QStringLiteral("b"), 1},
                                                                        {QStringLiteral("c"), 9},
                                                                        {QStringLiteral("d"), 5},
                                                                        {QStringLiteral("e"), 4}});
    std::vector<Column<Entry>> columns;
    columns.push_back(
        textColumn<Entry>({.key = QStringLiteral("name")}, [](const Entry& row) { return row.name; }));
    columns.push_back(countColumn<Entry>({.key = QStringLiteral("value")},
                                         [](const Entry& row) { return std::optional(row.value); }));
    return std::make_shared<RowTable<Entry>>(
        std::move(rows), std::move(columns), [](const Entry& row) { return row.name; },
        [](const Entry& row) { return row.name; });
}

const RowParents kParents{-1, 0, 1, 0, -1};

QString shown(const TreeModel& model) {
    QString text;
    for (const int row : model.shownRows()) {
        text += model.table()->id(row);
    }
    return text;
}

int columnOf(const Table& table, const QString& key) {
    for (int column = 0; column < table.columnCount(); ++column) {
        if (table.column(column).key == key) {
            return column;
        }
    }
    return -1;
}

} // namespace

class TestModuleTable : public QObject {
    Q_OBJECT

private slots:
    void treeIsSound() {
        TreeModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(smallTable(), kParents);
        model.sort(1, Qt::DescendingOrder);
        model.setFilter(QStringLiteral("c"));
        model.setFilter(QString());
        for (const auto& comparison : {test::servingSample(), test::stepLessSample(), test::emptySample()}) {
            model.setTable(moduleTable(comparison, comparison->summary.perStep), moduleParents(*comparison));
            QCOMPARE(model.shownRows().size(), comparison->modules.size());
        }
        model.setTable(nullptr, {});
        QCOMPARE(model.rowCount(), 0);
    }

    void siblingsAreSorted_data() {
        QTest::addColumn<int>("column");
        QTest::addColumn<bool>("isAscending");
        QTest::addColumn<QString>("expected");
        QTest::newRow("own order") << -1 << true << "abcde";
        QTest::newRow("values up") << 1 << true << "abcde";
        QTest::newRow("values down") << 1 << false << "eadbc";
        QTest::newRow("names down") << 0 << false << "eadbc";
    }
    void siblingsAreSorted() {
        QFETCH(int, column);
        QFETCH(bool, isAscending);
        TreeModel model;
        model.setTable(smallTable(), kParents);
        model.sort(column, isAscending ? Qt::AscendingOrder : Qt::DescendingOrder);
        QTEST(shown(model), "expected");
    }

    void aFilterKeepsWhatIsAboveAndBelow_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<QString>("expected");
        QTest::newRow("leaf") << "c"
                              << "abc";
        QTest::newRow("middle") << "b"
                                << "abc";
        QTest::newRow("root") << "a"
                              << "abcd";
        QTest::newRow("alone") << "e"
                               << "e";
        QTest::newRow("none") << "x"
                              << "";
        QTest::newRow("all") << ""
                             << "abcde";
    }
    void aFilterKeepsWhatIsAboveAndBelow() {
        QFETCH(QString, filter);
        TreeModel model;
        model.setTable(smallTable(), kParents);
        model.setFilter(filter);
        QTEST(shown(model), "expected");
        QCOMPARE(model.indexOfRow(3).isValid(), shown(model).contains(QLatin1Char('d')));
    }

    void placesSurviveSorting() {
        TreeModel model;
        model.setTable(smallTable(), kParents);
        model.sort(1, Qt::DescendingOrder);
        const QModelIndex c = model.indexOfRow(2);
        QCOMPARE(c.data().toString(), QStringLiteral("c"));
        QCOMPARE(c.parent().data().toString(), QStringLiteral("b"));
        QCOMPARE(c.parent().parent().data().toString(), QStringLiteral("a"));
        QCOMPARE(model.rowOf(c), 2);
        QCOMPARE(model.rowOfId(QStringLiteral("d")), 3);
        QCOMPARE(model.rowOfId(QStringLiteral("x")), -1);
    }

    void figuresAreTheComparisons() {
        const auto comparison = test::servingSample();
        const auto table = moduleTable(comparison, true);
        QVERIFY(table->rowCount() > 10);
        Nanoseconds outermost = 0;
        for (int row = 0; row < table->rowCount(); ++row) {
            const ModuleRow& module = comparison->modules[static_cast<std::size_t>(row)];
            QCOMPARE(table->rawText(row, 0), QString::fromStdString(module.path));
            QCOMPARE(table->text(row, columnOf(*table, modulecolumn::kGap)), formatGap(module.gapNs));
            outermost += module.parent < 0 ? module.gapNs : 0;
            if (module.ns.a && module.ns.b) {
                QCOMPARE(table->rawText(row, columnOf(*table, QStringLiteral("us_a"))),
                         rawMicroseconds(module.ns.a));
            }
        }
        QCOMPARE(outermost, comparison->summary.gapNs); // the outermost rows sum to the headline
        QVERIFY(modulesText(*comparison).contains(QStringLiteral("FUSION")));
    }

    void figuresInAllAreTheTotals() {
        const auto comparison = test::servingSample();
        const auto perStep = moduleTable(comparison, true);
        const auto inAll = moduleTable(comparison, false);
        const auto number = [](const Table& table, int row, const char* key) {
            return std::get<double>(table.sortValue(row, columnOf(table, QLatin1String(key))));
        };
        const double steps = static_cast<double>(comparison->selection.a.steps.size());
        for (int row = 0; row < inAll->rowCount(); ++row) {
            const ModuleRow& module = comparison->modules[static_cast<std::size_t>(row)];
            QCOMPARE(inAll->gapNs(row, columnOf(*inAll, modulecolumn::kGap)),
                     std::optional(module.totalNs.a.value_or(0) - module.totalNs.b.value_or(0)));
            // Kernels are told in the period of the times beside them.
            QCOMPARE(number(*inAll, row, "kernels_a"), number(*perStep, row, "kernels_a") * steps);
        }
        const int time = columnOf(*inAll, QStringLiteral("us_a"));
        QCOMPARE(inAll->column(time).unit, QStringLiteral("µs in all"));
        QVERIFY(moduleKernelCaption(*comparison, 0, Side::A, false).contains(QStringLiteral("in all")));
        QVERIFY(moduleKernelCaption(*comparison, 0, Side::A, false).endsWith(QStringLiteral("of a step")));
    }

    void kernelsOfAModuleHoldThoseBelowIt() {
        const auto comparison = test::servingSample();
        const std::size_t model = 0;
        QCOMPARE(comparison->modules[model].parent, -1);
        for (const Side side : kSides) {
            const auto table = moduleKernelTable(*comparison, model, side, true);
            double sum = 0;
            for (int row = 0; row < table->rowCount(); ++row) {
                sum += std::get<double>(table->sortValue(row, columnOf(*table, QStringLiteral("us"))));
                QVERIFY(!table->id(row).isEmpty());
            }
            // Every name is rounded on its own.
            QVERIFY(std::abs(sum - static_cast<double>(*comparison->modules[model].ns[side])) <=
                    static_cast<double>(table->rowCount()));
        }
        QVERIFY(!moduleDims(*comparison, model, Side::A).empty());
        QVERIFY(moduleKernelCaption(*comparison, model, Side::A, true).contains(QStringLiteral("per step")));
    }

    void pairsAndModulesLeadToEachOther() {
        const auto comparison = test::servingSample();
        const QString pair = QStringLiteral("layer 14/10");
        const QString path = moduleOfPair(*comparison, pair);
        QVERIFY(path.endsWith(QStringLiteral("/SiluAndMul")));
        const auto module = moduleOf(*comparison, path);
        QVERIFY(module);
        QVERIFY(isPairInModule(*comparison, *module, pair));
        QVERIFY(isPairInModule(*comparison, 0, pair)); // the model holds it
        QVERIFY(!isPairInModule(*comparison, *module, QStringLiteral("layer 14/1")));
        QVERIFY(!isPairInModule(*comparison, *module, QString()));
        const QString largest = modulePair(*comparison, *module);
        QVERIFY(isPairInModule(*comparison, *module, largest));
        QCOMPARE(moduleOfPair(*comparison, QString()), QString());
        QVERIFY(!moduleOf(*comparison, QStringLiteral("no/such")));
    }
};

DIPTYCH_TEST(TestModuleTable)
#include "tst_module_table.moc"
