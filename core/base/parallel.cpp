#include "core/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace diptych {

void parallelFor(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work) {
    std::atomic<std::size_t> next{0};
    const auto run = [&] {
        for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
            work(i);
        }
    };
    std::vector<std::jthread> helpers;
    const std::size_t wanted = std::min<std::size_t>(std::max(1U, threads), count);
    for (std::size_t i = 1; i < wanted; ++i) {
        helpers.emplace_back(run);
    }
    run();
}

unsigned hardwareThreads() {
    return std::max(1U, std::thread::hardware_concurrency());
}

} // namespace diptych
