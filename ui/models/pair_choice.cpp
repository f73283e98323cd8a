#include "ui/models/pair_choice.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <unordered_set>

namespace diptych {

namespace {

using Names = std::unordered_set<std::string_view>;

PerSide<Names> namesOf(const OperationRow& operation) {
    PerSide<Names> names;
    for (const Side side : kSides) {
        for (const NameShare& share : operation.names[side]) {
            names[side].insert(share.name);
        }
    }
    return names;
}

/// Time of the kernels of those names in a pair; empty when it has none of them.
std::optional<Nanoseconds> timeIn(const KernelPair& pair, const PerSide<Names>& names) {
    std::optional<Nanoseconds> ns;
    for (const Side side : kSides) {
        for (const NameShare& share : pair.names[side]) {
            if (names[side].count(share.name) != 0) {
                ns = ns.value_or(0) + share.totalNs;
            }
        }
    }
    return ns;
}

Nanoseconds totalOf(const KernelPair& pair) {
    return pair.stats.a.totalNs + pair.stats.b.totalNs;
}

template <class Row, class Key>
const Row* findRow(const std::vector<Row>& rows, Key Row::*key, const QString& wanted) {
    const std::string text = wanted.toStdString();
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const Row& row) { return row.*key == text; });
    return found == rows.end() ? nullptr : &*found;
}

} // namespace

const OperationRow* operationRow(const Comparison& comparison, const QString& operation) {
    return findRow(comparison.operations, &OperationRow::operation, operation);
}

const KernelPair* pairOfId(const Comparison& comparison, const QString& id) {
    return id.isEmpty() ? nullptr : findRow(comparison.pairs, &KernelPair::id, id);
}

bool isOfOperation(const KernelPair& pair, const OperationRow& operation) {
    return pair.operation == operation.operation || timeIn(pair, namesOf(operation));
}

/// Two operations that are joined into one row are found by the names of their kernels.
const OperationRow* operationOf(const Comparison& comparison, const KernelPair& pair) {
    if (const OperationRow* const own = operationRow(comparison, QString::fromStdString(pair.operation))) {
        return own;
    }
    const auto found = std::find_if(comparison.operations.begin(), comparison.operations.end(),
                                    [&](const OperationRow& row) { return isOfOperation(pair, row); });
    return found == comparison.operations.end() ? nullptr : &*found;
}

const KernelPair* dearestPair(const Comparison& comparison, const OperationRow& operation) {
    const PerSide<Names> names = namesOf(operation);
    const KernelPair* dearest = nullptr;
    std::pair<bool, Nanoseconds> most{false, -1};
    for (const KernelPair& pair : comparison.pairs) {
        const bool doesIt = pair.operation == operation.operation;
        const std::optional<Nanoseconds> ns = timeIn(pair, names);
        const std::pair<bool, Nanoseconds> rank{doesIt, ns.value_or(0)};
        if ((doesIt || ns) && rank > most) {
            most = rank;
            dearest = &pair;
        }
    }
    return dearest;
}

const KernelPair* counterpartIn(const Comparison& comparison, const QString& layer, const KernelPair& pair) {
    using Rank = std::tuple<bool, bool, Nanoseconds>; // does the same, at its position, its time
    const std::string wanted = layer.toStdString();
    const KernelPair* best = nullptr;
    Rank most{false, false, -1};
    for (const KernelPair& candidate : comparison.pairs) {
        if (candidate.layer != wanted) {
            continue;
        }
        const bool isSame = candidate.operation == pair.operation && candidate.role == pair.role;
        const Rank rank{isSame, isSame && candidate.position == pair.position, totalOf(candidate)};
        if (rank > most) {
            most = rank;
            best = &candidate;
        }
    }
    return best;
}

} // namespace diptych
