#pragma once
// What a rule table would do to the traces of a comparison, before it is applied: which rows cannot be used,
// how many kernels each row decides, whose class changes. Pure; takes as long as one classification of both
// traces.

#include "core/analysis/analyzed_trace.h"
#include "core/base/side.h"

#include <memory>
#include <string>
#include <vector>

namespace diptych {

/// Which of a table's two lists a row stands in.
enum class RuleList : std::uint8_t { KernelNames, CpuOps };

struct RuleProblem {
    RuleList list = RuleList::KernelNames;
    std::size_t row = 0; ///< 0-based
    std::string what;    ///< "the pattern does not compile: ..."
};

struct RuleHits {
    PerSide<std::uint64_t> kernels{0, 0};
    PerSide<Nanoseconds> ns{0, 0};
    friend bool operator==(const RuleHits&, const RuleHits&) = default;
};

/// Kernels of one name whose class would be another than it is.
struct ClassChange {
    Side side = Side::A;
    std::string name; ///< demangled
    std::uint64_t count = 0;
    Nanoseconds ns = 0;
    std::string before; ///< operation; with its category where only that changes
    std::string after;
};

struct RulePreview {
    std::vector<RuleProblem> problems; ///< in order of rows; the rest is empty when there are any
    std::vector<RuleHits> byName;      ///< by row of RuleTable::rules
    std::vector<RuleHits> byCpuOp;     ///< by row of RuleTable::cpuOpRules
    RuleHits unmatched;                ///< kernels that no row decides
    std::vector<ClassChange> changes;  ///< by time, descending
};

/// Rows that are incomplete or whose pattern does not compile.
[[nodiscard]] std::vector<RuleProblem> findRuleProblems(const RuleTable& table);

/// The preview on the compared devices of both sides; a null side counts as empty. Fails only when cancelled.
[[nodiscard]] Result<RulePreview> previewRules(const PerSide<std::shared_ptr<const AnalyzedTrace>>& sides,
                                               const RuleTable& table, const CancelToken& cancel = {});

} // namespace diptych
