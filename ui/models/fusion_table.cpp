#include "ui/models/fusion_table.h"

#include "ui/models/column_builders.h"
#include "ui/models/pair_facts.h"
#include "ui/models/period_text.h"

#include <algorithm>
#include <cstdlib>

namespace diptych {

namespace {

using Row = FusionRow;

QString sideText(Side side) {
    return QLatin1String(sideName(side));
}

/// The part of a pair's kernels that ran in the selected steps; all of them where there are none.
double shareInSteps(const KernelPair& pair, Side side) {
    std::uint64_t count = 0;
    std::uint64_t inside = 0;
    for (const NameShare& share : pair.names[side]) {
        count += share.count;
        inside += share.insideStepsCount;
    }
    return count == 0 ? 1.0 : static_cast<double>(inside) / static_cast<double>(count);
}

QString timesText(double times) {
    return QStringLiteral("×") + formatMeanCount(times);
}

/// "×28 per step, inferred".
QString remarkOf(const Comparison& comparison, const Row& row, bool perStep) {
    const double a = fusionTimes(comparison, row, Side::A, perStep);
    const double b = fusionTimes(comparison, row, Side::B, perStep);
    QString text = isFusionByCount(row) ? QStringLiteral("A %1, B %2").arg(timesText(a), timesText(b))
                                        : timesText(std::max(a, b));
    text += perStep ? QStringLiteral(" per step") : QStringLiteral(" in all");
    return fusionSquares(comparison, row) == 1 ? text + QStringLiteral(", inferred") : text;
}

QString matchOf(const Comparison& comparison, const Row& row) {
    switch (fusionSquares(comparison, row)) {
    case 3:
        return QStringLiteral("exact");
    case 2:
        return QStringLiteral("by rule");
    default: // a number, not an enumeration
        return QStringLiteral("inferred");
    }
}

Column<Row> patternColumn(const Comparison* comparison, bool perStep) {
    ColumnInfo info{.key = fusioncolumn::kPattern, .title = QStringLiteral("Pattern")};
    info.width = 136;
    info.stretch = 3;
    Column<Row> column =
        textColumn<Row>(std::move(info), [](const Row& row) { return QString::fromStdString(row.pattern); });
    column.remark = [comparison, perStep](const Row& row) { return remarkOf(*comparison, row, perStep); };
    column.tooltip = [](const Row& row) { return QString::fromStdString(row.evidence); };
    return column;
}

Column<Row> kernelsColumn() {
    ColumnInfo info{.key = QStringLiteral("kernels"), .title = QStringLiteral("Kernels")};
    info.explanation = QStringLiteral("How many kernels A runs, and how many B runs in their place");
    info.width = 66;
    Column<Row> column = textColumn<Row>(std::move(info), [](const Row& row) {
        return QStringLiteral("%1 → %2").arg(row.kernels.a).arg(row.kernels.b);
    });
    column.sort = [](const Row& row) {
        return SortValue(static_cast<double>(row.kernels.a) - static_cast<double>(row.kernels.b));
    };
    return column;
}

Column<Row> onceColumn(Side side) {
    ColumnInfo info{.key = side == Side::A ? QStringLiteral("once_us_a") : QStringLiteral("once_us_b"),
                    .title = sideText(side),
                    .unit = QStringLiteral("µs")};
    info.explanation = QStringLiteral("Time of the kernels of %1, once").arg(sideText(side));
    info.width = 62;
    return timeColumn<Row>(std::move(info), [side](const Row& row) { return std::optional(row.ns[side]); });
}

Column<Row> effectColumn(bool perStep) {
    ColumnInfo info{.key = fusioncolumn::kGap,
                    .title = QStringLiteral("A − B"),
                    .unit = perStep ? QStringLiteral("µs/step") : QStringLiteral("µs in all")};
    info.explanation = QStringLiteral("Net effect on A: above zero A is slower there, below zero faster");
    info.width = 106;
    info.stretch = 1;
    Column<Row> column = gapColumn<Row>(
        std::move(info), [perStep](const Row& row) { return std::optional(fusionGapNs(row, perStep)); }, {});
    column.info.kind = CellKind::Text; // the figures are few; the drawing beside them shows the sizes
    return column;
}

Column<Row> hiddenText(QString key, QString title, Text<Row> text) {
    ColumnInfo info{.key = std::move(key), .title = std::move(title)};
    info.width = 90;
    info.isSecondary = true;
    info.isShownAtFirst = false;
    return textColumn<Row>(std::move(info), std::move(text));
}

std::vector<Column<Row>> columnsOf(const Comparison* comparison, bool perStep) {
    std::vector<Column<Row>> columns;
    columns.push_back(patternColumn(comparison, perStep));
    columns.push_back(kernelsColumn());
    columns.push_back(onceColumn(Side::A));
    columns.push_back(onceColumn(Side::B));
    columns.push_back(effectColumn(perStep));
    columns.push_back(hiddenText(QStringLiteral("fused_by"), QStringLiteral("Fused by"), [](const Row& row) {
        return row.fuses ? sideText(*row.fuses) : notApplicable();
    }));
    columns.push_back(hiddenText(QStringLiteral("match"), QStringLiteral("Match"),
                                 [comparison](const Row& row) { return matchOf(*comparison, row); }));
    for (const Side side : kSides) {
        ColumnInfo total{.key = side == Side::A ? QStringLiteral("total_us_a") : QStringLiteral("total_us_b"),
                         .title = sideText(side),
                         .unit = QStringLiteral("µs in all")};
        total.width = 92;
        total.isShownAtFirst = false;
        columns.push_back(timeColumn<Row>(
            std::move(total), [side](const Row& row) { return std::optional(row.totalNs[side]); }));
    }
    columns.push_back(hiddenText(QStringLiteral("evidence"), QStringLiteral("Evidence"),
                                 [](const Row& row) { return QString::fromStdString(row.evidence); }));
    return columns;
}

std::vector<TotalCell> totalsOf(const Comparison& comparison, const std::vector<Column<Row>>& columns,
                                bool perStep) {
    Nanoseconds gap = 0;
    for (const Row& row : comparison.fusion) {
        gap += fusionGapNs(row, perStep);
    }
    std::vector<TotalCell> totals(comparison.fusion.empty() ? 0 : columns.size());
    for (std::size_t i = 0; i < totals.size(); ++i) {
        if (columns[i].info.key == fusioncolumn::kPattern) {
            totals[i].text = comparison.fusion.size() == 1
                                 ? QStringLiteral("1 pattern")
                                 : QStringLiteral("%1 patterns").arg(comparison.fusion.size());
        } else if (columns[i].info.key == fusioncolumn::kGap) {
            totals[i] = {formatGap(gap), gap};
        }
    }
    return totals;
}

QString searchTextOf(const Comparison& comparison, const Row& row) {
    QString text =
        QString::fromStdString(row.pattern) + QLatin1Char('\n') + QString::fromStdString(row.evidence);
    if (const auto pair = fusionPair(comparison, row)) {
        for (const Side side : kSides) {
            for (const NameShare& name : comparison.pairs[*pair].names[side]) {
                text += QLatin1Char('\n') + QString::fromStdString(name.name);
            }
        }
    }
    return text;
}

} // namespace

std::shared_ptr<const Table> fusionTable(const std::shared_ptr<const Comparison>& comparison, bool perStep) {
    // The columns may point at the comparison: the rows, an alias of it, keep it alive.
    const Comparison* const shown = comparison.get();
    const bool isPerStep = comparison->tellsGainPerStep(perStep);
    std::vector<Column<Row>> columns = columnsOf(shown, isPerStep);
    std::vector<TotalCell> totals = totalsOf(*comparison, columns, isPerStep);
    return std::make_shared<RowTable<Row>>(
        RowTable<Row>::Rows(comparison, &comparison->fusion), std::move(columns), fusionId,
        [shown](const Row& row) { return searchTextOf(*shown, row); }, std::move(totals));
}

QString fusionId(const FusionRow& row) {
    return QStringLiteral("%1 %2:%3")
        .arg(QString::fromStdString(row.pattern))
        .arg(row.kernels.a)
        .arg(row.kernels.b);
}

const FusionRow* fusionOf(const Comparison& comparison, const QString& id) {
    const auto found = std::find_if(comparison.fusion.begin(), comparison.fusion.end(),
                                    [&](const FusionRow& row) { return fusionId(row) == id; });
    return found == comparison.fusion.end() ? nullptr : &*found;
}

const FusionRow* fusionOfPair(const Comparison& comparison, const QString& pair) {
    if (pair.isEmpty()) {
        return nullptr;
    }
    const std::string id = pair.toStdString();
    const auto holds = [&](const FusionRow& row) {
        return std::any_of(row.pairs.begin(), row.pairs.end(),
                           [&](std::uint32_t index) { return comparison.pairs[index].id == id; });
    };
    const auto found = std::find_if(comparison.fusion.begin(), comparison.fusion.end(), holds);
    return found == comparison.fusion.end() ? nullptr : &*found;
}

bool isFusionByCount(const FusionRow& row) {
    return row.kernels.a == row.kernels.b;
}

double fusionTimes(const Comparison& comparison, const FusionRow& row, Side side, bool perStep) {
    double times = 0;
    for (const std::uint32_t index : row.pairs) {
        const KernelPair& pair = comparison.pairs[index];
        if (!pair.partOf.isValid()) { // a part occurs with its whole
            times += static_cast<double>(pair.stats[side].count) * (perStep ? shareInSteps(pair, side) : 1.0);
        }
    }
    const std::size_t steps = comparison.selection[side].steps.size();
    return times / (perStep && steps > 0 ? static_cast<double>(steps) : 1.0);
}

Nanoseconds fusionGapNs(const FusionRow& row, bool perStep) {
    const Nanoseconds inAll = row.totalNs.a - row.totalNs.b;
    return perStep ? row.gapStepNs.value_or(inAll) : inAll;
}

int fusionSquares(const Comparison& comparison, const FusionRow& row) {
    int squares = 3;
    for (const std::uint32_t index : row.pairs) {
        squares = std::min(squares, matchSquares(comparison.pairs[index]));
    }
    return squares;
}

std::optional<std::uint32_t> fusionPair(const Comparison& comparison, const FusionRow& row) {
    const auto largest =
        std::max_element(row.pairs.begin(), row.pairs.end(), [&](std::uint32_t x, std::uint32_t y) {
            return std::abs(comparison.pairs[x].gapNs) < std::abs(comparison.pairs[y].gapNs);
        });
    return largest == row.pairs.end() ? std::nullopt : std::optional(*largest);
}

} // namespace diptych
