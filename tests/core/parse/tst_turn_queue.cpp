// Threads that do one thing in the order of their tickets.

#include "core/parse/turn_queue.h"

#include "tests/support/test_program.h"

#include <atomic>
#include <thread>
#include <vector>

using namespace diptych;

class TestTurnQueue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goesByTickets() {
        constexpr std::uint64_t kTickets = 3000;
        TurnQueue queue;
        std::atomic<std::uint64_t> next{0};
        std::vector<std::uint64_t> order; // one at a time adds to it
        {
            std::vector<std::jthread> threads;
            for (int i = 0; i < 3; ++i) {
                threads.emplace_back([&] {
                    for (std::uint64_t ticket = next++; ticket < kTickets; ticket = next++) {
                        Turn turn(queue, ticket);
                        if (turn.await()) {
                            order.push_back(ticket);
                        }
                    }
                });
            }
        }
        QCOMPARE(order.size(), std::size_t{kTickets});
        for (std::uint64_t ticket = 0; ticket < kTickets; ++ticket) {
            QCOMPARE(order[ticket], ticket);
        }
    }

    void skipsTicketsThatAreVoid() {
        TurnQueue queue;
        std::atomic<bool> hadTurn{true};
        std::jthread second([&] {
            Turn turn(queue, 1);
            hadTurn = turn.await();
        });
        {
            Turn first(queue, 0);
            QVERIFY(first.await());
            first.skipTo(2);
        }
        second.join();
        QVERIFY(!hadTurn);
        QVERIFY(queue.isTurnOf(2));
    }

    /// Who leaves without having had a turn closes the queue: those behind would wait in vain.
    void closesWhenATurnIsNotTaken() {
        TurnQueue queue;
        std::atomic<bool> hadTurn{true};
        std::jthread second([&] {
            Turn turn(queue, 1);
            hadTurn = turn.await();
        });
        { const Turn given(queue, 0); }
        second.join();
        QVERIFY(!hadTurn);
        QVERIFY(!queue.isTurnOf(1));
    }
};

DIPTYCH_TEST(TestTurnQueue)
#include "tst_turn_queue.moc"
