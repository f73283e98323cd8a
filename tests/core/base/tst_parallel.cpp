// Pieces of work on several threads, and what becomes of what they throw.

#include "core/base/parallel.h"

#include "tests/support/test_program.h"

#include <atomic>
#include <stdexcept>
#include <string>
#include <vector>

using namespace diptych;

class TestParallel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void doesEachPieceOnce_data() {
        QTest::addColumn<unsigned>("threads");
        QTest::addColumn<unsigned>("count");
        QTest::newRow("none") << 2U << 0U;
        QTest::newRow("fewer than threads") << 8U << 3U;
        QTest::newRow("one thread") << 1U << 100U;
        QTest::newRow("several threads") << 3U << 1000U;
        QTest::newRow("no thread is one") << 0U << 5U;
    }
    void doesEachPieceOnce() {
        QFETCH(const unsigned, threads);
        QFETCH(const unsigned, count);
        std::vector<std::atomic<int>> calls(count);
        parallelFor(count, threads, [&](std::size_t i) { ++calls[i]; });
        for (const std::atomic<int>& call : calls) {
            QCOMPARE(call.load(), 1);
        }
    }

    void throwsWhatWasThrown_data() {
        QTest::addColumn<unsigned>("threads");
        QTest::newRow("one thread") << 1U;
        QTest::newRow("two threads") << 2U;
        QTest::newRow("more threads than pieces") << 16U;
    }
    void throwsWhatWasThrown() {
        QFETCH(const unsigned, threads);
        std::atomic<int> done{0};
        std::string thrown;
        try {
            parallelFor(6, threads, [&](std::size_t i) {
                if (i == 2) {
                    throw std::runtime_error("2");
                }
                ++done;
            });
        } catch (const std::runtime_error& error) {
            thrown = error.what();
        }
        QCOMPARE(thrown, std::string("2"));
        QVERIFY(done <= 5);
    }

    void beginsNothingAfterAFailure() {
        int begun = 0;
        try {
            parallelFor(100, 1, [&](std::size_t) {
                ++begun;
                throw std::runtime_error("at once");
            });
        } catch (const std::runtime_error&) {
        }
        QCOMPARE(begun, 1);
    }
};

DIPTYCH_TEST(TestParallel)
#include "tst_parallel.moc"
