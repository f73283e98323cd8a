#include "app/inspect_command.h"

#include "app/command_line.h"
#include "app/inspect_text.h"
#include "app/interrupt.h"
#include "app/load_side.h"
#include "app/terminal_progress.h"
#include "core/base/parallel.h"
#include "core/export/json_writer.h"
#include "core/export/output_file.h"

#include <sys/resource.h>

namespace diptych {

namespace {

std::uint64_t peakRssBytes() {
    struct rusage usage {};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024; // Linux counts in KiB
}

Result<LoadedSide> load(const InspectArguments& arguments, const CancelToken& cancel) {
    std::optional<KernelClassifier> own;
    const Result<const KernelClassifier*> classifier = chooseClassifier(arguments.rules, own);
    if (!classifier) {
        return classifier.error();
    }
    AnalysisOptions options;
    options.namesOnly = arguments.namesOnly;
    TerminalProgress progress;
    return loadSide(arguments.trace, hardwareThreads(), *classifier.value(), options, cancel,
                    progress.sinkFor({}));
}

Failure writeOutputs(const InspectArguments& arguments, const LoadedSide& side) {
    const LoadFigures figures{side.seconds, peakRssBytes()};
    if (arguments.json) {
        if (Failure failure = writeFile(*arguments.json, inspectJson(*side.trace, figures))) {
            return failure;
        }
    }
    return arguments.json == "-" ? Failure() : printText(inspectText(*side.trace, figures));
}

} // namespace

ExitStatus runInspect(const std::vector<std::string>& arguments) {
    const auto parsed = parseInspect(arguments);
    if (const auto* wrong = std::get_if<UsageError>(&parsed)) {
        printError(wrong->message + " (see diptych inspect --help)");
        return ExitStatus::WrongUsage;
    }
    const auto& options = std::get<InspectArguments>(parsed);
    if (options.help) {
        return printText(inspectHelp()) ? ExitStatus::CannotWrite : ExitStatus::Done;
    }
    const CancelToken cancel = cancelOnInterrupt();
    const Result<LoadedSide> side = load(options, cancel);
    if (!side) {
        return reportFailure(side.error());
    }
    if (const Failure failure = writeOutputs(options, side.value())) {
        return reportFailure(*failure);
    }
    return ExitStatus::Done;
}

} // namespace diptych
