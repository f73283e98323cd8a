#include "ui/models/same_kernel_table.h"

#include "ui/models/column_builders.h"
#include "ui/models/kernel_labels.h"

#include <algorithm>
#include <cstdlib>

namespace diptych {

namespace {

using Row = SameKernelRow;

/// By row; null: the names are too many.
using Labels = std::shared_ptr<const std::vector<KernelLabel>>;

QString sideText(Side side) {
    return QLatin1String(sideName(side));
}

QString sideKey(const char* key, Side side) {
    return QLatin1String(key) + (side == Side::A ? QStringLiteral("_a") : QStringLiteral("_b"));
}

Nanoseconds gapNs(const Row& row, bool perStep) {
    return perStep ? row.gapNs : row.stats.a.totalNs - row.stats.b.totalNs;
}

/// Whether it ran in the steps that figures per step are of.
bool isCounted(const Row& row, bool perStep) {
    return !perStep || row.insideStepsCounts.a + row.insideStepsCounts.b != 0;
}

/// Telling names from each other costs time by name; beyond some thousands nobody compares them by eye.
Labels labelsOf(const std::vector<Row>& rows) {
    constexpr std::size_t kMostCompared = 2'000;
    if (rows.size() > kMostCompared) {
        return nullptr;
    }
    std::vector<std::string> names;
    for (const Row& row : rows) {
        names.push_back(row.name);
    }
    return std::make_shared<const std::vector<KernelLabel>>(makeKernelLabels(names));
}

QString fasterText(const Row& row) {
    switch (row.faster) {
    case Status::Similar:
        return QStringLiteral("alike");
    case Status::Slower:
        return QStringLiteral("B");
    case Status::Faster:
        return QStringLiteral("A");
    }
    return {};
}

Column<Row> kernelColumn(const std::vector<Row>& rows) {
    ColumnInfo info{.key = samekernelcolumn::kKernel, .title = QStringLiteral("Kernel")};
    info.width = 280;
    info.stretch = 5;
    const auto labelOf = [first = rows.data(), labels = labelsOf(rows)](const Row& row) {
        return labels ? (*labels)[static_cast<std::size_t>(&row - first)]
                      : KernelLabel{kernelLabel(row.name), {}};
    };
    return nameColumn<Row>(
        std::move(info), [labelOf](const Row& row) { return labelOf(row).text; },
        [](const Row& row) { return QString::fromStdString(row.name); },
        [labelOf](const Row& row) { return labelOf(row).focus; });
}

Column<Row> operationColumn() {
    ColumnInfo info{.key = QStringLiteral("operation"), .title = QStringLiteral("Operation")};
    info.width = 130;
    info.stretch = 1;
    return textColumn<Row>(std::move(info),
                           [](const Row& row) { return QString::fromStdString(row.operation); });
}

Column<Row> statisticColumn(const char* key, const char* title, Side side, Nanoseconds scaleNs,
                            std::optional<Nanoseconds> DurationStats::*member) {
    ColumnInfo info{.key = sideKey(key, side),
                    .title = sideText(side) + QLatin1Char(' ') + QLatin1String(title),
                    .unit = QStringLiteral("µs")};
    info.fill = side == Side::A ? Fill::A : Fill::B;
    const Time<Row> time = [side, member](const Row& row) { return row.stats[side].*member; };
    if (scaleNs > 0) {
        info.width = 124;
        info.stretch = 1;
        return timeBarColumn<Row>(std::move(info), time, scaleNs);
    }
    info.width = 88;
    info.isShownAtFirst = false;
    return timeColumn<Row>(std::move(info), time);
}

std::vector<Column<Row>> columnsOf(const Comparison& comparison, bool perStep) {
    const std::vector<Row>& rows = comparison.sameKernels.rows;
    Nanoseconds meanScaleNs = 1;
    BarScale gapScale;
    for (const Row& row : rows) {
        meanScaleNs = std::max({meanScaleNs, row.stats.a.meanNs.value_or(0), row.stats.b.meanNs.value_or(0)});
        gapScale.include(gapNs(row, perStep));
    }
    std::vector<Column<Row>> columns;
    columns.push_back(kernelColumn(rows));
    columns.push_back(operationColumn());
    for (const Side side : kSides) {
        columns.push_back(statisticColumn("mean_us", "mean", side, meanScaleNs, &DurationStats::meanNs));
    }
    ColumnInfo ratio{.key = QStringLiteral("ratio"), .title = QStringLiteral("A ÷ B")};
    ratio.explanation = QStringLiteral("Mean time of A divided by mean time of B");
    ratio.width = 60;
    columns.push_back(ratioColumn<Row>(std::move(ratio), [](const Row& row) { return row.ratio; }));
    ColumnInfo gap{.key = samekernelcolumn::kGap,
                   .title = QStringLiteral("A − B"),
                   .unit = perStep ? QStringLiteral("µs per step") : QStringLiteral("µs in all")};
    gap.explanation = QStringLiteral("Above zero A is slower, below zero A is faster");
    gap.width = 150;
    gap.stretch = 2;
    columns.push_back(gapColumn<Row>(
        std::move(gap),
        [perStep](const Row& row) {
            return isCounted(row, perStep) ? std::optional(gapNs(row, perStep)) : std::nullopt;
        },
        gapScale));
    ColumnInfo faster{.key = QStringLiteral("faster"), .title = QStringLiteral("Faster")};
    faster.explanation = QStringLiteral("The side with the shorter mean; alike where that is within noise");
    faster.width = 56;
    columns.push_back(textColumn<Row>(std::move(faster), fasterText));
    for (const Side side : kSides) {
        ColumnInfo count{.key = sideKey("count", side), .title = sideText(side) + QStringLiteral(" count")};
        count.explanation = perStep ? QStringLiteral("Launches per step") : QStringLiteral("Launches in all");
        count.width = 64;
        const auto steps = static_cast<double>(comparison.selection[side].steps.size());
        columns.push_back(countColumn<Row>(std::move(count), [side, perStep, steps](const Row& row) {
            return std::optional(perStep ? static_cast<double>(row.insideStepsCounts[side]) / steps
                                         : static_cast<double>(row.stats[side].count));
        }));
    }
    for (const Side side : kSides) {
        columns.push_back(statisticColumn("median_us", "median", side, 0, &DurationStats::medianNs));
        columns.push_back(statisticColumn("p95_us", "p95", side, 0, &DurationStats::p95Ns));
        columns.push_back(statisticColumn("step_us", "per step", side, 0, &DurationStats::stepNs));
    }
    return columns;
}

std::vector<TotalCell> totalsOf(const std::vector<Row>& rows, const std::vector<Column<Row>>& columns,
                                bool perStep) {
    Nanoseconds gap = 0;
    for (const Row& row : rows) {
        gap += gapNs(row, perStep);
    }
    std::vector<TotalCell> totals(rows.empty() ? 0 : columns.size());
    for (std::size_t i = 0; i < totals.size(); ++i) {
        if (columns[i].info.key == samekernelcolumn::kKernel) {
            totals[i].text = QStringLiteral("All");
        } else if (columns[i].info.key == samekernelcolumn::kGap) {
            totals[i] = {formatGap(gap), gap};
        }
    }
    return totals;
}

} // namespace

std::shared_ptr<const Table> sameKernelTable(const std::shared_ptr<const Comparison>& comparison,
                                             bool perStep) {
    const std::vector<Row>& all = comparison->sameKernels.rows;
    std::vector<Column<Row>> columns = columnsOf(*comparison, perStep);
    std::vector<TotalCell> totals = totalsOf(all, columns, perStep);
    return std::make_shared<RowTable<Row>>(
        RowTable<Row>::Rows(comparison, &all), std::move(columns),
        [](const Row& row) { return QString::fromStdString(row.name); },
        [](const Row& row) {
            return QString::fromStdString(row.name) + QLatin1Char('\n') +
                   QString::fromStdString(row.operation);
        },
        std::move(totals));
}

QString sameKernelsText(const SameKernels& same) {
    if (same.rows.empty()) {
        return {};
    }
    const QString names = same.rows.size() == 1
                              ? QStringLiteral("1 name on both sides")
                              : QStringLiteral("%1 names on both sides").arg(formatCount(same.rows.size()));
    return same.meanRatio ? names + QStringLiteral(", A ÷ B %1 on average").arg(formatRatio(same.meanRatio))
                          : names;
}

QString sameKernelPair(const Comparison& comparison, const QString& name) {
    const std::string wanted = name.toStdString();
    const std::vector<Row>& rows = comparison.sameKernels.rows;
    const auto row =
        std::find_if(rows.begin(), rows.end(), [&](const Row& entry) { return entry.name == wanted; });
    if (row == rows.end() || row->pairs.empty()) {
        return {};
    }
    const std::uint32_t largest =
        *std::max_element(row->pairs.begin(), row->pairs.end(), [&](std::uint32_t x, std::uint32_t y) {
            return std::abs(comparison.pairs[x].gapNs) < std::abs(comparison.pairs[y].gapNs);
        });
    return QString::fromStdString(comparison.pairs[largest].id);
}

QString sameKernelOfPair(const Comparison& comparison, const QString& pair) {
    const std::string wanted = pair.toStdString();
    for (const Row& row : comparison.sameKernels.rows) {
        if (std::any_of(row.pairs.begin(), row.pairs.end(),
                        [&](std::uint32_t index) { return comparison.pairs[index].id == wanted; })) {
            return QString::fromStdString(row.name);
        }
    }
    return {};
}

} // namespace diptych
