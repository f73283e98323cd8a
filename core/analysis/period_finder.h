#pragma once
// Exact repetition of a sequence of names: the period of a recording of equal steps. Pure function over
// integers, any thread. Source: SEMANTICS, "Steps without annotations".

#include <cstdint>
#include <optional>
#include <vector>

namespace diptych {

/// Share of positions whose name recurs one period later that makes a period: true steps agree wholly in
/// launch order, layers inside a step up to 0.987.
inline constexpr double kPeriodAgreement = 0.995;

/// The smallest period of `names` (equal names, equal numbers) that agrees and fits in twice or
/// more; empty when there is none. `longestLayerRun` is the longest run of kernels that all belong to layers:
/// a step holds kernels that belong to none, so its period is longer.
[[nodiscard]] std::optional<std::uint32_t> findPeriod(const std::vector<std::uint32_t>& names,
                                                      std::uint32_t longestLayerRun);

/// Where the repeated part starts, 0 <= offset < period: 0 when whole periods fill the sequence, else the
/// border that follows the longest pauses. `pauseNs[i]` is the pause before i, negative where no border may
/// be.
[[nodiscard]] std::uint32_t findPeriodStart(std::uint32_t count, std::uint32_t period,
                                            const std::vector<std::int64_t>& pauseNs);

} // namespace diptych
