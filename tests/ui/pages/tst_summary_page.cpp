#include "ui/pages/summary_page.h"

#include "tests/support/test_program.h"
#include "tests/ui/comparison_fixture.h"
#include "tests/ui/page_picture.h"
#include "ui/charts/waterfall_chart.h"
#include "ui/models/coverage_table.h"
#include "ui/models/rank_proxy.h"
#include "ui/models/summary_tables.h"
#include "ui/models/table_model.h"
#include "ui/pages/verdict_label.h"
#include "ui/session/comparison_session.h"
#include "ui/session/notes.h"
#include "ui/style/elided_label.h"
#include "ui/style/number_format.h"
#include "ui/views/data_table.h"
#include "ui/views/segmented_switch.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QClipboard>
#include <QSignalSpy>
#include <QTest>

using namespace diptych;

namespace {

struct Fixture {
    ComparisonSession session;
    ViewState viewState;
    SummaryPage page{&session, &viewState};

    explicit Fixture(std::shared_ptr<const Comparison> comparison) {
        page.resize(1284, 766);
        page.setComparison(std::move(comparison));
        page.show();
    }
};

Summary summaryOf(Nanoseconds a, Nanoseconds b) {
    Summary summary;
    summary.perStep = true;
    summary.ns = {a, b};
    summary.gapNs = a - b;
    if (b != 0) {
        summary.ratio = static_cast<double>(a) / static_cast<double>(b);
    }
    summary.verdict = "plain verdict";
    return summary;
}

} // namespace

class TestSummaryPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::useTestSettings(); }

    void waterfallIsExactAndUnbroken_data() {
        QTest::addColumn<int>("mostRows");
        QTest::newRow("all") << 40;
        QTest::newRow("merged") << 7;
        QTest::newRow("hardly any room") << 1;
    }
    void waterfallIsExactAndUnbroken() {
        QFETCH(int, mostRows);
        const auto comparison = test::servingSample();
        const std::vector<WaterfallRow> rows = makeWaterfall(*comparison, {}, mostRows);
        QVERIFY(static_cast<int>(rows.size()) <= std::max(3, mostRows));
        QCOMPARE(rows.front().toNs, comparison->summary.ns.a);
        QCOMPARE(rows.back().toNs, comparison->summary.ns.b);
        Nanoseconds level = rows.front().toNs;
        Nanoseconds before = std::numeric_limits<Nanoseconds>::max();
        for (std::size_t i = 1; i + 1 < rows.size(); ++i) {
            QCOMPARE(rows[i].gapNs >= 0 ? rows[i].toNs : rows[i].fromNs, level);
            QCOMPARE(rows[i].toNs - rows[i].fromNs, std::abs(rows[i].gapNs));
            level -= rows[i].gapNs;
            QVERIFY(rows[i].gapNs <= before);
            before = rows[i].gapNs;
        }
        // Every operation is rounded on its own: a nanosecond each.
        QVERIFY(std::abs(level - rows.back().toNs) <=
                static_cast<Nanoseconds>(comparison->attribution.size()));
    }

    void aRowLeadsToItsOperation() {
        Fixture fixture(test::servingSample());
        QTest::mouseClick(fixture.page.waterfall(), Qt::LeftButton, {}, QPoint(200, 24 + 24 + 10));
        QCOMPARE(fixture.viewState.operation(), QStringLiteral("Dense GEMM"));
        QCOMPARE(fixture.viewState.page(), Page::Operations);
        QTest::mouseClick(fixture.page.waterfall(), Qt::LeftButton, {}, QPoint(200, 24 + 10)); // A's own row
        QCOMPARE(fixture.viewState.operation(), QStringLiteral("Dense GEMM"));
    }

    void keysOpenARow() {
        Fixture fixture(test::servingSample());
        fixture.page.waterfall()->setFocus();
        QTest::keyClick(fixture.page.waterfall(), Qt::Key_Down);
        QTest::keyClick(fixture.page.waterfall(), Qt::Key_Down);
        QTest::keyClick(fixture.page.waterfall(), Qt::Key_Down);
        QTest::keyClick(fixture.page.waterfall(), Qt::Key_Return);
        QCOMPARE(fixture.viewState.operation(), fixture.page.waterfall()->rows()[2].operation);
    }

    void aFindingLeadsToItsPair() {
        Fixture fixture(test::servingSample());
        TableView* view = fixture.page.findings()->view();
        view->setCurrentIndex(view->model()->index(0, 0));
        QVERIFY(!fixture.viewState.pair().isEmpty());
        QVERIFY(fixture.viewState.page() != Page::Layers);
        emit view->idOpened(view->currentId());
        QCOMPARE(fixture.viewState.page(), Page::Layers);
        QCOMPARE(fixture.viewState.layer(), fixture.viewState.pair().section(QLatin1Char('/'), 0, 0));
    }

    void whereAIsAheadIsAListOfItsOwn() {
        Fixture fixture(test::servingSample());
        const int losing = fixture.page.findings()->view()->model()->rowCount();
        QCOMPARE(losing, static_cast<int>(test::servingSample()->findings.size()));
        fixture.page.direction()->setCurrent(1);
        emit fixture.page.direction()->chosen(1);
        QCOMPARE(fixture.page.findings()->view()->model()->rowCount(),
                 static_cast<int>(test::servingSample()->ahead.size()));
    }

    void tablesAreSound() {
        TableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (const auto& comparison : {test::servingSample(), test::stepLessSample(), test::emptySample()}) {
            model.setTable(findingTable(comparison, false));
            model.setTable(findingTable(comparison, true));
            model.setTable(compositionTable(*comparison));
            model.setTable(coverageTable(*comparison));
        }
    }

    void howSureThePairsAreIsSaidOfTheTimeInTheTable() {
        auto comparison = std::make_shared<Comparison>(*test::servingSample());
        KernelPair outside = comparison->pairs.front(); // in all, but in no step
        outside.id = "outside steps/0";
        outside.confidence = 0.3;
        for (const Side side : kSides) {
            outside.stats[side].stepNs = 0;
            outside.stats[side].totalNs = 900'000'000;
            comparison->coverage.totalNs[side] += outside.stats[side].totalNs;
            comparison->coverage.inferredNs[side] += outside.stats[side].totalNs;
        }
        comparison->pairs.push_back(outside);
        QCOMPARE(coverageText(*comparison, true), coverageText(*test::servingSample(), true));
        QVERIFY(coverageText(*comparison, false) != coverageText(*test::servingSample(), false));
    }

    void overlapIsSaidWhereThereIsAny() {
        PerSide<CompositionSide> composition;
        QCOMPARE(overlapText(composition), QString());
        composition.b.overlapNs = 817'900;
        QVERIFY(overlapText(composition).contains(QStringLiteral("overlap A 0.0, B 817.9 µs")));
    }

    void partsAddUpToTheWallTime() {
        const auto comparison = test::servingSample();
        const auto table = compositionTable(*comparison);
        for (const Side side : kSides) {
            double sum = 0;
            for (int row = 0; row < table->rowCount(); ++row) {
                sum += std::get<double>(table->sortValue(row, side == Side::A ? 1 : 3));
            }
            QCOMPARE(sum, static_cast<double>(comparison->composition[side].wallNs));
        }
    }

    void nothingHasNoParts() {
        const auto comparison = test::emptySample();
        for (const auto& table : {compositionTable(*comparison), coverageTable(*comparison)}) {
            for (int column = 0; column < table->columnCount(); ++column) {
                if (table->column(column).unit == QLatin1String("%")) {
                    const auto at = static_cast<std::size_t>(column);
                    QCOMPARE(table->totals()[at].text, notApplicable());
                    QCOMPARE(table->text(0, column), notApplicable());
                }
            }
        }
    }

    void followsThePeriod() {
        Fixture fixture(test::servingSample());
        const Comparison& comparison = *test::servingSample();
        const auto gapOf = [&](const QString& id) {
            const TableView& view = *fixture.page.findings()->view();
            for (int row = 0; row < view.table()->rowCount(); ++row) {
                if (view.table()->id(row) == id) {
                    return view.table()->gapNs(row, 3).value_or(0);
                }
            }
            return Nanoseconds(0);
        };
        QCOMPARE(gapOf(QStringLiteral("0")), comparison.findings[0].gapNs);
        fixture.viewState.setPerStep(false);
        Nanoseconds inAll = 0;
        for (const std::uint32_t pair : comparison.findings[0].pairs) {
            inAll += comparison.pairs[pair].stats.a.totalNs - comparison.pairs[pair].stats.b.totalNs;
        }
        QVERIFY(inAll != comparison.findings[0].gapNs);
        QCOMPARE(gapOf(QStringLiteral("0")), inAll);
        QCOMPARE(fixture.page.waterfall()->rows().front().toNs, comparison.selection.a.totalNs);
        QVERIFY(fixture.page.verdict()->plainText().contains(QStringLiteral("in all")));
        fixture.viewState.setPerStep(true);
        QCOMPARE(fixture.page.waterfall()->rows().front().toNs, comparison.summary.ns.a);
    }

    void compositionFollowsThePeriod() {
        Fixture fixture(test::servingSample());
        const Comparison& comparison = *test::servingSample();
        const auto wallText = [&] { return fixture.page.composition()->view()->table()->totals()[1].text; };
        QCOMPARE(wallText(), formatMicroseconds(comparison.composition.a.wallNs));
        fixture.viewState.setPerStep(false);
        QCOMPARE(wallText(), formatMicroseconds(comparison.compositionInAll.a.wallNs));
        QCOMPARE(comparison.compositionInAll.a.wallNs, 20 * comparison.composition.a.wallNs);
        QCOMPARE(compositionTitle(comparison, false), QStringLiteral("Composition of all 20 steps"));
        QCOMPARE(compositionTitle(*test::unequalSample(), false),
                 QStringLiteral("Composition of all steps: A 20, B 15"));
        QCOMPARE(compositionTitle(comparison, true), QStringLiteral("Composition of one step"));
    }

    void findingsOfUnequalStepsStayPerStep() {
        const auto comparison = test::unequalSample();
        Fixture fixture(comparison);
        fixture.viewState.setPerStep(false);
        const Table& table = *fixture.page.findings()->view()->table();
        QCOMPARE(table.column(3).unit, QStringLiteral("µs per step"));
        for (int row = 0; row < table.rowCount(); ++row) {
            const auto place = static_cast<std::size_t>(table.id(row).toInt());
            QCOMPARE(table.gapNs(row, 3), std::optional(comparison->findings[place].gapNs));
            QVERIFY(*table.gapNs(row, 3) > 0); // what A could gain is never below zero
        }
    }

    /// Outlined, and told apart in the tooltip: the rest of the fusion is another row.
    void halvesOfAFusionAreTold() {
        const auto comparison = std::make_shared<Comparison>(*test::servingSample());
        comparison->operations.front().against = {"RMSNorm", "Elementwise"};
        const std::vector<WaterfallRow> rows = makeWaterfall(*comparison, {}, 40);
        const QString operation = QString::fromStdString(comparison->operations.front().operation);
        int halves = 0;
        for (const WaterfallRow& row : rows) {
            QCOMPARE(!row.against.isEmpty(), row.operation == operation);
            halves += row.against.isEmpty() ? 0 : 1;
        }
        QCOMPARE(halves, 1);
    }

    void totalsOfUnequalStepsHaveNoRatio() {
        Comparison comparison = *test::servingSample();
        comparison.selection.b.steps.pop_back();
        const Summary summary = summaryOf(comparison, false);
        QVERIFY(!summary.ratio);
        QVERIFY2(QString::fromStdString(summary.verdict).contains(QStringLiteral("19 steps")),
                 summary.verdict.c_str());
        QVERIFY(summaryOf(comparison, true).ratio);
    }

    void theArrowOfAFindingLeadsToItsLayer() {
        Fixture fixture(test::servingSample());
        TableView* view = fixture.page.findings()->view();
        const int last = view->model()->columnCount() - 1;
        const QRect cell = view->visualRect(view->model()->index(1, last));
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, cell.center());
        QCOMPARE(fixture.viewState.page(), Page::Layers);
        const KernelPair& pair =
            test::servingSample()->pairs[test::servingSample()->findings[1].pairs.front()];
        QCOMPARE(fixture.viewState.pair(), QString::fromStdString(pair.id));
    }

    void everyRowLeadsOn() {
        Fixture fixture(test::servingSample());
        TableView* coverage = fixture.page.coverage()->view();
        for (int row = 0; row < coverage->model()->rowCount(); ++row) {
            fixture.viewState.setPair({});
            coverage->setCurrentIndex(coverage->model()->index(row, 0));
            const KernelPair* const dearest = coveragePair(*test::servingSample(), coverage->currentId());
            QVERIFY(dearest);
            QCOMPARE(fixture.viewState.pair(), QString::fromStdString(dearest->id));
        }
        for (const auto& [part, page] :
             {std::pair("compute", Page::Budget), std::pair("idle_waiting", Page::Budget),
              std::pair("communication", Page::Operations)}) {
            fixture.viewState.setPage(Page::Summary);
            emit fixture.page.composition()->view()->idOpened(QLatin1String(part));
            QCOMPARE(fixture.viewState.page(), page);
        }
    }

    void notesAreShownWhereTheirPairIsListed() {
        Fixture fixture(test::servingSample());
        const KernelPair& pair =
            test::servingSample()->pairs[test::servingSample()->findings[0].pairs.back()];
        const TableView& view = *fixture.page.findings()->view();
        const int last = view.table()->columnCount() - 1;
        QCOMPARE(view.table()->remark(0, last), QString());
        fixture.session.notes().write(
            {{NoteTarget::Pair, QString::fromStdString(pair.id)}, QStringLiteral("tile size"), {}});
        QVERIFY(view.table()->remark(0, last).contains(QStringLiteral("tile size")));
        QCOMPARE(view.table()->remark(1, last), QString());
        QVERIFY(!fixture.page.note()->isVisible());
        fixture.session.notes().write({{NoteTarget::Comparison, {}}, QStringLiteral("second run"), {}});
        QVERIFY(fixture.page.note()->isVisible());
        QVERIFY(fixture.page.note()->fullText().contains(QStringLiteral("second run")));
    }

    void verdictsNeverSayARatioBelowOne_data() {
        QTest::addColumn<qlonglong>("a");
        QTest::addColumn<qlonglong>("b");
        QTest::addColumn<QString>("contains");
        QTest::newRow("slower") << 9'310'000LL << 5'090'000LL << "1.83× slower";
        QTest::newRow("faster") << 5'090'000LL << 9'310'000LL << "1.83× faster";
        QTest::newRow("equal") << 5'000'000LL << 5'000'000LL << "as long as B";
        QTest::newRow("nothing") << 0LL << 0LL << "plain verdict";
    }
    void verdictsNeverSayARatioBelowOne() {
        QFETCH(qlonglong, a);
        QFETCH(qlonglong, b);
        QFETCH(QString, contains);
        const QString html = verdictHtml(summaryOf(a, b), Qt::red, Qt::green, Qt::black);
        QVERIFY2(html.contains(contains), qPrintable(html));
    }

    void verdictIsCopiedAsText() {
        Fixture fixture(test::servingSample());
        fixture.page.verdict()->copyText();
        QCOMPARE(QApplication::clipboard()->text(),
                 QString::fromStdString(test::servingSample()->summary.verdict));
        emit fixture.page.verdict()->linkActivated(QStringLiteral("Dense GEMM"));
        QCOMPARE(fixture.viewState.operation(), QStringLiteral("Dense GEMM"));
    }

    void survivesNothing() {
        Fixture fixture(nullptr);
        fixture.page.setComparison(test::emptySample());
        fixture.page.setComparison(test::servingSample());
        fixture.page.setComparison(nullptr);
        QTest::keyClick(fixture.page.waterfall(), Qt::Key_Return);
    }

    void pictures_data() { test::addPictureRows(); }
    void pictures() {
        QFETCH(bool, isDark);
        QFETCH(QSize, size);
        QFETCH(QString, content);
        const test::ThemeScope theme(isDark);
        Fixture fixture(test::comparisonOf(content));
        const QSize page(size.width(), size.height() - 42); // the strip is higher there
        QVERIFY(test::savePagePicture(fixture.page, page, QStringLiteral("summary_") + content, isDark));
    }
};

DIPTYCH_TEST(TestSummaryPage)
#include "tst_summary_page.moc"
