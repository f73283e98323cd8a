#include "tests/support/sample_comparison.h"

#include "tests/support/column_trace.h"

#include <limits>

namespace diptych::test {

namespace {

std::shared_ptr<AnalyzedTrace> analyzed(ColumnTrace& columns) {
    columns.link();
    auto side = std::make_shared<AnalyzedTrace>();
    side->names = columns.trace.gpu.name;
    KernelClass gemm;
    gemm.operation = "Dense GEMM";
    gemm.category = "gemm";
    side->classes.classes.push_back(gemm);
    side->classes.ofActivity.assign(columns.trace.gpu.size(), ClassId(0));
    side->trace = std::make_shared<Trace>(std::move(columns.trace));
    return side;
}

/// Step 0, one layer, one kernel outside.
void addStructure(AnalyzedTrace& side) {
    side.steps.source = StepSource::ProfilerSteps;
    side.steps.steps.push_back({"ProfilerStep#0", Phase::Decode, 0, 100'000, 0, 0, 1, 3000, 3000});
    side.steps.ofActivity = {StepId(0), StepId()};
    side.sections.source = LayerSource::Repetition;
    side.sections.groups.push_back({"layer", 1, 1});
    side.sections.sections.push_back({SectionKind::Layer, 0, 0, 0, "layer 0"});
    side.sections.sections.push_back({SectionKind::Outside, 0, 0, 0, "outside steps"});
    side.sections.sequence = {ActivityId(0), ActivityId(1)};
    side.sections.instances.push_back({SectionId(0), StepId(0), 0, 1});
    side.sections.instances.push_back({SectionId(1), StepId(), 1, 2});
    side.sections.instanceOf = {0, 1};
    side.layersPerPass = 1;
}

std::shared_ptr<AnalyzedTrace> sampleSide(const char* path, const char* kernel) {
    ColumnTrace columns;
    columns.trace.path = path;
    columns.trace.counts.complete = 4;
    columns.trace.counts.byCategory = {{"kernel", 2}, {"cuda_runtime", 1}, {"python_function", 1}};
    columns.trace.metadata.gpu = "Example GPU";
    columns.trace.metadata.devices.push_back(
        {0, 0, "Example GPU", "9.0", 85'899'345'920, 132, 32, 1024, 49'152});
    columns.addFrame("net.py(7): forward", 500, 5000, columns.mainThread);
    columns.addOp("aten::mm", 600, 1000, columns.mainThread);
    columns.addLaunch("cudaLaunchKernel", 1000, 11, columns.mainThread);
    const ActivityId linked = columns.addKernel(kernel, 2000, 3000, 11);
    columns.addKernel("=HYPERLINK(\"x\"), unlinked", 9000, 1000, 0);
    columns.trace.launchConfigs.push_back({{4, 2, 1}, {128, 1, 1}, 32, 1024, 50});
    columns.trace.gpu.config[linked.index()] = LaunchConfigId(0);
    auto side = analyzed(columns);
    addStructure(*side);
    return side;
}

DurationStats statsOf(Nanoseconds duration) {
    return {1, duration, duration, duration, duration, duration, duration, {}, duration};
}

void addPairs(Comparison& c) {
    KernelPair both;
    both.id = "layer 0/0";
    both.layer = "layer 0";
    both.operation = "Dense GEMM";
    both.category = "gemm";
    both.role = "QKV";
    both.kernels = {1, 1};
    both.stats = {statsOf(3000), statsOf(2000)};
    both.names = {{{"Cijk_A", 1, 3000, 1, 3000}}, {{"nvjet_\"B\"", 1, 2000, 1, 2000}}};
    both.ratio = 1.5;
    both.gapNs = 1000;
    both.confidence = 0.95;
    both.reason = "same module, same CPU op";
    both.activities = {{ActivityId(0)}, {ActivityId(0)}};
    KernelPair onlyA;
    onlyA.id = "outside steps/0";
    onlyA.layer = "outside steps";
    onlyA.operation = "-odd";
    onlyA.category = "other";
    onlyA.kernels = {1, 0};
    onlyA.stats.a = statsOf(1000);
    onlyA.gapNs = -1000; // a number that begins like a formula
    onlyA.activities = {{ActivityId(1)}, {}};
    c.pairs = {both, onlyA};
    c.pairOf = {{PairId(0), PairId(1)}, {PairId(0), PairId()}};
    for (std::uint32_t i = 0; i < 2; ++i) {
        LayerRow layer;
        layer.layer = c.pairs[i].layer;
        layer.group = i == 0 ? "layer" : "";
        layer.kernels = {1, i == 0 ? 1U : 0U};
        layer.ns = {c.pairs[i].stats.a.totalNs, i == 0 ? std::optional<Nanoseconds>(2000) : std::nullopt};
        layer.gapNs = c.pairs[i].gapNs;
        layer.presence = c.pairs[i].presence();
        layer.pairs = {i};
        c.layers.push_back(layer);
    }
}

void addTables(Comparison& c) {
    OperationRow operation;
    operation.operation = "Dense GEMM";
    operation.category = "gemm";
    operation.phases = {Phase::Decode, Phase::Mixed};
    operation.stats = {statsOf(3000), statsOf(2000)};
    operation.ratio = std::numeric_limits<double>::infinity();
    operation.gapNs = 1000;
    operation.status = Status::Slower;
    operation.names = c.pairs.front().names;
    operation.names.a.push_back({"second, name", 1, 10, 0, 0});
    operation.cpuOp = {"aten::mm", ""};
    operation.stacks.a = {{{"main.py(1): <module>", "net.py(7): forward"}, 1}};
    c.operations.push_back(operation);
    FusionRow fusion;
    fusion.pattern = "RMSNorm+GEMM";
    fusion.fuses = Side::B;
    fusion.occurrences = 3;
    fusion.kernels = {2, 1};
    fusion.layers = {"layer 0"};
    fusion.evidence = "2 kernels on A, 1 on B";
    fusion.pairs = {0};
    c.fusion = {fusion};
    c.fusionTally.patterns = {0, 1};
    c.launchCounts = {
        {2, 3}, 1, {{"gemm", {4, 5}, {2.0, 2.5}, {10, 20}, {3, 5}, {8, 20}, 0.5, 1, "more on B"}}};
    c.sameKernels.rows.push_back(
        {"k", "Dense GEMM", {statsOf(3000), statsOf(2000)}, {1, 1}, 1.5, 1000, Status::Slower, {0}});
    c.sameKernels.meanRatio = 1.5;
    c.budget.push_back({"gemm", {1, 1}, {1, 1}, {3000, 2000}, {3000, 2000}, {1.0, 1.0}, 1.5, 1000});
    c.composition.a = {5000, 4000, 3000, 500, 500, 0, 1000, 400, 600, true};
    c.idleGaps.push_back({Side::A, 5000, 4000, ActivityId(0), ActivityId(1), true, StepId(0)});
    ModuleRow module;
    module.path = "Net/Linear";
    module.name = "Linear";
    module.ns.a = 3000;
    module.mark = Mark::Missing;
    module.inputDims.a = {"[[64, 3584], [3584, 18944]]"};
    c.modules.push_back(module);
    FindingRow finding;
    finding.mark = Mark::Improve;
    finding.operation = "Dense GEMM";
    finding.sentence = "QKV GEMM takes 3.0 us on A, 2.0 us on B";
    finding.occurrencesPerStep = 1;
    finding.gapNs = 1000;
    finding.pairs = {0};
    c.findings = {finding};
    c.ahead = {finding};
    c.attribution.push_back({"Dense GEMM", {3000, 2000}, 1000, {}});
    c.reclassified.push_back({Side::B, "k", 1, "Other", "Dense GEMM"});
    c.diagnostics.push_back({"file-cut", Severity::Loss, 1, 2395, "the file ends inside an event", Side::A});
}

} // namespace

Comparison sampleComparison() {
    Comparison c;
    c.sides = {sampleSide("a.json", "_Z4gemmPf"), sampleSide("b.json", "nvjet_\"B\"")};
    c.selection.a.steps = {StepId(0)};
    c.selection.a.stepNs = 3000;
    c.summary = {true,         {3000, 2000}, 1000, 1.5, "A needs 3.0 us per step where B needs 2.0 us",
                 "Dense GEMM", 1.0};
    addPairs(c);
    addTables(c);
    return c;
}

Comparison emptyComparison() {
    Comparison c;
    for (const Side side : kSides) {
        ColumnTrace columns;
        c.sides[side] = analyzed(columns);
    }
    return c;
}

} // namespace diptych::test
