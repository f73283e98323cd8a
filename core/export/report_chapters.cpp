#include "core/export/report_chapters.h"

#include "core/compare/statistics.h"
#include "core/export/wall_time.h"

#include <algorithm>
#include <cstdlib>

namespace diptych {

namespace {

constexpr std::size_t kMostOperations = 60;
constexpr std::size_t kMostBars = 16;
constexpr std::size_t kMostLayers = 160;
constexpr std::size_t kMostPatterns = 40;
constexpr std::size_t kMostDrawnPatterns = 6;
constexpr std::size_t kMostLaunchCounts = 25;
constexpr std::size_t kMostCategories = 40;
constexpr std::size_t kMostIdleGaps = 10;
constexpr std::size_t kMostModules = 120;
constexpr std::size_t kMostDiagnostics = 60;
constexpr std::size_t kMostDrawnKernels = 6;

template <class Number>
ReportValue valueOf(const std::optional<Number>& number) {
    return number ? ReportValue(*number) : ReportValue();
}

ReportValue timeOf(Nanoseconds ns) {
    return static_cast<std::int64_t>(ns);
}

ReportValue countOf(std::uint64_t count) {
    return count;
}

/// A time that is not there because the side runs nothing of the kind.
ReportValue timeOfSide(const DurationStats& stats, bool perStep) {
    if (stats.count == 0) {
        return {};
    }
    return perStep ? valueOf(stats.stepNs) : timeOf(stats.totalNs);
}

std::string firstNameOf(const std::vector<NameShare>& names) {
    return names.empty() ? std::string() : names.front().name;
}

ReportValue textOrNothing(const std::string& text) {
    return text.empty() ? ReportValue() : ReportValue(text);
}

std::string presenceText(Presence presence, Status status) {
    switch (presence) {
    case Presence::OnlyA:
        return "only A";
    case Presence::OnlyB:
        return "only B";
    case Presence::Both:
        break;
    }
    return std::string(statusName(status));
}

/// The columns that most tables end with.
void addGapColumns(ReportTable& table, const std::string& unit) {
    table.columns.push_back({"A", unit, ReportFormat::Microseconds});
    table.columns.push_back({"B", unit, ReportFormat::Microseconds});
    table.columns.push_back({"A \u2212 B", unit, ReportFormat::Gap});
    table.columns.push_back({"A \u00F7 B", "", ReportFormat::Ratio});
}

ReportTable operationTable(const Comparison& c) {
    ReportTable table;
    table.caption = "All operations";
    table.remark = "largest gap first";
    const std::string unit = timeUnit(c);
    table.columns = {{"Operation", "", ReportFormat::Text},
                     {"A", unit, ReportFormat::Microseconds},
                     {"B", unit, ReportFormat::Microseconds},
                     {"A \u2212 B", unit, ReportFormat::Gap},
                     {"Share", "%", ReportFormat::Share},
                     {"A mean", "\u00B5s", ReportFormat::Microseconds},
                     {"B mean", "\u00B5s", ReportFormat::Microseconds},
                     {"A \u00F7 B mean", "", ReportFormat::Ratio},
                     {"A is", "", ReportFormat::Text, true, 0.3}};
    for (std::size_t i = 0; i < std::min(c.operations.size(), kMostOperations); ++i) {
        const OperationRow& row = c.operations[i];
        ReportRow line;
        line.category = row.category;
        line.cells = {row.operation,
                      timeOfSide(row.stats.a, c.summary.perStep),
                      timeOfSide(row.stats.b, c.summary.perStep),
                      timeOf(row.gapNs),
                      valueOf(row.share),
                      valueOf(row.stats.a.meanNs),
                      valueOf(row.stats.b.meanNs),
                      valueOf(row.ratio),
                      presenceText(row.presence, row.status)};
        table.rows.push_back(std::move(line));
    }
    table.leftOut = c.operations.size() - table.rows.size();
    return table;
}

ReportTable operationKernelTable(const Comparison& c) {
    ReportTable table;
    table.caption = "Their kernels";
    table.remark = "how many, and the one with most time on each side";
    table.columns = {{"Operation", "", ReportFormat::Text, false, 0.8},
                     {"A", "in all", ReportFormat::Count},
                     {"Kernel of A", "", ReportFormat::Name, false, 1.4},
                     {"B", "in all", ReportFormat::Count},
                     {"Kernel of B", "", ReportFormat::Name, false, 1.4}};
    for (std::size_t i = 0; i < std::min(c.operations.size(), kMostOperations); ++i) {
        const OperationRow& row = c.operations[i];
        ReportRow line;
        line.category = row.category;
        line.cells = {row.operation, countOf(row.stats.a.count), textOrNothing(firstNameOf(row.names.a)),
                      countOf(row.stats.b.count), textOrNothing(firstNameOf(row.names.b))};
        table.rows.push_back(std::move(line));
    }
    table.leftOut = c.operations.size() - table.rows.size();
    return table;
}

ReportBars operationBars(const Comparison& c) {
    ReportBars chart;
    chart.caption = "GPU time by operation";
    chart.unit = timeUnit(c);
    for (std::size_t i = 0; i < std::min(c.operations.size(), kMostBars); ++i) {
        const OperationRow& row = c.operations[i];
        ReportBars::Bar bar{row.operation, row.category, {}};
        for (const Side side : kSides) {
            const DurationStats& stats = row.stats[side];
            if (stats.count > 0) {
                bar.ns[side] = c.summary.perStep ? stats.stepNs : stats.totalNs;
            }
        }
        chart.bars.push_back(std::move(bar));
    }
    return chart;
}

ReportTable fusionTable(const Comparison& c) {
    ReportTable table;
    table.caption = "Patterns";
    table.remark = "work that the sides split into kernels differently; A fuses " +
                   std::to_string(c.fusionTally.patterns.a) + ", B fuses " +
                   std::to_string(c.fusionTally.patterns.b);
    const bool isPerStep = c.summary.perStep;
    const std::string unit = timeUnit(c);
    table.columns = {{"Pattern", "", ReportFormat::Text},
                     {"Fused by", "", ReportFormat::Text, true, 0.2},
                     {"Times", "in all", ReportFormat::Count},
                     {"A", "kernels", ReportFormat::Count},
                     {"B", "kernels", ReportFormat::Count},
                     {"A once", "\u00B5s", ReportFormat::Microseconds},
                     {"B once", "\u00B5s", ReportFormat::Microseconds},
                     {"A \u2212 B once", "\u00B5s", ReportFormat::Gap},
                     {"A \u2212 B", unit, ReportFormat::Gap},
                     {"In", "layers", ReportFormat::Count}};
    for (std::size_t i = 0; i < std::min(c.fusion.size(), kMostPatterns); ++i) {
        const FusionRow& row = c.fusion[i];
        ReportRow line;
        line.cells = {row.pattern,
                      row.fuses ? ReportValue(std::string(sideName(*row.fuses))) : ReportValue(),
                      countOf(row.occurrences),
                      countOf(row.kernels.a),
                      countOf(row.kernels.b),
                      timeOf(row.ns.a),
                      timeOf(row.ns.b),
                      timeOf(row.gapNs),
                      isPerStep ? valueOf(row.gapStepNs) : timeOf(row.totalNs.a - row.totalNs.b),
                      countOf(row.layers.size())};
        table.rows.push_back(std::move(line));
    }
    table.leftOut = c.fusion.size() - table.rows.size();
    return table;
}

/// Kernels of one occurrence at the place that is drawn, means over its instances.
std::vector<ReportFusion::Kernel> kernelsOnce(const KernelPair& pair, Side side) {
    std::vector<ReportFusion::Kernel> kernels;
    const auto instances = static_cast<Nanoseconds>(std::max<std::uint64_t>(1, pair.stats[side].count));
    for (const NameShare& name : pair.names[side]) {
        kernels.push_back({name.name, name.totalNs / instances});
        if (kernels.size() == kMostDrawnKernels) {
            break;
        }
    }
    return kernels;
}

/// A pattern as it shows at the place with most instances.
ReportFusion fusionDrawing(const Comparison& c, const FusionRow& row) {
    ReportFusion drawing;
    drawing.pattern = row.pattern;
    drawing.evidence = row.evidence;
    drawing.fuses = row.fuses;
    drawing.gapNs = row.gapNs;
    const auto instances = [&](std::uint32_t pair) {
        return c.pairs[pair].stats.a.count + c.pairs[pair].stats.b.count;
    };
    const auto typical =
        std::max_element(row.pairs.begin(), row.pairs.end(),
                         [&](std::uint32_t x, std::uint32_t y) { return instances(x) < instances(y); });
    if (typical != row.pairs.end()) {
        const KernelPair& pair = c.pairs[*typical];
        drawing.drawnPair = pair.id;
        for (const Side side : kSides) {
            drawing.kernels[side] = kernelsOnce(pair, side);
            drawing.ns[side] = pair.stats[side].meanNs;
        }
    }
    return drawing;
}

ReportTable launchCountTable(const Comparison& c) {
    ReportTable table;
    table.caption = "Differences in launch counts";
    table.remark = std::to_string(c.launchCounts.matches) + " matched groups of launches";
    table.columns = {{"Kernel type", "", ReportFormat::Text, false, 0.8},
                     {"A", "in all", ReportFormat::Count},
                     {"B", "in all", ReportFormat::Count},
                     {"A", "a group", ReportFormat::Average},
                     {"B", "a group", ReportFormat::Average},
                     {"A \u00F7 B time", "", ReportFormat::Ratio},
                     {"Explanation", "", ReportFormat::Text, true, 1.2}};
    const auto perGroup = [&](double average) {
        return c.launchCounts.matches == 0 ? ReportValue() : ReportValue(average);
    };
    const std::vector<LaunchCountRow>& rows = c.launchCounts.rows;
    for (std::size_t i = 0; i < std::min(rows.size(), kMostLaunchCounts); ++i) {
        const LaunchCountRow& row = rows[i];
        ReportRow line;
        line.cells = {row.type,
                      countOf(row.counts.a),
                      countOf(row.counts.b),
                      perGroup(row.averages.a),
                      perGroup(row.averages.b),
                      valueOf(row.ratio),
                      textOrNothing(row.explanation)};
        table.rows.push_back(std::move(line));
    }
    table.leftOut = rows.size() - table.rows.size();
    return table;
}

ReportTable idleGapTable(const Comparison& c) {
    ReportTable table;
    table.caption = "Longest idle stretches";
    table.columns = {{"Side", "", ReportFormat::Text, false, 0.15},
                     {"Step", "", ReportFormat::Count},
                     {"Length", "\u00B5s", ReportFormat::Microseconds},
                     {"Because", "", ReportFormat::Text, true, 0.5},
                     {"After", "", ReportFormat::Name},
                     {"Before", "", ReportFormat::Name}};
    const auto name = [&](ActivityId activity, Side side) -> ReportValue {
        const AnalyzedTrace& trace = *c.sides[side];
        return activity.isValid() ? ReportValue(std::string(trace.trace->text(trace.names[activity.index()])))
                                  : ReportValue();
    };
    for (std::size_t i = 0; i < std::min(c.idleGaps.size(), kMostIdleGaps); ++i) {
        const IdleGap& gap = c.idleGaps[i];
        ReportRow line;
        line.cells = {std::string(sideName(gap.side)),
                      gap.step.isValid() ? countOf(gap.step.index()) : ReportValue(),
                      timeOf(gap.lengthNs),
                      std::string(gap.launchBound ? "launched late" : "waiting"),
                      name(gap.before, gap.side),
                      name(gap.after, gap.side)};
        table.rows.push_back(std::move(line));
    }
    return table;
}

ReportTable budgetTable(const Comparison& c) {
    ReportTable table;
    table.caption = "Categories";
    const std::string unit = timeUnit(c);
    table.columns = {{"Category", "", ReportFormat::Text},   {"A", unit, ReportFormat::Microseconds},
                     {"A", "%", ReportFormat::Share, true},  {"B", unit, ReportFormat::Microseconds},
                     {"B", "%", ReportFormat::Share, true},  {"A \u2212 B", unit, ReportFormat::Gap},
                     {"A \u00F7 B", "", ReportFormat::Ratio}};
    for (std::size_t i = 0; i < std::min(c.budget.size(), kMostCategories); ++i) {
        const BudgetRow& row = c.budget[i];
        const auto time = [&](Side side) {
            return c.summary.perStep ? valueOf(row.stepNs[side]) : timeOf(row.totalNs[side]);
        };
        const auto share = [&](Side side) {
            return c.summary.perStep
                       ? shareOf(row.stepNs[side].value_or(0), c.selection[side].stepNs.value_or(0))
                       : row.share[side];
        };
        ReportRow line;
        line.category = row.category;
        line.cells = {row.category,   time(Side::A),     share(Side::A),    time(Side::B),
                      share(Side::B), timeOf(row.gapNs), valueOf(row.ratio)};
        table.rows.push_back(std::move(line));
    }
    table.leftOut = c.budget.size() - table.rows.size();
    return table;
}

ReportBars budgetBars(const Comparison& c) {
    ReportBars chart;
    chart.caption = "GPU time by category";
    chart.unit = timeUnit(c);
    for (std::size_t i = 0; i < std::min(c.budget.size(), kMostBars); ++i) {
        const BudgetRow& row = c.budget[i];
        ReportBars::Bar bar{row.category, row.category, {}};
        for (const Side side : kSides) {
            if (row.counts[side] > 0) {
                bar.ns[side] = c.summary.perStep ? row.stepNs[side] : row.totalNs[side];
            }
        }
        chart.bars.push_back(std::move(bar));
    }
    return chart;
}

std::string wallTimeText(WallTimePart part, const Comparison& c) {
    switch (part) {
    case WallTimePart::Compute:
        return "Compute";
    case WallTimePart::ExposedCommunication:
        return "Exposed communication";
    case WallTimePart::ExposedCopies:
        return "Exposed copies";
    case WallTimePart::Idle:
        return "Idle";
    case WallTimePart::Wall:
        return c.composition.a.perStep && c.composition.b.perStep ? "Step" : "Wall time";
    case WallTimePart::IdleLaunchBound:
        return "Idle: the next launch came late";
    case WallTimePart::IdleWaiting:
        return "Idle: waiting though launched";
    case WallTimePart::Overlap:
        return "Overlap of streams";
    case WallTimePart::Sum:
        return "Sum of all activities";
    }
    return {};
}

/// What is drawn before a part that adds up to the wall time.
std::string swatchOf(WallTimePart part) {
    switch (part) {
    case WallTimePart::Compute:
        return "part:compute";
    case WallTimePart::ExposedCommunication:
        return "part:communication";
    case WallTimePart::ExposedCopies:
        return "part:copy";
    case WallTimePart::Idle:
        return "part:idle";
    case WallTimePart::Wall:
    case WallTimePart::IdleLaunchBound:
    case WallTimePart::IdleWaiting:
    case WallTimePart::Overlap:
    case WallTimePart::Sum:
        break;
    }
    return {};
}

} // namespace

std::string timeUnit(const Comparison& comparison) {
    return comparison.summary.perStep ? "\u00B5s per step" : "\u00B5s";
}

ReportTable findingsTable(const std::string& caption, const std::vector<FindingRow>& findings,
                          const AnchorOfPair& anchors, std::size_t mostRows) {
    ReportTable table;
    table.caption = caption;
    table.columns = {{"Kind", "", ReportFormat::Mark},
                     {"What differs", "", ReportFormat::Text},
                     {"Per step", "", ReportFormat::Times, true},
                     {"A \u2212 B", "\u00B5s", ReportFormat::Gap},
                     {"Page", "", ReportFormat::Page, true}};
    for (std::size_t i = 0; i < std::min(findings.size(), mostRows); ++i) {
        const FindingRow& row = findings[i];
        const auto found = std::find_if(row.pairs.begin(), row.pairs.end(), [&](std::uint32_t pair) {
            return pair < anchors.size() && !anchors[pair].empty();
        });
        ReportRow line;
        line.cells = {std::string(markName(row.mark)), row.sentence, row.occurrencesPerStep,
                      timeOf(row.gapNs), found == row.pairs.end() ? ReportValue() : anchors[*found]};
        table.rows.push_back(std::move(line));
    }
    table.leftOut = findings.size() - table.rows.size();
    return table;
}

ReportTable wallTimeTable(const Comparison& c, bool isWhole) {
    ReportTable table;
    table.columns = {{"Part of the wall time", "", ReportFormat::Text},
                     {"A", "\u00B5s", ReportFormat::Microseconds},
                     {"A", "%", ReportFormat::Share, true},
                     {"B", "\u00B5s", ReportFormat::Microseconds},
                     {"B", "%", ReportFormat::Share, true},
                     {"A \u2212 B", "\u00B5s", ReportFormat::Gap}};
    for (const WallTimeRow& row : wallTimeRows(c.composition)) {
        if (row.part > WallTimePart::Wall && !isWhole) {
            break;
        }
        ReportRow line;
        line.category = swatchOf(row.part);
        line.isTotal = row.part == WallTimePart::Wall;
        line.cells = {wallTimeText(row.part, c), timeOf(row.ns.a),     valueOf(row.share.a),
                      timeOf(row.ns.b),          valueOf(row.share.b), timeOf(row.ns.a - row.ns.b)};
        table.rows.push_back(std::move(line));
    }
    return table;
}

std::vector<ReportBlock> operationBlocks(const Comparison& comparison) {
    if (comparison.operations.empty()) {
        return {};
    }
    return {operationBars(comparison), operationTable(comparison), operationKernelTable(comparison)};
}

std::vector<ReportBlock> layerBlocks(const Comparison& c) {
    if (c.layers.empty()) {
        return {};
    }
    ReportBars chart;
    chart.caption = "GPU time by layer";
    chart.unit = timeUnit(c);
    chart.areStanding = true;
    ReportTable table;
    table.caption = "All layers";
    table.columns = {{"Layer", "", ReportFormat::Text},
                     {"A", "kernels", ReportFormat::Count, true},
                     {"B", "kernels", ReportFormat::Count, true}};
    addGapColumns(table, timeUnit(c));
    table.columns.push_back({"A is", "", ReportFormat::Text, true, 0.3});
    for (const LayerRow& row : c.layers) {
        if (table.rows.size() == kMostLayers || (row.kernels.a == 0 && row.kernels.b == 0)) {
            continue; // of a pass that is cut off, or one too many
        }
        chart.bars.push_back({row.layer, "", row.ns});
        ReportRow line;
        line.cells = {row.layer,
                      countOf(row.kernels.a),
                      countOf(row.kernels.b),
                      valueOf(row.ns.a),
                      valueOf(row.ns.b),
                      timeOf(row.gapNs),
                      valueOf(row.ratio),
                      presenceText(row.presence, row.status)};
        table.rows.push_back(std::move(line));
    }
    table.leftOut = c.layers.size() - table.rows.size();
    return {std::move(chart), std::move(table)};
}

std::vector<ReportFusion> fusionDrawings(const Comparison& comparison) {
    std::vector<ReportFusion> drawings;
    for (std::size_t i = 0; i < std::min(comparison.fusion.size(), kMostDrawnPatterns); ++i) {
        drawings.push_back(fusionDrawing(comparison, comparison.fusion[i]));
    }
    return drawings;
}

std::vector<ReportBlock> fusionBlocks(const Comparison& c) {
    std::vector<ReportBlock> blocks;
    if (!c.fusion.empty()) {
        blocks.emplace_back(fusionTable(c));
        for (ReportFusion& drawing : fusionDrawings(c)) {
            blocks.emplace_back(std::move(drawing));
        }
    }
    if (!c.launchCounts.rows.empty()) {
        blocks.emplace_back(launchCountTable(c));
    }
    return blocks;
}

std::vector<ReportBlock> budgetBlocks(const Comparison& c) {
    if (c.budget.empty()) {
        return {};
    }
    std::vector<ReportBlock> blocks{budgetBars(c), budgetTable(c)};
    blocks.emplace_back(ReportComposition{"Composition of the wall time", c.composition});
    blocks.emplace_back(wallTimeTable(c, true));
    if (!c.idleGaps.empty()) {
        blocks.emplace_back(idleGapTable(c));
    }
    return blocks;
}

std::vector<ReportBlock> moduleBlocks(const Comparison& c) {
    if (c.modules.empty()) {
        return {};
    }
    ReportTable table;
    const auto kernels = [&c](const ModuleRow& row, Side side) {
        const auto steps = static_cast<double>(c.selection[side].steps.size());
        return c.summary.perStep ? ReportValue(static_cast<double>(row.kernelsInSteps[side]) / steps)
                                 : countOf(row.kernels[side]);
    };
    const std::string unit = c.summary.perStep ? "kernels per step" : "kernels";
    const ReportFormat format = c.summary.perStep ? ReportFormat::Average : ReportFormat::Count;
    table.columns = {
        {"Module", "", ReportFormat::Text}, {"A", unit, format, true}, {"B", unit, format, true}};
    addGapColumns(table, timeUnit(c));
    table.columns.push_back({"", "", ReportFormat::Mark});
    for (std::size_t i = 0; i < std::min(c.modules.size(), kMostModules); ++i) {
        const ModuleRow& row = c.modules[i];
        ReportRow line;
        line.indent = row.depth;
        line.cells = {row.name,
                      kernels(row, Side::A),
                      kernels(row, Side::B),
                      valueOf(row.ns.a),
                      valueOf(row.ns.b),
                      timeOf(row.gapNs),
                      valueOf(row.ratio),
                      textOrNothing(std::string(markName(row.mark)))};
        table.rows.push_back(std::move(line));
    }
    table.leftOut = c.modules.size() - table.rows.size();
    return {std::move(table)};
}

std::vector<ReportBlock> healthBlocks(const Comparison& c) {
    if (c.diagnostics.empty()) {
        return {};
    }
    ReportTable table;
    table.columns = {{"Severity", "", ReportFormat::Mark},
                     {"Side", "", ReportFormat::Text, true, 0.1},
                     {"Count", "", ReportFormat::Count},
                     {"What it means", "", ReportFormat::Text, false, 2}};
    for (std::size_t i = 0; i < std::min(c.diagnostics.size(), kMostDiagnostics); ++i) {
        const Diagnostic& row = c.diagnostics[i];
        ReportRow line;
        line.cells = {std::string(severityName(row.severity)),
                      row.side ? ReportValue(std::string(sideName(*row.side))) : ReportValue(),
                      countOf(row.count), row.message};
        table.rows.push_back(std::move(line));
    }
    table.leftOut = c.diagnostics.size() - table.rows.size();
    return {std::move(table)};
}

} // namespace diptych
