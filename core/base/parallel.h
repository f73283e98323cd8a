#pragma once
// Runs a few independent pieces of work on threads of their own and waits for all of them.

#include <cstddef>
#include <functional>

namespace diptych {

/// Calls `work(i)` for every i below `count` on at most `threads` threads (the calling one among them) and
/// returns when all are done. The order is not fixed, so a result must not depend on it. What `work` throws
/// is thrown to the caller, of several the one of the smallest i that was met; what has not begun by then is
/// left out.
void parallelFor(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work);

/// How many workers this machine serves well; at least 1.
[[nodiscard]] unsigned hardwareThreads();

} // namespace diptych
