#pragma once
// The arguments of the commands, read and checked, and their help texts. Pure: nothing is printed, nothing
// opened. Source: README, "On the command line".

#include "core/compare/compare_traces.h"

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace diptych {

struct InspectArguments {
    std::string trace; ///< "-": standard input
    std::optional<std::string> json;
    std::optional<std::string> rules;
    bool namesOnly = false;
    bool help = false;
};

struct CompareArguments {
    PerSide<std::string> traces; ///< "-": standard input
    CompareOptions options;
    PerSide<AnalysisOptions> analysis;
    std::optional<std::string> rules;
    std::optional<std::string> json;
    std::optional<std::string> csv;
    std::optional<std::string> pdf;
    std::optional<std::string> xlsx;
    std::optional<double> failAbove;
    bool quiet = false;
    bool help = false;
};

/// What is wrong with the arguments, a sentence.
struct UsageError {
    std::string message;
};

/// `arguments` are those behind the name of the command.
[[nodiscard]] std::variant<InspectArguments, UsageError>
parseInspect(const std::vector<std::string>& arguments);
[[nodiscard]] std::variant<CompareArguments, UsageError>
parseCompare(const std::vector<std::string>& arguments);

[[nodiscard]] std::string inspectHelp();
[[nodiscard]] std::string compareHelp();
[[nodiscard]] std::string generalHelp();

} // namespace diptych
