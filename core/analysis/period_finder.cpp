#include "core/analysis/period_finder.h"

#include <algorithm>
#include <unordered_map>

namespace diptych {

namespace {

/// A shorter repetition is a loop of some kernels, not a step.
constexpr std::uint32_t kLeastPeriod = 8;
constexpr std::uint32_t kLeastNames = 3;
constexpr std::size_t kMostCandidates = 400;
constexpr std::size_t kRareOccurrences = 256;
constexpr std::size_t kVeryRareOccurrences = 64;
constexpr std::size_t kLongestStride = 12;
/// Names looked at for their commonest distance when all are frequent (thousands of steps).
constexpr std::size_t kRarestNames = 64;

using Distances = std::unordered_map<std::uint32_t, std::uint32_t>; ///< distance -> how often

/// Positions of every name, by name.
std::vector<std::vector<std::uint32_t>> positionsOf(const std::vector<std::uint32_t>& names) {
    std::vector<std::uint32_t> counts(names.empty() ? 0 : *std::max_element(names.begin(), names.end()) + 1);
    for (const std::uint32_t name : names) {
        ++counts[name];
    }
    std::vector<std::vector<std::uint32_t>> positions(counts.size());
    for (std::size_t name = 0; name < counts.size(); ++name) {
        positions[name].reserve(counts[name]);
    }
    for (std::uint32_t i = 0; i < names.size(); ++i) {
        positions[names[i]].push_back(i);
    }
    return positions;
}

void addDistances(const std::vector<std::uint32_t>& positions, std::size_t longestStride,
                  Distances& distances) {
    for (std::size_t stride = 1; stride <= longestStride; ++stride) {
        for (std::size_t i = stride; i < positions.size(); ++i) {
            ++distances[positions[i] - positions[i - stride]];
        }
    }
}

std::vector<std::uint32_t> commonest(const Distances& distances, std::size_t most) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> sorted(distances.begin(), distances.end());
    std::sort(sorted.begin(), sorted.end(), [](const auto& x, const auto& y) {
        return x.second != y.second ? x.second > y.second : x.first < y.first;
    });
    std::vector<std::uint32_t> result;
    for (std::size_t i = 0; i < std::min(most, sorted.size()); ++i) {
        result.push_back(sorted[i].first);
    }
    return result;
}

std::vector<std::uint32_t> candidatePeriods(const std::vector<std::uint32_t>& names) {
    auto positions = positionsOf(names);
    std::stable_sort(positions.begin(), positions.end(),
                     [](const auto& x, const auto& y) { return x.size() < y.size(); });
    Distances distances;
    std::vector<std::uint32_t> result;
    std::size_t looked = 0;
    for (const auto& ofName : positions) {
        if (ofName.size() < 2) {
            continue;
        }
        if (ofName.size() <= kRareOccurrences) {
            addDistances(ofName, ofName.size() <= kVeryRareOccurrences ? kLongestStride : 1, distances);
        } else if (looked < kRarestNames) {
            Distances own;
            addDistances(ofName, 1, own);
            const auto best = commonest(own, 1);
            result.insert(result.end(), best.begin(), best.end());
        }
        ++looked;
    }
    const auto rare = commonest(distances, kMostCandidates);
    result.insert(result.end(), rare.begin(), rare.end());
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

bool agrees(const std::vector<std::uint32_t>& names, std::uint32_t period) {
    const std::size_t compared = names.size() - period;
    const auto allowed = static_cast<std::size_t>(static_cast<double>(compared) * (1.0 - kPeriodAgreement));
    constexpr std::size_t kBlock = 1024; // counted without a branch, given up between blocks
    std::size_t different = 0;
    for (std::size_t begin = 0; begin < compared && different <= allowed; begin += kBlock) {
        const std::size_t end = std::min(compared, begin + kBlock);
        for (std::size_t i = begin; i < end; ++i) {
            different += names[i] != names[i + period] ? 1 : 0;
        }
    }
    return different <= allowed;
}

std::size_t distinctNames(const std::vector<std::uint32_t>& names, std::uint32_t count) {
    std::vector<std::uint32_t> unit(names.begin(), names.begin() + count);
    std::sort(unit.begin(), unit.end());
    return static_cast<std::size_t>(std::unique(unit.begin(), unit.end()) - unit.begin());
}

} // namespace

std::optional<std::uint32_t> findPeriod(const std::vector<std::uint32_t>& names,
                                        std::uint32_t longestLayerRun) {
    for (const std::uint32_t period : candidatePeriods(names)) {
        const bool isLoop = period < kLeastPeriod;
        if ((period <= longestLayerRun && !isLoop) || period > names.size() / 2 || !agrees(names, period)) {
            continue;
        }
        if (isLoop) {
            return std::nullopt; // its multiples agree too
        }
        if (distinctNames(names, period) >= kLeastNames) {
            return period;
        }
    }
    return std::nullopt;
}

std::uint32_t findPeriodStart(std::uint32_t count, std::uint32_t period,
                              const std::vector<std::int64_t>& pauseNs) {
    if (count % period == 0) {
        return 0;
    }
    std::vector<std::int64_t> pauses;
    std::uint32_t best = 0;
    std::int64_t bestNs = -1;
    for (std::uint32_t offset = 0; offset < period; ++offset) {
        pauses.clear();
        for (std::uint32_t i = offset; i < count; i += period) {
            if (i > 0) {
                pauses.push_back(pauseNs[i]);
            }
        }
        if (pauses.empty() || *std::min_element(pauses.begin(), pauses.end()) < 0) {
            continue;
        }
        const auto middle = pauses.begin() + static_cast<std::ptrdiff_t>(pauses.size() / 2);
        std::nth_element(pauses.begin(), middle, pauses.end());
        if (*middle > bestNs) {
            bestNs = *middle;
            best = offset;
        }
    }
    return best;
}

} // namespace diptych
