#include "ui/models/selection_choices.h"

#include "tests/support/test_program.h"
#include "ui/style/number_format.h"

#include <QTest>

using namespace diptych;

namespace {

/// "pddm?": a step a letter, by phase; `firstNs` for the first, the others take 100.
std::shared_ptr<AnalyzedTrace> sideOf(const QByteArray& phases, Nanoseconds firstNs = 100) {
    auto side = std::make_shared<AnalyzedTrace>();
    side->trace = std::make_shared<const Trace>();
    for (const char letter : phases) {
        Step step;
        step.phase = letter == 'p'   ? Phase::Prefill
                     : letter == 'd' ? Phase::Decode
                     : letter == 'm' ? Phase::Mixed
                                     : Phase::Unknown;
        step.gpuNs = side->steps.steps.empty() ? firstNs : 100;
        side->steps.steps.push_back(step);
    }
    return side;
}

PerSide<SideChoices> choicesFor(const QByteArray& a, const QByteArray& b,
                                const SessionSelection& selection = {}) {
    return choicesOf({sideOf(a), sideOf(b)}, selection);
}

QString text(const char* utf8) {
    return QString::fromUtf8(utf8);
}

/// A trace of two ranks with two devices; the second rank has no number.
std::shared_ptr<AnalyzedTrace> sideOfRanks() {
    auto trace = std::make_shared<Trace>();
    trace->ranks = {{std::int64_t(0), "rank 0"}, {std::nullopt, "process 77"}};
    const auto add = [&](std::uint16_t rank, std::int32_t device, Nanoseconds ns) {
        GpuActivities& gpu = trace->gpu;
        gpu.name.push_back(StringId());
        gpu.rank.push_back(rank);
        gpu.device.push_back(device);
        gpu.durationNs.push_back(ns);
        gpu.fault.push_back(TimeFault::None);
    };
    add(0, 0, 1'000);
    add(0, 1, 5'000);
    add(1, 0, 2'000);
    add(0, 1, 5'000);
    auto side = std::make_shared<AnalyzedTrace>();
    side->trace = trace;
    side->rank = 0;
    side->device = 1;
    return side;
}

} // namespace

class TestSelectionChoices : public QObject {
    Q_OBJECT

private slots:
    void theButtonSaysWhatIsCompared_data() {
        QTest::addColumn<QByteArray>("a");
        QTest::addColumn<QByteArray>("b");
        QTest::addColumn<int>("phase");
        QTest::addColumn<bool>("perStep");
        QTest::addColumn<QString>("expected");
        const int all = static_cast<int>(PhaseFilter::All);
        const int decode = static_cast<int>(PhaseFilter::Decode);
        QTest::newRow("equal") << QByteArray("ddd") << QByteArray("ddd") << all << true
                               << text("Steps 0–2 (3), mean");
        QTest::newRow("total") << QByteArray("ddd") << QByteArray("ddd") << all << false
                               << text("Steps 0–2 (3), total");
        QTest::newRow("one step") << QByteArray("d") << QByteArray("d") << all << true
                                  << text("Step 0, mean");
        QTest::newRow("different") << QByteArray("ddd") << QByteArray("dd") << all << true
                                   << text("A 3, B 2 steps, mean");
        QTest::newRow("phase") << QByteArray("pdd") << QByteArray("pdd") << decode << true
                               << text("Decode, steps 1–2 (2), mean");
        QTest::newRow("phase at other places")
            << QByteArray("pdd") << QByteArray("dpd") << decode << true << text("Decode, 2 steps, mean");
        QTest::newRow("one side lacks the phase") << QByteArray("dd") << QByteArray("pp") << decode << true
                                                  << text("Decode, A 2, B 0 steps, total");
        QTest::newRow("one side without steps")
            << QByteArray("dd") << QByteArray("") << all << true << text("A 2, B 0 steps, total");
        QTest::newRow("no steps") << QByteArray("") << QByteArray("") << all << true << text("Whole traces");
    }
    void theButtonSaysWhatIsCompared() {
        QFETCH(QByteArray, a);
        QFETCH(QByteArray, b);
        QFETCH(int, phase);
        QFETCH(bool, perStep);
        QFETCH(QString, expected);
        SessionSelection selection;
        selection.phase = static_cast<PhaseFilter>(phase);
        QCOMPARE(selectionText(choicesFor(a, b, selection), selection.phase, perStep), expected);
    }

    void aRangeNarrowsTheSteps() {
        SessionSelection selection;
        selection.steps.a = StepRange{1, 2};
        const PerSide<SideChoices> choices = choicesFor("dddd", "dddd", selection);
        QCOMPARE(choices.a.selected, (std::vector<std::uint32_t>{1, 2}));
        QCOMPARE(choices.b.selected.size(), std::size_t(4));
        QVERIFY(choices.a.isFirstLeftOut);
        QVERIFY(!choices.b.isFirstLeftOut);
    }

    void whatCannotBeChosenSaysWhy() {
        const PerSide<SideChoices> choices = choicesFor("pd", "d");
        QCOMPARE(phaseObstacle(choices, PhaseFilter::All), QString());
        QCOMPARE(phaseObstacle(choices, PhaseFilter::Prefill), QString()); // one side is enough
        QVERIFY(phaseObstacle(choices, PhaseFilter::Mixed).contains(QStringLiteral("1 prefill, 1 decode")));
        QCOMPARE(perStepObstacle(choices), QString());
        QCOMPARE(stepsObstacle(choices.a, Side::A), QString());
        QVERIFY(stepsObstacle(choices.b, Side::B).contains(QStringLiteral("one step")));

        const PerSide<SideChoices> stepLess = choicesFor("dd", "");
        QVERIFY(perStepObstacle(stepLess).contains(QStringLiteral("No steps were found in B")));
        QVERIFY(stepsObstacle(stepLess.b, Side::B).contains(QStringLiteral("whole trace")));
        QVERIFY(!phaseObstacle(choicesFor("", ""), PhaseFilter::Decode).isEmpty());

        const PerSide<SideChoices> unknown = choicesOf({nullptr, nullptr}, {});
        QVERIFY(!stepsObstacle(unknown.a, Side::A).isEmpty());
        QVERIFY(!phaseObstacle(unknown, PhaseFilter::Decode).isEmpty());
        QCOMPARE(perStepObstacle(unknown), QString());
    }

    void aSlowFirstStepIsLeftOutAndTakenInAgain() {
        SessionSelection selection;
        const SideChoices slow = sideChoices(sideOf("dddd", 400).get(), selection, Side::A);
        QCOMPARE(slow.slowFirstStep, std::optional(4.0));
        QCOMPARE(firstStepObstacle(slow, Side::A), QString());
        QVERIFY(!firstStepObstacle(choicesFor("dddd", "d").a, Side::A).isEmpty());

        leaveOutFirstStep(selection, Side::A, 4, true);
        QVERIFY(selection.steps.a == (StepRange{1, 3}));
        leaveOutFirstStep(selection, Side::A, 4, false);
        QVERIFY(!selection.steps.a); // all of them again
        selection.steps.a = StepRange{0, 2};
        leaveOutFirstStep(selection, Side::A, 4, true);
        QVERIFY(selection.steps.a == (StepRange{1, 2})); // the end of the range stays
        leaveOutFirstStep(selection, Side::B, 1, true);
        QVERIFY(!selection.steps.b); // nothing would be left
    }

    void rangesAreInOrderAndAllStepsAreNone() {
        QVERIFY(!rangeOf(0, 19, 20));
        QVERIFY(!rangeOf(0, 0, 0));
        QVERIFY(rangeOf(5, 2, 20) == (StepRange{2, 5}));
        QVERIFY(rangeOf(0, 18, 20) == (StepRange{0, 18}));
    }

    void devicesAreListedDearestFirst() {
        const auto side = sideOfRanks();
        const std::vector<DeviceOption> devices = deviceOptions(*side);
        QCOMPARE(devices.size(), std::size_t(3));
        QCOMPARE(devices[0].label, QStringLiteral("rank 0, device 1, ") + formatDuration(10'000));
        QVERIFY(devices[0].isCurrent);
        QVERIFY(devices[0].obstacle.isEmpty());
        QCOMPARE(devices[1].label, QStringLiteral("process 77, device 0, ") + formatDuration(2'000));
        QVERIFY(!devices[1].obstacle.isEmpty()); // no number to ask for
        QVERIFY(devices[2].obstacle.isEmpty());

        SessionSelection selection;
        selection.steps.a = StepRange{1, 2};
        chooseDevice(selection, Side::A, devices[2]);
        QCOMPARE(selection.analysis.a.rank, std::optional<std::int64_t>(0));
        QCOMPARE(selection.analysis.a.device, std::optional<std::int64_t>(0));
        QVERIFY(!selection.steps.a); // another device has other steps
    }
};

DIPTYCH_TEST(TestSelectionChoices)
#include "tst_selection_choices.moc"
