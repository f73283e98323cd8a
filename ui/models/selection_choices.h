#pragma once
// What of the traces can be chosen for a comparison, and how a choice is said: phases, steps, devices. Pure
// functions of the analysed sides and the selection; null sides are not analysed yet.

#include "ui/session/comparison_session.h"

#include <QString>

#include <array>
#include <vector>

namespace diptych {

/// A (rank, device) as it is offered.
struct DeviceOption {
    QString label; ///< "rank 0, device 3, 12.4 ms"
    std::optional<std::int64_t> rank;
    std::optional<std::int64_t> device;
    bool isCurrent = false;
    QString obstacle; ///< why it cannot be chosen, or ""
};

/// What one side offers.
struct SideChoices {
    bool isAnalyzed = false;
    std::uint32_t steps = 0;
    std::array<std::uint32_t, 4> phases{}; ///< steps by Phase
    std::vector<std::uint32_t> selected;   ///< ordinals of the steps that are compared
    std::optional<StepRange> range;        ///< as chosen
    std::optional<double> slowFirstStep;   ///< times the median, when it is slow
    bool isFirstLeftOut = false;           ///< the first step is outside the chosen range
};

using AnalyzedSides = PerSide<std::shared_ptr<const AnalyzedTrace>>;

[[nodiscard]] SideChoices sideChoices(const AnalyzedTrace* side, const SessionSelection& selection,
                                      Side which);
[[nodiscard]] PerSide<SideChoices> choicesOf(const AnalyzedSides& sides, const SessionSelection& selection);

/// The devices of a side, the dearest first; one that cannot be told from others has an obstacle. Passes over
/// all activities: ask only when it is shown.
[[nodiscard]] std::vector<DeviceOption> deviceOptions(const AnalyzedTrace& side);

/// Why a phase cannot be chosen, or "".
[[nodiscard]] QString phaseObstacle(const PerSide<SideChoices>& choices, PhaseFilter phase);
/// Why steps cannot be chosen on a side, or "".
[[nodiscard]] QString stepsObstacle(const SideChoices& choices, Side side);
/// Why the first step cannot be left out, or "".
[[nodiscard]] QString firstStepObstacle(const SideChoices& choices, Side side);
/// Why figures cannot be per step, or "".
[[nodiscard]] QString perStepObstacle(const PerSide<SideChoices>& choices);

/// "20 decode, 2 prefill"; "no steps".
[[nodiscard]] QString phasesText(const SideChoices& choices);
/// What is compared, for the button: "Steps 12–31 (20), mean", "Decode, A 20, B 18 steps, total", "Whole
/// traces".
[[nodiscard]] QString selectionText(const PerSide<SideChoices>& choices, PhaseFilter phase, bool perStep);

/// The range of steps, or none where it is all of them: then work outside the steps counts too.
[[nodiscard]] std::optional<StepRange> rangeOf(std::uint32_t first, std::uint32_t last, std::uint32_t steps);
/// With the first step of a side in or out of the range; the rest of the range stays.
void leaveOutFirstStep(SessionSelection& selection, Side side, std::uint32_t steps, bool isLeftOut);
/// Another device: its steps are others, so that the range is forgotten.
void chooseDevice(SessionSelection& selection, Side side, const DeviceOption& device);

} // namespace diptych
