#include "core/model/time_faults.h"

#include "tests/support/column_trace.h"
#include "tests/support/test_program.h"

using namespace diptych;
using diptych::test::ColumnTrace;

namespace {

constexpr Nanoseconds kSecondNs = 1'000'000'000;
constexpr Nanoseconds kHourNs = 3600 * kSecondNs;

} // namespace

class TestTimeFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recordedTimes_data();
    void recordedTimes();
    void zeroIsATimeWhereAllAreZero();
    void overruns_data();
    void overruns();
    void distanceFromLaunch_data();
    void distanceFromLaunch();
    void unlinkedFarFromTheMedian();
    void faultsStayOutOfSums();
};

void TestTimeFaults::recordedTimes_data() {
    QTest::addColumn<qlonglong>("start");
    QTest::addColumn<qlonglong>("duration");
    QTest::addColumn<TimeFault>("expected");
    QTest::newRow("healthy") << 1000LL << 10LL << TimeFault::None;
    QTest::newRow("zero length") << 1000LL << 0LL << TimeFault::None;
    QTest::newRow("at zero") << 0LL << 10LL << TimeFault::None;
    QTest::newRow("both zero") << 0LL << 0LL << TimeFault::NoTime;
    QTest::newRow("no start") << qlonglong(kAbsentNumber) << 10LL << TimeFault::NoTime;
    QTest::newRow("no duration") << 1000LL << qlonglong(kAbsentNumber) << TimeFault::NoTime;
    QTest::newRow("negative") << 1000LL << -1LL << TimeFault::Negative;
    QTest::newRow("absurd") << 1000LL << qlonglong(2 * kHourNs) << TimeFault::Suspect;
    QTest::newRow("overflowing") << 1000LL << std::numeric_limits<qlonglong>::max() << TimeFault::Suspect;
}

void TestTimeFaults::recordedTimes() {
    QFETCH(qlonglong, start);
    QFETCH(qlonglong, duration);
    QFETCH(TimeFault, expected);
    ColumnTrace t;
    t.addKernel("good", 1000, 10, 0);
    t.addGpu("tested", start, duration, {0, kAbsentNumber, 0, 9, 0, ActivityKind::Kernel});
    t.link();
    QCOMPARE(t.trace.gpu.fault[1], expected);
    QCOMPARE(t.trace.gpu.fault[0], TimeFault::None);
}

void TestTimeFaults::zeroIsATimeWhereAllAreZero() {
    ColumnTrace t;
    t.addKernel("k", 0, 0, 0);
    t.addKernel("k", 0, 0, 0);
    t.link();
    QCOMPARE(t.trace.gpu.fault[0], TimeFault::None);
}

void TestTimeFaults::overruns_data() {
    QTest::addColumn<qlonglong>("duration");
    QTest::addColumn<qlonglong>("next");
    QTest::addColumn<QVector<qlonglong>>("others");
    QTest::addColumn<TimeFault>("expected");
    const QVector<qlonglong> ten{10, 10, 10};
    QTest::newRow("short overlap") << 20LL << 15LL << ten << TimeFault::None;
    QTest::newRow("long, nothing behind it") << 5000LL << 5000LL << ten << TimeFault::None;
    QTest::newRow("a hundred medians") << 1000LL << 500LL << ten << TimeFault::None;
    QTest::newRow("over a hundred medians") << 1001LL << 500LL << ten << TimeFault::Suspect;
    QTest::newRow("one other") << 1001LL << 500LL << QVector<qlonglong>{10} << TimeFault::Suspect;
    QTest::newRow("alone, a second") << qlonglong(kSecondNs) << 500LL << QVector<qlonglong>{}
                                     << TimeFault::None;
    QTest::newRow("alone, longer") << qlonglong(kSecondNs + 1) << 500LL << QVector<qlonglong>{}
                                   << TimeFault::Suspect;
}

void TestTimeFaults::overruns() {
    QFETCH(qlonglong, duration);
    QFETCH(qlonglong, next);
    QFETCH(QVector<qlonglong>, others);
    QFETCH(TimeFault, expected);
    ColumnTrace t;
    Nanoseconds start = 100;
    for (const qlonglong other : others) {
        t.addKernel("tested", start, other, 0);
        start += other;
    }
    const ActivityId tested = t.addKernel("tested", 10'000, duration, 0);
    t.addKernel("behind it", 10'000 + next, 10, 0);
    t.addGpu("on another stream", 10'001, 10, {0, kAbsentNumber, 0, 8, 0, ActivityKind::Kernel});
    t.link();
    QCOMPARE(t.trace.gpu.fault[tested.index()], expected);
    QCOMPARE(t.trace.gpu.fault.back(), TimeFault::None);
}

void TestTimeFaults::distanceFromLaunch_data() {
    QTest::addColumn<qlonglong>("distance");
    QTest::addColumn<TimeFault>("expected");
    QTest::newRow("a second before") << qlonglong(-kSecondNs) << TimeFault::None;
    QTest::newRow("more than a second before") << qlonglong(-kSecondNs - 1) << TimeFault::Suspect;
    QTest::newRow("half a second behind") << qlonglong(kSecondNs / 2) << TimeFault::None;
    QTest::newRow("an hour behind") << qlonglong(kHourNs) << TimeFault::None;
    QTest::newRow("more than an hour behind") << qlonglong(kHourNs + 1) << TimeFault::Suspect;
}

void TestTimeFaults::distanceFromLaunch() {
    QFETCH(qlonglong, distance);
    QFETCH(TimeFault, expected);
    ColumnTrace t;
    t.addLaunch("cudaLaunchKernel", 10 * kHourNs, 1, t.mainThread);
    t.addKernel("k", 10 * kHourNs + distance, 10, 1);
    t.link();
    QCOMPARE(t.trace.gpu.fault[0], expected);
}

void TestTimeFaults::unlinkedFarFromTheMedian() {
    ColumnTrace t;
    for (int i = 0; i < 5; ++i) {
        t.addKernel("k", 10 * kHourNs + i * 100, 10, 0);
    }
    const ActivityId early = t.addKernel("k", 8 * kHourNs, 10, 0);
    const ActivityId late = t.addKernel("k", 12 * kHourNs, 10, 0);
    const ActivityId near = t.addKernel("k", 10 * kHourNs - 30 * kSecondNs, 10, 0);
    t.link();
    QCOMPARE(t.trace.gpu.fault[early.index()], TimeFault::Suspect);
    QCOMPARE(t.trace.gpu.fault[late.index()], TimeFault::Suspect);
    QCOMPARE(t.trace.gpu.fault[near.index()], TimeFault::None);
    QCOMPARE(findDiagnostic(t.trace.diagnostics, "suspect-times")->count, std::uint64_t{2});
}

void TestTimeFaults::faultsStayOutOfSums() {
    ColumnTrace t;
    t.addKernel("a", 1000, 10, 0);
    t.addKernel("b", 1005, 10, 0);
    t.addKernel("c", 0, 0, 0);
    t.addKernel("d", 1100, -5, 0);
    t.addGpu("copy", 1200, 7, {0, kAbsentNumber, 0, 7, 0, ActivityKind::Memcpy});
    t.link();
    QCOMPARE(kernelSumNs(t.trace), Nanoseconds{20});
    QCOMPARE(gpuBusyNs(t.trace), Nanoseconds{22});
    QCOMPARE(findDiagnostic(t.trace.diagnostics, "no-time")->count, std::uint64_t{1});
}

DIPTYCH_TEST(TestTimeFaults)
#include "tst_time_faults.moc"
