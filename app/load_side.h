#pragma once
// Loads and analyses one trace for a command, and says what it cost. Blocking; two may run at once.

#include "app/exit_status.h"
#include "core/analysis/analyzed_trace.h"
#include "core/parse/load_trace.h"

#include <optional>
#include <string>

namespace diptych {

struct LoadedSide {
    std::shared_ptr<const AnalyzedTrace> trace;
    double seconds = 0; ///< for reading and linking
};

[[nodiscard]] Result<LoadedSide> loadSide(const std::string& path, unsigned workers,
                                          const KernelClassifier& classifier, const AnalysisOptions& options,
                                          const CancelToken& cancel, const ProgressSink& progress);

/// The classifier by a rule file, or the built-in one when there is none. `own` keeps it alive.
[[nodiscard]] Result<const KernelClassifier*> chooseClassifier(const std::optional<std::string>& rules,
                                                               std::optional<KernelClassifier>& own);

/// Prints "diptych: MESSAGE" on standard error.
void printError(const std::string& message);
/// Says why a command failed, and gives its exit status.
[[nodiscard]] ExitStatus reportFailure(const Error& error);
/// Prints on standard output; an Error when that is closed or full.
[[nodiscard]] Failure printText(const std::string& text);

} // namespace diptych
