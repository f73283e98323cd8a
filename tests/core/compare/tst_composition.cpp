#include "core/compare/composition.h"

#include "core/compare/statistics.h"
#include "tests/support/test_program.h"

#include <array>
#include <random>

using namespace diptych;

namespace {

/// A trace written as rows "kind start end [launch]": kind c compute, x communication, m copy.
struct Row {
    char kind;
    Nanoseconds startNs;
    Nanoseconds endNs;
    Nanoseconds launchNs = 0;
};

/// `steps` tells the step of each row; empty: there are none.
std::shared_ptr<AnalyzedTrace> analyzedRows(const std::vector<Row>& rows,
                                            const std::vector<int>& steps = {}) {
    auto trace = std::make_shared<Trace>();
    auto side = std::make_shared<AnalyzedTrace>();
    side->classes.classes.resize(2);
    side->classes.classes[0].category = "gemm";
    side->classes.classes[1].category = "communication";
    for (const Row& row : rows) {
        GpuActivities& gpu = trace->gpu;
        side->order.emplace_back(gpu.size());
        gpu.kind.push_back(row.kind == 'm' ? ActivityKind::Memcpy : ActivityKind::Kernel);
        gpu.name.push_back(trace->strings.intern("k"));
        gpu.startNs.push_back(row.startNs);
        gpu.durationNs.push_back(row.endNs - row.startNs);
        gpu.fault.push_back(TimeFault::None);
        gpu.launch.emplace_back(trace->launches.size());
        trace->launches.name.push_back(gpu.name.back());
        trace->launches.startNs.push_back(row.launchNs);
        side->classes.ofActivity.emplace_back(row.kind == 'x' ? 1 : 0);
    }
    for (const int step : steps) {
        side->steps.steps.resize(std::max<std::size_t>(side->steps.steps.size(), step + 1));
        side->steps.ofActivity.emplace_back(step);
    }
    side->names = trace->gpu.name;
    side->trace = trace;
    return side;
}

constexpr std::array<Nanoseconds CompositionSide::*, 9> kParts{
    &CompositionSide::wallNs,        &CompositionSide::sumNs,
    &CompositionSide::computeNs,     &CompositionSide::exposedCommunicationNs,
    &CompositionSide::exposedCopyNs, &CompositionSide::overlapNs,
    &CompositionSide::idleNs,        &CompositionSide::idleLaunchBoundNs,
    &CompositionSide::idleWaitingNs};

Composition compose(const std::vector<Row>& a, const std::vector<Row>& b,
                    const PerSide<std::vector<int>>& steps = {}) {
    const auto sideA = analyzedRows(a, steps.a);
    const auto sideB = analyzedRows(b, steps.b);
    const auto selections = selectActivities(*sideA, *sideB, {});
    return composeWallTime({{sideA.get(), sideB.get()}, {&selections.value().a, &selections.value().b}});
}

std::vector<Row> randomRows(std::mt19937& random) {
    std::vector<Row> rows(1 + random() % 40);
    for (Row& row : rows) {
        row.kind = "cxm"[random() % 3];
        row.startNs = random() % 1000;
        row.endNs = row.startNs + random() % 60;
        row.launchNs = random() % 1000;
    }
    return rows;
}

} // namespace

