#pragma once
// The report of "diptych compare --pdf": painting needs an application object, which lives as long as the
// writing does, on the offscreen platform whether there is a display or not.

#include "core/base/cancel_token.h"
#include "core/base/result.h"
#include "core/compare/comparison.h"

#include <string>

namespace diptych {

[[nodiscard]] Failure writeReportOffscreen(const Comparison& comparison, const std::string& path,
                                           const CancelToken& cancel);

} // namespace diptych
