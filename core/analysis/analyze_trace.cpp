#include "core/analysis/analyzed_trace.h"

namespace diptych {

Result<AnalyzedTrace> analyzeTrace(std::shared_ptr<const Trace> trace, const KernelClassifier& classifier, const AnalysisOptions& options, const CancelToken&, const ProgressSink&) {
    AnalyzedTrace r;
    auto classes = classifyTrace(*trace, classifier, options.namesOnly);
    if (!classes) return classes.error();
    r.classes = std::move(classes).value();
    r.names = trace->gpu.name;
    r.trace = std::move(trace);
    r.options = options;
    return r;
}

} // namespace diptych
