#include "ui/models/operation_table.h"

#include "tests/support/test_program.h"
#include "tests/ui/comparison_fixture.h"
#include "ui/models/column_builders.h"
#include "ui/models/operation_kernel_table.h"
#include "ui/models/side_names.h"
#include "ui/models/table_model.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace diptych;

namespace {

int columnOf(const Table& table, const QString& key) {
    for (int column = 0; column < table.columnCount(); ++column) {
        if (table.column(column).key == key) {
            return column;
        }
    }
    return -1;
}

int rowOf(const Table& table, const QString& id) {
    for (int row = 0; row < table.rowCount(); ++row) {
        if (table.id(row) == id) {
            return row;
        }
    }
    return -1;
}

double sumOf(const Table& table, const QString& key) {
    double sum = 0;
    for (int row = 0; row < table.rowCount(); ++row) {
        const SortValue value = table.sortValue(row, columnOf(table, key));
        sum += std::holds_alternative<double>(value) ? std::get<double>(value) : 0;
    }
    return sum;
}

} // namespace

class TestOperationTable : public QObject {
    Q_OBJECT

private slots:
    void modelIsSound() {
        TableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (const auto& comparison :
             {test::servingSample(), test::stepLessSample(), test::emptySample(), test::wideSample(300)}) {
            model.setTable(operationTable(comparison, comparison->summary.perStep));
            QCOMPARE(model.rowCount(), static_cast<int>(comparison->operations.size()));
        }
    }

    void rowsAddUpToTheRowOfSums_data() {
        QTest::addColumn<bool>("perStep");
        QTest::newRow("per step") << true;
        QTest::newRow("in all") << false;
    }
    void rowsAddUpToTheRowOfSums() {
        QFETCH(bool, perStep);
        const auto comparison = test::servingSample();
        const auto table = operationTable(comparison, perStep);
        for (const Side side : kSides) {
            const QString key = side == Side::A ? QStringLiteral("us_a") : QStringLiteral("us_b");
            const double whole = static_cast<double>(perStep ? *comparison->selection[side].stepNs
                                                             : comparison->selection[side].totalNs);
            // Per step every row is rounded on its own.
            QVERIFY(std::abs(sumOf(*table, key) - whole) <= static_cast<double>(table->rowCount()));
            const TotalCell& cell = table->totals()[static_cast<std::size_t>(columnOf(*table, key))];
            QCOMPARE(cell.text, formatMicroseconds(static_cast<Nanoseconds>(whole)));
        }
    }

    void aMissingSideIsSaidNotZero() {
        const auto table = operationTable(test::servingSample(), true);
        const int row = rowOf(*table, QStringLiteral("Copy/Memory"));
        const int b = columnOf(*table, QStringLiteral("us_b"));
        QCOMPARE(table->text(row, b), QStringLiteral("only A"));
        QVERIFY(table->isBadge(row, b));
        QVERIFY(std::holds_alternative<std::monostate>(table->sortValue(row, b)));
        QVERIFY(!table->bar(row, b));
        QCOMPARE(table->rawText(row, b), QString());
        QCOMPARE(table->text(row, columnOf(*table, QStringLiteral("ratio"))), notApplicable());
        QVERIFY(!table->isBadge(row, columnOf(*table, QStringLiteral("us_a"))));
    }

    void barsShareOneScale() {
        const auto table = operationTable(test::servingSample(), true);
        const int gemm = rowOf(*table, QStringLiteral("Dense GEMM"));
        QCOMPARE(table->bar(gemm, columnOf(*table, QStringLiteral("us_a"))), std::optional(1.0));
        const double b = table->bar(gemm, columnOf(*table, QStringLiteral("us_b"))).value_or(0);
        QVERIFY(b > 0.5 && b < 0.6); // 2533.6 / 4686.0
    }

    void countsArePerStep() {
        const auto perStep = operationTable(test::servingSample(), true);
        const auto inAll = operationTable(test::servingSample(), false);
        const int gemm = rowOf(*perStep, QStringLiteral("Dense GEMM"));
        const int count = columnOf(*perStep, QStringLiteral("count_a"));
        QCOMPARE(perStep->text(gemm, count), QStringLiteral("113"));
        QCOMPARE(inAll->text(gemm, count), formatCount(113 * 20));
    }

    void kernelsSayWhatTheyAreFor() {
        const auto comparison = test::servingSample();
        const KernelUsage usage(*comparison);
        const auto table = operationKernelTable(*comparison, usage, comparison->operations[0], Side::A, true);
        QCOMPARE(table->rowCount(), 5);
        QCOMPARE(table->text(0, columnOf(*table, QStringLiteral("used_for"))), QStringLiteral("Gate/up"));
        QVERIFY(table->id(0).endsWith(QStringLiteral("/9")));
        QCOMPARE(table->text(0, columnOf(*table, QStringLiteral("count"))), QStringLiteral("28"));
        QVERIFY(table->rawText(0, 0).contains(QStringLiteral("MT64x96x128")));
        QCOMPARE(table->totals().size(), std::size_t(5));
    }

    void kernelsOfAMissingSideAreNone() {
        const auto comparison = test::servingSample();
        const auto& rows = comparison->operations;
        const auto copy = std::find_if(
            rows.begin(), rows.end(), [](const OperationRow& row) { return row.operation == "Copy/Memory"; });
        const auto table = operationKernelTable(*comparison, KernelUsage(*comparison), *copy, Side::B, true);
        QCOMPARE(table->rowCount(), 0);
        QVERIFY(table->totals().empty());
        QCOMPARE(operationKernelCaption(*comparison, *copy, Side::B, true),
                 QStringLiteral("not on this side"));
    }

    void devicesHaveShortNames_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        QTest::newRow("AMD") << "AMD Instinct MI300X"
                             << "MI300X";
        QTest::newRow("NVIDIA") << "NVIDIA H100 80GB HBM3"
                                << "H100";
        QTest::newRow("joined") << "NVIDIA A100-SXM4-80GB"
                                << "A100";
        QTest::newRow("revision") << "AMD Instinct MI250X / MI250"
                                  << "MI250X";
        QTest::newRow("unknown") << "Some accelerator"
                                 << "Some accelerator";
        QTest::newRow("empty") << ""
                               << "";
    }
    void devicesHaveShortNames() {
        QFETCH(QString, name);
        QFETCH(QString, expected);
        QCOMPARE(shortDeviceName(name.toStdString()), expected);
    }

    void rawFiguresKeepEveryNanosecond_data() {
        QTest::addColumn<qlonglong>("ns");
        QTest::addColumn<QString>("expected");
        QTest::newRow("zero") << 0LL << "0.000";
        QTest::newRow("below one") << -7LL << "-0.007";
        QTest::newRow("plain") << 78'612LL << "78.612";
        QTest::newRow("smallest") << std::numeric_limits<qlonglong>::min() << "-9223372036854775.808";
    }
    void rawFiguresKeepEveryNanosecond() {
        QFETCH(qlonglong, ns);
        QFETCH(QString, expected);
        QCOMPARE(rawMicroseconds(ns), expected);
    }
};

DIPTYCH_TEST(TestOperationTable)
#include "tst_operation_table.moc"
