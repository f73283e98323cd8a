#include "core/analysis/name_fit.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace diptych {

namespace {

constexpr std::size_t kLeastKernels = 100;
constexpr std::size_t kLeastSeen = 6; ///< of a trigram, for its median to mean something
constexpr double kLargestDeviation = 1.5;
constexpr std::size_t kWindow = 16;
constexpr double kOddWindow = 0.35;
constexpr std::size_t kExaminedKernels = 8192; ///< bounds the time on traces of thousands of replays

/// Number of the trigram around each position but the first and last, which get none.
class Trigrams {
public:
    explicit Trigrams(const std::vector<std::uint32_t>& names) : m_of(names.size(), kNone) {
        const auto key = [&names](std::size_t i) { return std::tuple(names[i - 1], names[i], names[i + 1]); };
        std::vector<std::size_t> sorted;
        for (std::size_t i = 1; i + 1 < names.size(); ++i) {
            sorted.push_back(i);
        }
        std::sort(sorted.begin(), sorted.end(),
                  [&key](std::size_t x, std::size_t y) { return key(x) < key(y); });
        for (std::size_t k = 0; k < sorted.size(); ++k) {
            m_count += k == 0 || key(sorted[k]) != key(sorted[k - 1]) ? 1 : 0;
            m_of[sorted[k]] = m_count - 1;
        }
    }

    static constexpr std::uint32_t kNone = 0xFFFFFFFF;
    [[nodiscard]] std::uint32_t at(std::size_t i) const { return m_of[i]; }
    [[nodiscard]] std::uint32_t count() const { return m_count; }
    [[nodiscard]] std::size_t size() const { return m_of.size(); }

private:
    std::vector<std::uint32_t> m_of;
    std::uint32_t m_count = 0;
};

double medianOf(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const std::size_t half = values.size() / 2;
    return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

/// Deviation of every kernel from the median of its trigram, capped; negative where the trigram is rare.
std::vector<double> deviations(const Trigrams& trigrams, const std::vector<double>& logDurations) {
    std::vector<std::vector<double>> values(trigrams.count());
    for (std::size_t i = 0; i < trigrams.size(); ++i) {
        if (trigrams.at(i) != Trigrams::kNone) {
            values[trigrams.at(i)].push_back(logDurations[i]);
        }
    }
    std::vector<double> medians;
    medians.reserve(values.size());
    for (const auto& ofTrigram : values) {
        medians.push_back(ofTrigram.size() >= kLeastSeen ? medianOf(ofTrigram) : std::nan(""));
    }
    std::vector<double> result(trigrams.size(), -1.0);
    for (std::size_t i = 0; i < trigrams.size(); ++i) {
        if (trigrams.at(i) != Trigrams::kNone && !std::isnan(medians[trigrams.at(i)])) {
            result[i] = std::min(kLargestDeviation, std::fabs(logDurations[i] - medians[trigrams.at(i)]));
        }
    }
    return result;
}

struct Spread {
    double mean = 0;       ///< deviation of the kernels whose trigram recurs
    std::size_t known = 0; ///< how many those are
};

Spread spreadOf(const std::vector<double>& deviations) {
    Spread spread;
    for (const double deviation : deviations) {
        if (deviation >= 0) {
            spread.mean += deviation;
            ++spread.known;
        }
    }
    spread.mean /= static_cast<double>(std::max<std::size_t>(1, spread.known));
    return spread;
}

/// The three commonest distances between successive equal trigrams.
std::vector<std::size_t> commonestDistances(const Trigrams& trigrams) {
    std::vector<std::size_t> last(trigrams.count(), 0);
    std::map<std::size_t, std::size_t> counts;
    for (std::size_t i = 1; i + 1 < trigrams.size(); ++i) {
        std::size_t& before = last[trigrams.at(i)];
        counts[i - before] += before > 0 ? 1 : 0;
        before = i;
    }
    std::vector<std::pair<std::size_t, std::size_t>> sorted(counts.begin(), counts.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& x, const auto& y) { return x.second > y.second; });
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, sorted.size()) && sorted[i].second > 0; ++i) {
        result.push_back(sorted[i].first);
    }
    return result;
}

