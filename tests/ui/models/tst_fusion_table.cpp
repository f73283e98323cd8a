#include "ui/models/fusion_table.h"

#include "tests/support/test_program.h"
#include "tests/ui/comparison_fixture.h"
#include "ui/models/column_builders.h"
#include "ui/models/fusion_detail.h"
#include "ui/models/launch_count_table.h"
#include "ui/models/same_kernel_table.h"
#include "ui/models/table_model.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
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

const QString kSwiGlu = QStringLiteral("SwiGLU 3:1");

/// One more pattern: alike on both sides, but A runs it twice as often.
std::shared_ptr<const Comparison> withCountPattern() {
    const auto comparison = std::make_shared<Comparison>(*test::servingSample());
    FusionRow row;
    row.pattern = "Norm";
    row.fuses = Side::B;
    row.kernels = {1, 1};
    row.pairs = {1};
    comparison->pairs[1].stats.a.count = 40;
    comparison->pairs[1].stats.b.count = 20;
    comparison->fusion.push_back(row);
    return comparison;
}

} // namespace

class TestFusionTable : public QObject {
    Q_OBJECT

private slots:
    void modelsAreSound() {
        TableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (const auto& comparison : {test::servingSample(), test::stepLessSample(), test::emptySample()}) {
            const bool perStep = comparison->summary.perStep;
            model.setTable(fusionTable(comparison, perStep));
            QCOMPARE(model.rowCount(), static_cast<int>(comparison->fusion.size()));
            model.setTable(launchCountTable(comparison, perStep));
            QCOMPARE(model.rowCount(), static_cast<int>(comparison->launchCounts.rows.size()));
            model.setTable(sameKernelTable(comparison, perStep));
            QCOMPARE(model.rowCount(), static_cast<int>(comparison->sameKernels.rows.size()));
        }
        QVERIFY(test::servingSample()->fusion.size() >= 4);
        QVERIFY(test::servingSample()->sameKernels.rows.size() >= 2);
    }

    void figuresAreTheComparisons_data() {
        QTest::addColumn<bool>("perStep");
        QTest::newRow("per step") << true;
        QTest::newRow("in all") << false;
    }
    void figuresAreTheComparisons() {
        QFETCH(bool, perStep);
        const auto comparison = test::servingSample();
        const auto table = fusionTable(comparison, perStep);
        Nanoseconds sum = 0;
        for (int row = 0; row < table->rowCount(); ++row) {
            const FusionRow& expected = comparison->fusion[static_cast<std::size_t>(row)];
            const Nanoseconds gap = perStep ? *expected.gapStepNs : expected.totalNs.a - expected.totalNs.b;
            sum += gap;
            QCOMPARE(table->text(row, columnOf(*table, fusioncolumn::kGap)), formatGap(gap));
            QCOMPARE(table->rawText(row, columnOf(*table, QStringLiteral("once_us_a"))),
                     rawMicroseconds(expected.ns.a));
            QCOMPARE(table->gapNs(row, columnOf(*table, fusioncolumn::kGap)), std::optional(gap));
        }
        const TotalCell& total =
            table->totals()[static_cast<std::size_t>(columnOf(*table, fusioncolumn::kGap))];
        QCOMPARE(total.text, formatGap(sum));
        QCOMPARE(total.gapNs, std::optional(sum));
    }

    /// The gap of unequal numbers of steps is no effect: it stays per step and says so.
    void effectsAreOfEqualSteps() {
        const auto comparison = test::unequalSample();
        QVERIFY(comparison->tellsGainPerStep(false));
        QVERIFY(!test::servingSample()->tellsGainPerStep(false));
        QVERIFY(!test::stepLessSample()->tellsGainPerStep(true)); // there is nothing else
        const auto table = fusionTable(comparison, false);
        const int gap = columnOf(*table, fusioncolumn::kGap);
        QCOMPARE(table->column(gap).unit, QStringLiteral("µs/step"));
        for (int row = 0; row < table->rowCount(); ++row) {
            QCOMPARE(table->gapNs(row, gap), comparison->fusion[static_cast<std::size_t>(row)].gapStepNs);
            QVERIFY(table->remark(row, 0).contains(QStringLiteral("per step")));
        }
    }

