#include "ui/models/budget_tables.h"

#include "core/compare/statistics.h"
#include "ui/models/column_builders.h"
#include "ui/models/operation_table.h"
#include "ui/style/name_format.h"

#include <algorithm>

namespace diptych {

namespace {

constexpr int kWide = 116;
constexpr int kNarrow = 96;

QString sideText(Side side) {
    return QLatin1String(sideName(side));
}

QString sideKey(const char* key, Side side) {
    return QLatin1String(key) + (side == Side::A ? QStringLiteral("_a") : QStringLiteral("_b"));
}

/// Columns that a row of times by side has, whatever the row stands for.
struct Scales {
    QString unit;
    int width = 0; ///< px of a column with bars
    Nanoseconds timeNs = 0;
    BarScale gap;

    void include(const PerSide<std::optional<Nanoseconds>>& ns) {
        timeNs = std::max({timeNs, ns.a.value_or(0), ns.b.value_or(0)});
        gap.include(ns.a.value_or(0) - ns.b.value_or(0));
    }
};

QString unitOf(bool perStep) {
    return perStep ? QStringLiteral("µs per step") : QStringLiteral("µs in all");
}

template <class Row>
using SideTimes = std::function<PerSide<std::optional<Nanoseconds>>(const Row&)>;

template <class Row>
Column<Row> sideTimeColumn(Side side, const Scales& scales, const SideTimes<Row>& times) {
    ColumnInfo info{.key = sideKey("us", side), .title = sideText(side), .unit = scales.unit};
    info.explanation = QStringLiteral("GPU time of %1, %2").arg(info.title, info.unit);
    info.fill = side == Side::A ? Fill::A : Fill::B;
    info.width = scales.width;
    info.stretch = 2;
    Column<Row> column = timeBarColumn<Row>(
        std::move(info), [side, times](const Row& row) { return times(row)[side]; }, scales.timeNs);
    const auto isMissing = [side, times](const Row& row) { return !times(row)[side].has_value(); };
    column.isBadge = isMissing;
    column.text = [side, isMissing, text = column.text](const Row& row) {
        return isMissing(row) ? QStringLiteral("only ") + sideText(other(side)) : text(row);
    };
    return column;
}

template <class Row>
Column<Row> sideGapColumn(const Scales& scales, const SideTimes<Row>& times) {
    ColumnInfo info{.key = budgetcolumn::kGap, .title = QStringLiteral("A − B"), .unit = scales.unit};
    info.explanation = QStringLiteral("Above zero A is slower, below zero A is faster");
    info.width = scales.width + 10;
    info.stretch = 2;
    return gapColumn<Row>(
        std::move(info),
        [times](const Row& row) {
            const auto ns = times(row);
            return std::optional(ns.a.value_or(0) - ns.b.value_or(0));
        },
        scales.gap);
}

template <class Row>
Column<Row> sideRatioColumn(const SideTimes<Row>& times) {
    ColumnInfo info{.key = QStringLiteral("ratio"), .title = QStringLiteral("A ÷ B")};
    info.width = 60;
    info.givesWay = true; // times and gap tell it
    return ratioColumn<Row>(std::move(info), [times](const Row& row) {
        const auto ns = times(row);
        return ratioOf(ns.a, ns.b);
    });
}

// ---- categories

PerSide<std::optional<Nanoseconds>> timesOf(const BudgetRow& row, bool perStep) {
    return {budgetNs(row, Side::A, perStep), budgetNs(row, Side::B, perStep)};
}

Column<BudgetRow> categoryColumn() {
    ColumnInfo info{.key = budgetcolumn::kCategory, .title = QStringLiteral("Category")};
    info.width = 116;
    info.stretch = 2;
    Column<BudgetRow> column = textColumn<BudgetRow>(
        std::move(info), [](const BudgetRow& row) { return QString::fromStdString(row.category); });
    column.category = [](const BudgetRow& row) { return QString::fromStdString(row.category); };
    return column;
}

Column<BudgetRow> sideShareColumn(const Comparison& comparison, Side side, bool perStep) {
    ColumnInfo info{.key = sideKey("percent", side), .title = sideText(side), .unit = QStringLiteral("%")};
    info.explanation = QStringLiteral("Part of the GPU time of %1").arg(sideText(side));
    info.width = 52;
    info.isSecondary = true;
    const Nanoseconds stepNs = comparison.selection[side].stepNs.value_or(0);
    return shareColumn<BudgetRow>(std::move(info), [=](const BudgetRow& row) -> std::optional<double> {
        if (row.counts[side] == 0) {
            return std::nullopt;
        }
        return perStep ? fractionOf(row.stepNs[side].value_or(0), stepNs) : row.share[side];
    });
}

/// Kernels of a mean step, or of the whole selection, those outside steps among them.
double budgetCount(const Comparison& comparison, const BudgetRow& row, Side side, bool perStep) {
    return perStep ? static_cast<double>(row.insideStepsCounts[side]) /
                         static_cast<double>(comparison.selection[side].steps.size())
                   : static_cast<double>(row.counts[side]);
}

Column<BudgetRow> sideCountColumn(const std::shared_ptr<const Comparison>& comparison, Side side,
                                  bool perStep) {
    ColumnInfo info{.key = sideKey("count", side), .title = sideText(side) + QStringLiteral(" count")};
    info.explanation = (perStep ? QStringLiteral("Kernels, copies and fills of %1 per step")
                                : QStringLiteral("Kernels, copies and fills of %1 in the whole selection"))
                           .arg(sideText(side));
    info.width = 66;
    return countColumn<BudgetRow>(std::move(info), [comparison, side, perStep](const BudgetRow& row) {
        return std::optional(budgetCount(*comparison, row, side, perStep));
    });
}

TotalCell budgetTotal(const QString& key, const Comparison& comparison, bool perStep) {
    PerSide<Nanoseconds> ns;
    PerSide<double> counts{0, 0};
    for (const Side side : kSides) {
        const SelectedSide& selected = comparison.selection[side];
        ns[side] = perStep ? selected.stepNs.value_or(0) : selected.totalNs;
        for (const BudgetRow& row : comparison.budget) {
            counts[side] += budgetCount(comparison, row, side, perStep);
        }
        if (key == sideKey("us", side)) {
            return {formatMicroseconds(ns[side]), std::nullopt};
        }
        if (key == sideKey("percent", side)) {
            return {formatShare(counts[side] > 0 ? std::optional(1.0) : std::nullopt), std::nullopt};
        }
        if (key == sideKey("count", side)) {
            return {formatMeanCount(counts[side]), std::nullopt};
        }
    }
    if (key == budgetcolumn::kCategory) {
        return {perStep ? QStringLiteral("Step") : QStringLiteral("All"), std::nullopt};
    }
    if (key == budgetcolumn::kGap) {
        return {formatGap(ns.a - ns.b), ns.a - ns.b};
    }
    return {formatRatio(ratioOf(ns.a, ns.b)), std::nullopt};
}

// ---- gaps

struct GapRow {
    std::size_t place = 0;
    Side side = Side::A;
    Nanoseconds lengthNs = 0;
    bool isLaunchBound = false;
    QString step;
    QString stepName;
    QString after;  ///< the kernel before the gap, as shown
    QString before; ///< the kernel after it
    QString afterName;
    QString beforeName;
};

GapRow gapRowOf(const Comparison& comparison, std::size_t place) {
    const IdleGap& gap = comparison.idleGaps[place];
    const AnalyzedTrace& side = *comparison.sides[gap.side];
    GapRow row;
    row.place = place;
    row.side = gap.side;
    row.lengthNs = gap.lengthNs;
    row.isLaunchBound = gap.launchBound;
    if (gap.step.isValid()) {
        row.step = QString::number(gap.step.index());
        row.stepName = QString::fromStdString(side.steps.steps[gap.step.index()].name);
    }
    const auto nameOf = [&](ActivityId id) {
        const std::string_view name = side.trace->text(side.names[id.index()]);
        return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    };
    if (gap.before.isValid()) {
        row.afterName = nameOf(gap.before);
        row.after = kernelLabel(row.afterName.toStdString());
    }
    if (gap.after.isValid()) {
        row.beforeName = nameOf(gap.after);
        row.before = kernelLabel(row.beforeName.toStdString());
    }
    return row;
}

Column<GapRow> gapNameColumn(QString key, QString title, QString GapRow::*label, QString GapRow::*name) {
    ColumnInfo info{.key = std::move(key), .title = std::move(title)};
    info.width = 120;
    info.stretch = 3;
    return nameColumn<GapRow>(
        std::move(info), [label](const GapRow& row) { return row.*label; },
        [name](const GapRow& row) { return row.*name; }, {});
}

std::vector<Column<GapRow>> gapColumns(Nanoseconds longestNs) {
    std::vector<Column<GapRow>> columns;
    ColumnInfo side{.key = QStringLiteral("side"), .title = QStringLiteral("Side")};
    side.kind = CellKind::Side;
    side.width = 40;
    columns.push_back(
        textColumn<GapRow>(std::move(side), [](const GapRow& row) { return sideText(row.side); }));
    ColumnInfo length{
        .key = QStringLiteral("us"), .title = QStringLiteral("Length"), .unit = QStringLiteral("µs")};
    length.width = 84;
    columns.push_back(
        timeColumn<GapRow>(std::move(length), [](const GapRow& row) { return std::optional(row.lengthNs); }));
    columns.back().bar = [longestNs](const GapRow& row) { return barFraction(row.lengthNs, longestNs); };
    ColumnInfo kind{.key = QStringLiteral("kind"), .title = QStringLiteral("Why")};
    kind.explanation = QStringLiteral("Launch-bound: the next kernel was launched only after the one before "
                                      "had ended. Else the GPU waited.");
    kind.width = 92;
    columns.push_back(textColumn<GapRow>(std::move(kind), [](const GapRow& row) {
        return row.isLaunchBound ? QStringLiteral("launch-bound") : QStringLiteral("waiting");
    }));
    ColumnInfo step{.key = QStringLiteral("step"), .title = QStringLiteral("Step")};
    step.width = 48;
    step.isSecondary = true;
    columns.push_back(textColumn<GapRow>(
        std::move(step), [](const GapRow& row) { return row.step.isEmpty() ? notApplicable() : row.step; }));
    columns.back().tooltip = [](const GapRow& row) { return row.stepName; };
    columns.push_back(
        gapNameColumn(QStringLiteral("after"), QStringLiteral("After"), &GapRow::after, &GapRow::afterName));
    columns.push_back(gapNameColumn(QStringLiteral("before"), QStringLiteral("Before"), &GapRow::before,
                                    &GapRow::beforeName));
    return columns;
}

} // namespace

std::optional<Nanoseconds> budgetNs(const BudgetRow& row, Side side, bool perStep) {
    if (row.counts[side] == 0) {
        return std::nullopt;
    }
    return perStep ? row.stepNs[side].value_or(0) : row.totalNs[side];
}

std::shared_ptr<const Table> budgetTable(const std::shared_ptr<const Comparison>& comparison, bool perStep) {
    const SideTimes<BudgetRow> times = [perStep](const BudgetRow& row) { return timesOf(row, perStep); };
    Scales scales{unitOf(perStep), kWide, 0, {}};
    for (const BudgetRow& row : comparison->budget) {
        scales.include(times(row));
    }
    std::vector<Column<BudgetRow>> columns;
    columns.push_back(categoryColumn());
    for (const Side side : kSides) {
        columns.push_back(sideTimeColumn<BudgetRow>(side, scales, times));
        columns.push_back(sideShareColumn(*comparison, side, perStep));
    }
    columns.push_back(sideGapColumn<BudgetRow>(scales, times));
    columns.push_back(sideRatioColumn<BudgetRow>(times));
    for (const Side side : kSides) {
        columns.push_back(sideCountColumn(comparison, side, perStep));
    }
    std::vector<TotalCell> totals;
    for (const Column<BudgetRow>& column : columns) {
        totals.push_back(budgetTotal(column.info.key, *comparison, perStep));
    }
    return std::make_shared<RowTable<BudgetRow>>(
        std::shared_ptr<const std::vector<BudgetRow>>(comparison, &comparison->budget), std::move(columns),
        [](const BudgetRow& row) { return QString::fromStdString(row.category); },
        [](const BudgetRow& row) { return QString::fromStdString(row.category); }, std::move(totals));
}

std::shared_ptr<const Table> categoryOperationTable(const std::shared_ptr<const Comparison>& comparison,
                                                    const std::string& category, bool perStep) {
    using Row = const OperationRow*;
    auto rows = std::make_shared<std::vector<Row>>();
    const SideTimes<Row> times = [perStep](const Row& row) {
        return PerSide<std::optional<Nanoseconds>>{operationNs(*row, Side::A, perStep),
                                                   operationNs(*row, Side::B, perStep)};
    };
    Scales scales{unitOf(perStep), kNarrow, 0, {}};
    for (const OperationRow& operation : comparison->operations) {
        if (operation.category == category) {
            rows->push_back(&operation);
            scales.include(times(&operation));
        }
    }
    std::vector<Column<Row>> columns;
    ColumnInfo name{.key = QStringLiteral("operation"), .title = QStringLiteral("Operation")};
    name.width = 150;
    name.stretch = 3;
    columns.push_back(textColumn<Row>(std::move(name),
                                      [](const Row& row) { return QString::fromStdString(row->operation); }));
    for (const Side side : kSides) {
        columns.push_back(sideTimeColumn<Row>(side, scales, times));
    }
    columns.push_back(sideGapColumn<Row>(scales, times));
    columns.push_back(sideRatioColumn<Row>(times));
    // The rows point into the comparison, which the last function keeps alive.
    return std::make_shared<RowTable<Row>>(
        std::move(rows), std::move(columns),
        [](const Row& row) { return QString::fromStdString(row->operation); },
        [comparison](const Row& row) { return QString::fromStdString(row->operation); });
}

std::shared_ptr<const Table> idleGapTable(const Comparison& comparison) {
    auto rows = std::make_shared<std::vector<GapRow>>();
    Nanoseconds longestNs = 0;
    for (std::size_t i = 0; i < comparison.idleGaps.size(); ++i) {
        rows->push_back(gapRowOf(comparison, i));
        longestNs = std::max(longestNs, rows->back().lengthNs);
    }
    return std::make_shared<RowTable<GapRow>>(
        std::move(rows), gapColumns(longestNs), [](const GapRow& row) { return QString::number(row.place); },
        [](const GapRow& row) { return row.afterName + QLatin1Char('\n') + row.beforeName; });
}

QString pairAfterGap(const Comparison& comparison, const QString& id) {
    bool isNumber = false;
    const qulonglong place = id.toULongLong(&isNumber);
    if (!isNumber || place >= comparison.idleGaps.size()) {
        return {};
    }
    const IdleGap& gap = comparison.idleGaps[place];
    const std::vector<PairId>& pairOf = comparison.pairOf[gap.side];
    const bool isKnown = gap.after.isValid() && gap.after.index() < pairOf.size();
    const PairId pair = isKnown ? pairOf[gap.after.index()] : PairId();
    return pair.isValid() ? QString::fromStdString(comparison.pairs[pair.index()].id) : QString();
}

} // namespace diptych
