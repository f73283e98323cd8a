#pragma once
// The JSON outputs of schemas diptych.inspect/1 and diptych.comparison/1 (resources/schema). Keys in a fixed
// order, times in integer nanoseconds, ratios numbers or null. Pure: text out, nothing written.

#include "core/compare/comparison.h"

#include <string>

namespace diptych {

/// What loading cost; left out of comparisons.
struct LoadFigures {
    double seconds = 0;
    std::uint64_t peakRssBytes = 0;
};

[[nodiscard]] std::string inspectJson(const AnalyzedTrace& side, const LoadFigures& load);
[[nodiscard]] std::string comparisonJson(const Comparison& comparison);

} // namespace diptych
