#include "ui/pages/operations_page.h"

#include "tests/support/test_program.h"
#include "tests/ui/comparison_fixture.h"
#include "tests/ui/page_picture.h"
#include "ui/charts/operation_chart.h"
#include "ui/models/operation_table.h"
#include "ui/models/pair_choice.h"
#include "ui/models/rank_proxy.h"
#include "ui/pages/period_switch.h"
#include "ui/session/comparison_session.h"
#include "ui/views/data_table.h"
#include "ui/views/filter_box.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace diptych;

namespace {

struct Fixture {
    ComparisonSession session;
    ViewState viewState;
    OperationsPage page{&session, &viewState};

    explicit Fixture(std::shared_ptr<const Comparison> comparison) {
        page.resize(1270, 806);
        page.setComparison(std::move(comparison));
        page.show();
    }
    [[nodiscard]] QString idAt(int row) const {
        return page.table()->view()->ranking().index(row, 0).data(IdRole).toString();
    }
};

} // namespace

class TestOperationsPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::useTestSettings(); }

    void showsTheLargestGapFirstAndItsKernels() {
        const Fixture fixture(test::servingSample());
        QCOMPARE(fixture.idAt(0), QStringLiteral("Dense GEMM"));
        QCOMPARE(fixture.page.table()->view()->currentId(), QStringLiteral("Dense GEMM"));
        QCOMPARE(fixture.page.kernelTable(Side::A)->view()->table()->rowCount(), 5);
        QCOMPARE(fixture.page.kernelTable(Side::B)->view()->table()->rowCount(), 5);
        QCOMPARE(fixture.viewState.operation(), QString()); // nobody chose
    }

    void choosingARowTellsTheViewState() {
        Fixture fixture(test::servingSample());
        TableView* view = fixture.page.table()->view();
        view->setCurrentIndex(view->model()->index(2, 0));
        QCOMPARE(fixture.viewState.operation(), fixture.idAt(2));
        QVERIFY(fixture.viewState.operation() != QStringLiteral("Dense GEMM"));
    }

    void followsTheViewState() {
        Fixture fixture(test::servingSample());
        fixture.viewState.setOperation(QStringLiteral("Sampling"));
        QCOMPARE(fixture.page.table()->view()->currentId(), QStringLiteral("Sampling"));
        QCOMPARE(fixture.page.kernelTable(Side::A)->view()->table()->rowCount(), 5);
        QCOMPARE(fixture.page.kernelTable(Side::B)->view()->table()->rowCount(), 3);
    }

    void chartShowsTheRowsOfTheTableInItsOrder() {
        Fixture fixture(test::servingSample());
        TableView* view = fixture.page.table()->view();
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            view->sortByKey(operationcolumn::kOperation, order);
            const std::vector<OperationBar>& bars = fixture.page.chart()->bars();
            QVERIFY(!bars.empty());
            for (std::size_t i = 0; i < bars.size(); ++i) {
                QCOMPARE(bars[i].operation, fixture.idAt(static_cast<int>(i)));
            }
        }
    }

    void filterFindsOperationsByTheNamesOfTheirKernels() {
        Fixture fixture(test::servingSample());
        fixture.page.filterBox()->setText(QStringLiteral("silu_kernel"));
        QCOMPARE(fixture.page.table()->view()->ranking().rowCount(), 1);
        QCOMPARE(fixture.idAt(0), QStringLiteral("SwiGLU"));
        QCOMPARE(fixture.page.chart()->bars().size(), std::size_t(1));
        fixture.page.filterBox()->clear();
        QCOMPARE(fixture.page.table()->view()->ranking().rowCount(), 11);
    }

    void choosingAKernelOpensItsPair() {
        Fixture fixture(test::servingSample());
        TableView* kernels = fixture.page.kernelTable(Side::B)->view();
        kernels->setCurrentIndex(kernels->model()->index(0, 0));
        QVERIFY(fixture.viewState.pair().startsWith(QStringLiteral("layer ")));
        QVERIFY(fixture.viewState.pair().endsWith(QStringLiteral("/9"))); // gate/up takes most
    }

    void thePairShownIsOneOfTheChosenOperation() {
        const auto comparison = test::servingSample();
        Fixture fixture(comparison);
        fixture.viewState.setOperation(QStringLiteral("Dense GEMM"));
        QCOMPARE(fixture.viewState.pair(), QString()); // nobody asked to see one
        fixture.viewState.setPair(QStringLiteral("layer 14/9"));
        for (const OperationRow& row : comparison->operations) {
            fixture.viewState.setOperation(QString::fromStdString(row.operation));
            const KernelPair* const pair = pairOfId(*comparison, fixture.viewState.pair());
            QVERIFY2(pair && isOfOperation(*pair, row), row.operation.c_str());
        }
        const OperationRow& gemm = *operationRow(*comparison, QStringLiteral("Dense GEMM"));
        const KernelPair& dearest = *dearestPair(*comparison, gemm);
        QCOMPARE(dearest.operation, gemm.operation);
        for (const KernelPair& each : comparison->pairs) {
            QVERIFY(each.operation != gemm.operation ||
                    each.stats.a.totalNs + each.stats.b.totalNs <=
                        dearest.stats.a.totalNs + dearest.stats.b.totalNs);
        }
        // One that is of the operation already stays.
        fixture.viewState.setPair(QStringLiteral("layer 3/9"));
        fixture.viewState.setOperation(QStringLiteral("Dense GEMM"));
        QCOMPARE(fixture.viewState.pair(), QStringLiteral("layer 3/9"));
    }

    void theChosenOperationIsThatOfThePair() {
        const auto comparison = test::servingSample();
        Fixture fixture(comparison);
        for (const bool isHidden : {false, true}) {
            fixture.page.setVisible(!isHidden);
            for (const KernelPair& pair : comparison->pairs) {
                fixture.viewState.setPair(QString::fromStdString(pair.id));
                QCOMPARE(fixture.viewState.pair(), QString::fromStdString(pair.id));
                const OperationRow* const row = operationRow(*comparison, fixture.viewState.operation());
                QVERIFY(!row || isOfOperation(pair, *row));
            }
        }
    }

    void aRowChosenElsewhereArrivesWithThoseAboveIt() {
        Fixture fixture(test::servingSample());
        fixture.page.hide();
        fixture.page.resize(1270, 806);
        fixture.viewState.setOperation(fixture.idAt(1));
        fixture.page.show();
        QTRY_COMPARE(fixture.page.table()->view()->verticalScrollBar()->value(), 0); // once it is laid out
        QCOMPARE(fixture.page.chart()->bars().front().operation, fixture.idAt(0));
    }

    void totalsAreShownOnDemand() {
        Fixture fixture(test::servingSample());
        const auto textOfA = [&] {
            return fixture.page.table()->view()->ranking().index(0, 1).data().toString();
        };
        const QString perStep = textOfA();
        fixture.viewState.setPerStep(false);
        QCOMPARE(fixture.page.periodSwitch()->current(), 1);
        QVERIFY(textOfA() != perStep);
        fixture.viewState.setPerStep(true);
        QCOMPARE(textOfA(), perStep);
    }

    void withoutStepsThereAreOnlyTotals() {
        const Fixture fixture(test::stepLessSample());
        QVERIFY(!fixture.page.periodSwitch()->isEnabled());
        QCOMPARE(fixture.page.periodSwitch()->current(), 1);
    }

    void survivesNothing() {
        Fixture fixture(nullptr);
        QCOMPARE(fixture.page.table()->view()->ranking().rowCount(), 0);
        fixture.page.setComparison(test::emptySample());
        fixture.page.setComparison(test::servingSample());
        QCOMPARE(fixture.page.table()->view()->ranking().rowCount(), 11);
        fixture.page.setComparison(nullptr);
        QCOMPARE(fixture.page.table()->view()->ranking().rowCount(), 0);
    }

    void keepsTheChosenOperationOverANewComparison() {
        Fixture fixture(test::servingSample());
        fixture.viewState.setOperation(QStringLiteral("Sampling"));
        fixture.page.setComparison(test::stepLessSample());
        QCOMPARE(fixture.page.table()->view()->currentId(), QStringLiteral("Sampling"));
    }

    void aHiddenPageDoesNotFollowWithWhatItShowed() {
        Fixture fixture(test::wideSample(60));
        TableView* view = fixture.page.table()->view();
        view->sortByKey(operationcolumn::kOperation, Qt::DescendingOrder);
        fixture.page.hide();
        fixture.page.setComparison(test::servingSample()); // fewer rows than the table still shows
        fixture.viewState.setOperation(QStringLiteral("of neither"));
        fixture.viewState.setPerStep(false);
        fixture.page.show();
        QCOMPARE(fixture.page.table()->view()->ranking().rowCount(), 11);
    }

    void pictures_data() { test::addPictureRows(); }
    void pictures() {
        QFETCH(bool, isDark);
        QFETCH(QSize, size);
        QFETCH(QString, content);
        const test::ThemeScope theme(isDark);
        Fixture fixture(test::comparisonOf(content));
        QVERIFY(test::savePagePicture(fixture.page, size, QStringLiteral("operations_") + content, isDark));
    }
};

DIPTYCH_TEST(TestOperationsPage)
#include "tst_operations_page.moc"
