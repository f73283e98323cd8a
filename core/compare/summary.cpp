#include "core/compare/summary.h"

#include "core/compare/duration_text.h"
#include "core/compare/operation_diff.h"
#include "core/compare/statistics.h"

#include <cmath>
#include <cstdlib>

namespace diptych {

namespace {

/// "(1.83x slower)", with a factor never below 1; within half a percent both are called equal.
std::string slowerOrFaster(double ratio) {
    const double factor = ratio >= 1 ? ratio : 1 / ratio;
    if (factor < 1.005) {
        return "the same within 0.5 %";
    }
    return formatted("%.2f\u00d7 ", factor) + (ratio > 1 ? "slower" : "faster");
}

/// The operation with the largest part of the gap in the direction of the gap.
const OperationRow* dominant(const std::vector<OperationRow>& operations, Nanoseconds gapNs) {
    for (const OperationRow& row : operations) {
        if (row.share && (row.gapNs > 0) == (gapNs > 0) && row.gapNs != 0) {
            return &row; // rows come with the largest gap first
        }
    }
    return nullptr;
}

std::string verdictOf(const Summary& summary) {
    const std::string each = summary.perStep ? " per step" : " of GPU time";
    if (summary.ns.a == 0 && summary.ns.b == 0) {
        return "Neither side has GPU time in this selection.";
    }
    if (summary.ns.a == 0 || summary.ns.b == 0) {
        const bool lacksA = summary.ns.a == 0;
        return std::string(lacksA ? "B" : "A") + " needs " +
               durationText(lacksA ? summary.ns.b : summary.ns.a) + each + "; " + (lacksA ? "A" : "B") +
               " has no GPU time in this selection.";
    }
    std::string text =
        "A needs " + durationText(summary.ns.a) + each + " where B needs " + durationText(summary.ns.b);
    if (summary.ratio) {
        text += " (" + slowerOrFaster(*summary.ratio) + ")";
    }
    if (summary.dominantOperation && summary.dominantShare) {
        text += *summary.dominantShare <= 1.0
                    ? "; " + formatted("%.0f", *summary.dominantShare * 100) + " % of the gap is " +
                          *summary.dominantOperation
                    : "; the largest part of the gap is " + *summary.dominantOperation;
    }
    return text + '.';
}

} // namespace

Summary summarize(const ComparedSides& sides, const std::vector<OperationRow>& operations,
                  const Thresholds& thresholds) {
    Summary summary;
    summary.perStep = sides.isPerStep();
    summary.ns = {sides.headlineNs(Side::A), sides.headlineNs(Side::B)};
    summary.gapNs = sides.headlineGapNs();
    summary.ratio = ratioOf(summary.ns.a, summary.ns.b);
    if (std::abs(summary.gapNs) > operationThresholdNs(sides, thresholds)) {
        if (const OperationRow* const row = dominant(operations, summary.gapNs)) {
            summary.dominantOperation = row->operation;
            summary.dominantShare = row->share;
        }
    }
    summary.verdict = verdictOf(summary);
    return summary;
}

} // namespace diptych
