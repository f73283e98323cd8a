#include "tests/support/forged_side.h"

#include "core/parse/load_trace.h"

namespace diptych::test {

std::string ForgedSide::describe(ActivityId id) const {
    std::string text;
    const ForgedActivity& activity = *activities[id.index()];
    for (unsigned i = 0; i <= static_cast<unsigned>(Operation::Planted); ++i) {
        if (activity.operations.contains(static_cast<Operation>(i))) {
            text += (text.empty() ? "" : "+") + std::string(operationName(static_cast<Operation>(i)));
        }
    }
    return text + " [" + truth.nameOf(activity).substr(0, 40) + "]";
}

ForgedSide forgeSide(const ForgeOptions& options, bool namesOnly) {
    ForgedSide side;
    ForgedTrace made = forgeTrace(options);
    side.truth = std::move(made.truth);
    auto trace = loadTraceFromMemory(made.text, {});
    if (!trace) {
        return side;
    }
    AnalysisOptions analysis;
    analysis.namesOnly = namesOnly;
    auto analyzed = analyzeTrace(trace.value(), KernelClassifier::builtIn(), analysis);
    if (!analyzed) {
        return side;
    }
    side.analyzed = std::make_shared<const AnalyzedTrace>(std::move(analyzed).value());
    std::size_t kernel = 0;
    std::size_t copy = 0;
    for (std::size_t i = 0; i < trace.value()->gpu.size(); ++i) {
        const bool isKernel = trace.value()->gpu.kind[i] == ActivityKind::Kernel;
        side.activities.push_back(isKernel ? &side.truth.kernels[kernel++] : &side.truth.copies[copy++]);
    }
    return side;
}

} // namespace diptych::test
