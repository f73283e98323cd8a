#pragma once
// The largest kernel pairs of a comparison for the report: equal pairs of several layers stand together, the
// dearest of them with its statistics and stacks. For makeReport and the JSON, which has the same figures;
// pure.

#include "core/export/report_document.h"

#include <vector>

namespace diptych {

inline constexpr std::size_t kMostLargestPairs = 12;

struct LargestPairs {
    std::vector<ReportPair> pairs;    ///< largest |gap| of all alike first
    std::vector<std::string> anchors; ///< by index into Comparison::pairs; "" where it is not among them
};

[[nodiscard]] LargestPairs largestPairs(const Comparison& comparison, std::size_t most = kMostLargestPairs);

} // namespace diptych
