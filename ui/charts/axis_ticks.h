#pragma once
// Round numbers along an axis of time from zero. Pure.

#include "core/base/nanoseconds.h"

#include <QString>

#include <vector>

namespace diptych {

struct TimeTick {
    double ns = 0;
    QString label; ///< in the axis's unit; the first one names it: "0 ms"
};

struct TimeAxis {
    QString unit; ///< "µs", "ms", "s"
    double nsPerUnit = 1;
    double highestNs = 0; ///< end of the axis: its last tick
    std::vector<TimeTick> ticks;
};

/// An axis from 0 to at least `highestNs`, with at most `mostTicks` ticks at 1, 2 or 5 times a power of ten;
/// one more where the axis would else be far longer than what it shows.
[[nodiscard]] TimeAxis makeTimeAxis(Nanoseconds highestNs, int mostTicks);

/// The distance between ticks at round numbers, of which at most `mostTicks` lie within `range`, above 0.
[[nodiscard]] double roundTickStep(double range, int mostTicks);

/// Ticks about zero, signed: "+8", "0", "−4"; the unit is not in the labels.
struct SignedAxis {
    QString unit;
    double lowestNs = 0;  ///< the first tick, at most 0
    double highestNs = 0; ///< the last tick, at least 0
    std::vector<TimeTick> ticks;
};

/// An axis that holds 0, `lowestNs` and `highestNs`, with about `mostTicks` ticks.
[[nodiscard]] SignedAxis makeSignedAxis(Nanoseconds lowestNs, Nanoseconds highestNs, int mostTicks);

} // namespace diptych
