#include "ui/models/selection_choices.h"

#include "core/analysis/analysis_diagnostics.h"
#include "core/analysis/device_choice.h"
#include "ui/style/number_format.h"

#include <QStringList>

#include <algorithm>

namespace diptych {

namespace {

QString sideText(Side side) {
    return QLatin1String(sideName(side));
}

bool passes(Phase phase, PhaseFilter filter) {
    switch (filter) {
    case PhaseFilter::All:
        return true;
    case PhaseFilter::Prefill:
        return phase == Phase::Prefill;
    case PhaseFilter::Decode:
        return phase == Phase::Decode;
    case PhaseFilter::Mixed:
        return phase == Phase::Mixed;
    }
    return false;
}

QString nameOf(Phase phase) {
    const std::string_view name = phaseName(phase);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString nameOf(PhaseFilter phase) {
    const std::string_view name = phaseFilterName(phase);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

std::uint32_t stepsOfPhase(const SideChoices& choices, PhaseFilter filter) {
    std::uint32_t steps = 0;
    for (std::size_t i = 0; i < choices.phases.size(); ++i) {
        steps += passes(static_cast<Phase>(i), filter) ? choices.phases[i] : 0;
    }
    return steps;
}

bool isRun(const std::vector<std::uint32_t>& ordinals) {
    return !ordinals.empty() && ordinals.back() - ordinals.front() + 1 == ordinals.size();
}

/// "12–31", "7".
QString runText(const std::vector<std::uint32_t>& ordinals) {
    const QString first = QString::number(ordinals.front());
    return ordinals.size() == 1 ? first : first + QChar(0x2013) + QString::number(ordinals.back());
}

QString countedSteps(std::size_t steps) {
    return formatCount(steps) + (steps == 1 ? QStringLiteral(" step") : QStringLiteral(" steps"));
}

} // namespace

SideChoices sideChoices(const AnalyzedTrace* side, const SessionSelection& selection, Side which) {
    SideChoices choices;
    choices.range = selection.steps[which];
    if (!side) {
        return choices;
    }
    choices.isAnalyzed = true;
    choices.steps = static_cast<std::uint32_t>(side->steps.steps.size());
    for (std::uint32_t i = 0; i < choices.steps; ++i) {
        const Phase phase = side->steps.steps[i].phase;
        ++choices.phases[static_cast<std::size_t>(phase)];
        const bool isInRange = !choices.range || (i >= choices.range->first && i <= choices.range->last);
        if (isInRange && passes(phase, selection.phase)) {
            choices.selected.push_back(i);
        }
    }
    choices.slowFirstStep = slowFirstStepRatio(side->steps);
    choices.isFirstLeftOut = choices.range && choices.range->first > 0;
    return choices;
}

PerSide<SideChoices> choicesOf(const AnalyzedSides& sides, const SessionSelection& selection) {
    return {sideChoices(sides.a.get(), selection, Side::A), sideChoices(sides.b.get(), selection, Side::B)};
}

std::vector<DeviceOption> deviceOptions(const AnalyzedTrace& side) {
    std::vector<DeviceUse> uses = listDevices(*side.trace);
    std::stable_sort(uses.begin(), uses.end(),
                     [](const DeviceUse& x, const DeviceUse& y) { return x.gpuNs > y.gpuNs; });
    const std::vector<RankInfo>& ranks = side.trace->ranks;
    std::vector<DeviceOption> options;
    for (const DeviceUse& use : uses) {
        const RankInfo rank = use.device.rank < ranks.size() ? ranks[use.device.rank] : RankInfo{};
        DeviceOption option;
        option.rank = rank.rank;
        option.device = use.device.device;
        option.isCurrent = use.device.rank == side.rank && use.device.device == side.device;
        const QString device = use.device.device == kAbsentSmall
                                   ? QStringLiteral("device not told")
                                   : QStringLiteral("device %1").arg(use.device.device);
        const QString rankText =
            rank.rank ? QStringLiteral("rank %1").arg(*rank.rank) : QString::fromStdString(rank.label);
        option.label = (rankText.isEmpty() ? device : rankText + QStringLiteral(", ") + device) +
                       QStringLiteral(", ") + formatDuration(use.gpuNs);
        if (!rank.rank && ranks.size() > 1 && !option.isCurrent) {
            option.obstacle =
                QStringLiteral("The file does not number this rank, so it cannot be told from the others");
        }
        options.push_back(std::move(option));
    }
    return options;
}

QString phaseObstacle(const PerSide<SideChoices>& choices, PhaseFilter phase) {
    if (phase == PhaseFilter::All) {
        return {};
    }
    if (!choices.a.isAnalyzed && !choices.b.isAnalyzed) {
        return QStringLiteral("Known when the traces are analysed");
    }
    if (choices.a.steps == 0 && choices.b.steps == 0) {
        return QStringLiteral("Neither trace has steps, so there are no phases");
    }
    if (stepsOfPhase(choices.a, phase) == 0 && stepsOfPhase(choices.b, phase) == 0) {
        return QStringLiteral("No step of A or B is %1: A has %2; B has %3")
            .arg(phase == PhaseFilter::Mixed ? QStringLiteral("of both phases") : nameOf(phase),
                 phasesText(choices.a), phasesText(choices.b));
    }
    return {};
}

QString stepsObstacle(const SideChoices& choices, Side side) {
    if (!choices.isAnalyzed) {
        return QStringLiteral("Known when %1 is analysed").arg(sideText(side));
    }
    if (choices.steps == 0) {
        return QStringLiteral("No steps were found in %1: the whole trace is compared").arg(sideText(side));
    }
    return choices.steps == 1 ? QStringLiteral("%1 has one step").arg(sideText(side)) : QString();
}

QString firstStepObstacle(const SideChoices& choices, Side side) {
    const QString steps = stepsObstacle(choices, side);
    if (!steps.isEmpty() || choices.slowFirstStep || choices.isFirstLeftOut) {
        return steps;
    }
    return QStringLiteral("The first step of %1 is not slow: it takes at most 1.5 times the median")
        .arg(sideText(side));
}

QString perStepObstacle(const PerSide<SideChoices>& choices) {
    for (const Side side : kSides) {
        if (choices[side].isAnalyzed && choices[side].selected.empty()) {
            return choices[side].steps == 0
                       ? QStringLiteral("No steps were found in %1, so there are no figures per step")
                             .arg(sideText(side))
                       : QStringLiteral("No step of %1 is selected, so there are no figures per step")
                             .arg(sideText(side));
        }
    }
    return {};
}

QString phasesText(const SideChoices& choices) {
    QStringList parts;
    for (const Phase phase : {Phase::Prefill, Phase::Decode, Phase::Mixed, Phase::Unknown}) {
        const std::uint32_t count = choices.phases[static_cast<std::size_t>(phase)];
        if (count != 0) {
            parts.append(formatCount(count) + QLatin1Char(' ') +
                         (phase == Phase::Unknown ? QStringLiteral("of no known phase") : nameOf(phase)));
        }
    }
    return parts.isEmpty() ? QStringLiteral("no steps") : parts.join(QStringLiteral(", "));
}

QString selectionText(const PerSide<SideChoices>& choices, PhaseFilter phase, bool perStep) {
    const std::vector<std::uint32_t>& a = choices.a.selected;
    const std::vector<std::uint32_t>& b = choices.b.selected;
    if (choices.a.steps == 0 && choices.b.steps == 0) {
        return QStringLiteral("Whole traces");
    }
    const QString kind =
        perStep && !a.empty() && !b.empty() ? QStringLiteral(", mean") : QStringLiteral(", total");
    QString name = nameOf(phase);
    name = phase == PhaseFilter::All ? QString() : name.at(0).toUpper() + name.mid(1);
    if (a == b && isRun(a)) {
        const QString steps = a.size() == 1
                                  ? QStringLiteral("Step %1").arg(runText(a))
                                  : QStringLiteral("Steps %1 (%2)").arg(runText(a), formatCount(a.size()));
        return (name.isEmpty() ? steps : name + QStringLiteral(", ") + steps.toLower()) + kind;
    }
    const QString counts =
        a.size() == b.size()
            ? countedSteps(a.size())
            : QStringLiteral("A %1, B %2 steps").arg(formatCount(a.size()), formatCount(b.size()));
    return (name.isEmpty() ? counts : name + QStringLiteral(", ") + counts) + kind;
}

std::optional<StepRange> rangeOf(std::uint32_t first, std::uint32_t last, std::uint32_t steps) {
    if (steps == 0 || (first == 0 && last + 1 >= steps)) {
        return std::nullopt;
    }
    return StepRange{std::min(first, last), std::max(first, last)};
}

void leaveOutFirstStep(SessionSelection& selection, Side side, std::uint32_t steps, bool isLeftOut) {
    if (steps < 2) {
        return;
    }
    const StepRange now = selection.steps[side].value_or(StepRange{0, steps - 1});
    const std::uint32_t first = isLeftOut ? std::max(1U, now.first) : 0;
    selection.steps[side] = rangeOf(first, std::max(first, now.last), steps);
}

void chooseDevice(SessionSelection& selection, Side side, const DeviceOption& device) {
    selection.analysis[side].rank = device.rank;
    selection.analysis[side].device = device.device;
    selection.steps[side].reset();
}

} // namespace diptych
