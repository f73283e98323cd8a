#include "app/command_line.h"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>

namespace diptych {

namespace {

/// An option of a command: how it is written, what it means, and what it does to the arguments. `apply` is
/// false when the value is none that it takes.
template <class Arguments>
struct Option {
    std::string_view name;  ///< "--json"
    std::string_view value; ///< "FILE"; "" when it takes none
    std::string_view help;
    bool (*apply)(Arguments&, std::string_view);
};

template <class Integer>
std::optional<Integer> parseInteger(std::string_view text) {
    Integer number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && !text.empty() ? std::optional(number)
                                                                                     : std::nullopt;
}

/// "2-5", both ends inclusive, or "3" alone.
std::optional<StepRange> parseSteps(std::string_view text) {
    const std::size_t dash = text.find('-');
    const auto first = parseInteger<std::uint32_t>(text.substr(0, dash));
    const auto last =
        dash == std::string_view::npos ? first : parseInteger<std::uint32_t>(text.substr(dash + 1));
    return first && last && *first <= *last ? std::optional(StepRange{*first, *last}) : std::nullopt;
}

std::optional<PhaseFilter> parsePhase(std::string_view text) {
    for (const PhaseFilter phase :
         {PhaseFilter::All, PhaseFilter::Prefill, PhaseFilter::Decode, PhaseFilter::Mixed}) {
        if (text == phaseFilterName(phase)) {
            return phase;
        }
    }
    return std::nullopt;
}

std::optional<double> parseRatio(std::string_view text) {
    double ratio = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), ratio);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && std::isfinite(ratio) && ratio > 0 ? std::optional(ratio) : std::nullopt;
}

/// Stores a parsed value; false when there is none.
template <class Target, class Value>
bool store(Target& target, const std::optional<Value>& value) {
    if (value) {
        target = *value;
    }
    return value.has_value();
}

using Inspect = InspectArguments;
using Compare = CompareArguments;

constexpr std::string_view kNamesOnlyHelp =
    "ignore Python stacks, modules and CPU ops, as if the trace had none";

const std::vector<Option<Inspect>>& inspectOptions() {
    static const std::vector<Option<Inspect>> options{
        {"--json", "FILE", "write everything as JSON; - is standard output",
         [](Inspect& to, std::string_view text) { return to.json = std::string(text), true; }},
        {"--rules", "FILE", "classify kernels by these rules (JSON, or CSV: category,pattern)",
         [](Inspect& to, std::string_view text) { return to.rules = std::string(text), true; }},
        {"--names-only", "", kNamesOnlyHelp,
         [](Inspect& to, std::string_view) { return to.namesOnly = true; }},
        {"--help", "", "print this text", [](Inspect& to, std::string_view) { return to.help = true; }},
    };
    return options;
}

template <Side S>
bool applySteps(Compare& to, std::string_view text) {
    return store(to.options.steps[S], parseSteps(text));
}

template <Side S>
bool applyDevice(Compare& to, std::string_view text) {
    return store(to.analysis[S].device, parseInteger<std::int64_t>(text));
}

template <Side S>
bool applyRank(Compare& to, std::string_view text) {
    return store(to.analysis[S].rank, parseInteger<std::int64_t>(text));
}

