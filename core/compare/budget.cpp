#include "core/compare/budget.h"

#include "core/compare/pair_sums.h"
#include "core/compare/statistics.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace diptych {

namespace {

/// Time of one category on one side, before it is divided by steps.
struct CategoryTimes {
    std::uint64_t count = 0;
    std::uint64_t insideStepsCount = 0;
    Nanoseconds totalNs = 0;
    Nanoseconds insideStepsNs = 0;
};

using TimesByCategory = std::map<std::string, PerSide<CategoryTimes>>;

/// By the categories of the kernels themselves: a row of the operations may join kernels of two categories.
void addTimes(TimesByCategory& times, const ComparedSides& sides, Side side) {
    const AnalyzedTrace& trace = *sides.traces[side];
    const Selection& selection = *sides.selections[side];
    const GpuActivities& gpu = trace.trace->gpu;
    std::vector<CategoryTimes> byClass(trace.classes.classes.size());
    for (const ActivityId id : trace.order) {
        if (selection.isSelected[id.index()] == 0 || !gpu.isSummed(id)) {
            continue;
        }
        CategoryTimes& own = byClass[trace.classes.ofActivity[id.index()].index()];
        const Nanoseconds ns = gpu.durationNs[id.index()];
        ++own.count;
        own.totalNs += ns;
        if (selection.isInSteps[id.index()] != 0) {
            ++own.insideStepsCount;
            own.insideStepsNs += ns;
        }
    }
    for (std::size_t i = 0; i < byClass.size(); ++i) {
        if (byClass[i].count != 0) {
            CategoryTimes& sum = times[trace.classes.classes[i].category][side];
            sum.count += byClass[i].count;
            sum.insideStepsCount += byClass[i].insideStepsCount;
            sum.totalNs += byClass[i].totalNs;
            sum.insideStepsNs += byClass[i].insideStepsNs;
        }
    }
}

} // namespace

std::vector<BudgetRow> budgetOf(const ComparedSides& sides) {
    TimesByCategory times;
    for (const Side side : kSides) {
        addTimes(times, sides, side);
    }
    std::vector<BudgetRow> rows;
    PerSide<std::vector<Nanoseconds>> insideStepsNs;
    for (const auto& [category, own] : times) {
        BudgetRow& row = rows.emplace_back();
        row.category = category;
        for (const Side side : kSides) {
            row.counts[side] = own[side].count;
            row.insideStepsCounts[side] = own[side].insideStepsCount;
            row.totalNs[side] = own[side].totalNs;
            row.share[side] = shareOf(own[side].totalNs, sides.selections[side]->figures.totalNs);
            insideStepsNs[side].push_back(own[side].insideStepsNs);
        }
    }
    for (const Side side : kSides) {
        const auto stepNs = stepFigures(insideStepsNs[side], sides.selections[side]->stepCount());
        for (std::size_t i = 0; i < rows.size(); ++i) {
            rows[i].stepNs[side] = stepNs[i];
        }
    }
    for (BudgetRow& row : rows) {
        const bool isPerStep = sides.isPerStep();
        row.gapNs = isPerStep ? *row.stepNs.a - *row.stepNs.b : row.totalNs.a - row.totalNs.b;
        row.ratio = isPerStep ? ratioOf(row.stepNs.a, row.stepNs.b) : ratioOf(row.totalNs.a, row.totalNs.b);
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
