#pragma once
// One line on standard error that tells how far loading has come; only on a terminal. Sinks may be called
// from any thread.

#include "core/base/progress.h"
#include "core/base/side.h"

#include <chrono>
#include <mutex>
#include <optional>

namespace diptych {

class TerminalProgress {
public:
    TerminalProgress();
    /// Takes the line away.
    ~TerminalProgress();
    TerminalProgress(const TerminalProgress&) = delete;
    TerminalProgress& operator=(const TerminalProgress&) = delete;

    /// A sink for one trace of a comparison, or (no side) for the only one. Empty where nothing is shown.
    [[nodiscard]] ProgressSink sinkFor(std::optional<Side> side);

private:
    void show(std::optional<Side> side, const Progress& progress);

    bool m_isTerminal;
    std::mutex m_mutex;
    PerSide<std::optional<Progress>> m_latest;
    std::optional<std::chrono::steady_clock::time_point> m_shown;
};

} // namespace diptych
