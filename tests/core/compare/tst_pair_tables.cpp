#include "core/compare/coverage.h"
#include "core/compare/findings.h"
#include "core/compare/fusion_finder.h"
#include "core/compare/layer_diff.h"
#include "core/compare/module_diff.h"
#include "core/compare/same_kernels.h"
#include "tests/support/analyzed_fixture.h"
#include "tests/support/test_program.h"

#include <numeric>

using namespace diptych;
using namespace diptych::test;

namespace {

/// Two decode steps of one layer: A runs rope and store apart, B fuses them; the GEMM is slower on A; a copy
/// runs only on A; the norm is the same kernel on both.
class Example {
public:
    Example() {
        const auto steps = [](const std::vector<FixtureKernel>& one) {
            std::vector<FixtureKernel> two = one;
            for (FixtureKernel kernel : one) {
                kernel.step = 1;
                two.push_back(kernel);
            }
            return two;
        };
        const std::string layer = "Model_0/Layer_0";
        sides.a =
            analyzedTrace(steps({{"norm", "RMSNorm", "normalization", 0, 100, 0, layer + "/Norm_0", 0, {}},
                                 {"gemm_a", "Dense GEMM", "gemm", 0, 900, 0, layer + "/Linear_0", 0, {}},
                                 {"rope", "Rotary", "rope", 0, 50, 0, layer, 0, {}},
                                 {"store", "KV Cache", "memory", 0, 40, 0, layer, 0, {}},
                                 {"copy", "Copy/Memory", "memory", 0, 10, 0, layer, 0, {}}}),
                          {"layer 0", "layer 0", "layer 0", "layer 0", "layer 0", "layer 0", "layer 0",
                           "layer 0", "layer 0", "layer 0"});
        sides.b =
            analyzedTrace(steps({{"norm", "RMSNorm", "normalization", 0, 100, 0, layer + "/Norm_0", 0, {}},
                                 {"gemm_b", "Dense GEMM", "gemm", 0, 300, 0, layer + "/Linear_0", 0, {}},
                                 {"rope_store", "Rotary+KV Cache", "rope", 0, 60, 0, layer, 0, {}}}),
                          {"layer 0", "layer 0", "layer 0", "layer 0", "layer 0", "layer 0"});
        selections = std::move(selectActivities(*sides.a, *sides.b, {})).value();
        pairs = {fixturePair(sides, "0/0", "layer 0", {0, 5}, {0, 3}, {1, 1}),
                 fixturePair(sides, "0/1", "layer 0", {1, 6}, {1, 4}, {1, 1}),
                 fixturePair(sides, "0/2", "layer 0", {2, 3, 7, 8}, {2, 5}, {2, 1}),
                 fixturePair(sides, "0/3", "layer 0", {4, 9}, {}, {1, 0})};
    }

    [[nodiscard]] ComparedSides compared() const {
        return {{sides.a.get(), sides.b.get()}, {&selections.a, &selections.b}};
    }

    PerSide<std::shared_ptr<const AnalyzedTrace>> sides;
    PerSide<Selection> selections;
    std::vector<KernelPair> pairs;
};

} // namespace

