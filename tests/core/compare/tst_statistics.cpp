#include "core/compare/statistics.h"

#include "tests/support/test_program.h"

#include <numeric>
#include <random>

using namespace diptych;

namespace {

DurationStats statsOf(std::vector<Nanoseconds> durations) {
    return durationStats(durations);
}

} // namespace

class TestStatistics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void roundsHalvesAwayFromZero() {
        QCOMPARE(divideRounded(5, 2), Nanoseconds(3));
        QCOMPARE(divideRounded(-5, 2), Nanoseconds(-3));
        QCOMPARE(divideRounded(4, 3), Nanoseconds(1));
        QCOMPARE(divideRounded(0, 7), Nanoseconds(0));
    }

    void describesASet() {
        const DurationStats stats = statsOf({40, 10, 30, 20});
        QCOMPARE(stats.count, std::uint64_t(4));
        QCOMPARE(stats.totalNs, Nanoseconds(100));
        QCOMPARE(stats.meanNs, std::optional<Nanoseconds>(25));
        QCOMPARE(stats.medianNs, std::optional<Nanoseconds>(25));
        QCOMPARE(stats.p95Ns, std::optional<Nanoseconds>(40));
        QCOMPARE(stats.minNs, std::optional<Nanoseconds>(10));
        QCOMPARE(stats.maxNs, std::optional<Nanoseconds>(40));
        QVERIFY(std::abs(*stats.deviationNs - 12.909944) < 1e-6);
    }

    void p95IsTheSmallestThatMostDoNotExceed() {
        std::vector<Nanoseconds> hundred(100);
        std::iota(hundred.begin(), hundred.end(), 1);
        QCOMPARE(statsOf(hundred).p95Ns, std::optional<Nanoseconds>(95));
        QCOMPARE(statsOf({7}).p95Ns, std::optional<Nanoseconds>(7));
    }

    void absentIsNotZero() {
        const DurationStats none = statsOf({});
        QCOMPARE(none.count, std::uint64_t(0));
        QVERIFY(!none.meanNs && !none.medianNs && !none.minNs && !none.deviationNs && !none.stepNs);
        QVERIFY(!statsOf({5}).deviationNs);
        QVERIFY(!ratioOf(std::nullopt, 5));
        QVERIFY(!ratioOf(5, 0));
        QCOMPARE(ratioOf(6, 4), std::optional<double>(1.5));
    }

    void apportionedPartsSumToTheRoundedWhole() {
        std::mt19937 random(1);
        for (int round = 0; round < 500; ++round) {
            std::vector<Nanoseconds> parts(1 + random() % 20);
            for (Nanoseconds& part : parts) {
                part = random() % 3 == 0 ? 0 : Nanoseconds(random() % 100'000);
            }
            const std::uint64_t divisor = 1 + random() % 40;
            const std::vector<Nanoseconds> shares = apportion(parts, divisor);
            const Nanoseconds whole = std::accumulate(parts.begin(), parts.end(), Nanoseconds{0});
            QCOMPARE(std::accumulate(shares.begin(), shares.end(), Nanoseconds{0}),
                     divideRounded(whole, divisor));
            for (std::size_t i = 0; i < parts.size(); ++i) {
                QVERIFY(std::abs(shares[i] * Nanoseconds(divisor) - parts[i]) < Nanoseconds(divisor));
                QVERIFY(parts[i] != 0 || shares[i] == 0);
            }
        }
    }

    void noiseNeedsFiveASide() {
        const DurationStats few = statsOf({100, 101, 99, 100});
        const DurationStats quiet = statsOf({100, 101, 99, 100, 100, 101});
        const DurationStats slower = statsOf({120, 121, 119, 120, 120, 121});
        QVERIFY(!isWithinNoise({few, quiet}));
        QVERIFY(isWithinNoise({quiet, quiet}) || quiet.deviationNs == 0.0);
        QVERIFY(!isWithinNoise({quiet, slower}));
        QVERIFY(!isWithinNoise({slower, quiet}));
    }
};

DIPTYCH_TEST(TestStatistics)
#include "tst_statistics.moc"
