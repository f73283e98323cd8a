#include "core/model/time_faults.h"

#include "core/model/nesting.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace diptych {

namespace {

constexpr Nanoseconds kSecondNs = 1'000'000'000;
constexpr Nanoseconds kHourNs = 3600 * kSecondNs;
constexpr Nanoseconds kOverLongFactor = 100;

/// Start and duration taken for themselves.
TimeFault faultOfRecord(Nanoseconds startNs, Nanoseconds durationNs, bool zeroIsMissing) {
    if (startNs == kAbsentNumber || durationNs == kAbsentNumber) {
        return TimeFault::NoTime;
    }
    if (durationNs < 0) {
        return TimeFault::Negative;
    }
    if (zeroIsMissing && startNs == 0 && durationNs == 0) {
        return TimeFault::NoTime;
    }
    const bool overflows = startNs > std::numeric_limits<Nanoseconds>::max() - durationNs;
    return durationNs > kHourNs || overflows ? TimeFault::Suspect : TimeFault::None;
}

void markRecords(GpuActivities& gpu, CancelPoll& poll) {
    const bool zeroIsMissing = std::any_of(gpu.startNs.begin(), gpu.startNs.end(), [](Nanoseconds startNs) {
        return startNs != 0 && startNs != kAbsentNumber;
    });
    for (std::size_t row = 0; row < gpu.size(); ++row) {
        poll();
        gpu.fault[row] = faultOfRecord(gpu.startNs[row], gpu.durationNs[row], zeroIsMissing);
    }
}

/// Durations by name, sorted; made for a name when first asked for.
class NameMedians {
public:
    NameMedians(const GpuActivities& gpu, CancelPoll& poll) : m_gpu(gpu), m_poll(poll) {}

    /// The median duration of the other activities of that name (the lower one of two), so that one faulty
    /// record does not excuse itself; empty when there is no other.
    [[nodiscard]] std::optional<Nanoseconds> ofOthers(std::size_t row) {
        if (m_rows.empty()) {
            groupRows();
        }
        std::vector<Nanoseconds>& durations = m_sorted[m_gpu.name[row]];
        if (durations.empty()) {
            for (const std::uint32_t other : m_rows[m_gpu.name[row]]) {
                durations.push_back(m_gpu.durationNs[other]);
            }
            std::sort(durations.begin(), durations.end(), [this](Nanoseconds x, Nanoseconds y) {
                m_poll();
                return x < y;
            });
        }
        if (durations.size() < 2) {
            return std::nullopt;
        }
        const auto self = std::lower_bound(durations.begin(), durations.end(), m_gpu.durationNs[row]);
        const std::size_t middle = (durations.size() - 2) / 2;
        return durations[middle + (middle >= static_cast<std::size_t>(self - durations.begin()) ? 1 : 0)];
    }

private:
    void groupRows() {
        for (std::size_t row = 0; row < m_gpu.size(); ++row) {
            m_poll();
            if (m_gpu.fault[row] == TimeFault::None) { // at most an hour long: a hundred medians fit
                m_rows[m_gpu.name[row]].push_back(static_cast<std::uint32_t>(row));
            }
        }
    }

