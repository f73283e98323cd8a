#pragma once
// The wall time of both sides by parts, as report and JSON state it: what adds up to the whole first, then
// what that is made of. Pure.

#include "core/compare/comparison.h"

#include <optional>
#include <string_view>
#include <vector>

namespace diptych {

enum class WallTimePart : std::uint8_t {
    Compute,
    ExposedCommunication,
    ExposedCopies,
    Idle,
    Wall,
    IdleLaunchBound, ///< of Idle: the next launch came late
    IdleWaiting,     ///< of Idle: waiting though launched
    Overlap,         ///< of streams
    Sum,             ///< of all activities
};

/// "exposed_communication"
[[nodiscard]] std::string_view wallTimePartName(WallTimePart part);

struct WallTimeRow {
    WallTimePart part = WallTimePart::Wall;
    PerSide<Nanoseconds> ns;
    PerSide<std::optional<double>> share; ///< of the side's wall time, for what adds up to it
};

/// All parts in their order.
[[nodiscard]] std::vector<WallTimeRow> wallTimeRows(const PerSide<CompositionSide>& composition);

} // namespace diptych