    void rowsSayHowOftenAndHowSure() {
        const auto table = fusionTable(test::servingSample(), true);
        const int row = rowOf(*table, kSwiGlu);
        QVERIFY(row >= 0);
        QCOMPARE(table->remark(row, 0), QStringLiteral("×28 per step, inferred"));
        QCOMPARE(table->text(row, columnOf(*table, QStringLiteral("kernels"))), QStringLiteral("3 → 1"));
        QCOMPARE(table->text(row, columnOf(*table, QStringLiteral("fused_by"))), QStringLiteral("B"));
        const int norm = rowOf(*table, QStringLiteral("RMSNorm 1:2"));
        QCOMPARE(table->remark(norm, 0), QStringLiteral("×56 per step"));
        QCOMPARE(table->text(norm, columnOf(*table, QStringLiteral("match"))), QStringLiteral("exact"));
    }

    void patternsByCountSayBothCounts() {
        const auto comparison = withCountPattern();
        const auto table = fusionTable(comparison, true);
        QVERIFY(isFusionByCount(comparison->fusion.back()));
        QCOMPARE(table->remark(table->rowCount() - 1, 0), QStringLiteral("A ×2, B ×1 per step"));
    }

    void aPairLeadsToItsPattern() {
        const auto comparison = test::servingSample();
        const FusionRow* row = fusionOfPair(*comparison, QStringLiteral("layer 14/10"));
        QVERIFY(row);
        QCOMPARE(fusionId(*row), kSwiGlu);
        QVERIFY(fusionOf(*comparison, kSwiGlu) == row);
        QVERIFY(!fusionOfPair(*comparison, QStringLiteral("layer 14/1")));
        QVERIFY(!fusionOfPair(*comparison, QString()));
        const KernelPair& pair = comparison->pairs[*fusionPair(*comparison, *row)];
        QCOMPARE(pair.operation, std::string("SwiGLU"));
    }