    const GpuActivities& m_gpu;
    CancelPoll& m_poll;
    std::unordered_map<StringId, std::vector<std::uint32_t>> m_rows;
    std::unordered_map<StringId, std::vector<Nanoseconds>> m_sorted;
};

std::vector<std::uint32_t> rowsWithTime(const GpuActivities& gpu, CancelPoll& poll) {
    std::vector<std::uint32_t> rows;
    rows.reserve(gpu.size());
    for (std::size_t row = 0; row < gpu.size(); ++row) {
        poll();
        if (gpu.fault[row] == TimeFault::None) {
            rows.push_back(static_cast<std::uint32_t>(row));
        }
    }
    return rows;
}

/// Durations that run over the next start on their stream and are out of all proportion for their name. The
/// overlap alone is no fault: streams overlap shortly in healthy traces.
void markOverruns(GpuActivities& gpu, CancelPoll& poll) {
    std::vector<std::uint32_t> rows = rowsWithTime(gpu, poll);
    const auto lane = [&](std::uint32_t row) {
        return std::tuple(gpu.rank[row], gpu.device[row], gpu.stream[row]);
    };
    const auto key = [&](std::uint32_t row) {
        return std::tuple(gpu.rank[row], gpu.device[row], gpu.stream[row], gpu.startNs[row],
                          gpu.durationNs[row], row);
    };
    const auto isBefore = [&](std::uint32_t x, std::uint32_t y) {
        poll();
        return key(x) < key(y);
    };
    if (!std::is_sorted(rows.begin(), rows.end(), isBefore)) { // mostly they are
        std::sort(rows.begin(), rows.end(), isBefore);
    }
    NameMedians medians(gpu, poll);
    std::vector<std::uint32_t> overruns;
    for (std::size_t at = 0; at + 1 < rows.size(); ++at) {
        poll();
        const std::uint32_t row = rows[at];
        const std::uint32_t next = rows[at + 1];
        if (lane(row) != lane(next) || gpu.endNs(ActivityId(row)) <= gpu.startNs[next]) {
            continue;
        }
        const std::optional<Nanoseconds> median = medians.ofOthers(row);
        if (gpu.durationNs[row] > (median ? kOverLongFactor * *median : kSecondNs)) {
            overruns.push_back(row);
        }
    }
    for (const std::uint32_t row : overruns) {
        gpu.fault[row] = TimeFault::Suspect;
    }
}

/// By rank: the median start of the activities that have a time.
std::vector<Nanoseconds> medianStarts(const GpuActivities& gpu, std::size_t ranks, CancelPoll& poll) {
    std::vector<std::vector<Nanoseconds>> starts(ranks);
    for (const std::uint32_t row : rowsWithTime(gpu, poll)) {
        poll();
        starts[gpu.rank[row]].push_back(gpu.startNs[row]);
    }
    std::vector<Nanoseconds> medians(ranks, 0);
    for (std::size_t rank = 0; rank < ranks; ++rank) {
        if (!starts[rank].empty()) {
            const auto middle =
                starts[rank].begin() + static_cast<std::ptrdiff_t>((starts[rank].size() - 1) / 2);
            std::nth_element(starts[rank].begin(), middle, starts[rank].end(),
                             [&poll](Nanoseconds x, Nanoseconds y) {
                                 poll();
                                 return x < y;
                             });
            medians[rank] = *middle;
        }
    }
    return medians;
}

/// Starts that lie far from where the activity can have begun.
void markDistantStarts(Trace& trace, CancelPoll& poll) {
    GpuActivities& gpu = trace.gpu;
    const std::vector<Nanoseconds> medians = medianStarts(gpu, trace.ranks.size(), poll);
    for (std::size_t row = 0; row < gpu.size(); ++row) {
        poll();
        if (gpu.fault[row] != TimeFault::None) {
            continue;
        }
        const LaunchId launch = gpu.launch[row];
        const bool linked = launch.isValid() && trace.launches.startNs[launch.index()] != kAbsentNumber;
        const Nanoseconds originNs = linked ? trace.launches.startNs[launch.index()] : medians[gpu.rank[row]];
        const Nanoseconds earliestNs = saturatedEndNs(originNs, linked ? -kSecondNs : -kHourNs);
        if (gpu.startNs[row] < earliestNs || gpu.startNs[row] > saturatedEndNs(originNs, kHourNs)) {
            gpu.fault[row] = TimeFault::Suspect;
        }
    }
}

} // namespace

void markTimeFaults(Trace& trace, CancelPoll& poll) {
    trace.gpu.fault.assign(trace.gpu.size(), TimeFault::None);
    markRecords(trace.gpu, poll);
    markOverruns(trace.gpu, poll);
    markDistantStarts(trace, poll);
}

} // namespace diptych
