#include "core/compare/budget.h"

#include "core/compare/statistics.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace diptych {

namespace {

double shareOf(Nanoseconds part, Nanoseconds whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

void add(std::optional<Nanoseconds>& sum, std::optional<Nanoseconds> value) {
    if (value) {
        sum = sum.value_or(0) + *value;
    }
}

} // namespace

std::vector<BudgetRow> budgetOf(const std::vector<OperationRow>& operations, const ComparedSides& sides) {
    std::map<std::string, BudgetRow> byCategory;
    for (const OperationRow& operation : operations) {
        BudgetRow& row = byCategory[operation.category];
        row.category = operation.category;
        row.gapNs += operation.gapNs;
        for (const Side side : kSides) {
            row.counts[side] += operation.stats[side].count;
            row.totalNs[side] += operation.stats[side].totalNs;
            add(row.stepNs[side], operation.stats[side].stepNs);
        }
    }
    std::vector<BudgetRow> rows;
    rows.reserve(byCategory.size());
    for (auto& [category, row] : byCategory) {
        for (const Side side : kSides) {
            row.share[side] = shareOf(row.totalNs[side], sides.selections[side]->figures.totalNs);
        }
        row.ratio =
            sides.isPerStep() ? ratioOf(row.stepNs.a, row.stepNs.b) : ratioOf(row.totalNs.a, row.totalNs.b);
        rows.push_back(std::move(row));
    }
    std::stable_sort(rows.begin(), rows.end(), [](const BudgetRow& x, const BudgetRow& y) {
        return std::abs(x.gapNs) > std::abs(y.gapNs);
    });
    return rows;
}

std::vector<AttributionRow> attributeGap(const std::vector<OperationRow>& operations,
                                         const ComparedSides& sides) {
    const bool isPerStep = sides.isPerStep();
    std::vector<AttributionRow> rows;
    rows.reserve(operations.size());
    for (const OperationRow& operation : operations) {
        AttributionRow row;
        row.operation = operation.operation;
        for (const Side side : kSides) {
            const DurationStats& stats = operation.stats[side];
            row.ns[side] = isPerStep ? stats.stepNs.value_or(0) : stats.totalNs;
        }
        row.gapNs = operation.gapNs;
        row.share = operation.share;
        if (row.ns.a != 0 || row.ns.b != 0) {
            rows.push_back(std::move(row));
        }
    }
    std::sort(rows.begin(), rows.end(), [](const AttributionRow& x, const AttributionRow& y) {
        return x.gapNs != y.gapNs ? x.gapNs > y.gapNs : x.operation < y.operation;
    });
    return rows;
}

} // namespace diptych
