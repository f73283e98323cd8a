#pragma once
// Lets threads that work side by side do one thing in the order of their tickets. Owned by the batch reader;
// any thread.

#include "core/base/brief_wait.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <limits>
#include <mutex>
#include <utility>

namespace diptych {

class TurnQueue {
public:
    [[nodiscard]] bool isTurnOf(std::uint64_t ticket) const {
        return m_turn.load(std::memory_order_acquire) == ticket;
    }
    /// Waits until the ticket's turn; false when there is none for it any more.
    [[nodiscard]] bool await(std::uint64_t ticket) {
        const auto hasCome = [&] { return m_turn.load(std::memory_order_acquire) >= ticket; };
        if (!waitAwake(hasCome)) {
            std::unique_lock lock(m_mutex);
            m_passed.wait(lock, hasCome);
        }
        return isTurnOf(ticket);
    }
    /// Tickets below `next` have had their turn.
    void passTo(std::uint64_t next) {
        {
            const std::lock_guard lock(m_mutex); // so that no one falls asleep having just missed it
            m_turn.store(next, std::memory_order_release);
        }
        m_passed.notify_all();
    }
    /// Nobody has a turn any more.
    void close() { passTo(std::numeric_limits<std::uint64_t>::max()); }

private:
    std::mutex m_mutex;
    std::condition_variable m_passed;
    std::atomic<std::uint64_t> m_turn{0};
};

/// One ticket's turn: passed on at the end of the scope, whatever ends it. Who leaves before having had it
/// closes the queue, for those behind would wait in vain.
class Turn {
public:
    Turn(TurnQueue& queue, std::uint64_t ticket) : m_queue(queue), m_next(ticket + 1), m_ticket(ticket) {}
    ~Turn() {
        if (m_state == State::Had) {
            m_queue.passTo(m_next);
        } else if (m_state == State::Due) {
            m_queue.close();
        }
    }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

    [[nodiscard]] bool await() {
        const bool isHad = m_queue.await(m_ticket);
        m_state = isHad ? State::Had : State::Void;
        return isHad;
    }
    /// Tickets between this one and `next` are void.
    void skipTo(std::uint64_t next) { m_next = next; }

private:
    enum class State : std::uint8_t { Due, Had, Void };

    TurnQueue& m_queue;
    std::uint64_t m_next;
    std::uint64_t m_ticket;
    State m_state = State::Due;
};

} // namespace diptych
