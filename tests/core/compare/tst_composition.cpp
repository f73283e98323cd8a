#include "core/compare/composition.h"

#include "tests/support/test_program.h"

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

Composition compose(const std::vector<Row>& a, const std::vector<Row>& b) {
    const auto sideA = analyzedRows(a);
    const auto sideB = analyzedRows(b);
    const auto selections = selectActivities(*sideA, *sideB, {});
    return composeWallTime({{sideA.get(), sideB.get()}, {&selections.value().a, &selections.value().b}});
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

    void partsSumToTheWall() {
        std::mt19937 random(7);
        for (int round = 0; round < 200; ++round) {
            std::vector<Row> rows(1 + random() % 40);
            for (Row& row : rows) {
                row.kind = "cxm"[random() % 3];
                row.startNs = random() % 1000;
                row.endNs = row.startNs + random() % 60;
                row.launchNs = random() % 1000;
            }
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
