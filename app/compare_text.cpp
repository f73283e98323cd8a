#include "app/compare_text.h"

#include "app/inspect_text.h"
#include "app/text_table.h"
#include "core/compare/statistics.h"

#include <algorithm>

namespace diptych {

namespace {

constexpr std::size_t kLineWidth = 100;
constexpr std::size_t kMostOperations = 15;
constexpr std::size_t kMostFindings = 5;

std::string fileName(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string stepsText(const SelectedSide& selected, const AnalyzedTrace& side) {
    const std::size_t all = side.steps.steps.size();
    if (all == 0) {
        return "no steps";
    }
    const std::string counted = all == 1 ? "1 step" : std::to_string(all) + " steps";
    return selected.steps.size() == all ? counted : std::to_string(selected.steps.size()) + " of " + counted;
}

std::string sidesText(const Comparison& c) {
    TextTable table({{"", Align::Left},
                     {"trace", Align::Left},
                     {"GPU", Align::Left},
                     {"selected", Align::Left},
                     {"kernels, copies"},
                     {"GPU ms in all"},
                     {c.summary.perStep ? "per step" : ""}});
    for (const Side side : kSides) {
        const AnalyzedTrace& analyzed = *c.sides[side];
        const TraceMetadata& metadata = analyzed.trace->metadata;
        table.addRow({sideName(side), shortened(fileName(analyzed.trace->path), 44),
                      metadata.gpu && !metadata.gpu->empty() ? shortened(*metadata.gpu, 28)
                                                             : std::string(platformName(metadata.platform)),
                      stepsText(c.selection[side], analyzed), countText(c.selection[side].kernels),
                      millisecondsText(c.selection[side].totalNs),
                      c.summary.perStep ? millisecondsText(c.selection[side].stepNs) : std::string()});
    }
    return table.text();
}

/// The figure of an operation that the gap is made of.
std::optional<Nanoseconds> figure(const DurationStats& stats, bool perStep) {
    return stats.count == 0 ? std::nullopt : perStep ? stats.stepNs : std::optional(stats.totalNs);
}

std::string operationsText(const Comparison& c) {
    if (c.operations.empty()) {
        return {};
    }
    const std::string unit = c.summary.perStep ? " ms/step" : " ms";
    TextTable table({{"operation", Align::Left},
                     {"A" + unit},
                     {"B" + unit},
                     {"gap"},
                     {"A/B"},
                     {"of gap"},
                     {"A is", Align::Left}});
    const std::size_t shown = std::min(c.operations.size(), kMostOperations);
    for (std::size_t i = 0; i < shown; ++i) {
        const OperationRow& row = c.operations[i];
        const char* const presence = row.presence == Presence::OnlyA   ? "only on A"
                                     : row.presence == Presence::OnlyB ? "only on B"
                                                                       : nullptr;
        const PerSide<std::optional<Nanoseconds>> ns{figure(row.stats.a, c.summary.perStep),
                                                     figure(row.stats.b, c.summary.perStep)};
        // Of the times beside it, as in the window; OperationRow::ratio is of the means of single kernels.
        table.addRow({shortened(row.operation, 36), millisecondsText(ns.a), millisecondsText(ns.b),
                      signedMillisecondsText(row.gapNs), ratioText(ratioOf(ns.a, ns.b)),
                      percentText(row.share),
                      presence != nullptr ? presence : std::string(statusName(row.status))});
    }
    std::string text = '\n' + table.text();
    if (shown < c.operations.size()) {
        text += "and " + std::to_string(c.operations.size() - shown) + " more operations\n";
    }
    return text;
}

std::string findingsText(const std::string& title, const std::vector<FindingRow>& findings) {
    if (findings.empty()) {
        return {};
    }
    std::string text = '\n' + title + '\n';
    const std::size_t shown = std::min(findings.size(), kMostFindings);
    for (std::size_t i = 0; i < shown; ++i) {
        const FindingRow& finding = findings[i];
        std::string label = "  " + std::string(markName(finding.mark));
        label.resize(11, ' ');
        text += label +
                wrapped(finding.sentence + " (" + signedMillisecondsText(finding.gapNs) + " ms)",
                        kLineWidth - 11, std::string(11, ' ')) +
                '\n';
    }
    if (shown < findings.size()) {
        text += "  and " + std::to_string(findings.size() - shown) + " more, which --json and --csv list\n";
    }
    return text;
}

/// How many kernels the user's own rules file under another operation than those built in.
std::string rulesText(const Comparison& comparison, const std::string& file) {
    PerSide<std::uint64_t> moved;
    for (const ReclassifiedRow& row : comparison.reclassified) {
        moved[row.side] += row.count;
    }
    return "\nClassified by " + fileName(file) + ": " + countText(moved.a) + " of A's kernels and " +
           countText(moved.b) + " of B's are filed elsewhere than by the built-in rules.\n";
}

std::optional<double> shareOf(Nanoseconds part, Nanoseconds whole) {
    return whole > 0 ? std::optional(static_cast<double>(part) / static_cast<double>(whole)) : std::nullopt;
}

std::string coverageText(const Coverage& coverage) {
    const Nanoseconds total = coverage.totalNs.a + coverage.totalNs.b;
    const auto share = [&](const PerSide<Nanoseconds>& part) {
        return percentText(shareOf(part.a + part.b, total));
    };
    if (total <= 0) {
        return {};
    }
    return "\nIn pairs of both sides: " + percentText(shareOf(coverage.matchedNs.a, coverage.totalNs.a)) +
           " of A's GPU time, " + percentText(shareOf(coverage.matchedNs.b, coverage.totalNs.b)) +
           " of B's (exact " + share(coverage.exactNs) + ", by rule " + share(coverage.ruleNs) +
           ", inferred " + share(coverage.inferredNs) + ")\n";
}

} // namespace

std::string compareText(const Comparison& comparison, const std::optional<std::string>& rulesFile) {
    std::string text = sidesText(comparison);
    if (!comparison.summary.verdict.empty()) {
        text += '\n' + wrapped(comparison.summary.verdict, kLineWidth, "") + '\n';
    }
    text += operationsText(comparison);
    text += findingsText("What would close the gap", comparison.findings);
    text += findingsText("Where A is ahead", comparison.ahead);
    text += coverageText(comparison.coverage);
    if (rulesFile) {
        text += rulesText(comparison, *rulesFile);
    }
    const std::string diagnostics = diagnosticsText(comparison.diagnostics);
    return diagnostics.empty() ? text : text + '\n' + diagnostics;
}

} // namespace diptych
