#include "app/terminal_progress.h"

#include <cstdio>
#include <string>
#include <unistd.h>

namespace diptych {

namespace {

constexpr std::chrono::milliseconds kPause{100};

std::string text(const Progress& progress) {
    switch (progress.stage) {
    case Stage::ReadEvents:
        return (progress.bytesTotal > 0
                    ? std::to_string(progress.bytesRead * 100 / progress.bytesTotal) + " %"
                    : std::to_string(progress.bytesRead >> 20U) + " MiB") +
               ", " + std::to_string(progress.events) + " events";
    case Stage::Link:
        return "linking launches";
    case Stage::FindSteps:
        return "finding steps";
    case Stage::FindLayers:
        return "finding layers";
    case Stage::Align:
        return "aligning";
    case Stage::Compare:
        return "comparing";
    case Stage::Write:
        return "writing";
    }
    return {};
}

} // namespace

TerminalProgress::TerminalProgress() : m_isTerminal(::isatty(STDERR_FILENO) == 1) {}

TerminalProgress::~TerminalProgress() {
    if (m_shown) {
        std::fputs("\r\033[K", stderr);
    }
}

ProgressSink TerminalProgress::sinkFor(std::optional<Side> side) {
    if (!m_isTerminal) {
        return {};
    }
    return [this, side](const Progress& progress) { show(side, progress); };
}

void TerminalProgress::show(std::optional<Side> side, const Progress& progress) {
    const std::lock_guard lock(m_mutex);
    m_latest[side.value_or(Side::A)] = progress;
    const auto now = std::chrono::steady_clock::now();
    if (m_shown && now - *m_shown < kPause) {
        return;
    }
    m_shown = now;
    std::string line = "\r\033[K";
    for (const Side each : kSides) {
        if (m_latest[each]) {
            line += side ? std::string(sideName(each)) + ": " : std::string();
            line += text(*m_latest[each]) + "   ";
        }
    }
    std::fputs(line.c_str(), stderr);
}

} // namespace diptych
