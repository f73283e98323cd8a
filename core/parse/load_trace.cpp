#include "core/parse/load_trace.h"

namespace diptych {

Result<std::shared_ptr<const Trace>> loadTrace(const std::string& path, const LoadOptions&, const CancelToken&, const ProgressSink&) { return Error{ErrorCode::CannotOpen, path, {}, "not written yet", ""}; }
Result<std::shared_ptr<const Trace>> loadTraceFromMemory(std::string_view, const LoadOptions&) { return Error{ErrorCode::CannotOpen, "", {}, "not written yet", ""}; }
Result<FirstFacts> readFirstFacts(const std::string& path) { return Error{ErrorCode::CannotOpen, path, {}, "not written yet", ""}; }

} // namespace diptych
