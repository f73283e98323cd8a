#include "core/base/diagnostics.h"

#include <algorithm>

namespace diptych {

std::string_view severityName(Severity severity) {
    switch (severity) {
    case Severity::Info:
        return "info";
    case Severity::Warning:
        return "warning";
    case Severity::Loss:
        return "loss";
    }
    return "info";
}

const Diagnostic* findDiagnostic(const Diagnostics& diagnostics, std::string_view code) {
    const auto found = std::find_if(diagnostics.begin(), diagnostics.end(),
                                    [code](const Diagnostic& diagnostic) { return diagnostic.code == code; });
    return found == diagnostics.end() ? nullptr : &*found;
}

void sortBySeverity(Diagnostics& diagnostics) {
    std::stable_sort(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& x, const Diagnostic& y) { return x.severity > y.severity; });
}

} // namespace diptych
