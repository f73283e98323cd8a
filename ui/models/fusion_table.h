#pragma once
// The patterns in which the sides do the same work with different numbers of kernels, over
// Comparison::fusion. Pure; the table keeps the comparison alive.

#include "core/compare/comparison.h"
#include "ui/models/table.h"

namespace diptych {

/// Keys of columns that pages name.
namespace fusioncolumn {
inline const QString kPattern = QStringLiteral("pattern");
inline const QString kGap = QStringLiteral("gap_us");
} // namespace fusioncolumn

/// Ids are those of fusionId. The effect is per step where Comparison::tellsGainPerStep, else in all.
[[nodiscard]] std::shared_ptr<const Table> fusionTable(const std::shared_ptr<const Comparison>& comparison,
                                                       bool perStep);

/// "SwiGLU 3:1", unique among the patterns of a comparison.
[[nodiscard]] QString fusionId(const FusionRow& row);
/// The pattern of an id, or null.
[[nodiscard]] const FusionRow* fusionOf(const Comparison& comparison, const QString& id);
/// The pattern that a pair is part of, or null.
[[nodiscard]] const FusionRow* fusionOfPair(const Comparison& comparison, const QString& pair);

/// The sides run equally many kernels at a place, but one of them runs it more often.
[[nodiscard]] bool isFusionByCount(const FusionRow& row);
/// How often a side does it: per step, or in all.
[[nodiscard]] double fusionTimes(const Comparison& comparison, const FusionRow& row, Side side, bool perStep);
/// The net effect: per step, or in all.
[[nodiscard]] Nanoseconds fusionGapNs(const FusionRow& row, bool perStep);
/// Match squares of the least sure of its pairs.
[[nodiscard]] int fusionSquares(const Comparison& comparison, const FusionRow& row);
/// Index of the pair that shows the pattern best: where most time is lost or won.
[[nodiscard]] std::optional<std::uint32_t> fusionPair(const Comparison& comparison, const FusionRow& row);

} // namespace diptych
