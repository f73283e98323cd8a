#include "core/export/waterfall.h"

#include <algorithm>
#include <cstdlib>

namespace diptych {

namespace {

std::vector<WaterfallStep> stepsOf(const GapParts& parts) {
    std::vector<WaterfallStep> steps;
    for (const AttributionRow& row : parts.operations) {
        WaterfallStep step;
        step.label = row.operation;
        step.operation = row.operation;
        step.gapNs = row.gapNs;
        step.share = row.share;
        steps.push_back(std::move(step));
    }
    return steps;
}

/// Replaces the smallest steps by one, so that `most` remain.
void mergeSmallest(std::vector<WaterfallStep>& steps, std::size_t most) {
    if (steps.size() <= most || most == 0) {
        return;
    }
    std::stable_sort(steps.begin(), steps.end(), [](const WaterfallStep& x, const WaterfallStep& y) {
        return std::abs(x.gapNs) > std::abs(y.gapNs);
    });
    WaterfallStep rest;
    for (std::size_t i = most - 1; i < steps.size(); ++i) {
        rest.merged.push_back(steps[i].operation);
        rest.gapNs += steps[i].gapNs;
        if (steps[i].share) {
            rest.share = rest.share.value_or(0) + *steps[i].share;
        }
    }
    rest.label = std::to_string(rest.merged.size()) + " others";
    steps.resize(most - 1);
    steps.push_back(std::move(rest));
}

WaterfallStep sideStep(Side side, const std::string& label, Nanoseconds ns) {
    WaterfallStep step;
    step.label = label;
    step.toNs = ns;
    step.side = side;
    return step;
}

} // namespace

GapParts gapParts(const Comparison& comparison, bool perStep) {
    if (perStep || !comparison.summary.perStep) {
        return {comparison.summary.ns, comparison.attribution};
    }
    GapParts parts{{comparison.selection.a.totalNs, comparison.selection.b.totalNs}, {}};
    const Nanoseconds wholeNs = parts.ns.a - parts.ns.b;
    for (const OperationRow& operation : comparison.operations) {
        AttributionRow row;
        row.operation = operation.operation;
        row.ns = {operation.stats.a.totalNs, operation.stats.b.totalNs};
        row.gapNs = row.ns.a - row.ns.b;
        if (operation.share && wholeNs != 0) {
            row.share = static_cast<double>(row.gapNs) / static_cast<double>(wholeNs);
        }
        parts.operations.push_back(std::move(row));
    }
    return parts;
}

std::vector<WaterfallStep> waterfallSteps(const GapParts& parts, const PerSide<std::string>& labels,
                                          std::size_t mostRows) {
    std::vector<WaterfallStep> steps = stepsOf(parts);
    mergeSmallest(steps, mostRows < 3 ? 1 : mostRows - 2);
    std::stable_sort(steps.begin(), steps.end(),
                     [](const WaterfallStep& x, const WaterfallStep& y) { return x.gapNs > y.gapNs; });
    std::vector<WaterfallStep> rows{sideStep(Side::A, labels.a, parts.ns.a)};
    Nanoseconds levelNs = parts.ns.a;
    for (WaterfallStep& step : steps) {
        step.fromNs = std::min(levelNs, levelNs - step.gapNs);
        step.toNs = std::max(levelNs, levelNs - step.gapNs);
        levelNs -= step.gapNs;
        rows.push_back(std::move(step));
    }
    rows.push_back(sideStep(Side::B, labels.b, parts.ns.b));
    return rows;
}

std::vector<WaterfallStep> waterfallSteps(const Comparison& comparison, const PerSide<std::string>& labels,
                                          std::size_t mostRows) {
    return waterfallSteps(gapParts(comparison, true), labels, mostRows);
}

} // namespace diptych
