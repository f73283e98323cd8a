#include "core/export/tables.h"

#include "core/export/kernel_table.h"
#include "core/export/table_builder.h"

#include <algorithm>
#include <array>

namespace diptych {

namespace {

constexpr ColumnScope kDetail = ColumnScope::Detail;

Cell nameOfSide(const std::optional<Side>& side) {
    return side ? Cell(std::string_view(sideName(*side))) : Cell();
}

Cell pairIds(const std::vector<std::uint32_t>& pairs, const Comparison& comparison) {
    TextList ids;
    ids.reserve(pairs.size());
    for (const std::uint32_t pair : pairs) {
        ids.emplace_back(comparison.pairs[pair].id);
    }
    return ids;
}

Cell phaseNames(const std::vector<Phase>& phases) {
    TextList names;
    std::transform(phases.begin(), phases.end(), std::back_inserter(names), phaseName);
    return names;
}

OutputTable operations() {
    using Row = OperationRow;
    return TableBuilder<Row>("operations",
                             [](const Comparison& c) -> const std::vector<Row>& { return c.operations; })
        .column("operation", [](const Row& r) -> Cell { return r.operation; })
        .column("category", [](const Row& r) -> Cell { return r.category; })
        .column("phases", [](const Row& r) { return phaseNames(r.phases); })
        .sides("a_count", "b_count", [](const Row& r, Side s) -> Cell { return r.stats[s].count; })
        .sides("a_mean_ns", "b_mean_ns", [](const Row& r, Side s) { return cellOf(r.stats[s].meanNs); })
        .sides("a_total_ns", "b_total_ns", [](const Row& r, Side s) -> Cell { return r.stats[s].totalNs; })
        .sides("a_step_ns", "b_step_ns", [](const Row& r, Side s) { return cellOf(r.stats[s].stepNs); })
        .column("ratio", [](const Row& r) { return cellOf(r.ratio); })
        .column("gap_ns", [](const Row& r) -> Cell { return r.gapNs; })
        .column("share", [](const Row& r) { return cellOf(r.share); })
        .column("status", [](const Row& r) -> Cell { return statusName(r.status); })
        .sides("a_kernel", "b_kernel", [](const Row& r, Side s) { return firstName(r.names[s]); })
        .sides("a_cpu_op", "b_cpu_op",
               [](const Row& r, Side s) {
                   return r.cpuOp[s].empty() ? Cell() : Cell(std::string_view(r.cpuOp[s]));
               })
        .sides("a_names", "b_names", [](const Row& r, Side s) -> Cell { return &r.names[s]; })
        .column(
            "presence", [](const Row& r) -> Cell { return presenceName(r.presence); }, kDetail)
        .sides(
            "a_median_ns", "b_median_ns", [](const Row& r, Side s) { return cellOf(r.stats[s].medianNs); },
            kDetail)
        .sides(
            "a_p95_ns", "b_p95_ns", [](const Row& r, Side s) { return cellOf(r.stats[s].p95Ns); }, kDetail)
        .sides(
            "a_min_ns", "b_min_ns", [](const Row& r, Side s) { return cellOf(r.stats[s].minNs); }, kDetail)
        .sides(
            "a_max_ns", "b_max_ns", [](const Row& r, Side s) { return cellOf(r.stats[s].maxNs); }, kDetail)
        .sides(
            "a_deviation_ns", "b_deviation_ns",
            [](const Row& r, Side s) { return cellOf(r.stats[s].deviationNs); }, kDetail)
        .sides(
            "a_stacks", "b_stacks", [](const Row& r, Side s) -> Cell { return &r.stacks[s]; }, kDetail)
        .column(
            "stands_against", [](const Row& r) { return textList(r.against); }, kDetail)
        .build();
}

OutputTable layers() {
    using Row = LayerRow;
    return TableBuilder<Row>("layers",
                             [](const Comparison& c) -> const std::vector<Row>& { return c.layers; })
        .column("layer", [](const Row& r) -> Cell { return r.layer; })
        .column("group", [](const Row& r) -> Cell { return r.group; })
        .column("type", [](const Row& r) { return cellOf(r.type); })
        .sides("a_kernels", "b_kernels", [](const Row& r, Side s) -> Cell { return r.kernels[s]; })
        .sides("a_ns", "b_ns", [](const Row& r, Side s) { return cellOf(r.ns[s]); })
        .column("ratio", [](const Row& r) { return cellOf(r.ratio); })
        .column("gap_ns", [](const Row& r) -> Cell { return r.gapNs; })
        .column("status", [](const Row& r) -> Cell { return statusName(r.status); })
        .column("presence", [](const Row& r) -> Cell { return presenceName(r.presence); })
        .sides(
            "a_slowest", "b_slowest", [](const Row& r, Side s) -> Cell { return &r.slowest[s]; }, kDetail)
        .build();
}

OutputTable pairs() {
    using Row = KernelPair;
    return TableBuilder<Row>("pairs", [](const Comparison& c) -> const std::vector<Row>& { return c.pairs; })
        .column("pair", [](const Row& r) -> Cell { return r.id; })
        .column("layer", [](const Row& r) -> Cell { return r.layer; })
        .column("position", [](const Row& r) { return cellOf(r.position); })
        .column("operation", [](const Row& r) -> Cell { return r.operation; })
        .column("role", [](const Row& r) -> Cell { return r.role; })
        .sides("a_kernels", "b_kernels", [](const Row& r, Side s) { return cellOf(r.kernels[s]); })
        .sides("a_count", "b_count", [](const Row& r, Side s) -> Cell { return r.stats[s].count; })
        .sides("a_mean_ns", "b_mean_ns", [](const Row& r, Side s) { return cellOf(r.stats[s].meanNs); })
        .sides("a_median_ns", "b_median_ns", [](const Row& r, Side s) { return cellOf(r.stats[s].medianNs); })
        .sides("a_p95_ns", "b_p95_ns", [](const Row& r, Side s) { return cellOf(r.stats[s].p95Ns); })
        .sides("a_min_ns", "b_min_ns", [](const Row& r, Side s) { return cellOf(r.stats[s].minNs); })
        .sides("a_max_ns", "b_max_ns", [](const Row& r, Side s) { return cellOf(r.stats[s].maxNs); })
        .sides("a_step_ns", "b_step_ns", [](const Row& r, Side s) { return cellOf(r.stats[s].stepNs); })
        .column("ratio", [](const Row& r) { return cellOf(r.ratio); })
        .column("gap_ns", [](const Row& r) -> Cell { return r.gapNs; })
        .column("confidence", [](const Row& r) -> Cell { return r.confidence; })
        .column("reason", [](const Row& r) -> Cell { return r.reason; })
        .column("same_kernel", [](const Row& r) -> Cell { return r.sameKernel; })
        .column("within_noise", [](const Row& r) -> Cell { return r.withinNoise; })
        .column("note", [](const Row& r) -> Cell { return r.note; })
        .column(
            "category", [](const Row& r) -> Cell { return r.category; }, kDetail)
        .column(
            "presence", [](const Row& r) -> Cell { return presenceName(r.presence()); }, kDetail)
        .sides(
            "a_total_ns", "b_total_ns", [](const Row& r, Side s) -> Cell { return r.stats[s].totalNs; },
            kDetail)
        .sides(
            "a_deviation_ns", "b_deviation_ns",
            [](const Row& r, Side s) { return cellOf(r.stats[s].deviationNs); }, kDetail)
        .sides(
            "a_names", "b_names", [](const Row& r, Side s) -> Cell { return &r.names[s]; }, kDetail)
        .build();
}

OutputTable fusion() {
    using Row = FusionRow;
    return TableBuilder<Row>("fusion",
                             [](const Comparison& c) -> const std::vector<Row>& { return c.fusion; })
        .column("pattern", [](const Row& r) -> Cell { return r.pattern; })
        .column("fuses", [](const Row& r) -> Cell { return nameOfSide(r.fuses); })
        .column("occurrences", [](const Row& r) -> Cell { return r.occurrences; })
        .sides("a_kernels", "b_kernels", [](const Row& r, Side s) { return cellOf(r.kernels[s]); })
        .sides("a_ns", "b_ns", [](const Row& r, Side s) -> Cell { return r.ns[s]; })
        .column("gap_ns", [](const Row& r) -> Cell { return r.gapNs; })
        .sides("a_step_ns", "b_step_ns", [](const Row& r, Side s) { return cellOf(r.stepNs[s]); })
        .column("gap_step_ns", [](const Row& r) { return cellOf(r.gapStepNs); })
        .column("layers", [](const Row& r) { return textList(r.layers); })
        .column("evidence", [](const Row& r) -> Cell { return r.evidence; })
        .sides(
            "a_total_ns", "b_total_ns", [](const Row& r, Side s) -> Cell { return r.totalNs[s]; }, kDetail)
        .contextColumn(
            "pairs", [](const Row& r, const Comparison& c) { return pairIds(r.pairs, c); }, kDetail)
        .build();
}

OutputTable launchCounts() {
    using Row = LaunchCountRow;
    return TableBuilder<Row>(
               "launch_counts",
               [](const Comparison& c) -> const std::vector<Row>& { return c.launchCounts.rows; })
        .column("type", [](const Row& r) -> Cell { return r.type; })
        .sides("a_count", "b_count", [](const Row& r, Side s) -> Cell { return r.counts[s]; })
        .sides("a_average", "b_average", [](const Row& r, Side s) -> Cell { return r.averages[s]; })
        .sides("a_ns", "b_ns", [](const Row& r, Side s) -> Cell { return r.ns[s]; })
        .column("ratio", [](const Row& r) { return cellOf(r.ratio); })
        .column("groups_affected", [](const Row& r) { return cellOf(r.groupsAffected); })
        .column("explanation", [](const Row& r) -> Cell { return r.explanation; })
        .sides(
            "a_steps_count", "b_steps_count",
            [](const Row& r, Side s) -> Cell { return r.insideStepsCounts[s]; }, kDetail)
        .sides(
            "a_steps_ns", "b_steps_ns", [](const Row& r, Side s) -> Cell { return r.insideStepsNs[s]; },
            kDetail)
        .build();
}

OutputTable sameKernels() {
    using Row = SameKernelRow;
    return TableBuilder<Row>(
               "same_kernels",
               [](const Comparison& c) -> const std::vector<Row>& { return c.sameKernels.rows; })
        .column("name", [](const Row& r) -> Cell { return r.name; })
        .column("operation", [](const Row& r) -> Cell { return r.operation; })
        .sides("a_count", "b_count", [](const Row& r, Side s) -> Cell { return r.stats[s].count; })
        .sides("a_mean_ns", "b_mean_ns", [](const Row& r, Side s) { return cellOf(r.stats[s].meanNs); })
        .sides("a_total_ns", "b_total_ns", [](const Row& r, Side s) -> Cell { return r.stats[s].totalNs; })
        .sides("a_step_ns", "b_step_ns", [](const Row& r, Side s) { return cellOf(r.stats[s].stepNs); })
        .column("ratio", [](const Row& r) { return cellOf(r.ratio); })
        .column("gap_ns", [](const Row& r) -> Cell { return r.gapNs; })
        .column("status", [](const Row& r) -> Cell { return statusName(r.faster); })
        .contextColumn(
            "pairs", [](const Row& r, const Comparison& c) { return pairIds(r.pairs, c); }, kDetail)
        .sides(
            "a_steps_count", "b_steps_count",
            [](const Row& r, Side s) -> Cell { return r.insideStepsCounts[s]; }, kDetail)
        .build();
}

OutputTable budget() {
    using Row = BudgetRow;
    return TableBuilder<Row>("budget",
                             [](const Comparison& c) -> const std::vector<Row>& { return c.budget; })
        .column("category", [](const Row& r) -> Cell { return r.category; })
        .sides("a_count", "b_count", [](const Row& r, Side s) -> Cell { return r.counts[s]; })
        .sides("a_total_ns", "b_total_ns", [](const Row& r, Side s) -> Cell { return r.totalNs[s]; })
        .sides("a_step_ns", "b_step_ns", [](const Row& r, Side s) { return cellOf(r.stepNs[s]); })
        .sides("a_share", "b_share", [](const Row& r, Side s) -> Cell { return r.share[s]; })
        .column("ratio", [](const Row& r) { return cellOf(r.ratio); })
        .column("gap_ns", [](const Row& r) -> Cell { return r.gapNs; })
        .sides(
            "a_steps_count", "b_steps_count",
            [](const Row& r, Side s) -> Cell { return r.insideStepsCounts[s]; }, kDetail)
        .build();
}

OutputTable modules() {
    using Row = ModuleRow;
    return TableBuilder<Row>("modules",
                             [](const Comparison& c) -> const std::vector<Row>& { return c.modules; })
        .column("path", [](const Row& r) -> Cell { return r.path; })
        .column("name", [](const Row& r) -> Cell { return r.name; })
        .column("depth", [](const Row& r) { return cellOf(r.depth); })
        .sides("a_kernels", "b_kernels", [](const Row& r, Side s) -> Cell { return r.kernels[s]; })
        .sides("a_ns", "b_ns", [](const Row& r, Side s) { return cellOf(r.ns[s]); })
        .sides("a_wall_share", "b_wall_share", [](const Row& r, Side s) -> Cell { return r.wallShare[s]; })
        .column("ratio", [](const Row& r) { return cellOf(r.ratio); })
        .column("gap_ns", [](const Row& r) -> Cell { return r.gapNs; })
        .column("mark", [](const Row& r) -> Cell { return markName(r.mark); })
        .sides("a_names", "b_names", [](const Row& r, Side s) -> Cell { return &r.names[s]; })
        .sides("a_input_dims", "b_input_dims", [](const Row& r, Side s) { return textList(r.inputDims[s]); })
        .sides(
            "a_total_ns", "b_total_ns", [](const Row& r, Side s) { return cellOf(r.totalNs[s]); }, kDetail)
        .sides(
            "a_steps_kernels", "b_steps_kernels",
            [](const Row& r, Side s) -> Cell { return r.kernelsInSteps[s]; }, kDetail)
        .build();
}

OutputTable findings(std::string_view name, TableBuilder<FindingRow>::Rows rows) {
    using Row = FindingRow;
    return TableBuilder<Row>(name, rows)
        .column("mark", [](const Row& r) -> Cell { return markName(r.mark); })
        .column("operation", [](const Row& r) -> Cell { return r.operation; })
        .column("sentence", [](const Row& r) -> Cell { return r.sentence; })
        .column("occurrences_per_step", [](const Row& r) -> Cell { return r.occurrencesPerStep; })
        .column("gap_ns", [](const Row& r) -> Cell { return r.gapNs; })
        .sides("a_names", "b_names", [](const Row& r, Side s) -> Cell { return &r.names[s]; })
        .contextColumn("pairs", [](const Row& r, const Comparison& c) { return pairIds(r.pairs, c); })
        .build();
}

OutputTable attribution() {
    using Row = AttributionRow;
    return TableBuilder<Row>("attribution",
                             [](const Comparison& c) -> const std::vector<Row>& { return c.attribution; })
        .column("operation", [](const Row& r) -> Cell { return r.operation; })
        .sides("a_ns", "b_ns", [](const Row& r, Side s) -> Cell { return r.ns[s]; })
        .column("gap_ns", [](const Row& r) -> Cell { return r.gapNs; })
        .column("share", [](const Row& r) { return cellOf(r.share); })
        .build();
}

OutputTable reclassified() {
    using Row = ReclassifiedRow;
    return TableBuilder<Row>("reclassified",
                             [](const Comparison& c) -> const std::vector<Row>& { return c.reclassified; })
        .column("side", [](const Row& r) { return nameOfSide(r.side); })
        .column("name", [](const Row& r) -> Cell { return r.name; })
        .column("count", [](const Row& r) -> Cell { return r.count; })
        .column("before", [](const Row& r) -> Cell { return r.before; })
        .column("after", [](const Row& r) -> Cell { return r.after; })
        .build();
}

Cell nameOf(ActivityId activity, Side side, const Comparison& comparison) {
    const AnalyzedTrace& trace = *comparison.sides[side];
    return activity.isValid() ? Cell(trace.trace->text(trace.names[activity.index()])) : Cell();
}

OutputTable idleGaps() {
    using Row = IdleGap;
    return TableBuilder<Row>("idle_gaps",
                             [](const Comparison& c) -> const std::vector<Row>& { return c.idleGaps; })
        .column("side", [](const Row& r) { return nameOfSide(r.side); })
        .column("start_ns", [](const Row& r) -> Cell { return r.startNs; })
        .column("length_ns", [](const Row& r) -> Cell { return r.lengthNs; })
        .column("step", [](const Row& r) { return r.step.isValid() ? cellOf(r.step.index()) : Cell(); })
        .column("launch_bound", [](const Row& r) -> Cell { return r.launchBound; })
        .contextColumn("before",
                       [](const Row& r, const Comparison& c) { return nameOf(r.before, r.side, c); })
        .contextColumn("after", [](const Row& r, const Comparison& c) { return nameOf(r.after, r.side, c); })
        .build();
}

OutputTable diagnostics() {
    using Row = Diagnostic;
    return TableBuilder<Row>("diagnostics",
                             [](const Comparison& c) -> const std::vector<Row>& { return c.diagnostics; })
        .column("side", [](const Row& r) -> Cell { return nameOfSide(r.side); })
        .column("code", [](const Row& r) -> Cell { return r.code; })
        .column("severity", [](const Row& r) -> Cell { return severityName(r.severity); })
        .column("count", [](const Row& r) -> Cell { return r.count; })
        .column("byte", [](const Row& r) { return cellOf(r.byte); })
        .column("message", [](const Row& r) -> Cell { return r.message; })
        .build();
}

// ---- composition: a row a side

struct CompositionColumn {
    std::string_view name;
    Cell (*cell)(const CompositionSide&);
};

constexpr std::array<CompositionColumn, 10> kComposition{{
    {"per_step", [](const CompositionSide& c) -> Cell { return c.perStep; }},
    {"wall_ns", [](const CompositionSide& c) -> Cell { return c.wallNs; }},
    {"sum_ns", [](const CompositionSide& c) -> Cell { return c.sumNs; }},
    {"compute_ns", [](const CompositionSide& c) -> Cell { return c.computeNs; }},
    {"exposed_communication_ns", [](const CompositionSide& c) -> Cell { return c.exposedCommunicationNs; }},
    {"exposed_copy_ns", [](const CompositionSide& c) -> Cell { return c.exposedCopyNs; }},
    {"overlap_ns", [](const CompositionSide& c) -> Cell { return c.overlapNs; }},
    {"idle_ns", [](const CompositionSide& c) -> Cell { return c.idleNs; }},
    {"idle_launch_bound_ns", [](const CompositionSide& c) -> Cell { return c.idleLaunchBoundNs; }},
    {"idle_waiting_ns", [](const CompositionSide& c) -> Cell { return c.idleWaitingNs; }},
}};

/// Of all steps together, in JSON only.
constexpr std::array<CompositionColumn, 10> kCompositionInAll{{
    {"steps", [](const CompositionSide& c) -> Cell { return c.steps; }},
    {"wall_total_ns", [](const CompositionSide& c) -> Cell { return c.wallNs; }},
    {"sum_total_ns", [](const CompositionSide& c) -> Cell { return c.sumNs; }},
    {"compute_total_ns", [](const CompositionSide& c) -> Cell { return c.computeNs; }},
    {"exposed_communication_total_ns",
     [](const CompositionSide& c) -> Cell { return c.exposedCommunicationNs; }},
    {"exposed_copy_total_ns", [](const CompositionSide& c) -> Cell { return c.exposedCopyNs; }},
    {"overlap_total_ns", [](const CompositionSide& c) -> Cell { return c.overlapNs; }},
    {"idle_total_ns", [](const CompositionSide& c) -> Cell { return c.idleNs; }},
    {"idle_launch_bound_total_ns", [](const CompositionSide& c) -> Cell { return c.idleLaunchBoundNs; }},
    {"idle_waiting_total_ns", [](const CompositionSide& c) -> Cell { return c.idleWaitingNs; }},
}};

class CompositionReader : public TableReader {
public:
    explicit CompositionReader(const Comparison& comparison) : m_comparison(comparison) {}

