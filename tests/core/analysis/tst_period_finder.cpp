#include "core/analysis/period_finder.h"

#include "tests/support/test_program.h"

#include <random>

using namespace diptych;

namespace {

using Names = std::vector<std::uint32_t>;

/// A step of `length` kernels of some tens of names, the same for a seed.
Names stepOf(std::uint32_t length, unsigned seed) {
    std::mt19937 random(seed);
    Names step;
    for (std::uint32_t i = 0; i < length; ++i) {
        step.push_back(static_cast<std::uint32_t>(random() % 40));
    }
    step[0] = 1000; // begins with a name of its own
    return step;
}

Names repeated(const Names& step, std::uint32_t count) {
    Names names;
    for (std::uint32_t i = 0; i < count; ++i) {
        names.insert(names.end(), step.begin(), step.end());
    }
    return names;
}

} // namespace

class TestPeriodFinder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsExactSteps_data() {
        QTest::addColumn<unsigned>("length");
        QTest::addColumn<unsigned>("count");
        QTest::newRow("two steps") << 100U << 2U;
        QTest::newRow("five of 472") << 472U << 5U;
        QTest::newRow("many short ones") << 20U << 3000U;
        QTest::newRow("few long ones") << 20000U << 3U;
    }
    void findsExactSteps() {
        QFETCH(unsigned, length);
        QFETCH(unsigned, count);
        QCOMPARE(findPeriod(repeated(stepOf(length, 1), count), 0).value_or(0), length);
    }

    void forgivesHalfAPercent() {
        Names names = repeated(stepOf(500, 2), 8);
        for (std::size_t i = 250; i < names.size(); i += 1000) {
            names[i] = 77777; // each makes two differences
        }
        QCOMPARE(findPeriod(names, 0).value_or(0), 500U);
        for (std::size_t i = 0; i < names.size(); i += 50) {
            names[i + 1] = static_cast<std::uint32_t>(2000 + i);
        }
        QVERIFY(!findPeriod(names, 0));
    }

    /// Layers repeat inside a step; the step holds kernels that belong to none.
    void isNoLayer() {
        Names step = repeated(stepOf(15, 3), 200);
        step.insert(step.begin(), {900, 901, 902});
        QCOMPARE(findPeriod(step, 0).value_or(0), 15U);
        QVERIFY(!findPeriod(step, 3000));
        QCOMPARE(findPeriod(repeated(step, 3), 3000).value_or(0), 3003U);
    }

    void needsMoreThanALoop() {
        QVERIFY(!findPeriod({}, 0));
        QVERIFY(!findPeriod(Names(500, 1), 0));
        QVERIFY(!findPeriod(repeated({1, 2, 3}, 100), 0));
        QVERIFY(!findPeriod(stepOf(500, 4), 0));
    }

    void startsAfterTheLongestPause() {
        const std::uint32_t period = 10;
        std::vector<std::int64_t> pauses(34, 5);
        for (std::size_t i = 4; i < pauses.size(); i += period) {
            pauses[i] = 100;
        }
        pauses[7] = 100000; // once only
        QCOMPARE(findPeriodStart(34, period, pauses), 4U);
        for (std::size_t i = 4; i < pauses.size(); i += period) {
            pauses[i] = -1;
        }
        QVERIFY(findPeriodStart(34, period, pauses) != 4U);
        QCOMPARE(findPeriodStart(30, period, std::vector<std::int64_t>(30, 5)), 0U);
    }
};

DIPTYCH_TEST(TestPeriodFinder)
#include "tst_period_finder.moc"
