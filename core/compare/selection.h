#pragma once
// What of each trace is compared: the chosen phase and steps. Pure; read-only afterwards.
// Source: SEMANTICS, "Steps and phases".

#include "core/compare/comparison.h"

#include <vector>

namespace diptych {

/// The selection of one side, by activity.
struct Selection {
    SelectedSide figures;
    std::vector<std::uint8_t> isSelected; ///< by ActivityId: of the compared device and in the selection
    std::vector<std::uint8_t> isInSteps;  ///< by ActivityId: and in one of the selected steps

    /// Number of selected steps; empty when the trace has none, so that there are no per-step figures.
    [[nodiscard]] std::optional<std::uint64_t> stepCount() const {
        return figures.steps.empty() ? std::nullopt : std::optional<std::uint64_t>(figures.steps.size());
    }
};

/// Applies phase filter and step ranges. A side that lacks the phase is selected empty; when neither side has
/// it, or a step range lies outside a trace's steps, an error lists what there is.
[[nodiscard]] Result<PerSide<Selection>> selectActivities(const AnalyzedTrace& a, const AnalyzedTrace& b,
                                                          const CompareOptions& options);

} // namespace diptych
