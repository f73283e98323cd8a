#include "ui/pages/budget_page.h"

#include "tests/support/test_program.h"
#include "tests/ui/comparison_fixture.h"
#include "tests/ui/forged_comparison.h"
#include "tests/ui/page_picture.h"
#include "ui/models/budget_tables.h"
#include "ui/models/column_builders.h"
#include "ui/models/rank_proxy.h"
#include "ui/models/table_model.h"
#include "ui/pages/period_switch.h"
#include "ui/session/comparison_session.h"
#include "ui/style/number_format.h"
#include "ui/views/data_table.h"

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace diptych;

namespace {

struct Fixture {
    ComparisonSession session;
    ViewState viewState;
    BudgetPage page{&session, &viewState};

    explicit Fixture(std::shared_ptr<const Comparison> comparison) {
        page.resize(1270, 806);
        page.setComparison(std::move(comparison));
        page.show();
    }
    [[nodiscard]] TableView* view() const { return page.table()->view(); }
};

int columnOf(const Table& table, const QString& key) {
    for (int i = 0; i < table.columnCount(); ++i) {
        if (table.column(i).key == key) {
            return i;
        }
    }
    return -1;
}

} // namespace

class TestBudgetPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::useTestSettings(); }

    void figuresAreThoseOfTheComparison_data() {
        QTest::addColumn<QString>("content");
        QTest::addColumn<bool>("perStep");
        QTest::newRow("per step") << "sample" << true;
        QTest::newRow("totals") << "sample" << false;
        QTest::newRow("without steps") << "no_steps" << false;
    }
    void figuresAreThoseOfTheComparison() {
        QFETCH(QString, content);
        QFETCH(bool, perStep);
        const auto comparison =
            content == QStringLiteral("sample") ? test::forgedSample() : test::forgedStepless();
        QVERIFY(comparison && !comparison->budget.empty());
        const auto table = budgetTable(comparison, perStep);
        TableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(table);
        QCOMPARE(table->rowCount(), static_cast<int>(comparison->budget.size()));
        PerSide<Nanoseconds> sums;
        for (int i = 0; i < table->rowCount(); ++i) {
            const BudgetRow& row = comparison->budget[static_cast<std::size_t>(i)];
            const auto text = [&](const char* key) {
                return table->text(i, columnOf(*table, QLatin1String(key)));
            };
            QCOMPARE(table->id(i), QString::fromStdString(row.category));
            for (const Side side : kSides) {
                const auto ns = budgetNs(row, side, perStep);
                sums[side] += ns.value_or(0);
                QCOMPARE(ns.has_value(), row.counts[side] > 0);
                if (ns) {
                    QCOMPARE(text(side == Side::A ? "us_a" : "us_b"), formatMicroseconds(ns));
                    const SelectedSide& selected = comparison->selection[side];
                    const double whole = static_cast<double>(perStep ? *selected.stepNs : selected.totalNs);
                    QCOMPARE(text(side == Side::A ? "percent_a" : "percent_b"),
                             formatShare(static_cast<double>(*ns) / whole));
                }
                const double steps = static_cast<double>(comparison->selection[side].steps.size());
                QCOMPARE(text(side == Side::A ? "count_a" : "count_b"),
                         formatMeanCount(perStep ? static_cast<double>(row.insideStepsCounts[side]) / steps
                                                 : static_cast<double>(row.counts[side])));
            }
            if (perStep == comparison->summary.perStep) {
                QCOMPARE(table->gapNs(i, columnOf(*table, budgetcolumn::kGap)), std::optional(row.gapNs));
                QCOMPARE(text("ratio"), formatRatio(row.ratio));
            }
        }
        const auto total = [&](const char* key) {
            return table->totals()[static_cast<std::size_t>(columnOf(*table, QLatin1String(key)))].text;
        };
        QCOMPARE(total("us_a"), formatMicroseconds(sums.a)); // parts sum to the whole
        QCOMPARE(total("us_b"), formatMicroseconds(sums.b));
    }

    void operationsOfTheChosenCategory() {
        Fixture fixture(test::forgedSample());
        QCOMPARE(fixture.view()->currentId(),
                 QString::fromStdString(fixture.page.comparison()->budget[0].category));
        for (const BudgetRow& row : fixture.page.comparison()->budget) {
            fixture.view()->setCurrentIndex(fixture.view()->ranking().index(0, 0));
            fixture.view()->showId(QString::fromStdString(row.category));
            emit fixture.view()->idChosen(QString::fromStdString(row.category));
            const Table& operations = *fixture.page.operationTable()->view()->table();
            int expected = 0;
            for (const OperationRow& operation : fixture.page.comparison()->operations) {
                expected += operation.category == row.category ? 1 : 0;
            }
            QVERIFY(expected > 0);
            QCOMPARE(operations.rowCount(), expected);
        }
    }

    void anOperationIsChosenAndOpened() {
        Fixture fixture(test::forgedSample());
        TableView* view = fixture.page.operationTable()->view();
        view->setCurrentIndex(view->model()->index(0, 0));
        QVERIFY(!fixture.viewState.operation().isEmpty());
        emit view->idOpened(view->currentId());
        QCOMPARE(fixture.viewState.page(), Page::Operations);
    }

    void aGapLeadsToTheKernelAfterIt() {
        Fixture fixture(test::forgedSample());
        const auto comparison = fixture.page.comparison();
        TableView* view = fixture.page.gapTable()->view();
        QCOMPARE(view->table()->rowCount(), static_cast<int>(comparison->idleGaps.size()));
        QVERIFY(!comparison->idleGaps.empty());
        const QString pair = pairAfterGap(*comparison, QStringLiteral("0"));
        emit view->idChosen(QStringLiteral("0"));
        QCOMPARE(fixture.viewState.pair(), pair);
        QVERIFY(!pair.isEmpty());
        QCOMPARE(pairAfterGap(*comparison, QStringLiteral("1000000")), QString());
        QCOMPARE(pairAfterGap(*comparison, QStringLiteral("x")), QString());
    }

    void rulesAreAskedFor() {
        const Fixture fixture(test::forgedSample());
        QSignalSpy asked(&fixture.page, &BudgetPage::rulesRequested);
        fixture.page.rulesButton()->click();
        QCOMPARE(asked.count(), 1);
    }

    void survivesNothing() {
        Fixture fixture(nullptr);
        fixture.page.setComparison(test::emptySample());
        QCOMPARE(fixture.view()->ranking().rowCount(), 0);
        fixture.page.setComparison(test::forgedSample());
        QVERIFY(fixture.view()->ranking().rowCount() > 0);
        fixture.page.setComparison(nullptr);
        QCOMPARE(fixture.view()->ranking().rowCount(), 0);
    }

    void withoutStepsThereAreOnlyTotals() {
        const Fixture fixture(test::forgedStepless());
        QVERIFY(!fixture.page.periodSwitch()->isEnabled());
        QCOMPARE(fixture.page.periodSwitch()->current(), 1);
    }

    void pictures_data() { test::addPictureRows(); }
    void pictures() {
        QFETCH(bool, isDark);
        QFETCH(QSize, size);
        QFETCH(QString, content);
        const test::ThemeScope theme(isDark);
        Fixture fixture(content == QStringLiteral("sample")     ? test::forgedSample()
                        : content == QStringLiteral("no_steps") ? test::forgedStepless()
                        : content == QStringLiteral("wide")     ? test::forgedOneSided()
                                                                : test::comparisonOf(content));
        QVERIFY(test::savePagePicture(fixture.page, size, QStringLiteral("budget_") + content, isDark));
    }
};

DIPTYCH_TEST(TestBudgetPage)
#include "tst_budget_page.moc"