    [[nodiscard]] std::size_t rowCount() const override { return kSides.size(); }
    [[nodiscard]] Cell cell(std::size_t row, std::size_t column) override {
        const Side side = kSides[row];
        if (column == 0) {
            return std::string_view(sideName(side));
        }
        const std::size_t place = column - 1;
        return place < kComposition.size()
                   ? kComposition[place].cell(m_comparison.composition[side])
                   : kCompositionInAll[place - kComposition.size()].cell(m_comparison.compositionInAll[side]);
    }

private:
    const Comparison& m_comparison;
};

OutputTable composition() {
    OutputTable table;
    table.name = "composition";
    table.columns.push_back({"side"});
    for (const CompositionColumn& column : kComposition) {
        table.columns.push_back({column.name});
    }
    for (const CompositionColumn& column : kCompositionInAll) {
        table.columns.push_back({column.name, kDetail});
    }
    table.read = [](const Comparison& comparison) { return std::make_unique<CompositionReader>(comparison); };
    return table;
}

std::vector<OutputTable> makeTables() {
    std::vector<OutputTable> tables;
    tables.push_back(operations());
    tables.push_back(layers());
    tables.push_back(pairs());
    tables.push_back(fusion());
    tables.push_back(launchCounts());
    tables.push_back(sameKernels());
    tables.push_back(budget());
    tables.push_back(composition());
    tables.push_back(idleGaps());
    tables.push_back(modules());
    tables.push_back(findings(
        "findings", [](const Comparison& c) -> const std::vector<FindingRow>& { return c.findings; }));
    tables.push_back(
        findings("ahead", [](const Comparison& c) -> const std::vector<FindingRow>& { return c.ahead; }));
    tables.push_back(attribution());
    tables.push_back(reclassified());
    tables.push_back(diagnostics());
    return tables;
}

} // namespace

const std::vector<OutputTable>& comparisonTables() {
    static const std::vector<OutputTable> tables = makeTables();
    return tables;
}

const OutputTable* findTable(std::string_view name) {
    if (name == kernelTable().name) {
        return &kernelTable();
    }
    const auto found = std::find_if(comparisonTables().begin(), comparisonTables().end(),
                                    [&](const OutputTable& table) { return table.name == name; });
    return found == comparisonTables().end() ? nullptr : &*found;
}

} // namespace diptych
