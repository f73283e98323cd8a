#include "ui/models/operation_kernel_table.h"

#include "core/compare/statistics.h"
#include "ui/models/column_builders.h"
#include "ui/models/kernel_labels.h"

#include <algorithm>

namespace diptych {

namespace {

struct KernelRow {
    QString name;  ///< whole
    QString label; ///< as shown
    NameFocus focus;
    QString usedFor;
    QString pair;
    double count = 0;
    Nanoseconds meanNs = 0;
    Nanoseconds totalNs = 0;
};

/// The part of a share that the table speaks of, and by how many steps it is divided.
struct Part {
    std::uint64_t count = 0;
    Nanoseconds ns = 0;
    std::uint64_t divisor = 1;
};

Part partOf(const Comparison& comparison, const NameShare& share, Side side, bool perStep) {
    const std::size_t steps = comparison.selection[side].steps.size();
    if (!perStep || steps == 0) {
        return {share.count, share.totalNs, 1};
    }
    return {share.insideStepsCount, share.insideStepsNs, steps};
}

Part sumOf(const Comparison& comparison, const OperationRow& operation, Side side, bool perStep) {
    Part sum;
    for (const NameShare& share : operation.names[side]) {
        const Part part = partOf(comparison, share, side, perStep);
        sum.count += part.count;
        sum.ns += part.ns;
        sum.divisor = part.divisor;
    }
    return sum;
}

double meanCount(const Part& part) {
    return static_cast<double>(part.count) / static_cast<double>(part.divisor);
}

std::vector<KernelRow> rowsOf(const Comparison& comparison, const KernelUsage& usage,
                              const OperationRow& operation, Side side, bool perStep) {
    std::vector<KernelRow> rows;
    std::vector<std::string> names;
    for (const NameShare& share : operation.names[side]) {
        const Part part = partOf(comparison, share, side, perStep);
        if (part.count == 0) {
            continue;
        }
        const UsedFor* use = usage.find(side, share.name);
        KernelRow row;
        row.name = QString::fromStdString(share.name);
        row.usedFor = roleText(use ? use->role : QString());
        row.pair = use ? QString::fromStdString(comparison.pairs[use->pair].id) : QString();
        row.count = meanCount(part);
        row.meanNs = divideRounded(part.ns, part.count);
        row.totalNs = divideRounded(part.ns, part.divisor);
        names.push_back(share.name);
        rows.push_back(std::move(row));
    }
    const std::vector<KernelLabel> labels = makeKernelLabels(names);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].label = labels[i].text;
        rows[i].focus = labels[i].focus;
    }
    return rows;
}

std::vector<Column<KernelRow>> columnsOf(Side side, bool perStep, Nanoseconds scaleNs) {
    std::vector<Column<KernelRow>> columns;
    ColumnInfo name{.key = QStringLiteral("kernel"), .title = QStringLiteral("Kernel")};
    name.width = 220;
    name.stretch = 4;
    columns.push_back(nameColumn<KernelRow>(
        std::move(name), [](const KernelRow& row) { return row.label; },
        [](const KernelRow& row) { return row.name; }, [](const KernelRow& row) { return row.focus; }));
    ColumnInfo use{.key = QStringLiteral("used_for"), .title = QStringLiteral("Used for")};
    use.explanation = QStringLiteral("Role in the layer, where most of its time goes");
    use.width = 76;
    use.givesWay = true;
    columns.push_back(
        textColumn<KernelRow>(std::move(use), [](const KernelRow& row) { return row.usedFor; }));
    ColumnInfo count{.key = QStringLiteral("count"), .title = QStringLiteral("Count")};
    count.explanation = perStep ? QStringLiteral("Launches per step") : QStringLiteral("Launches in all");
    count.width = 60;
    columns.push_back(countColumn<KernelRow>(std::move(count),
                                             [](const KernelRow& row) { return std::optional(row.count); }));
    ColumnInfo mean{
        .key = QStringLiteral("mean_us"), .title = QStringLiteral("Mean"), .unit = QStringLiteral("µs")};
    mean.width = 70;
    columns.push_back(timeColumn<KernelRow>(std::move(mean),
                                            [](const KernelRow& row) { return std::optional(row.meanNs); }));
    ColumnInfo total{.key = QStringLiteral("us"),
                     .title = perStep ? QStringLiteral("Per step") : QStringLiteral("In all"),
                     .unit = QStringLiteral("µs")};
    total.explanation = QStringLiteral("All launches of the kernel together");
    total.fill = side == Side::A ? Fill::A : Fill::B;
    total.width = 130;
    total.stretch = 1;
    columns.push_back(timeBarColumn<KernelRow>(
        std::move(total), [](const KernelRow& row) { return std::optional(row.totalNs); }, scaleNs));
    return columns;
}

