#pragma once
// Waiting for what other threads do within some microseconds. To fall asleep and be woken takes longer than
// that, so a wait begins awake; only one that lasts becomes sleep. Any thread.

#include <mutex>
#include <thread>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace diptych {

/// Waits awake until `isDone()`, for a fraction of a millisecond at most. False when it was not done by then.
template <class Predicate>
[[nodiscard]] bool waitAwake(Predicate isDone) {
    static const bool hasOthers = std::thread::hardware_concurrency() > 1;
    constexpr int kMoments = 3000; // of 20 to 60 nanoseconds
    for (int i = 0; i < kMoments && hasOthers; ++i) {
        if (isDone()) {
            return true;
        }
#if defined(__SSE2__)
        _mm_pause();
#else
        std::this_thread::yield();
#endif
    }
    return isDone();
}

/// A mutex that is mostly held for microseconds.
class BriefMutex {
public:
    void lock() {
        if (!waitAwake([this] { return m_mutex.try_lock(); })) {
            m_mutex.lock();
        }
    }
    [[nodiscard]] bool try_lock() { return m_mutex.try_lock(); } // named as std::lock_guard wants it
    void unlock() { m_mutex.unlock(); }

private:
    std::mutex m_mutex;
};

} // namespace diptych
