#include "ui/models/operation_table.h"

#include "ui/models/column_builders.h"

#include <QStringList>

#include <algorithm>
#include <cstdlib>

namespace diptych {

namespace {

using Row = OperationRow;

/// What all columns of one table share.
struct Figures {
    bool perStep = false;
    Nanoseconds timeScaleNs = 0; ///< one scale for A and B
    BarScale gapScale;
    Nanoseconds wholeGapNs = 0; ///< in all
    const Row* firstRow = nullptr;
    std::shared_ptr<const std::vector<PerSide<double>>> counts; ///< kernels by row, per step or in all

    [[nodiscard]] QString unit() const {
        return perStep ? QStringLiteral("µs per step") : QStringLiteral("µs in all");
    }
};

Nanoseconds gapNs(const Row& row, bool perStep) {
    return perStep ? row.gapNs : row.stats.a.totalNs - row.stats.b.totalNs;
}

std::optional<double> quotient(std::optional<Nanoseconds> a, std::optional<Nanoseconds> b) {
    if (!a || !b || *b == 0) {
        return std::nullopt;
    }
    return static_cast<double>(*a) / static_cast<double>(*b);
}

/// Kernels of a row: a mean per step, or all.
double countOf(const Comparison& comparison, const Row& row, Side side, bool perStep) {
    if (!perStep) {
        return static_cast<double>(row.stats[side].count);
    }
    std::uint64_t count = 0;
    for (const NameShare& name : row.names[side]) {
        count += name.insideStepsCount;
    }
    const std::size_t steps = std::max<std::size_t>(1, comparison.selection[side].steps.size());
    return static_cast<double>(count) / static_cast<double>(steps);
}

std::shared_ptr<const std::vector<PerSide<double>>> countsOf(const Comparison& comparison, bool perStep) {
    auto counts = std::make_shared<std::vector<PerSide<double>>>();
    counts->reserve(comparison.operations.size());
    for (const Row& row : comparison.operations) {
        counts->push_back(
            {countOf(comparison, row, Side::A, perStep), countOf(comparison, row, Side::B, perStep)});
    }
    return counts;
}

Figures figuresOf(const Comparison& comparison, bool perStep) {
    Figures figures;
    figures.perStep = perStep;
    figures.wholeGapNs = comparison.selection.a.totalNs - comparison.selection.b.totalNs;
    figures.firstRow = comparison.operations.data();
    figures.counts = countsOf(comparison, perStep);
    for (const Side side : kSides) {
        for (const Row& row : comparison.operations) {
            figures.timeScaleNs = std::max(figures.timeScaleNs, operationNs(row, side, perStep).value_or(0));
        }
    }
    for (const Row& row : comparison.operations) {
        figures.gapScale.include(gapNs(row, perStep));
    }
    return figures;
}

QString sideText(Side side) {
    return QLatin1String(sideName(side));
}

/// Keys end in the side: "us_a".
QString sideKey(const char* key, Side side) {
    return QLatin1String(key) + (side == Side::A ? QStringLiteral("_a") : QStringLiteral("_b"));
}

bool isMissing(const Row& row, Side side) {
    return row.presence == (side == Side::A ? Presence::OnlyB : Presence::OnlyA);
}

Column<Row> operationColumn() {
    ColumnInfo info{.key = operationcolumn::kOperation, .title = QStringLiteral("Operation")};
    info.width = 150;
    info.stretch = 3;
    Column<Row> column = textColumn<Row>(
        std::move(info), [](const Row& row) { return QString::fromStdString(row.operation); });
    column.category = [](const Row& row) { return QString::fromStdString(row.category); };
    column.tooltip = [](const Row& row) {
        return QString::fromStdString(row.operation + ", category " + row.category);
    };
    return column;
}

Column<Row> sideTimeColumn(Side side, const Figures& figures) {
    ColumnInfo info{.key = sideKey("us", side), .title = sideText(side), .unit = figures.unit()};
    info.explanation = QStringLiteral("GPU time of %1, %2").arg(info.title, info.unit);
    info.fill = side == Side::A ? Fill::A : Fill::B;
    info.width = 136;
    info.stretch = 2;
    Column<Row> column = timeBarColumn<Row>(
        std::move(info),
        [side, perStep = figures.perStep](const Row& row) { return operationNs(row, side, perStep); },
        figures.timeScaleNs);
    column.isBadge = [side](const Row& row) { return isMissing(row, side); };
    column.text = [side, text = column.text](const Row& row) {
        return isMissing(row, side) ? QStringLiteral("only ") + sideText(other(side)) : text(row);
    };
    return column;
}

Column<Row> ownGapColumn(const Figures& figures) {
    ColumnInfo info{.key = operationcolumn::kGap, .title = QStringLiteral("A − B"), .unit = figures.unit()};
    info.explanation = QStringLiteral("Above zero A is slower, below zero A is faster");
    info.width = 150;
    info.stretch = 2;
    return gapColumn<Row>(
        std::move(info),
        [perStep = figures.perStep](const Row& row) { return std::optional(gapNs(row, perStep)); },
        figures.gapScale);
}

Column<Row> timeRatioColumn(const Figures& figures) {
    ColumnInfo info{.key = QStringLiteral("ratio"), .title = QStringLiteral("A ÷ B")};
    info.explanation = QStringLiteral("Time of A divided by time of B, %1").arg(figures.unit());
    info.width = 60;
    return ratioColumn<Row>(std::move(info), [perStep = figures.perStep](const Row& row) {
        return quotient(operationNs(row, Side::A, perStep), operationNs(row, Side::B, perStep));
    });
}

/// Of the gap that stands beside it: a share of steps is none of everything.
Column<Row> gapShareColumn(const Figures& figures) {
    ColumnInfo info{.key = QStringLiteral("share_percent"),
                    .title = QStringLiteral("Share"),
                    .unit = QStringLiteral("%")};
    info.explanation = QStringLiteral("Part of the whole gap");
    info.width = 66;
    info.givesWay = true;
    return shareColumn<Row>(
        std::move(info), [perStep = figures.perStep, wholeNs = figures.wholeGapNs](const Row& row) {
            return perStep || !row.share ? row.share : fractionOf(gapNs(row, perStep), wholeNs);
        });
}

Column<Row> sideCountColumn(Side side, const Figures& figures) {
    ColumnInfo info{.key = sideKey("count", side), .title = sideText(side) + QStringLiteral(" count")};
    info.explanation = figures.perStep ? QStringLiteral("Kernels of %1 per step").arg(sideText(side))
                                       : QStringLiteral("Kernels of %1 in all").arg(sideText(side));
    info.width = 62;
    return countColumn<Row>(std::move(info),
                            [side, first = figures.firstRow, counts = figures.counts](const Row& row) {
                                return std::optional((*counts)[static_cast<std::size_t>(&row - first)][side]);
                            });
}

/// Statistics of single kernels; hidden until they are chosen.
Column<Row> statisticColumn(const char* key, const char* title, Side side,
                            std::optional<Nanoseconds> DurationStats::*member) {
    ColumnInfo info{.key = sideKey(key, side),
                    .title = QStringLiteral("%1 %2").arg(sideText(side), QLatin1String(title)),
                    .unit = QStringLiteral("µs")};
    info.explanation = QStringLiteral("Of one kernel");
    info.width = 92;
    info.isShownAtFirst = false;
    return timeColumn<Row>(std::move(info),
                           [side, member](const Row& row) { return row.stats[side].*member; });
}

Column<Row> meanRatioColumn() {
    ColumnInfo info{.key = QStringLiteral("ratio_of_means"), .title = QStringLiteral("Mean A ÷ B")};
    info.explanation = QStringLiteral("Mean time of one kernel of A divided by that of B");
    info.width = 84;
    info.isShownAtFirst = false;
    return ratioColumn<Row>(std::move(info), [](const Row& row) { return row.ratio; });
}

Column<Row> hiddenTextColumn(QString key, QString title, Text<Row> text) {
    ColumnInfo info{.key = std::move(key), .title = std::move(title)};
    info.width = 110;
    info.isSecondary = true;
    info.isShownAtFirst = false;
    return textColumn<Row>(std::move(info), std::move(text));
}

QString phasesText(const Row& row) {
    QStringList names;
    for (const Phase phase : row.phases) {
        const std::string_view name = phaseName(phase);
        names.append(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    }
    return names.isEmpty() ? notApplicable() : names.join(QStringLiteral(", "));
}

std::vector<Column<Row>> columnsOf(const Figures& figures) {
    std::vector<Column<Row>> columns;
    columns.push_back(operationColumn());
    columns.push_back(sideTimeColumn(Side::A, figures));
    columns.push_back(sideTimeColumn(Side::B, figures));
    columns.push_back(ownGapColumn(figures));
    columns.push_back(timeRatioColumn(figures));
    columns.push_back(gapShareColumn(figures));
    columns.push_back(sideCountColumn(Side::A, figures));
    columns.push_back(sideCountColumn(Side::B, figures));
    for (const Side side : kSides) {
        columns.push_back(statisticColumn("mean_us", "mean", side, &DurationStats::meanNs));
        columns.push_back(statisticColumn("median_us", "median", side, &DurationStats::medianNs));
        columns.push_back(statisticColumn("p95_us", "p95", side, &DurationStats::p95Ns));
    }
    columns.push_back(meanRatioColumn());
    columns.push_back(hiddenTextColumn(QStringLiteral("category"), QStringLiteral("Category"),
                                       [](const Row& row) { return QString::fromStdString(row.category); }));
    columns.push_back(hiddenTextColumn(QStringLiteral("phases"), QStringLiteral("Phases"), phasesText));
    for (const Side side : kSides) {
        columns.push_back(hiddenTextColumn(
            sideKey("cpu_op", side), sideText(side) + QStringLiteral(" CPU op"), [side](const Row& row) {
                return row.cpuOp[side].empty() ? notApplicable() : QString::fromStdString(row.cpuOp[side]);
            }));
    }
    return columns;
}

TotalCell totalOf(const ColumnInfo& info, const Comparison& comparison, const Figures& figures) {
    PerSide<Nanoseconds> ns;
    PerSide<double> counts;
    for (const Side side : kSides) {
        const SelectedSide& selected = comparison.selection[side];
        ns[side] = figures.perStep ? selected.stepNs.value_or(0) : selected.totalNs;
        for (const PerSide<double>& count : *figures.counts) {
            counts[side] += count[side];
        }
        if (info.key == sideKey("us", side)) {
            return {formatMicroseconds(ns[side]), std::nullopt};
        }
        if (info.key == sideKey("count", side)) {
            return {formatMeanCount(counts[side]), std::nullopt};
        }
    }
    const Nanoseconds gap = ns.a - ns.b;
    if (info.key == operationcolumn::kOperation) {
        return {figures.perStep ? QStringLiteral("Step") : QStringLiteral("All"), std::nullopt};
    }
    if (info.key == operationcolumn::kGap) {
        return {formatGap(gap), gap};
    }
    if (info.key == QStringLiteral("ratio")) {
        return {formatRatio(quotient(ns.a, ns.b)), std::nullopt};
    }
    if (info.key == QStringLiteral("share_percent")) {
        const bool hasShares = std::any_of(comparison.operations.begin(), comparison.operations.end(),
                                           [](const Row& row) { return row.share.has_value(); });
        return {formatShare(hasShares ? std::optional(1.0) : std::nullopt), std::nullopt};
    }
    return {};
}

QString searchTextOf(const Row& row) {
    QString text =
        QString::fromStdString(row.operation) + QLatin1Char('\n') + QString::fromStdString(row.category);
    for (const Side side : kSides) {
        for (const NameShare& name : row.names[side]) {
            text += QLatin1Char('\n') + QString::fromStdString(name.name);
        }
    }
    return text;
}

} // namespace

std::optional<Nanoseconds> operationNs(const OperationRow& row, Side side, bool perStep) {
    if (isMissing(row, side)) {
        return std::nullopt;
    }
    return perStep ? row.stats[side].stepNs : row.stats[side].totalNs;
}

std::shared_ptr<const Table> operationTable(const std::shared_ptr<const Comparison>& comparison,
                                            bool perStep) {
    const Figures figures = figuresOf(*comparison, perStep);
    std::vector<Column<Row>> columns = columnsOf(figures);
    std::vector<TotalCell> totals;
    totals.reserve(columns.size());
    for (const Column<Row>& column : columns) {
        totals.push_back(totalOf(column.info, *comparison, figures));
    }
    const RowTable<Row>::Rows rows(comparison, &comparison->operations);
    return std::make_shared<RowTable<Row>>(
        rows, std::move(columns), [](const Row& row) { return QString::fromStdString(row.operation); },
        searchTextOf, std::move(totals));
}

} // namespace diptych
