#pragma once
// The classification rules as data: an ordered table, first match wins. Read from resources/rules (built into
// the program), from a JSON file of schema diptych.rules/1, or from a CSV with the columns category,pattern.

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace diptych {

struct Rule {
    std::string operation;
    std::string category;
    std::string pattern;                 ///< PCRE2, case-insensitive, searched in the kernel's name
    std::string vendor;                  ///< "", "AMD", "NVIDIA": only for that platform
    std::string label;                   ///< for people; "" = the operation
    std::vector<std::string> components; ///< names of Component (componentName); empty: derived
    bool generic = false;                ///< the name tells little: where a CPU op tells more, that decides
    bool transfer = false; ///< a copy or fill by the runtime, which a profiler may file as a kernel
    std::string unknown;   ///< fields of a newer program, as the text of a JSON object; "" = none

    friend bool operator==(const Rule&, const Rule&) = default;
};

/// A pattern that marks a step and tells its phase (a fixed one, or from the named groups context and
/// generation, which hold numbers of requests). A group context_tokens holds the number of prompt tokens.
struct StepPattern {
    std::string pattern; ///< PCRE2 on the annotation's or frame's name
    std::string
        phase; ///< "prefill", "decode", "mixed", "unknown"; "counts": from the groups context, generation
    std::string source; ///< "annotation", "profiler_step", "frame"

    friend bool operator==(const StepPattern&, const StepPattern&) = default;
};

struct RuleTable {
    std::string source;           ///< file the table came from; "built in" for the default
    std::vector<Rule> rules;      ///< by kernel name
    std::vector<Rule> cpuOpRules; ///< by CPU op, for kernels whose name no rule knows
    std::vector<StepPattern> steps;
    std::vector<std::string>
        containerModules; ///< module classes that are never layers: Sequential, ModuleList, ...
    std::string unknown;  ///< fields of a newer program, as the text of a JSON object; "" = none

    friend bool operator==(const RuleTable&, const RuleTable&) = default;
};

/// The categories that the program knows, in their order.
[[nodiscard]] const std::vector<std::string>& knownCategories();

/// The table that ships with the program.
[[nodiscard]] const RuleTable& defaultRules();

/// Reads a table from text; `name` is the file's name for messages. What a file leaves out (steps,
/// containers, CPU ops) comes from the default. Errors name the row.
[[nodiscard]] Result<RuleTable> parseRules(std::string_view text, const std::string& name);
[[nodiscard]] Result<RuleTable> loadRules(const std::string& path);

/// JSON of schema diptych.rules/1 that parseRules reads back to an equal table.
[[nodiscard]] std::string writeRules(const RuleTable& table);

} // namespace diptych