class TestComposition : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hiddenTimeIsCountedOnce() {
        // compute 0-10 and 20-30, a collective 5-25, a copy 28-40
        const Composition composition =
            compose({{'c', 0, 10}, {'x', 5, 25}, {'c', 20, 30}, {'m', 28, 40}}, {});
        const CompositionSide& a = composition.sides.a;
        QCOMPARE(a.computeNs, Nanoseconds(20));
        QCOMPARE(a.exposedCommunicationNs, Nanoseconds(10));
        QCOMPARE(a.exposedCopyNs, Nanoseconds(10));
        QCOMPARE(a.idleNs, Nanoseconds(0));
        QCOMPARE(a.wallNs, Nanoseconds(40));
        QCOMPARE(a.sumNs, Nanoseconds(52));
        QCOMPARE(a.overlapNs, Nanoseconds(12));
        QCOMPARE(composition.sides.b.wallNs, Nanoseconds(0));
    }

    void idleIsLaunchBoundWhenTheLaunchCameLate() {
        const Composition composition = compose({{'c', 0, 10, 0}, {'c', 15, 20, 12}, {'c', 30, 40, 1}}, {});
        const CompositionSide& a = composition.sides.a;
        QCOMPARE(a.idleLaunchBoundNs, Nanoseconds(5));
        QCOMPARE(a.idleWaitingNs, Nanoseconds(10));
        QCOMPARE(composition.gaps.size(), std::size_t(2));
        QCOMPARE(composition.gaps[0].lengthNs, Nanoseconds(10));
        QVERIFY(!composition.gaps[0].launchBound);
        QCOMPARE(composition.gaps[1].before, ActivityId(0));
        QCOMPARE(composition.gaps[1].after, ActivityId(1));
    }

    void aStepStandsAgainstNoWholeTrace_data() {
        QTest::addColumn<bool>("hasB");
        QTest::addColumn<qlonglong>("wallA");
        QTest::addColumn<qlonglong>("idleA");
        QTest::newRow("steps on both sides") << true << 20LL << 5LL;
        QTest::newRow("steps on one side") << false << 110LL << 80LL;
    }
    void aStepStandsAgainstNoWholeTrace() {
        QFETCH(bool, hasB);
        const std::vector<Row> rows{{'c', 0, 10}, {'c', 20, 30}, {'c', 100, 110}};
        const std::vector<int> steps{0, 0, 1};
        const auto a = analyzedRows(rows, steps);
        const auto b = analyzedRows(rows, hasB ? steps : std::vector<int>());
        const auto selections = selectActivities(*a, *b, {});
        const Composition composition =
            composeWallTime({{a.get(), b.get()}, {&selections.value().a, &selections.value().b}});
        QCOMPARE(composition.sides.a.perStep, hasB);
        QCOMPARE(composition.sides.b.perStep, hasB);
        QTEST(qlonglong(composition.sides.a.wallNs), "wallA");
        QTEST(qlonglong(composition.sides.a.idleNs), "idleA");
        QCOMPARE(composition.sides.a.wallNs, composition.sides.b.wallNs); // of equal work
        QCOMPARE(composition.gaps.front().step.isValid(), hasB);
    }

    /// Figures in all are those of every step alone, added up; a mean step is they, divided once.
    void stepsAddUpAndAreDividedOnce() {
        std::mt19937 random(11);
        for (int round = 0; round < 100; ++round) {
            PerSide<std::vector<Row>> rows;
            PerSide<std::vector<int>> steps;
            PerSide<std::uint64_t> counts{1 + random() % 5, 1 + random() % 5};
            PerSide<std::array<Nanoseconds, kParts.size()>> sums{};
            for (const Side side : kSides) {
                for (std::size_t step = 0; step < counts[side]; ++step) {
                    const std::vector<Row> one = randomRows(random);
                    const CompositionSide alone = compose(one, {}).sides.a;
                    for (std::size_t part = 0; part < kParts.size(); ++part) {
                        sums[side][part] += alone.*kParts[part];
                    }
                    rows[side].insert(rows[side].end(), one.begin(), one.end());
                    steps[side].insert(steps[side].end(), one.size(), static_cast<int>(step));
                }
            }
            const Composition composition = compose(rows.a, rows.b, steps);
            const Composition mirrored = compose(rows.b, rows.a, {steps.b, steps.a});
            for (const Side side : kSides) {
                const CompositionSide& inAll = composition.inAll[side];
                const CompositionSide& mean = composition.sides[side];
                QCOMPARE(inAll.steps, counts[side]);
                QCOMPARE(mean.steps, counts[side]);
                QVERIFY(mean.perStep && !inAll.perStep);
                for (std::size_t part = 0; part < kParts.size(); ++part) {
                    QCOMPARE(inAll.*kParts[part], sums[side][part]);
                    QCOMPARE(mirrored.inAll[other(side)].*kParts[part], sums[side][part]);
                    QCOMPARE(mirrored.sides[other(side)].*kParts[part], mean.*kParts[part]);
                }
                QCOMPARE(mean.wallNs, divideRounded(inAll.wallNs, counts[side]));
                QCOMPARE(mean.sumNs, divideRounded(inAll.sumNs, counts[side]));
                // Parts are rounded so that they sum to the rounded whole.
                QCOMPARE(mean.computeNs + mean.exposedCommunicationNs + mean.exposedCopyNs + mean.idleNs,
                         mean.wallNs);
            }
        }
    }

    void withoutStepsBothAreEverything() {
        const Composition composition = compose({{'c', 0, 10}, {'m', 30, 40}}, {{'c', 0, 7}});
        for (const Side side : kSides) {
            QCOMPARE(composition.inAll[side].wallNs, composition.sides[side].wallNs);
            QCOMPARE(composition.inAll[side].steps, std::uint64_t(0));
            QVERIFY(!composition.sides[side].perStep);
        }
    }

    void partsSumToTheWall() {
        std::mt19937 random(7);
        for (int round = 0; round < 200; ++round) {
            const std::vector<Row> rows = randomRows(random);
            const CompositionSide a = compose(rows, {}).sides.a;
            QCOMPARE(a.computeNs + a.exposedCommunicationNs + a.exposedCopyNs + a.idleNs, a.wallNs);
            QCOMPARE(a.sumNs - a.overlapNs + a.idleNs, a.wallNs);
            QCOMPARE(a.idleLaunchBoundNs + a.idleWaitingNs, a.idleNs);
            QVERIFY(a.overlapNs >= 0 && a.idleNs >= 0);
        }
    }
};

DIPTYCH_TEST(TestComposition)
#include "tst_composition.moc"
