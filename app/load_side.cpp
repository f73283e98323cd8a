#include "app/load_side.h"

#include "core/export/output_file.h"

#include <chrono>
#include <cstdio>

namespace diptych {

Result<LoadedSide> loadSide(const std::string& path, unsigned workers, const KernelClassifier& classifier,
                            const AnalysisOptions& options, const CancelToken& cancel,
                            const ProgressSink& progress) {
    LoadOptions load;
    load.workers = workers;
    const auto start = std::chrono::steady_clock::now();
    Result<std::shared_ptr<const Trace>> trace = loadTrace(path, load, cancel, progress);
    if (!trace) {
        return trace.error();
    }
    LoadedSide side;
    side.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    Result<AnalyzedTrace> analyzed =
        analyzeTrace(std::move(trace).value(), classifier, options, cancel, progress);
    if (!analyzed) {
        return analyzed.error();
    }
    side.trace = std::make_shared<const AnalyzedTrace>(std::move(analyzed).value());
    return side;
}

Result<const KernelClassifier*> chooseClassifier(const std::optional<std::string>& rules,
                                                 std::optional<KernelClassifier>& own) {
    if (!rules) {
        return &KernelClassifier::builtIn();
    }
    Result<RuleTable> table = loadRules(*rules);
    if (!table) {
        return table.error();
    }
    Result<KernelClassifier> compiled = KernelClassifier::compile(std::move(table).value());
    if (!compiled) {
        return compiled.error();
    }
    own.emplace(std::move(compiled).value());
    return &*own;
}

void printError(const std::string& message) {
    std::fprintf(stderr, "diptych: %s\n", message.c_str());
}

ExitStatus reportFailure(const Error& error) {
    printError(error.code == ErrorCode::Cancelled ? "interrupted" : describe(error));
    return exitStatusOf(error);
}

Failure printText(const std::string& text) {
    return writeFile("-", text);
}

} // namespace diptych
