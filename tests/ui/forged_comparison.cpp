#include "tests/ui/forged_comparison.h"

#include "core/compare/compare_traces.h"
#include "core/parse/load_trace.h"

namespace diptych::test {

namespace {

std::shared_ptr<const AnalyzedTrace> analyzed(const std::string& text) {
    auto trace = loadTraceFromMemory(text, {});
    if (!trace) {
        return nullptr;
    }
    auto result = analyzeTrace(std::move(trace).value(), KernelClassifier::builtIn(), {});
    return result ? std::make_shared<const AnalyzedTrace>(std::move(result).value()) : nullptr;
}

std::shared_ptr<const Comparison> compared(const std::string& a, const std::string& b) {
    const auto sideA = analyzed(a);
    const auto sideB = analyzed(b);
    if (!sideA || !sideB) {
        return nullptr;
    }
    auto comparison = compareTraces(sideA, sideB, {});
    return comparison ? std::move(comparison).value() : nullptr;
}

ForgedModel smallModel() {
    ForgedModel model = qwen2Model(4);
    model.sideCopies = 2;
    return model;
}

ForgeOptions withSteps(ForgeOptions options) {
    options.steps = decodeSteps(5, 16);
    return options;
}

ForgeOptions withoutSteps(ForgeOptions options) {
    options.steps = decodeSteps(1, 16);
    options.marks = StepMarks::None;
    return options;
}

} // namespace

std::shared_ptr<const Comparison> compareForged(const ForgeOptions& a, const ForgeOptions& b) {
    return compared(forgeTrace(a).text, forgeTrace(b).text);
}

std::shared_ptr<const Comparison> forgedSample() {
    static const std::shared_ptr<const Comparison> comparison =
        compareForged(withSteps(amdOptions(smallModel())), withSteps(nvidiaOptions(smallModel())));
    return comparison;
}

std::shared_ptr<const Comparison> forgedStepless() {
    return compareForged(withoutSteps(amdOptions(smallModel())), withoutSteps(nvidiaOptions(smallModel())));
}

std::shared_ptr<const Comparison> forgedOneSided() {
    return compared(
        forgeTrace(withSteps(amdOptions(smallModel()))).text,
        R"({"traceEvents": [{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":1,"dur":2}]})");
}

} // namespace diptych::test