double spreadAtLag(const std::vector<double>& logDurations, std::size_t lag) {
    double sum = 0;
    for (std::size_t i = 0; i + lag < logDurations.size(); ++i) {
        sum += std::min(kLargestDeviation, std::fabs(logDurations[i] - logDurations[i + lag]));
    }
    return sum / static_cast<double>(logDurations.size() - lag) / std::sqrt(2.0);
}

struct Windows {
    std::size_t count = 0;
    std::size_t longestOddRun = 0;
};

Windows examineWindows(const std::vector<double>& deviations) {
    Windows windows;
    std::size_t run = 0;
    for (std::size_t begin = 0; begin + kWindow <= deviations.size(); begin += kWindow) {
        double sum = 0;
        std::size_t known = 0;
        for (std::size_t i = begin; i < begin + kWindow; ++i) {
            sum += std::max(0.0, deviations[i]);
            known += deviations[i] >= 0 ? 1 : 0;
        }
        if (known < kWindow / 2) {
            continue;
        }
        ++windows.count;
        run = sum / static_cast<double>(known) > kOddWindow ? run + 1 : 0;
        windows.longestOddRun = std::max(windows.longestOddRun, run);
    }
    return windows;
}

/// Kernels of one launch (or correlation) on one stream.
using Replay = std::vector<ActivityId>;

/// Activities [begin, end) of the order that one launch owns: in the order of work they stand together.
struct LaunchRange {
    std::size_t begin;
    std::size_t end;
};

std::vector<LaunchRange> largeLaunches(const Trace& trace, const WorkOrder& order) {
    std::vector<LaunchRange> launches;
    const std::size_t count = order.activities.size();
    const auto correlationAt = [&](std::size_t i) {
        return trace.gpu.correlation[order.activities[i].index()];
    };
    for (std::size_t begin = 0, end = 0; begin < count; begin = end) {
        const std::int64_t correlation = correlationAt(begin);
        for (end = begin; end < count && correlationAt(end) == correlation; ++end) {
        }
        if (end - begin >= kLeastKernels && correlation != 0 && correlation != kAbsentNumber) {
            launches.push_back({begin, end});
        }
    }
    return launches;
}

/// The kernels of a launch by stream.
std::vector<Replay> replaysOf(const Trace& trace, const WorkOrder& order, const LaunchRange& launch) {
    std::map<std::int32_t, Replay> ofStream;
    for (std::size_t i = launch.begin; i < launch.end; ++i) {
        const ActivityId activity = order.activities[i];
        if (trace.isKernel(activity)) {
            ofStream[trace.gpu.stream[activity.index()]].push_back(activity);
        }
    }
    std::vector<Replay> replays;
    for (auto& [stream, replay] : ofStream) {
        if (replay.size() >= kLeastKernels) {
            replays.push_back(std::move(replay));
        }
    }
    return replays;
}

std::uint32_t nameNumber(const Trace& trace, ActivityId activity) {
    const StringId name = trace.gpu.name[activity.index()];
    return name.isValid() ? name.index() + 1 : 0;
}

class ReplayCheck {
public:
    ReplayCheck(const Trace& trace, const Replay& replay) : m_inTime(replay), m_inFile(replay) {
        std::sort(m_inTime.begin(), m_inTime.end(), [&trace](ActivityId x, ActivityId y) {
            const Nanoseconds startX = trace.gpu.startNs[x.index()];
            const Nanoseconds startY = trace.gpu.startNs[y.index()];
            return startX != startY ? startX < startY : x < y;
        });
        std::sort(m_inFile.begin(), m_inFile.end());
        ReplayKernels kernels;
        kernels.hasInversion = m_inTime != m_inFile;
        for (std::size_t i = 0; i < replay.size(); ++i) {
            kernels.namesInTimeOrder.push_back(nameNumber(trace, m_inTime[i]));
            kernels.namesInFileOrder.push_back(nameNumber(trace, m_inFile[i]));
            const Nanoseconds duration = trace.gpu.durationNs[m_inTime[i].index()];
            kernels.logDurations.push_back(std::log(static_cast<double>(std::max<Nanoseconds>(1, duration))));
        }
        m_fit = measureNameFit(kernels);
    }

