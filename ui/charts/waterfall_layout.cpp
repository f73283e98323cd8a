#include "ui/charts/waterfall_layout.h"

#include <algorithm>
#include <cstdlib>

namespace diptych {

namespace {

struct Fall {
    QString label;
    QString operation;
    QStringList merged;
    Nanoseconds gapNs = 0;
    std::optional<double> share;
};

std::vector<Fall> stepsOf(const Comparison& comparison) {
    std::vector<Fall> steps;
    for (const AttributionRow& row : comparison.attribution) {
        const QString operation = QString::fromStdString(row.operation);
        steps.push_back({operation, operation, {}, row.gapNs, row.share});
    }
    return steps;
}

/// Replaces the smallest steps by one, so that `most` remain.
void mergeSmallest(std::vector<Fall>& steps, std::size_t most) {
    if (steps.size() <= most || most == 0) {
        return;
    }
    std::stable_sort(steps.begin(), steps.end(),
                     [](const Fall& x, const Fall& y) { return std::abs(x.gapNs) > std::abs(y.gapNs); });
    Fall rest;
    for (std::size_t i = most - 1; i < steps.size(); ++i) {
        rest.merged.append(steps[i].operation);
        rest.gapNs += steps[i].gapNs;
        if (steps[i].share) {
            rest.share = rest.share.value_or(0) + *steps[i].share;
        }
    }
    rest.label = QStringLiteral("%1 others").arg(rest.merged.size());
    steps.resize(most - 1);
    steps.push_back(std::move(rest));
}

WaterfallRow sideRow(Side side, const QString& label, Nanoseconds ns) {
    WaterfallRow row;
    row.label = label;
    row.toNs = ns;
    row.side = side;
    return row;
}

} // namespace

std::vector<WaterfallRow> makeWaterfall(const Comparison& comparison, const PerSide<QString>& labels,
                                        int mostRows) {
    std::vector<Fall> steps = stepsOf(comparison);
    mergeSmallest(steps, static_cast<std::size_t>(std::max(1, mostRows - 2)));
    std::stable_sort(steps.begin(), steps.end(),
                     [](const Fall& x, const Fall& y) { return x.gapNs > y.gapNs; });
    std::vector<WaterfallRow> rows{sideRow(Side::A, labels.a, comparison.summary.ns.a)};
    Nanoseconds levelNs = comparison.summary.ns.a;
    for (Fall& step : steps) {
        WaterfallRow row;
        row.label = step.label;
        row.operation = step.operation;
        row.merged = step.merged;
        row.gapNs = step.gapNs;
        row.share = step.share;
        row.fromNs = std::min(levelNs, levelNs - step.gapNs);
        row.toNs = std::max(levelNs, levelNs - step.gapNs);
        levelNs -= step.gapNs;
        rows.push_back(std::move(row));
    }
    rows.push_back(sideRow(Side::B, labels.b, comparison.summary.ns.b));
    return rows;
}

} // namespace diptych
