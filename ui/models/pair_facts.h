#pragma once
// Everything that the kernel-pair dock says of one pair, gathered from the comparison and its traces as
// texts. Pure; one pass over the pair's activities.

#include "core/analysis/rule_table.h"
#include "core/compare/comparison.h"

#include <QString>
#include <QStringList>

namespace diptych {

/// One line of a small table: a label and a value a side.
struct FactRow {
    QString label;
    PerSide<QString> values;
    QString ratio;                         ///< "" where it means nothing
    PerSide<bool> isMissing{false, false}; ///< the value says that the trace lacks it
};

struct PairSideFacts {
    std::vector<NameShare> names;   ///< whole names, the one with most time first
    QString rule;                   ///< that classified the main kernel; "" when there is no kernel
    QString cpuOp;                  ///< with shapes and types; "" when not in the trace
    QString module;                 ///< path, outermost first, elements separated by " / "
    std::vector<StackCount> stacks; ///< distinct, most frequent first
    QString stackRemark;            ///< why there is no stack, or ""
};

struct PairFacts {
    PerSide<PairSideFacts> sides;
    std::vector<FactRow> durations; ///< µs
    std::vector<FactRow> launch;
    PerSide<std::vector<Nanoseconds>> instances; ///< duration of the group, instance by instance
};

[[nodiscard]] PairFacts makePairFacts(const Comparison& comparison, const KernelPair& pair,
                                      const RuleTable& rules);

/// 3 from confidence 0.9, 2 from 0.6, else 1; 0 for a pair of one side.
[[nodiscard]] int matchSquares(const KernelPair& pair);
/// "exact", "by rule", "inferred", "only A", "only B".
[[nodiscard]] QString matchText(const KernelPair& pair);

} // namespace diptych
