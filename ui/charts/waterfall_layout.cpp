#include "ui/charts/waterfall_layout.h"

#include "core/export/waterfall.h"

#include <algorithm>

namespace diptych {

namespace {

WaterfallRow rowOf(const WaterfallStep& step) {
    WaterfallRow row;
    row.label = QString::fromStdString(step.label);
    row.operation = QString::fromStdString(step.operation);
    for (const std::string& operation : step.merged) {
        row.merged.append(QString::fromStdString(operation));
    }
    row.fromNs = step.fromNs;
    row.toNs = step.toNs;
    row.gapNs = step.gapNs;
    row.share = step.share;
    row.side = step.side;
    return row;
}

} // namespace

std::vector<WaterfallRow> makeWaterfall(const Comparison& comparison, const PerSide<QString>& labels,
                                        int mostRows, bool perStep) {
    std::vector<WaterfallRow> rows;
    for (const WaterfallStep& step :
         waterfallSteps(gapParts(comparison, perStep), {labels.a.toStdString(), labels.b.toStdString()},
                        static_cast<std::size_t>(std::max(0, mostRows)))) {
        rows.push_back(rowOf(step));
        const auto operation =
            std::find_if(comparison.operations.begin(), comparison.operations.end(),
                         [&](const OperationRow& row) { return row.operation == step.operation; });
        if (!step.operation.empty() && operation != comparison.operations.end()) {
            for (const std::string& other : operation->against) {
                rows.back().against.append(QString::fromStdString(other));
            }
        }
    }
    return rows;
}

} // namespace diptych
