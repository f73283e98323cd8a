// Waits that begin awake: they end as those of the standard library do, however long they last.

#include "core/base/brief_wait.h"

#include "tests/support/test_program.h"

#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

using namespace diptych;

class TestBriefWait : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesUpWhatIsNotDone() {
        QVERIFY(!waitAwake([] { return false; }));
        QVERIFY(waitAwake([] { return true; }));
    }

    void seesWhatIsDoneMeanwhile() {
        int looks = 0;
        QVERIFY(waitAwake([&looks] { return ++looks >= 2; }));
        QCOMPARE(looks, 2);
    }

    void letsOneInAtATime() {
        constexpr int kRounds = 20000;
        BriefMutex mutex;
        long count = 0;
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 4; ++i) {
                threads.emplace_back([&] {
                    for (int round = 0; round < kRounds; ++round) {
                        const std::lock_guard lock(mutex);
                        ++count;
                    }
                });
            }
        }
        QCOMPARE(count, 4L * kRounds);
    }

    /// Longer than anybody stays awake.
    void sleepsThroughALongHold() {
        BriefMutex mutex;
        std::atomic<bool> isFree{false};
        mutex.lock();
        std::jthread other([&] {
            const std::lock_guard lock(mutex);
            QVERIFY(isFree);
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        isFree = true;
        mutex.unlock();
    }
};

DIPTYCH_TEST(TestBriefWait)
#include "tst_brief_wait.moc"
