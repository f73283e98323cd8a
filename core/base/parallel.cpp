#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace diptych {

void parallelFor(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next{0};
    std::mutex failureMutex;
    std::size_t failed = count;
    std::exception_ptr failure;
    const auto fail = [&](std::size_t i) {
        const std::lock_guard lock(failureMutex);
        if (i < failed) {
            failed = i;
            failure = std::current_exception();
        }
        next = count;
    };
    const auto run = [&] {
        for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
            try {
                work(i);
            } catch (...) {
                fail(i);
            }
        }
    };
    {
        std::vector<std::jthread> helpers;
        const std::size_t wanted = std::min<std::size_t>(std::max(1U, threads), count);
        for (std::size_t i = 1; i < wanted; ++i) {
            helpers.emplace_back(run);
        }
        run();
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
}

unsigned hardwareThreads() {
    return std::max(1U, std::thread::hardware_concurrency());
}

} // namespace diptych
