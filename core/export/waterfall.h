#pragma once
// From A's time to B's in as many steps as there is room for: the data of the waterfall, for window and
// report. Pure.

#include "core/compare/comparison.h"

#include <optional>
#include <string>
#include <vector>

namespace diptych {

/// Rows of the waterfall on a report's first page, both sides' among them.
inline constexpr std::size_t kReportWaterfallRows = 12;

struct WaterfallStep {
    std::string label;
    std::string operation;           ///< "" for the steps of the sides and for the rest
    std::vector<std::string> merged; ///< operations of a step that stands for the rest
    Nanoseconds fromNs = 0;          ///< left end
    Nanoseconds toNs = 0;            ///< right end
    Nanoseconds gapNs = 0;           ///< of an operation: A - B
    std::optional<double> share;
    std::optional<Side> side; ///< of the first and the last step
};

/// Both ends of a waterfall and what lies between.
struct GapParts {
    PerSide<Nanoseconds> ns;
    std::vector<AttributionRow> operations;
};

/// Per step, where both sides have steps, or of everything that is selected.
[[nodiscard]] GapParts gapParts(const Comparison& comparison, bool perStep);

/// A first, then what A loses from the largest down, what A gains last, B at the foot. Steps are exact: where
/// one ends the next begins. With more operations than `mostRows` leaves room for, the smallest are one step.
[[nodiscard]] std::vector<WaterfallStep>
waterfallSteps(const GapParts& parts, const PerSide<std::string>& labels, std::size_t mostRows);
/// The same of the headline's figures.
[[nodiscard]] std::vector<WaterfallStep>
waterfallSteps(const Comparison& comparison, const PerSide<std::string>& labels, std::size_t mostRows);

} // namespace diptych