const std::vector<Option<Compare>>& compareOptions() {
    static const std::vector<Option<Compare>> options{
        {"--phase", "all|prefill|decode|mixed", "compare only steps of this phase (default: all)",
         [](Compare& to, std::string_view text) { return store(to.options.phase, parsePhase(text)); }},
        {"--steps-a", "FIRST-LAST", "compare only these steps of A, counted from 0", applySteps<Side::A>},
        {"--steps-b", "FIRST-LAST", "compare only these steps of B", applySteps<Side::B>},
        {"--device-a", "N", "compare this GPU of A (default: the one with most GPU time)",
         applyDevice<Side::A>},
        {"--device-b", "N", "compare this GPU of B", applyDevice<Side::B>},
        {"--rank-a", "N", "compare this rank of A, where several are merged into one file",
         applyRank<Side::A>},
        {"--rank-b", "N", "compare this rank of B", applyRank<Side::B>},
        {"--rules", "FILE", "classify kernels by these rules (JSON, or CSV: category,pattern)",
         [](Compare& to, std::string_view text) { return to.rules = std::string(text), true; }},
        {"--names-only", "", kNamesOnlyHelp,
         [](Compare& to, std::string_view) {
             return to.analysis.a.namesOnly = to.analysis.b.namesOnly = true;
         }},
        {"--repair-names", "", "put kernel names that a graph replay mixed up back onto their times",
         [](Compare& to, std::string_view) {
             return to.analysis.a.repairNames = to.analysis.b.repairNames = true;
         }},
        {"--stacks", "N", "distinct Python stacks kept per operation (default: 3; 0: all)",
         [](Compare& to, std::string_view text) {
             return store(to.options.stacksPerOperation, parseInteger<std::size_t>(text));
         }},
        {"--json", "FILE", "write the comparison as JSON; - is standard output",
         [](Compare& to, std::string_view text) { return to.json = std::string(text), true; }},
        {"--csv", "DIR", "write every table as a CSV file into this folder",
         [](Compare& to, std::string_view text) { return to.csv = std::string(text), true; }},
        {"--pdf", "FILE", "write the report as PDF",
         [](Compare& to, std::string_view text) { return to.pdf = std::string(text), true; }},
        {"--xlsx", "FILE", "write one workbook, a sheet a table (of very many kernels the longest)",
         [](Compare& to, std::string_view text) { return to.xlsx = std::string(text), true; }},
        {"--fail-above", "RATIO", "exit with status 1 when A's GPU time is more than RATIO times B's",
         [](Compare& to, std::string_view text) { return store(to.failAbove, parseRatio(text)); }},
        {"--quiet", "", "print no summary", [](Compare& to, std::string_view) { return to.quiet = true; }},
        {"--help", "", "print this text", [](Compare& to, std::string_view) { return to.help = true; }},
    };
    return options;
}

/// Applies one option, whose value may follow in the next argument; `at` moves past what was used.
template <class Arguments>
std::optional<UsageError> applyOption(const std::vector<Option<Arguments>>& options,
                                      const std::vector<std::string>& arguments, std::size_t& at,
                                      Arguments& to) {
    const std::string_view argument = arguments[at];
    const std::size_t equals = argument.find('=');
    const std::string_view name = argument.substr(0, equals);
    for (const Option<Arguments>& option : options) {
        if (option.name != name) {
            continue;
        }
        std::string_view value;
        if (option.value.empty() && equals != std::string_view::npos) {
            return UsageError{std::string(name) + " takes no value"};
        }
        if (!option.value.empty()) {
            if (equals == std::string_view::npos && ++at == arguments.size()) {
                return UsageError{std::string(name) + " needs a value: " + std::string(option.value)};
            }
            value = equals == std::string_view::npos ? std::string_view(arguments[at])
                                                     : argument.substr(equals + 1);
        }
        if (!option.value.empty() && (value.empty() || !option.apply(to, value))) {
            return UsageError{std::string(name) + " takes " + std::string(option.value) + ", not \"" +
                              std::string(value) + '"'};
        }
        if (option.value.empty()) {
            option.apply(to, value);
        }
        return {};
    }
    return UsageError{"there is no option " + std::string(name)};
}

/// Applies all options and collects what is none.
template <class Arguments>
std::optional<UsageError> applyArguments(const std::vector<Option<Arguments>>& options,
                                         const std::vector<std::string>& arguments, Arguments& to,
                                         std::vector<std::string>& files) {
    bool optionsEnded = false;
    for (std::size_t at = 0; at < arguments.size(); ++at) {
        const std::string& argument = arguments[at];
        if (!optionsEnded && argument == "--") {
            optionsEnded = true;
        } else if (optionsEnded || argument == "-" || !argument.starts_with('-')) {
            files.push_back(argument);
        } else if (argument == "-h") {
            to.help = true;
        } else if (auto error = applyOption(options, arguments, at, to)) {
            return error;
        }
    }
    return {};
}

bool isSameFile(const std::string& x, const std::string& y) {
    std::error_code ignored;
    return x != "-" && y != "-" && std::filesystem::is_regular_file(x, ignored) &&
           std::filesystem::equivalent(x, y, ignored);
}

