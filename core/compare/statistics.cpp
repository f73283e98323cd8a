#include "core/compare/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace diptych {

Nanoseconds divideRounded(Nanoseconds value, std::uint64_t divisor) {
    const auto by = static_cast<Nanoseconds>(divisor);
    const Nanoseconds half = by / 2;
    return value >= 0 ? (value + half) / by : -((-value + half) / by);
}

namespace {

/// The value at `rank` of the set as if sorted; the set is only partly ordered.
Nanoseconds ranked(std::vector<Nanoseconds>& durations, std::size_t rank) {
    const auto place = durations.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(durations.begin(), place, durations.end());
    return *place;
}

Nanoseconds medianOf(std::vector<Nanoseconds>& durations) {
    const std::size_t middle = durations.size() / 2;
    const Nanoseconds upper = ranked(durations, middle);
    if (durations.size() % 2 == 1) {
        return upper;
    }
    // What stands before the middle is not larger: its largest is the lower of the two.
    const auto end = durations.begin() + static_cast<std::ptrdiff_t>(middle);
    return divideRounded(*std::max_element(durations.begin(), end) + upper, 2);
}

Nanoseconds percentile95Of(std::vector<Nanoseconds>& durations) {
    return ranked(durations, (durations.size() * 95 + 99) / 100 - 1);
}

/// Two passes over integers: exact mean first, so that large times lose nothing.
std::optional<double> deviationOf(const std::vector<Nanoseconds>& durations, Nanoseconds total) {
    if (durations.size() < 2) {
        return std::nullopt;
    }
    const double mean = static_cast<double>(total) / static_cast<double>(durations.size());
    double squares = 0;
    for (const Nanoseconds duration : durations) {
        const double difference = static_cast<double>(duration) - mean;
        squares += difference * difference;
    }
    return std::sqrt(squares / static_cast<double>(durations.size() - 1));
}

} // namespace

std::vector<Nanoseconds> apportion(const std::vector<Nanoseconds>& parts, std::uint64_t divisor) {
    const auto by = static_cast<Nanoseconds>(divisor);
    std::vector<Nanoseconds> shares(parts.size());
    std::vector<std::size_t> byRemainder(parts.size());
    Nanoseconds left = divideRounded(std::accumulate(parts.begin(), parts.end(), Nanoseconds{0}), divisor);
    for (std::size_t i = 0; i < parts.size(); ++i) {
        shares[i] = parts[i] / by;
        left -= shares[i];
        byRemainder[i] = i;
    }
    std::stable_sort(byRemainder.begin(), byRemainder.end(),
                     [&](std::size_t x, std::size_t y) { return parts[x] % by > parts[y] % by; });
    for (std::size_t i = 0; i < byRemainder.size() && left > 0; ++i, --left) {
        ++shares[byRemainder[i]];
    }
    return shares;
}

DurationStats durationStats(std::vector<Nanoseconds>& durations) {
    DurationStats stats;
    stats.count = durations.size();
    stats.totalNs = std::accumulate(durations.begin(), durations.end(), Nanoseconds{0});
    if (durations.empty()) {
        return stats;
    }
    stats.meanNs = divideRounded(stats.totalNs, durations.size());
    stats.medianNs = medianOf(durations);
    stats.p95Ns = percentile95Of(durations);
    const auto [smallest, largest] = std::minmax_element(durations.begin(), durations.end());
    stats.minNs = *smallest;
    stats.maxNs = *largest;
    stats.deviationNs = deviationOf(durations, stats.totalNs);
    return stats;
}

std::optional<double> ratioOf(std::optional<Nanoseconds> a, std::optional<Nanoseconds> b) {
    if (!a || !b || *b == 0) {
        return std::nullopt;
    }
    return static_cast<double>(*a) / static_cast<double>(*b);
}

double shareOf(Nanoseconds part, Nanoseconds whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

Nanoseconds gapOf(const PerSide<DurationStats>& stats, bool perStep) {
    return perStep ? stats.a.stepNs.value_or(0) - stats.b.stepNs.value_or(0)
                   : stats.a.totalNs - stats.b.totalNs;
}

bool isWithinNoise(const PerSide<DurationStats>& stats) {
    constexpr std::uint64_t kFewest = 5;
    if (stats.a.count < kFewest || stats.b.count < kFewest) {
        return false;
    }
    const auto variance = [](const DurationStats& side) {
        const double deviation = side.deviationNs.value_or(0);
        return deviation * deviation / static_cast<double>(side.count);
    };
    const auto mean = [](const DurationStats& side) {
        return static_cast<double>(side.totalNs) / static_cast<double>(side.count);
    };
    return std::fabs(mean(stats.a) - mean(stats.b)) < 2 * std::sqrt(variance(stats.a) + variance(stats.b));
}

} // namespace diptych
