#pragma once
// What the session asks of the core, as functions, so that tests can put others in their place. All are
// blocking and called from background threads, several at a time.

#include "core/compare/compare_traces.h"
#include "core/parse/load_trace.h"

#include <functional>
#include <memory>
#include <string>

namespace diptych {

struct SessionBackend {
    std::function<Result<FirstFacts>(const std::string& path)> readFirstFacts;
    std::function<Result<std::shared_ptr<const Trace>>(const std::string& path, const LoadOptions&,
                                                       const CancelToken&, const ProgressSink&)>
        loadTrace;
    std::function<Result<AnalyzedTrace>(std::shared_ptr<const Trace>, const KernelClassifier&,
                                        const AnalysisOptions&, const CancelToken&, const ProgressSink&)>
        analyzeTrace;
    std::function<Result<std::shared_ptr<const Comparison>>(
        std::shared_ptr<const AnalyzedTrace> a, std::shared_ptr<const AnalyzedTrace> b, const CompareOptions&,
        const CancelToken&, const ProgressSink&)>
        compareTraces;
};

/// The core itself.
[[nodiscard]] SessionBackend coreBackend();

} // namespace diptych
