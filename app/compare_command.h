#pragma once
// "diptych compare": compares two traces without a window. Runs on the calling thread until it is done.

#include "app/exit_status.h"
#include "core/base/cancel_token.h"
#include "core/base/result.h"
#include "core/compare/comparison.h"

#include <functional>
#include <string>
#include <vector>

namespace diptych {

/// Writes the report as PDF; "-" is standard output. Given from outside, since painting needs Qt.
using ReportWriter =
    std::function<Failure(const Comparison& comparison, const std::string& path, const CancelToken& cancel)>;

/// `arguments` are those behind "compare".
[[nodiscard]] ExitStatus runCompare(const std::vector<std::string>& arguments,
                                    const ReportWriter& writeReport);

} // namespace diptych