/// No output may replace a trace, and one at most may go to standard output.
std::optional<UsageError> checkOutputs(const Compare& parsed, const std::vector<std::string>& traces) {
    if (parsed.csv == "-") {
        return UsageError{"--csv writes a folder of files, which cannot go to standard output"};
    }
    const std::pair<const char*, const std::optional<std::string>&> outputs[] = {
        {"--json", parsed.json}, {"--pdf", parsed.pdf}, {"--xlsx", parsed.xlsx}};
    int toStandardOutput = 0;
    for (const auto& [name, file] : outputs) {
        toStandardOutput += file == "-" ? 1 : 0;
        for (const std::string& trace : traces) {
            if (file && isSameFile(*file, trace)) {
                return UsageError{std::string(name) + " would overwrite the trace " + trace};
            }
        }
    }
    if (toStandardOutput > 1) {
        return UsageError{"only one output can go to standard output"};
    }
    return {};
}

template <class Arguments>
std::string optionLines(const std::vector<Option<Arguments>>& options) {
    constexpr std::size_t kHelpColumn = 34;
    std::string text;
    for (const Option<Arguments>& option : options) {
        std::string line = "  " + std::string(option.name);
        if (!option.value.empty()) {
            line += ' ' + std::string(option.value);
        }
        if (line.size() + 2 > kHelpColumn) {
            text += line + '\n';
            line.clear();
        }
        line.resize(kHelpColumn, ' ');
        text += line + std::string(option.help) + '\n';
    }
    return text;
}

constexpr std::string_view kExitStatuses =
    "\nExit status: 0 done, 2 wrong usage, 3 a trace cannot be loaded, 4 an output cannot be written,\n"
    "130 interrupted.";

} // namespace

std::variant<InspectArguments, UsageError> parseInspect(const std::vector<std::string>& arguments) {
    InspectArguments parsed;
    std::vector<std::string> files;
    if (auto error = applyArguments(inspectOptions(), arguments, parsed, files)) {
        return *error;
    }
    if (parsed.help) {
        return parsed;
    }
    if (files.size() != 1) {
        return UsageError{"inspect takes one trace, not " + std::to_string(files.size())};
    }
    parsed.trace = files.front();
    if (parsed.json && isSameFile(*parsed.json, parsed.trace)) {
        return UsageError{"--json would overwrite the trace " + parsed.trace};
    }
    return parsed;
}

std::variant<CompareArguments, UsageError> parseCompare(const std::vector<std::string>& arguments) {
    CompareArguments parsed;
    std::vector<std::string> files;
    if (auto error = applyArguments(compareOptions(), arguments, parsed, files)) {
        return *error;
    }
    if (parsed.help) {
        return parsed;
    }
    if (files.size() != 2) {
        return UsageError{"compare takes two traces, A and B, not " + std::to_string(files.size())};
    }
    parsed.traces = {files[0], files[1]};
    if (files[0] == "-" && files[1] == "-") {
        return UsageError{"only one trace can come from standard input"};
    }
    if (auto error = checkOutputs(parsed, files)) {
        return *error;
    }
    return parsed;
}

std::string inspectHelp() {
    return "Usage: diptych inspect TRACE [options]\n\n"
           "Loads one PyTorch profiler trace (JSON, plain or compressed; - is standard input) and says what "
           "is in it.\n\n" +
           optionLines(inspectOptions()) + std::string(kExitStatuses) + "\n";
}

std::string compareHelp() {
    return "Usage: diptych compare A B [options]\n\n"
           "Compares two PyTorch profiler traces (JSON, plain or compressed; one may be -, standard input):\n"
           "where does A lose time against B, operation by operation, layer by layer, kernel by kernel.\n\n" +
           optionLines(compareOptions()) +
           "\nExit status: 0 done, 1 above --fail-above, 2 wrong usage, 3 a trace cannot be loaded or\n"
           "neither side has the phase, 4 an output cannot be written, 130 interrupted.\n";
}

std::string generalHelp() {
    return "Usage: diptych [A [B]] [SESSION.diptych]\n"
           "       diptych compare A B [options]\n"
           "       diptych inspect TRACE [options]\n\n"
           "Compares two GPU profiler traces: step by step, layer by layer, kernel by kernel.\n\n"
           "  diptych                         the window; loads the traces or the session that are given\n"
           "  diptych compare                 compares two traces without a window\n"
           "  diptych inspect                 says what is in one trace\n"
           "  diptych COMMAND --help          the options of a command\n"
           "  diptych --version               the version\n";
}

} // namespace diptych