class TestPairTables : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layersHoldEverything() {
        const Example example;
        Thresholds thresholds;
        thresholds.layerGapNs = 100;
        const auto rows = diffLayers(example.compared(), example.pairs, {}, thresholds);
        QCOMPARE(rows.size(), std::size_t(1));
        QCOMPARE(rows[0].layer, std::string("layer 0"));
        QCOMPARE(rows[0].ns.a, std::optional<Nanoseconds>(1100));
        QCOMPARE(rows[0].ns.b, std::optional<Nanoseconds>(460));
        QCOMPARE(rows[0].kernels.a, std::uint64_t(5));
        QCOMPARE(rows[0].status, Status::Slower);
        QCOMPARE(rows[0].pairs.size(), std::size_t(4));
    }

    void fusionIsFoundFromTheAlignment() {
        const Example example;
        const FusionResult found = findFusions(example.compared(), example.pairs, {});
        QCOMPARE(found.rows.size(), std::size_t(1));
        const FusionRow& row = found.rows[0];
        QCOMPARE(row.fuses, std::optional(Side::B));
        QCOMPARE(row.occurrences, std::uint64_t(2));
        QCOMPARE(row.ns.a, Nanoseconds(90));
        QCOMPARE(row.ns.b, Nanoseconds(60));
        QCOMPARE(row.gapStepNs, std::optional<Nanoseconds>(30));
        QCOMPARE(row.layers, std::vector<std::string>{"layer 0"});
        QCOMPARE(found.tally.patterns.b, 1U);
        QCOMPARE(found.tally.patterns.a, 0U);
    }

    /// One pattern is an operation and who fuses it, whatever the numbers of kernels.
    void fusionPatternsAreOneAnOperationAndSide() {
        PerSide<std::shared_ptr<const AnalyzedTrace>> sides;
        const auto act = [](Nanoseconds ns) {
            return FixtureKernel{"piece", "Activation", "activation", 0, ns, 0, "", 0, {}};
        };
        sides.a = analyzedTrace({act(10), act(10), act(10), act(10), act(10)},
                                {"layer 0", "layer 0", "layer 1", "layer 1", "layer 1"});
        sides.b = analyzedTrace({act(15), act(15)}, {"layer 0", "layer 1"});
        const auto selections = std::move(selectActivities(*sides.a, *sides.b, {})).value();
        const ComparedSides compared{{sides.a.get(), sides.b.get()}, {&selections.a, &selections.b}};
        const FusionResult found = findFusions(compared,
                                               {fixturePair(sides, "0/0", "layer 0", {0, 1}, {0}, {2, 1}),
                                                fixturePair(sides, "1/0", "layer 1", {2, 3, 4}, {1}, {3, 1})},
                                               {});
        QCOMPARE(found.rows.size(), std::size_t(1));
        QCOMPARE(found.rows[0].fuses, std::optional(Side::B));
        QCOMPARE(found.rows[0].occurrences, std::uint64_t(2));
        QCOMPARE(found.rows[0].layers.size(), std::size_t(2));
        QCOMPARE(found.rows[0].gapStepNs, std::optional<Nanoseconds>(20));
        QCOMPARE(found.tally.patterns.b, 1U);
    }

    /// Counts tell fusion only between equal steps: what lies outside steps, and steps of a phase that the
    /// other side lacks, have no say.
    void countsAreOfEqualSteps_data() {
        QTest::addColumn<int>("outsideA");
        QTest::addColumn<int>("perStepA");
        QTest::addColumn<bool>("samePhase");
        QTest::addColumn<bool>("isFusion");
        QTest::newRow("as often") << 0 << 1 << true << false;
        QTest::newRow("twice as often") << 0 << 2 << true << true;
        QTest::newRow("more outside steps") << 5 << 1 << true << false;
        QTest::newRow("steps of another phase") << 0 << 2 << false << false;
    }
    void countsAreOfEqualSteps() {
        QFETCH(int, outsideA);
        QFETCH(int, perStepA);
        QFETCH(bool, samePhase);
        QFETCH(bool, isFusion);
        const auto kernels = [](int outside, int perStep, int steps) {
            std::vector<FixtureKernel> list;
            for (int i = 0; i < outside + perStep * steps; ++i) {
                const int step = i < outside ? -1 : (i - outside) / perStep;
                list.push_back({"norm", "RMSNorm", "normalization", 0, 100, step, "", 0, {}});
            }
            return list;
        };
        const auto all = [](std::size_t count) {
            std::vector<std::size_t> indexes(count);
            for (std::size_t i = 0; i < count; ++i) {
                indexes[i] = i;
            }
            return indexes;
        };
        const auto listA = kernels(outsideA, perStepA, 3);
        const auto listB = kernels(0, 1, 2);
        const PerSide<std::shared_ptr<const AnalyzedTrace>> sides{
            analyzedTrace(listA), analyzedTrace(listB, {}, samePhase ? Phase::Decode : Phase::Prefill)};
        const auto selections = std::move(selectActivities(*sides.a, *sides.b, {})).value();
        const ComparedSides compared{{sides.a.get(), sides.b.get()}, {&selections.a, &selections.b}};
        const FusionResult found = findFusions(
            compared, {fixturePair(sides, "0/0", "whole", all(listA.size()), all(listB.size()), {1, 1})}, {});
        QCOMPARE(found.rows.size(), std::size_t(isFusion ? 1 : 0));
        QCOMPARE(found.tally.patterns.b, isFusion ? 1U : 0U);
    }

    void findingsRankWhatAWouldGain() {
        const Example example;
        const FindingResult result = findFindings(example.compared(), example.pairs, {});
        QCOMPARE(result.findings.size(), std::size_t(3));
        QCOMPARE(result.findings[0].mark, Mark::Improve);
        QCOMPARE(result.findings[0].gapNs, Nanoseconds(600));
        QCOMPARE(result.findings[1].mark, Mark::Fusion);
        QCOMPARE(result.findings[2].mark, Mark::Missing);
        QCOMPARE(result.findings[2].occurrencesPerStep, 1.0);
        QVERIFY(result.ahead.empty());
    }

    /// FUSION is what fewer kernels gain; who is slower with fewer has a kernel to improve.
    void fewerKernelsAreAFusionOnlyWhereTheyGain_data() {
        QTest::addColumn<int>("kernelsA");
        QTest::addColumn<int>("nsA");
        QTest::addColumn<int>("kernelsB");
        QTest::addColumn<int>("nsB");
        QTest::addColumn<int>("findings");
        QTest::addColumn<int>("ahead");
        QTest::addColumn<QString>("mark");
        QTest::newRow("B gains with fewer") << 3 << 50 << 1 << 90 << 1 << 0 << "FUSION";
        QTest::newRow("A gains with fewer") << 1 << 90 << 3 << 50 << 0 << 1 << "FUSION";
        QTest::newRow("A is slower with fewer") << 1 << 900 << 3 << 50 << 1 << 0 << "IMPROVE";
        QTest::newRow("B is slower with fewer") << 3 << 50 << 1 << 900 << 0 << 1 << "IMPROVE";
        QTest::newRow("hardly slower with fewer") << 1 << 160 << 3 << 50 << 0 << 0 << "";
    }
    void fewerKernelsAreAFusionOnlyWhereTheyGain() {
        QFETCH(int, kernelsA);
        QFETCH(int, nsA);
        QFETCH(int, kernelsB);
        QFETCH(int, nsB);
        QFETCH(QString, mark);
        const auto side = [](int kernels, Nanoseconds ns) {
            return analyzedTrace(
                std::vector<FixtureKernel>(static_cast<std::size_t>(kernels),
                                           {"piece", "Activation", "activation", 0, ns, 0, "", 0, {}}));
        };
        const auto all = [](int kernels) {
            std::vector<std::size_t> indexes(static_cast<std::size_t>(kernels));
            std::iota(indexes.begin(), indexes.end(), std::size_t(0));
            return indexes;
        };
        const PerSide<std::shared_ptr<const AnalyzedTrace>> sides{side(kernelsA, nsA), side(kernelsB, nsB)};
        const auto selections = std::move(selectActivities(*sides.a, *sides.b, {})).value();
        const ComparedSides compared{{sides.a.get(), sides.b.get()}, {&selections.a, &selections.b}};
        const FindingResult found = findFindings(
            compared,
            {fixturePair(sides, "0/0", "whole", all(kernelsA), all(kernelsB),
                         {static_cast<std::uint32_t>(kernelsA), static_cast<std::uint32_t>(kernelsB)})},
            {});
        QTEST(static_cast<int>(found.findings.size()), "findings");
        QTEST(static_cast<int>(found.ahead.size()), "ahead");
        for (const auto* const rows : {&found.findings, &found.ahead}) {
            for (const FindingRow& row : *rows) {
                QCOMPARE(QString::fromStdString(std::string(markName(row.mark))), mark);
                QVERIFY(QString::fromStdString(row.sentence).contains(QStringLiteral("A runs")));
            }
        }
    }

    void sameKernelsAreFoundByName() {
        const Example example;
        const SameKernels same = findSameKernels(example.compared(), example.pairs);
        QCOMPARE(same.rows.size(), std::size_t(1));
        QCOMPARE(same.rows[0].name, std::string("norm"));
        QCOMPARE(same.rows[0].faster, Status::Similar);
        QCOMPARE(same.meanRatio, std::optional<double>(1.0));
    }

    void moduleTreeSumsToTheHeadline() {
        const Example example;
        const auto rows = diffModules(example.compared(), example.pairs, {});
        QCOMPARE(rows[0].path, std::string("Model"));
        QCOMPARE(rows[0].ns.a, std::optional<Nanoseconds>(1100));
        QCOMPARE(rows[1].path, std::string("Model/Layer"));
        QCOMPARE(rows[1].mark, Mark::Fusion);
        QCOMPARE(rows[2].path, std::string("Model/Layer/Linear"));
        QCOMPARE(rows[2].mark, Mark::Improve);
        QCOMPARE(rows[2].parent, 1);
        QCOMPARE(rows[3].mark, Mark::None);
    }

    void modulesHoldTotalsAndWhatIsInTheSteps() {
        const Example example;
        const auto rows = diffModules(example.compared(), example.pairs, {});
        for (const Side side : kSides) {
            const SelectedSide& selected = example.selections[side].figures;
            QCOMPARE(rows[0].totalNs[side], std::optional(selected.totalNs));
            QCOMPARE(rows[0].kernelsInSteps[side], selected.kernels);
            for (const ModuleRow& row : rows) {
                QCOMPARE(row.totalNs[side].has_value(), row.kernels[side] != 0);
                // Of two equal steps, whatever is in one of them.
                QCOMPARE(row.totalNs[side].value_or(0), 2 * row.ns[side].value_or(0));
            }
        }
    }

    void coverageTellsMatchedFromOneSided() {
        const Example example;
        const Coverage coverage = coverageOf(example.pairs);
        QCOMPARE(coverage.totalNs.a, Nanoseconds(2200));
        QCOMPARE(coverage.matchedNs.a, Nanoseconds(2180));
        QCOMPARE(coverage.onlyNs.a, Nanoseconds(20));
        QCOMPARE(coverage.groupedKernels.a, std::uint64_t(4));
        QCOMPARE(coverage.onlyKernels.b, std::uint64_t(0));
    }
};

DIPTYCH_TEST(TestPairTables)
#include "tst_pair_tables.moc"
