#include "core/compare/compare_traces.h"

namespace diptych {

Result<std::shared_ptr<const Comparison>> compareTraces(std::shared_ptr<const AnalyzedTrace> a, std::shared_ptr<const AnalyzedTrace> b, const CompareOptions& options, const CancelToken&, const ProgressSink&) {
    auto c = std::make_shared<Comparison>();
    c->sides = {std::move(a), std::move(b)};
    c->options = options;
    return std::shared_ptr<const Comparison>(std::move(c));
}

} // namespace diptych
