#include "ui/models/launch_count_table.h"

#include "core/compare/statistics.h"
#include "ui/models/column_builders.h"
#include "ui/models/period_text.h"

#include <algorithm>

namespace diptych {

namespace {

using Row = LaunchCountRow;

/// What the figures are of: a step on the average, or all that is compared.
struct Period {
    bool isStep = false;
    PerSide<std::uint64_t> steps{1, 1}; ///< what figures in all are divided by

    [[nodiscard]] double count(const Row& row, Side side) const {
        const std::uint64_t count = isStep ? row.insideStepsCounts[side] : row.counts[side];
        return static_cast<double>(count) / static_cast<double>(steps[side]);
    }
    [[nodiscard]] std::optional<Nanoseconds> ns(const Row& row, Side side) const {
        if (row.counts[side] == 0) {
            return std::nullopt;
        }
        return isStep ? divideRounded(row.insideStepsNs[side], steps[side]) : row.ns[side];
    }
};

Period periodOf(const Comparison& comparison, bool perStep) {
    Period period;
    if (perStep && comparison.summary.perStep) {
        period.isStep = true;
        for (const Side side : kSides) {
            period.steps[side] = comparison.selection[side].steps.size();
        }
    }
    return period;
}

QString sideText(Side side) {
    return QLatin1String(sideName(side));
}

QString sideKey(const char* key, Side side) {
    return QLatin1String(key) + (side == Side::A ? QStringLiteral("_a") : QStringLiteral("_b"));
}

Column<Row> typeColumn() {
    ColumnInfo info{.key = QStringLiteral("type"), .title = QStringLiteral("Kernel type")};
    info.width = 150;
    info.stretch = 2;
    return textColumn<Row>(std::move(info), [](const Row& row) { return QString::fromStdString(row.type); });
}

/// Counts are what the page is about: written in the first text colour, absent ones as "only" the other side.
Column<Row> launchesColumn(Side side, const Period& period) {
    ColumnInfo info{.key = sideKey("count", side), .title = sideText(side) + QStringLiteral(" launches")};
    info.unit = period.isStep ? QStringLiteral("per step") : QStringLiteral("in all");
    info.explanation = QStringLiteral("Kernels of the type on %1, %2")
                           .arg(sideText(side), period.isStep ? QStringLiteral("in a step on the average")
                                                              : QStringLiteral("in all that is compared"));
    info.width = 130;
    Column<Row> column = countColumn<Row>(
        std::move(info), [side, period](const Row& row) { return std::optional(period.count(row, side)); });
    column.info.isSecondary = false;
    column.isBadge = [side](const Row& row) { return row.counts[side] == 0; };
    column.text = [side, text = column.text](const Row& row) {
        return row.counts[side] == 0 ? QStringLiteral("only ") + sideText(other(side)) : text(row);
    };
    return column;
}

Column<Row> averageColumn(Side side) {
    ColumnInfo info{.key = sideKey("average", side), .title = sideText(side) + QStringLiteral(" per group")};
    info.explanation = QStringLiteral("Mean number in a matched group of %1").arg(sideText(side));
    info.width = 84;
    return countColumn<Row>(std::move(info),
                            [side](const Row& row) { return std::optional(row.averages[side]); });
}

Column<Row> timeColumnOf(Side side, const Period& period, Nanoseconds scaleNs) {
    ColumnInfo info{
        .key = sideKey("us", side), .title = sideText(side), .unit = microsecondsOf(period.isStep)};
    info.fill = side == Side::A ? Fill::A : Fill::B;
    info.width = 130;
    info.stretch = 1;
    return timeBarColumn<Row>(
        std::move(info), [side, period](const Row& row) { return period.ns(row, side); }, scaleNs);
}

Column<Row> groupsColumn() {
    ColumnInfo info{.key = QStringLiteral("groups"), .title = QStringLiteral("Groups")};
    info.explanation = QStringLiteral("Matched groups in which the counts differ");
    info.width = 58;
    return countColumn<Row>(std::move(info), [](const Row& row) {
        return std::optional(static_cast<double>(row.groupsAffected));
    });
}

Column<Row> explanationColumn() {
    ColumnInfo info{.key = QStringLiteral("explanation"), .title = QStringLiteral("Explanation")};
    info.width = 240;
    info.stretch = 4;
    Column<Row> column = textColumn<Row>(std::move(info), [](const Row& row) {
        return row.explanation.empty() ? notApplicable() : QString::fromStdString(row.explanation);
    });
    column.tooltip = [](const Row& row) { return QString::fromStdString(row.explanation); };
    return column;
}

/// Columns that would be empty throughout are left out: launchGroupsText says why.
std::vector<Column<Row>> columnsOf(const LaunchCounts& counts, const Period& period) {
    const bool hasMatches = counts.matches > 0;
    Nanoseconds scaleNs = 0;
    for (const Row& row : counts.rows) {
        scaleNs =
            std::max({scaleNs, period.ns(row, Side::A).value_or(0), period.ns(row, Side::B).value_or(0)});
    }
    std::vector<Column<Row>> columns;
    columns.push_back(typeColumn());
    columns.push_back(launchesColumn(Side::A, period));
    columns.push_back(launchesColumn(Side::B, period));
    if (hasMatches) {
        columns.push_back(averageColumn(Side::A));
        columns.push_back(averageColumn(Side::B));
    }
    columns.push_back(timeColumnOf(Side::A, period, scaleNs));
    columns.push_back(timeColumnOf(Side::B, period, scaleNs));
    ColumnInfo ratio{.key = QStringLiteral("ratio"), .title = QStringLiteral("A ÷ B")};
    ratio.explanation = QStringLiteral("Time of A divided by time of B");
    ratio.width = 58;
    columns.push_back(ratioColumn<Row>(std::move(ratio), [period](const Row& row) {
        const std::optional<Nanoseconds> a = period.ns(row, Side::A);
        return a.value_or(0) == 0 ? std::nullopt : ratioOf(a, period.ns(row, Side::B));
    }));
    if (hasMatches) {
        columns.push_back(groupsColumn());
    }
    if (std::any_of(counts.rows.begin(), counts.rows.end(),
                    [](const Row& row) { return !row.explanation.empty(); })) {
        columns.push_back(explanationColumn());
    }
    return columns;
}

QString launches(std::uint32_t count) {
    return formatCount(count) + (count == 1 ? QStringLiteral(" launch") : QStringLiteral(" launches"));
}

} // namespace

std::shared_ptr<const Table> launchCountTable(const std::shared_ptr<const Comparison>& comparison,
                                              bool perStep) {
    const RowTable<Row>::Rows rows(comparison, &comparison->launchCounts.rows);
    return std::make_shared<RowTable<Row>>(
        rows, columnsOf(comparison->launchCounts, periodOf(*comparison, perStep)),
        [](const Row& row) { return QString::fromStdString(row.type); },
        [](const Row& row) {
            return QString::fromStdString(row.type) + QLatin1Char('\n') +
                   QString::fromStdString(row.explanation);
        });
}

QString launchTypesText(const LaunchCounts& counts) {
    return formatCount(counts.rows.size()) +
           (counts.rows.size() == 1 ? QStringLiteral(" type") : QStringLiteral(" types"));
}

QString launchGroupsText(const LaunchCounts& counts) {
    if (counts.groups.a == 0 && counts.groups.b == 0) {
        return QStringLiteral(
            "No launch on either side has 50 kernels or more, as that of a replayed graph would.");
    }
    if (counts.matches == 0) {
        return QStringLiteral("A has %1 of 50 kernels or more, B %2; none are alike.")
            .arg(launches(counts.groups.a), formatCount(counts.groups.b));
    }
    return QStringLiteral("A has %1 of 50 kernels or more, B %2; %3 were matched.")
        .arg(launches(counts.groups.a), formatCount(counts.groups.b), formatCount(counts.matches));
}

} // namespace diptych
