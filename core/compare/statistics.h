#pragma once
// Statistics over durations, in integer nanoseconds. Pure functions.

#include "core/compare/comparison.h"

#include <vector>

namespace diptych {

/// Quotient rounded to the nearest integer, halves away from zero; `divisor` is positive.
[[nodiscard]] Nanoseconds divideRounded(Nanoseconds value, std::uint64_t divisor);

/// Statistics of a set of durations, which is reordered. The figure per step is left empty. Median and p95
/// are of the sorted set: the mean of the middle two, and the smallest value that at least 95 % do not
/// exceed.
[[nodiscard]] DurationStats durationStats(std::vector<Nanoseconds>& durations);

/// Parts of a whole, each divided by `divisor` and rounded so that they sum to divideRounded(whole, divisor):
/// figures per step of a table sum to the headline to the nanosecond. A part of zero stays zero; ties go to
/// the earlier part.
[[nodiscard]] std::vector<Nanoseconds> apportion(const std::vector<Nanoseconds>& parts,
                                                 std::uint64_t divisor);

/// a / b of means; empty when either is missing or b is 0.
[[nodiscard]] std::optional<double> ratioOf(std::optional<Nanoseconds> a, std::optional<Nanoseconds> b);

/// part / whole; 0 of nothing.
[[nodiscard]] double shareOf(Nanoseconds part, Nanoseconds whole);

/// Per-step difference where both sides have steps, else difference of totals; a side without the work counts
/// as zero.
[[nodiscard]] Nanoseconds gapOf(const PerSide<DurationStats>& stats, bool perStep);

/// Whether a difference of means is within noise: |mean A - mean B| < 2 sqrt(sA^2/nA + sB^2/nB), with 5 or
/// more a side. Source: SEMANTICS, "Alignment".
[[nodiscard]] bool isWithinNoise(const PerSide<DurationStats>& stats);

} // namespace diptych