std::vector<TotalCell> totalsOf(const OperationRow& operation, const Part& sum) {
    const std::optional<Nanoseconds> mean =
        sum.count == 0 ? std::nullopt : std::optional(divideRounded(sum.ns, sum.count));
    return {{QString::fromStdString(operation.operation), std::nullopt},
            {},
            {formatMeanCount(meanCount(sum)), std::nullopt},
            {formatMicroseconds(mean), std::nullopt},
            {formatMicroseconds(divideRounded(sum.ns, sum.divisor)), std::nullopt}};
}

QString counted(double count, const QString& one, const QString& many) {
    const QString text = formatMeanCount(count);
    return text + QLatin1Char(' ') + (text == QStringLiteral("1") ? one : many);
}

} // namespace

Nanoseconds operationKernelScaleNs(const Comparison& comparison, const OperationRow& operation,
                                   bool perStep) {
    Nanoseconds scaleNs = 0;
    for (const Side side : kSides) {
        for (const NameShare& share : operation.names[side]) {
            const Part part = partOf(comparison, share, side, perStep);
            scaleNs = std::max(scaleNs, divideRounded(part.ns, part.divisor));
        }
    }
    return scaleNs;
}

std::shared_ptr<const Table> operationKernelTable(const Comparison& comparison, const KernelUsage& usage,
                                                  const OperationRow& operation, Side side, bool perStep) {
    auto rows = std::make_shared<std::vector<KernelRow>>(rowsOf(comparison, usage, operation, side, perStep));
    std::vector<TotalCell> totals;
    if (!rows->empty()) {
        totals = totalsOf(operation, sumOf(comparison, operation, side, perStep));
    }
    const Nanoseconds scaleNs = operationKernelScaleNs(comparison, operation, perStep);
    return std::make_shared<RowTable<KernelRow>>(
        std::move(rows), columnsOf(side, perStep, scaleNs), [](const KernelRow& row) { return row.pair; },
        [](const KernelRow& row) { return row.name + QLatin1Char('\n') + row.usedFor; }, std::move(totals));
}

QString operationKernelCaption(const Comparison& comparison, const OperationRow& operation, Side side,
                               bool perStep) {
    const Part sum = sumOf(comparison, operation, side, perStep);
    if (sum.count == 0) {
        return QStringLiteral("not on this side");
    }
    const auto names = static_cast<double>(std::count_if(
        operation.names[side].begin(), operation.names[side].end(),
        [&](const NameShare& share) { return partOf(comparison, share, side, perStep).count > 0; }));
    return QStringLiteral("%1, %2 %3, %4 µs")
        .arg(counted(names, QStringLiteral("kernel name"), QStringLiteral("kernel names")),
             counted(meanCount(sum), QStringLiteral("launch"), QStringLiteral("launches")),
             perStep ? QStringLiteral("per step") : QStringLiteral("in all"),
             formatMicroseconds(divideRounded(sum.ns, sum.divisor)));
}

} // namespace diptych
