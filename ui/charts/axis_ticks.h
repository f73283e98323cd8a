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

/// An axis from 0 to at least `highestNs`, with at most `mostTicks` ticks at 1, 2 or 5 times a power of ten.
[[nodiscard]] TimeAxis makeTimeAxis(Nanoseconds highestNs, int mostTicks);

} // namespace diptych