    void detailHoldsOneOccurrenceInOrderOfWork() {
        const auto comparison = test::servingSample();
        const FusionRow& row = *fusionOf(*comparison, kSwiGlu);
        const FusionDetail detail = makeFusionDetail(*comparison, row);
        QCOMPARE(detail.kernels.a.size(), std::size_t(3));
        QCOMPARE(detail.kernels.b.size(), std::size_t(1));
        QCOMPARE(detail.kernels.a[0].name, QStringLiteral("silu_kernel_hip"));
        QCOMPARE(detail.kernels.a[2].name, QStringLiteral("cast_bf16_kernel_hip"));
        QCOMPARE(detail.kernels.a[0].gapBeforeNs, Nanoseconds(0));
        QCOMPARE(detail.kernels.a[1].gapBeforeNs, Nanoseconds(1'400)); // as the sample spaces them
        QVERIFY(detail.isInferred);
        // Means of the places sum to the mean of the occurrence, each rounded on its own.
        Nanoseconds sum = 0;
        for (const FusedKernel& kernel : detail.kernels.a) {
            sum += kernel.meanNs;
        }
        QVERIFY(std::abs(sum - row.ns.a) <= 3);
        QCOMPARE(detail.spanNs(Side::A) - detail.gapsNs(Side::A), sum);
    }

    void detailCountsEveryKernel() {
        const auto comparison = test::servingSample();
        const FusionRow& row = *fusionOf(*comparison, kSwiGlu);
        const FusionDetail detail = makeFusionDetail(*comparison, row);
        QCOMPARE(detail.rows.size(), std::size_t(4));
        PerSide<Nanoseconds> stepNs;
        for (const FusionKernelRow& kernel : detail.rows) {
            QCOMPARE(kernel.count, std::uint64_t(28 * 20));
            QVERIFY(kernel.p95Ns >= kernel.meanNs);
            QVERIFY(!kernel.pair.isEmpty());
            QCOMPARE(kernel.cpuOp, QStringLiteral("aten::silu"));
            stepNs[kernel.side] += *kernel.stepNs;
        }
        QVERIFY(std::abs(stepNs.a - *row.stepNs.a) <= 3);
        QVERIFY(std::abs(stepNs.b - *row.stepNs.b) <= 3);
        Nanoseconds layers = 0;
        for (const LayerEffect& layer : detail.layers) {
            layers += layer.gapNs;
        }
        QCOMPARE(detail.layers.size(), std::size_t(28));
        QCOMPARE(detail.layers[14].label, QStringLiteral("14"));
        QVERIFY(std::abs(layers - *row.gapStepNs) <= 28);
        TableModel model;
        model.setTable(fusionKernelTable(detail, true));
        QCOMPARE(model.rowCount(), 4);
        const auto perStep = fusionKernelTable(detail, true);
        const auto inAll = fusionKernelTable(detail, false);
        for (int i = 0; i < 4; ++i) {
            QCOMPARE(perStep->text(i, columnOf(*perStep, QStringLiteral("count"))), QStringLiteral("28"));
            QCOMPARE(inAll->text(i, columnOf(*inAll, QStringLiteral("count"))), QStringLiteral("560"));
            QCOMPARE(inAll->rawText(i, columnOf(*inAll, QStringLiteral("us"))),
                     rawMicroseconds(detail.rows[static_cast<std::size_t>(i)].totalNs));
        }
        PerSide<Nanoseconds> totalNs;
        Nanoseconds layersInAll = 0;
        for (const FusionKernelRow& kernel : detail.rows) {
            totalNs[kernel.side] += *kernel.totalNs;
        }
        for (const LayerEffect& layer : detail.layers) {
            layersInAll += layer.gapInAllNs;
        }
        QCOMPARE(totalNs, row.totalNs);
        QCOMPARE(layersInAll, row.totalNs.a - row.totalNs.b);
    }

    void aPartOccursWithItsWhole() {
        const auto comparison = std::make_shared<Comparison>(*test::servingSample());
        const FusionRow& row = *fusionOf(*comparison, kSwiGlu);
        const double before = fusionTimes(*comparison, row, Side::A, true);
        comparison->pairs[row.pairs[1]].partOf = PairId(row.pairs[0]);
        QCOMPARE(fusionTimes(*comparison, row, Side::A, true), before - 1);
    }

    void timesPerStepAreOfTheSteps() {
        const auto comparison = std::make_shared<Comparison>(*test::servingSample());
        const FusionRow& row = *fusionOf(*comparison, kSwiGlu);
        KernelPair& pair = comparison->pairs[row.pairs[0]];
        const double before = fusionTimes(*comparison, row, Side::B, true);
        pair.stats.b.count *= 2; // as often again outside the steps
        pair.names.b[0].count *= 2;
        QCOMPARE(fusionTimes(*comparison, row, Side::B, true), before);
    }

    void twoPairsOfALayerAreOneEffect() {
        const auto comparison = test::servingSample();
        const FusionRow& norm = *fusionOf(*comparison, QStringLiteral("RMSNorm 1:2"));
        QCOMPARE(norm.pairs.size(), std::size_t(56));
        QCOMPARE(makeFusionDetail(*comparison, norm).layers.size(), std::size_t(28));
    }

    void missingLaunchesAreSaidNotZero() {
        const auto table = launchCountTable(test::servingSample(), false);
        const int row = rowOf(*table, QStringLiteral("Copy/Memory"));
        const int b = columnOf(*table, QStringLiteral("count_b"));
        QCOMPARE(table->text(row, b), QStringLiteral("only A"));
        QVERIFY(table->isBadge(row, b));
        QCOMPARE(table->text(row, columnOf(*table, QStringLiteral("count_a"))), QStringLiteral("560"));
        QCOMPARE(table->text(row, columnOf(*table, QStringLiteral("explanation"))), notApplicable());
        QCOMPARE(launchGroupsText({{20, 3}, 2, {}}),
                 QStringLiteral("A has 20 launches of 50 kernels or more, B 3; 2 were matched."));
        QCOMPARE(launchGroupsText({{1, 3}, 0, {}}),
                 QStringLiteral("A has 1 launch of 50 kernels or more, B 3; none are alike."));
        QVERIFY(launchGroupsText({}).startsWith(QStringLiteral("No launch on either side")));
    }

    /// Of sides with different numbers of steps, figures in all have no ratio that tells anything.
    void launchCountsAreOfAStepWhereThatIsChosen() {
        const auto comparison = std::make_shared<Comparison>(*test::servingSample());
        comparison->selection.b.steps.resize(comparison->selection.a.steps.size() / 2);
        const LaunchCountRow& counts = comparison->launchCounts.rows.front();
        const auto stepsA = static_cast<double>(comparison->selection.a.steps.size());
        const auto stepsB = static_cast<double>(comparison->selection.b.steps.size());
        const auto table = launchCountTable(comparison, true);
        const int row = rowOf(*table, QString::fromStdString(counts.type));
        QCOMPARE(table->rawText(row, columnOf(*table, QStringLiteral("count_a"))).toDouble(),
                 static_cast<double>(counts.counts.a) / stepsA);
        QCOMPARE(table->rawText(row, columnOf(*table, QStringLiteral("count_b"))).toDouble(),
                 static_cast<double>(counts.counts.b) / stepsB);
        const double ratio =
            (static_cast<double>(counts.ns.a) / stepsA) / (static_cast<double>(counts.ns.b) / stepsB);
        QVERIFY(std::abs(table->rawText(row, columnOf(*table, QStringLiteral("ratio"))).toDouble() - ratio) <
                1e-6);
        QVERIFY(table->column(columnOf(*table, QStringLiteral("us_a")))
                    .unit.contains(QStringLiteral("per step")));
    }

    void columnsWithoutAFigureAreLeftOut() {
        const auto comparison = std::make_shared<Comparison>(*test::servingSample());
        const auto whole = launchCountTable(comparison, false);
        QVERIFY(columnOf(*whole, QStringLiteral("average_a")) >= 0);
        QVERIFY(columnOf(*whole, QStringLiteral("groups")) >= 0);
        comparison->launchCounts.matches = 0;
        for (LaunchCountRow& row : comparison->launchCounts.rows) {
            row.explanation.clear();
        }
        const auto table = launchCountTable(comparison, false);
        for (const char* const key : {"average_a", "average_b", "groups", "explanation"}) {
            QCOMPARE(columnOf(*table, QLatin1String(key)), -1);
        }
        QVERIFY(columnOf(*table, QStringLiteral("count_a")) >= 0);
        QVERIFY(launchGroupsText(comparison->launchCounts).contains(QStringLiteral("none are alike")));
    }

    void sameKernelsLeadToTheirPairs() {
        const auto comparison = test::servingSample();
        const QString name = QStringLiteral("Memcpy DtoH (Device -> Pageable)");
        const QString pair = sameKernelPair(*comparison, name);
        QVERIFY(pair.startsWith(QStringLiteral("epilogue/")));
        QCOMPARE(sameKernelOfPair(*comparison, pair), name);
        QCOMPARE(sameKernelOfPair(*comparison, QStringLiteral("layer 3/1")), QString());
        QCOMPARE(sameKernelPair(*comparison, QStringLiteral("no such kernel")), QString());
        const auto table = sameKernelTable(comparison, true);
        const int row = rowOf(*table, name);
        const SameKernelRow& expected = comparison->sameKernels.rows[static_cast<std::size_t>(row)];
        QCOMPARE(table->text(row, columnOf(*table, QStringLiteral("ratio"))), formatRatio(expected.ratio));
        QCOMPARE(table->text(row, columnOf(*table, QStringLiteral("faster"))), QStringLiteral("B"));
        QCOMPARE(table->text(row, columnOf(*table, samekernelcolumn::kGap)), formatGap(expected.gapNs));
        QVERIFY(sameKernelsText(comparison->sameKernels)
                    .contains(formatRatio(comparison->sameKernels.meanRatio)));
        QCOMPARE(sameKernelsText({}), QString());
    }

    void manySameKernelsAreMadeAtOnce() {
        const auto comparison = std::make_shared<Comparison>();
        for (int i = 0; i < 100'000; ++i) {
            SameKernelRow row;
            row.name = "void ns::kernel_" + std::to_string(i) + "<128, 64>(int)";
            row.gapNs = i;
            comparison->sameKernels.rows.push_back(row);
        }
        QElapsedTimer clock;
        clock.start();
        const auto table = sameKernelTable(comparison, false);
        QVERIFY(clock.elapsed() < 250); // a bound for slow machines; the frame budget is measured elsewhere
        QCOMPARE(table->rowCount(), 100'000);
    }
};

DIPTYCH_TEST(TestFusionTable)
#include "tst_fusion_table.moc"
