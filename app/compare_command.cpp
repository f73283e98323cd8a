#include "app/compare_command.h"

#include "app/command_line.h"
#include "app/compare_text.h"
#include "app/interrupt.h"
#include "app/load_side.h"
#include "app/terminal_progress.h"
#include "core/base/parallel.h"
#include "core/export/csv_writer.h"
#include "core/export/json_writer.h"
#include "core/export/output_file.h"
#include "core/export/xlsx_writer.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace diptych {

namespace {

using LoadedSides = PerSide<std::optional<Result<LoadedSide>>>;

/// Stops with the user's token, and when the other side failed.
class SharedCancel {
public:
    explicit SharedCancel(CancelToken user) : m_user(std::move(user)) {}
    void cancel() { m_source.cancel(); }

    /// A token that follows both, for as long as the watcher lives.
    [[nodiscard]] CancelToken token() const { return m_source.token(); }

    /// Until it is told to stop; waking costs nobody any time.
    void watch(const std::stop_token& stop) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any pause;
        while (!stop.stop_requested()) {
            if (m_user.isCancelled()) {
                m_source.cancel();
            }
            pause.wait_for(lock, stop, std::chrono::milliseconds(20), [] { return false; });
        }
    }

private:
    CancelToken m_user;
    CancelSource m_source;
};

/// Loads both traces at once, half of the machine's threads each.
LoadedSides loadBoth(const CompareArguments& arguments, const KernelClassifier& classifier,
                     const CancelToken& user, TerminalProgress& progress) {
    LoadedSides sides;
    SharedCancel cancel(user);
    const std::jthread watcher([&](const std::stop_token& stop) { cancel.watch(stop); });
    const auto load = [&](Side side) {
        sides[side].emplace(loadSide(arguments.traces[side], std::max(1U, hardwareThreads() / 2), classifier,
                                     arguments.analysis[side], cancel.token(), progress.sinkFor(side)));
        if (!*sides[side]) {
            cancel.cancel();
        }
    };
    std::jthread b([&] { load(Side::B); });
    load(Side::A);
    b.join();
    return sides;
}

/// The status for the sides that failed, each said once; a side that was only stopped for the other's sake is
/// not.
std::optional<ExitStatus> reportFailures(const LoadedSides& sides, const CancelToken& user) {
    if (user.isCancelled()) {
        printError("interrupted");
        return ExitStatus::Interrupted;
    }
    std::optional<ExitStatus> status;
    for (const Side side : kSides) {
        const Result<LoadedSide>& loaded = *sides[side];
        if (!loaded && loaded.error().code != ErrorCode::Cancelled) {
            printError(describe(loaded.error()));
            status = status.value_or(exitStatusOf(loaded.error()));
        }
    }
    return status;
}

Failure writeOutputs(const CompareArguments& arguments, const Comparison& comparison,
                     const ReportWriter& writeReport, const CancelToken& cancel) {
    if (arguments.json) {
        if (Failure failure = writeFile(*arguments.json, comparisonJson(comparison))) {
            return failure;
        }
    }
    if (arguments.csv) {
        if (Failure failure = writeCsvDirectory(comparison, *arguments.csv, cancel)) {
            return failure;
        }
    }
    if (arguments.xlsx) {
        if (Failure failure = writeXlsx(comparison, *arguments.xlsx, cancel)) {
            return failure;
        }
    }
    if (arguments.pdf) {
        if (Failure failure = writeReport(comparison, *arguments.pdf, cancel)) {
            return failure;
        }
    }
    const bool isOutputTaken = arguments.json == "-" || arguments.pdf == "-" || arguments.xlsx == "-";
    return arguments.quiet || isOutputTaken ? Failure() : printText(compareText(comparison, arguments.rules));
}

bool isAbove(const Comparison& comparison, double limit) {
    const PerSide<Nanoseconds>& ns = comparison.summary.ns;
    return static_cast<double>(ns.a) > limit * static_cast<double>(ns.b);
}

ExitStatus compare(const CompareArguments& arguments, const ReportWriter& writeReport,
                   const CancelToken& cancel) {
    std::optional<KernelClassifier> own;
    const Result<const KernelClassifier*> classifier = chooseClassifier(arguments.rules, own);
    if (!classifier) {
        return reportFailure(classifier.error());
    }
    std::optional<TerminalProgress> progress(std::in_place);
    LoadedSides sides = loadBoth(arguments, *classifier.value(), cancel, *progress);
    CompareOptions options = arguments.options;
    options.threads = hardwareThreads();
    const bool bothLoaded = sides.a->isOk() && sides.b->isOk();
    const auto compared = !bothLoaded
                              ? std::nullopt
                              : std::optional(compareTraces(sides.a->value().trace, sides.b->value().trace,
                                                            options, cancel, progress->sinkFor({})));
    progress.reset(); // the line goes before anything is printed
    if (!bothLoaded) {
        return reportFailures(sides, cancel).value_or(ExitStatus::CannotLoad);
    }
    if (!*compared) {
        return reportFailure(compared->error());
    }
    const Comparison& comparison = *compared->value();
    if (const Failure failure = writeOutputs(arguments, comparison, writeReport, cancel)) {
        return reportFailure(*failure);
    }
    return arguments.failAbove && isAbove(comparison, *arguments.failAbove) ? ExitStatus::AboveLimit
                                                                            : ExitStatus::Done;
}

} // namespace

ExitStatus runCompare(const std::vector<std::string>& arguments, const ReportWriter& writeReport) {
    const auto parsed = parseCompare(arguments);
    if (const auto* wrong = std::get_if<UsageError>(&parsed)) {
        printError(wrong->message + " (see diptych compare --help)");
        return ExitStatus::WrongUsage;
    }
    const auto& options = std::get<CompareArguments>(parsed);
    if (options.help) {
        return printText(compareHelp()) ? ExitStatus::CannotWrite : ExitStatus::Done;
    }
    return compare(options, writeReport, cancelOnInterrupt());
}

} // namespace diptych
