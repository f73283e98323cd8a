#include "ui/models/module_table.h"

#include "core/compare/statistics.h"
#include "ui/models/column_builders.h"
#include "ui/models/kernel_labels.h"
#include "ui/models/period_text.h"

#include <QStringList>

#include <algorithm>
#include <cstdlib>
#include <map>

namespace diptych {

namespace {

using Row = ModuleRow;

QString sideText(Side side) {
    return QLatin1String(sideName(side));
}

QString sideKey(const char* key, Side side) {
    return QLatin1String(key) + (side == Side::A ? QStringLiteral("_a") : QStringLiteral("_b"));
}

QString markText(Mark mark) {
    const std::string_view name = markName(mark);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString markExplanation(Mark mark) {
    switch (mark) {
    case Mark::None:
        return {};
    case Mark::Improve:
        return QStringLiteral("A takes clearly longer for the same work");
    case Mark::Fusion:
        return QStringLiteral("Some of its work is split into kernels differently by the two sides");
    case Mark::Missing:
        return QStringLiteral("Only one side has these kernels");
    }
    return {};
}

/// One past the last row below a module: rows stand in pre-order.
std::size_t endOf(const Comparison& comparison, std::size_t module) {
    const std::vector<Row>& rows = comparison.modules;
    std::size_t end = module + 1;
    while (end < rows.size() && rows[end].depth > rows[module].depth) {
        ++end;
    }
    return end;
}

Column<Row> moduleColumn() {
    ColumnInfo info{.key = modulecolumn::kModule, .title = QStringLiteral("Module")};
    info.width = 336;
    info.stretch = 4;
    Column<Row> column =
        textColumn<Row>(std::move(info), [](const Row& row) { return QString::fromStdString(row.name); });
    column.tooltip = [](const Row& row) { return QString::fromStdString(row.path); };
    column.raw = [](const Row& row) { return QString::fromStdString(row.path); };
    return column;
}

Column<Row> markColumn() {
    ColumnInfo info{.key = QStringLiteral("mark"), .title = QStringLiteral("Mark")};
    info.kind = CellKind::Mark;
    info.width = 80;
    Column<Row> column = textColumn<Row>(std::move(info), [](const Row& row) { return markText(row.mark); });
    column.tooltip = [](const Row& row) { return markExplanation(row.mark); };
    // Rows without a mark come last.
    column.sort = [](const Row& row) {
        return row.mark == Mark::None ? SortValue() : SortValue(markText(row.mark));
    };
    return column;
}

/// The period in which the figures of all rows are told.
struct Period {
    bool isPerStep = false;
    PerSide<double> steps{1, 1}; ///< by which kernels are divided

    Period(const Comparison& comparison, bool perStep) : isPerStep(perStep) {
        for (const Side side : kSides) {
            if (perStep && !comparison.selection[side].steps.empty()) {
                steps[side] = static_cast<double>(comparison.selection[side].steps.size());
            }
        }
    }
    [[nodiscard]] std::optional<Nanoseconds> ns(const Row& row, Side side) const {
        return isPerStep ? row.ns[side] : row.totalNs[side];
    }
    [[nodiscard]] Nanoseconds gapNs(const Row& row) const {
        return ns(row, Side::A).value_or(0) - ns(row, Side::B).value_or(0);
    }
    [[nodiscard]] double kernels(const Row& row, Side side) const {
        return static_cast<double>(isPerStep ? row.kernelsInSteps[side] : row.kernels[side]) / steps[side];
    }
};

Column<Row> kernelsColumn(Side side, const Period& period) {
    ColumnInfo info{.key = sideKey("kernels", side), .title = sideText(side) + QStringLiteral(" kernels")};
    info.explanation =
        QStringLiteral("Kernels of %1 %2, those of the modules below included")
            .arg(sideText(side), period.isPerStep ? QStringLiteral("per step") : QStringLiteral("in all"));
    info.width = 72;
    return countColumn<Row>(
        std::move(info), [side, period](const Row& row) { return std::optional(period.kernels(row, side)); });
}

Column<Row> timesColumn(Side side, Nanoseconds scaleNs, const Period& period) {
    ColumnInfo info{
        .key = sideKey("us", side), .title = sideText(side), .unit = microsecondsOf(period.isPerStep)};
    info.explanation = QStringLiteral("GPU time of %1, the modules below included").arg(sideText(side));
    info.fill = side == Side::A ? Fill::A : Fill::B;
    info.width = 132;
    info.stretch = 2;
    Column<Row> column = timeBarColumn<Row>(
        std::move(info), [side, period](const Row& row) { return period.ns(row, side); }, scaleNs);
    const auto isMissing = [side](const Row& row) { return !row.ns[side] && row.ns[other(side)]; };
    column.isBadge = isMissing;
    column.text = [side, isMissing, text = column.text](const Row& row) {
        return isMissing(row) ? QStringLiteral("only ") + sideText(other(side)) : text(row);
    };
    return column;
}

Column<Row> wallColumn(Side side, bool ofStep) {
    ColumnInfo info{.key = sideKey("wall_percent", side),
                    .title = sideText(side) + QStringLiteral(" wall"),
                    .unit = QStringLiteral("%")};
    info.explanation = (ofStep ? QStringLiteral("Share of the wall time of a mean step of %1")
                               : QStringLiteral("Share of the wall time of %1"))
                           .arg(sideText(side));
    info.width = 66;
    info.isSecondary = true;
    return shareColumn<Row>(std::move(info), [side](const Row& row) {
        return row.ns[side] ? std::optional(row.wallShare[side]) : std::nullopt;
    });
}

std::vector<Column<Row>> columnsOf(const Comparison& comparison, bool perStep) {
    const Period period(comparison, perStep);
    Nanoseconds scaleNs = 0;
    BarScale gapScale;
    for (const Row& row : comparison.modules) {
        scaleNs =
            std::max({scaleNs, period.ns(row, Side::A).value_or(0), period.ns(row, Side::B).value_or(0)});
        gapScale.include(period.gapNs(row));
    }
    std::vector<Column<Row>> columns;
    columns.push_back(moduleColumn());
    columns.push_back(markColumn());
    for (const Side side : kSides) {
        columns.push_back(timesColumn(side, scaleNs, period));
    }
    ColumnInfo gap{
        .key = modulecolumn::kGap, .title = QStringLiteral("A − B"), .unit = microsecondsOf(perStep)};
    gap.explanation = QStringLiteral("Above zero A is slower, below zero A is faster");
    gap.width = 150;
    gap.stretch = 2;
    columns.push_back(gapColumn<Row>(
        std::move(gap), [period](const Row& row) { return std::optional(period.gapNs(row)); }, gapScale));
    ColumnInfo ratio{.key = QStringLiteral("ratio"), .title = QStringLiteral("A ÷ B")};
    ratio.width = 60;
    columns.push_back(ratioColumn<Row>(std::move(ratio), [period](const Row& row) {
        return ratioOf(period.ns(row, Side::A), period.ns(row, Side::B));
    }));
    for (const Side side : kSides) {
        columns.push_back(kernelsColumn(side, period));
    }
    for (const Side side : kSides) {
        columns.push_back(wallColumn(side, comparison.summary.perStep));
    }
    return columns;
}

// ---- the kernels of one module

struct KernelRow {
    NameShare share;
    QString label;
    NameFocus focus;
    QString pair;
    double count = 0;        ///< per step, or in all
    Nanoseconds totalNs = 0; ///< likewise
};

/// Names of the module and all below it, most time first, ties by name.
std::vector<NameShare> namesBelow(const Comparison& comparison, std::size_t module, Side side) {
    std::map<std::string, NameShare> merged;
    for (std::size_t i = module; i < endOf(comparison, module); ++i) {
        for (const NameShare& share : comparison.modules[i].names[side]) {
            NameShare& sum = merged[share.name];
            sum.name = share.name;
            sum.count += share.count;
            sum.totalNs += share.totalNs;
            sum.insideStepsCount += share.insideStepsCount;
            sum.insideStepsNs += share.insideStepsNs;
        }
    }
    std::vector<NameShare> names;
    for (auto& [name, share] : merged) {
        names.push_back(std::move(share));
    }
    std::stable_sort(names.begin(), names.end(),
                     [](const NameShare& x, const NameShare& y) { return x.totalNs > y.totalNs; });
    return names;
}

/// Where each name takes most time, among the pairs of the module and those below it.
std::map<std::string, std::uint32_t> dearestPairs(const Comparison& comparison, std::size_t module,
                                                  Side side) {
    std::map<std::string, std::pair<Nanoseconds, std::uint32_t>> dearest;
    for (std::size_t i = module; i < endOf(comparison, module); ++i) {
        for (const std::uint32_t pair : comparison.modules[i].pairs) {
            for (const NameShare& share : comparison.pairs[pair].names[side]) {
                const auto [found, isNew] = dearest.try_emplace(share.name, share.totalNs, pair);
                if (!isNew && share.totalNs > found->second.first) {
                    found->second = {share.totalNs, pair};
                }
            }
        }
    }
    std::map<std::string, std::uint32_t> pairs;
    for (const auto& [name, entry] : dearest) {
        pairs.emplace(name, entry.second);
    }
    return pairs;
}

std::vector<KernelRow> kernelRows(const Comparison& comparison, std::size_t module, Side side, bool perStep) {
    const std::size_t steps = std::max<std::size_t>(1, comparison.selection[side].steps.size());
    const std::map<std::string, std::uint32_t> pairs = dearestPairs(comparison, module, side);
    std::vector<KernelRow> rows;
    std::vector<std::string> names;
    for (NameShare& share : namesBelow(comparison, module, side)) {
        KernelRow row;
        row.count = perStep ? static_cast<double>(share.insideStepsCount) / static_cast<double>(steps)
                            : static_cast<double>(share.count);
        row.totalNs = perStep ? divideRounded(share.insideStepsNs, steps) : share.totalNs;
        if (const auto pair = pairs.find(share.name); pair != pairs.end()) {
            row.pair = QString::fromStdString(comparison.pairs[pair->second].id);
        }
        names.push_back(share.name);
        row.share = std::move(share);
        rows.push_back(std::move(row));
    }
    const std::vector<KernelLabel> labels = makeKernelLabels(names);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows[i].label = labels[i].text;
        rows[i].focus = labels[i].focus;
    }
    return rows;
}

std::vector<Column<KernelRow>> kernelColumns(Side side, bool perStep, Nanoseconds scaleNs) {
    std::vector<Column<KernelRow>> columns;
    ColumnInfo name{.key = QStringLiteral("kernel"), .title = QStringLiteral("Kernel")};
    name.width = 240;
    name.stretch = 4;
    columns.push_back(nameColumn<KernelRow>(
        std::move(name), [](const KernelRow& row) { return row.label; },
        [](const KernelRow& row) { return QString::fromStdString(row.share.name); },
        [](const KernelRow& row) { return row.focus; }));
    ColumnInfo count{.key = QStringLiteral("count"), .title = QStringLiteral("Count")};
    count.explanation = perStep ? QStringLiteral("Launches per step") : QStringLiteral("Launches in all");
    count.width = 60;
    columns.push_back(countColumn<KernelRow>(std::move(count),
                                             [](const KernelRow& row) { return std::optional(row.count); }));
    ColumnInfo mean{
        .key = QStringLiteral("mean_us"), .title = QStringLiteral("Mean"), .unit = QStringLiteral("µs")};
    mean.width = 70;
    columns.push_back(timeColumn<KernelRow>(std::move(mean), [](const KernelRow& row) {
        return row.share.count == 0 ? std::nullopt
                                    : std::optional(divideRounded(row.share.totalNs, row.share.count));
    }));
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

QString counted(double count, const QString& one, const QString& many) {
    const QString text = formatMeanCount(count);
    return text + QLatin1Char(' ') + (text == QStringLiteral("1") ? one : many);
}

} // namespace

std::shared_ptr<const Table> moduleTable(const std::shared_ptr<const Comparison>& comparison, bool perStep) {
    return std::make_shared<RowTable<Row>>(
        RowTable<Row>::Rows(comparison, &comparison->modules), columnsOf(*comparison, perStep),
        [](const Row& row) { return QString::fromStdString(row.path); },
        [](const Row& row) {
            QString text = QString::fromStdString(row.name) + QLatin1Char('\n') + markText(row.mark);
            for (const Side side : kSides) {
                for (const NameShare& share : row.names[side]) {
                    text += QLatin1Char('\n') + QString::fromStdString(share.name);
                }
            }
            return text;
        });
}

RowParents moduleParents(const Comparison& comparison) {
    RowParents parents;
    for (const Row& row : comparison.modules) {
        parents.push_back(row.parent);
    }
    return parents;
}

QString modulesText(const Comparison& comparison) {
    QStringList marks;
    for (const Mark mark : {Mark::Fusion, Mark::Improve, Mark::Missing}) {
        const auto count = std::count_if(comparison.modules.begin(), comparison.modules.end(),
                                         [&](const Row& row) { return row.mark == mark; });
        if (count > 0) {
            marks.append(QStringLiteral("%1 %2").arg(count).arg(markText(mark)));
        }
    }
    const QString modules = comparison.modules.size() == 1
                                ? QStringLiteral("1 module")
                                : QStringLiteral("%1 modules").arg(comparison.modules.size());
    return marks.isEmpty() ? modules : modules + QStringLiteral(": ") + marks.join(QStringLiteral(", "));
}

std::optional<std::size_t> moduleOf(const Comparison& comparison, const QString& path) {
    const std::string wanted = path.toStdString();
    const auto found = std::find_if(comparison.modules.begin(), comparison.modules.end(),
                                    [&](const Row& row) { return row.path == wanted; });
    return found == comparison.modules.end()
               ? std::nullopt
               : std::optional(static_cast<std::size_t>(found - comparison.modules.begin()));
}

QString moduleOfPair(const Comparison& comparison, const QString& pair) {
    for (std::size_t i = 0; i < comparison.modules.size(); ++i) {
        const Row& row = comparison.modules[i];
        const bool holds = std::any_of(row.pairs.begin(), row.pairs.end(), [&](std::uint32_t index) {
            return QLatin1String(comparison.pairs[index].id.data(),
                                 static_cast<qsizetype>(comparison.pairs[index].id.size())) == pair;
        });
        if (holds) {
            return QString::fromStdString(row.path);
        }
    }
    return {};
}

bool isPairInModule(const Comparison& comparison, std::size_t module, const QString& pair) {
    const std::optional<std::size_t> owner = moduleOf(comparison, moduleOfPair(comparison, pair));
    return owner && *owner >= module && *owner < endOf(comparison, module);
}

QString modulePair(const Comparison& comparison, std::size_t module) {
    const KernelPair* largest = nullptr;
    for (std::size_t i = module; i < endOf(comparison, module); ++i) {
        for (const std::uint32_t index : comparison.modules[i].pairs) {
            const KernelPair& pair = comparison.pairs[index];
            if (!largest || std::abs(pair.gapNs) > std::abs(largest->gapNs)) {
                largest = &pair;
            }
        }
    }
    return largest ? QString::fromStdString(largest->id) : QString();
}

std::shared_ptr<const Table> moduleKernelTable(const Comparison& comparison, std::size_t module, Side side,
                                               bool perStep) {
    PerSide<std::vector<KernelRow>> rows{kernelRows(comparison, module, Side::A, perStep),
                                         kernelRows(comparison, module, Side::B, perStep)};
    Nanoseconds scaleNs = 0; // one for both sides
    for (const Side each : kSides) {
        for (const KernelRow& row : rows[each]) {
            scaleNs = std::max(scaleNs, row.totalNs);
        }
    }
    return std::make_shared<RowTable<KernelRow>>(
        std::make_shared<const std::vector<KernelRow>>(std::move(rows[side])),
        kernelColumns(side, perStep, scaleNs), [](const KernelRow& row) { return row.pair; },
        [](const KernelRow& row) { return QString::fromStdString(row.share.name); });
}

QString moduleKernelCaption(const Comparison& comparison, std::size_t module, Side side, bool perStep) {
    const Row& row = comparison.modules[module];
    if (!row.ns[side]) {
        return QStringLiteral("not on this side");
    }
    double launches = 0;
    const std::vector<KernelRow> kernels = kernelRows(comparison, module, side, perStep);
    for (const KernelRow& kernel : kernels) {
        launches += kernel.count;
    }
    return QStringLiteral("%1, %2 %3, %4 µs, %5 of wall time%6")
        .arg(counted(static_cast<double>(kernels.size()), QStringLiteral("kernel name"),
                     QStringLiteral("kernel names")),
             counted(launches, QStringLiteral("launch"), QStringLiteral("launches")),
             perStep ? QStringLiteral("per step") : QStringLiteral("in all"),
             formatMicroseconds(Period(comparison, perStep).ns(row, side)),
             formatPercent(row.wallShare[side]),
             comparison.summary.perStep && !perStep ? QStringLiteral(" of a step") : QString());
}

std::vector<QString> moduleDims(const Comparison& comparison, std::size_t module, Side side) {
    std::vector<QString> dims;
    for (std::size_t i = module; i < endOf(comparison, module); ++i) {
        for (const std::string& text : comparison.modules[i].inputDims[side]) {
            const QString entry = QString::fromStdString(text);
            if (std::find(dims.begin(), dims.end(), entry) == dims.end()) {
                dims.push_back(entry);
            }
        }
    }
    return dims;
}

} // namespace diptych