    [[nodiscard]] bool isMisfit() const { return m_fit.isMisfit; }

    void addTo(NameMisfits& misfits) const {
        if (!m_fit.isMisfit) {
            return;
        }
        ++misfits.launches;
        misfits.kernels += m_inTime.size();
        if (!m_fit.isRepairable) {
            return;
        }
        misfits.repairable += m_inTime.size();
        for (std::size_t i = 0; i < m_inTime.size(); ++i) {
            misfits.repair.emplace_back(m_inTime[i], m_inFile[i]);
        }
    }

private:
    std::vector<ActivityId> m_inTime;
    std::vector<ActivityId> m_inFile;
    NameFit m_fit;
};

/// Every how-manieth launch to examine first.
std::size_t examinedStride(const std::vector<LaunchRange>& launches) {
    std::size_t kernels = 0;
    for (const LaunchRange& launch : launches) {
        kernels += launch.end - launch.begin;
    }
    return 1 + kernels / kExaminedKernels;
}

} // namespace

NameFit measureNameFit(const ReplayKernels& kernels) {
    NameFit fit;
    const std::size_t count = kernels.logDurations.size();
    if (count < kLeastKernels) {
        return fit;
    }
    const Trigrams inTime(kernels.namesInTimeOrder);
    const std::vector<double> byName = deviations(inTime, kernels.logDurations);
    const Spread byTime = spreadOf(byName);
    Spread byFile = byTime;
    if (kernels.hasInversion) {
        byFile = spreadOf(deviations(Trigrams(kernels.namesInFileOrder), kernels.logDurations));
    }
    fit.spreadByName = byTime.mean;
    fit.spreadByFile = byFile.mean;
    for (const std::size_t lag : commonestDistances(inTime)) {
        if (lag < count / 3) {
            const double spread = spreadAtLag(kernels.logDurations, lag);
            fit.spreadByLag = fit.spreadByLag < 0 ? spread : std::min(fit.spreadByLag, spread);
        }
    }
    const Windows windows = examineWindows(byName);
    // In a file without any order nothing recurs, and what does not recur cannot fit.
    const bool isFilePeriodic = byFile.known >= count / 2 && byFile.known >= byTime.known;
    const bool fitsFileBetter =
        kernels.hasInversion && isFilePeriodic && fit.spreadByFile < 0.7 * fit.spreadByName;
    const bool hasOddStretch =
        windows.count >= 6 && windows.longestOddRun >= 3 && fit.spreadByLag >= 0 && fit.spreadByLag < 0.15;
    fit.isMisfit = fitsFileBetter || hasOddStretch;
    fit.isRepairable = fit.isMisfit && fitsFileBetter && fit.spreadByFile < fit.spreadByName / 3 &&
                       fit.spreadByFile < std::max(0.12, 3 * fit.spreadByLag);
    return fit;
}

NameMisfits findNameMisfits(const Trace& trace, const WorkOrder& order) {
    const std::vector<LaunchRange> launches = largeLaunches(trace, order);
    const std::size_t stride = examinedStride(launches);
    bool anyMisfit = false;
    for (std::size_t i = 0; i < launches.size() && !anyMisfit; i += stride) {
        for (const Replay& replay : replaysOf(trace, order, launches[i])) {
            anyMisfit = anyMisfit || ReplayCheck(trace, replay).isMisfit();
        }
    }
    NameMisfits result;
    for (std::size_t i = 0; anyMisfit && i < launches.size(); ++i) {
        for (const Replay& replay : replaysOf(trace, order, launches[i])) {
            ReplayCheck(trace, replay).addTo(result);
        }
    }
    return result;
}

} // namespace diptych
