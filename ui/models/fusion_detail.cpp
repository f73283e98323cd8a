#include "ui/models/fusion_detail.h"

#include "core/analysis/kernel_name.h"
#include "core/compare/statistics.h"
#include "ui/models/column_builders.h"
#include "ui/models/fusion_table.h"
#include "ui/models/kernel_labels.h"
#include "ui/models/period_text.h"

#include <algorithm>
#include <map>

namespace diptych {

namespace {

/// What is gathered of one place in the occurrence.
struct Place {
    std::map<StringId, std::uint64_t> names;
    std::uint64_t count = 0;
    Nanoseconds totalNs = 0;
    std::vector<Nanoseconds> gapsNs;
};

/// What is gathered of one kernel name.
struct Named {
    std::vector<Nanoseconds> durationsNs;
    std::map<StringId, std::uint64_t> ops;
    std::size_t firstSeen = 0;
};

template <class Key>
Key commonest(const std::map<Key, std::uint64_t>& votes) {
    const auto most = std::max_element(votes.begin(), votes.end(),
                                       [](const auto& x, const auto& y) { return x.second < y.second; });
    return most == votes.end() ? Key() : most->first;
}

/// One side of a pattern, gathered from its activities.
class SideGatherer {
public:
    explicit SideGatherer(const AnalyzedTrace& side) : m_side(side) {}

    void add(const std::vector<ActivityId>& activities, std::uint32_t kernels) {
        // Occurrences that are not whole cannot be told apart.
        const bool isRegular = kernels != 0 && activities.size() % kernels == 0;
        m_places.resize(std::max<std::size_t>(m_places.size(), kernels));
        for (std::size_t i = 0; i < activities.size(); ++i) {
            addNamed(activities[i]);
            if (isRegular) {
                const std::size_t place = i % kernels;
                addPlaced(m_places[place], activities[i], place == 0 ? ActivityId() : activities[i - 1]);
            }
        }
    }

    [[nodiscard]] std::vector<FusedKernel> kernels() {
        std::vector<FusedKernel> kernels;
        for (Place& place : m_places) {
            if (place.count == 0) {
                continue;
            }
            FusedKernel kernel;
            kernel.name = nameOf(commonest(place.names));
            kernel.meanNs = divideRounded(place.totalNs, place.count);
            kernel.gapBeforeNs = durationStats(place.gapsNs).medianNs.value_or(0);
            kernels.push_back(std::move(kernel));
        }
        return kernels;
    }

    [[nodiscard]] std::vector<FusionKernelRow> rows(Side side) {
        std::vector<const std::pair<const StringId, Named>*> inOrder;
        for (const auto& entry : m_names) {
            inOrder.push_back(&entry);
        }
        std::sort(inOrder.begin(), inOrder.end(),
                  [](const auto* x, const auto* y) { return x->second.firstSeen < y->second.firstSeen; });
        std::vector<FusionKernelRow> rows;
        for (const auto* entry : inOrder) {
            std::vector<Nanoseconds> durations = entry->second.durationsNs;
            const DurationStats stats = durationStats(durations);
            FusionKernelRow row;
            row.side = side;
            row.name = nameOf(entry->first);
            row.count = stats.count;
            row.meanNs = stats.meanNs;
            row.p95Ns = stats.p95Ns;
            const StringId op = commonest(entry->second.ops);
            row.cpuOp = op.isValid() ? textOf(op) : QString();
            rows.push_back(std::move(row));
        }
        return rows;
    }

private:
    void addNamed(ActivityId id) {
        const Trace& trace = *m_side.trace;
        Named& named = m_names[m_side.names[id.index()]];
        if (named.durationsNs.empty() && named.ops.empty()) {
            named.firstSeen = m_names.size();
        }
        if (trace.gpu.isSummed(id)) {
            named.durationsNs.push_back(trace.gpu.durationNs[id.index()]);
        }
        const OpId op =
            m_side.options.namesOnly || id.index() >= trace.gpu.op.size() ? OpId() : trace.gpu.op[id.index()];
        ++named.ops[op.isValid() ? trace.ops.name[op.index()] : StringId()];
    }

    void addPlaced(Place& place, ActivityId id, ActivityId before) {
        const GpuActivities& gpu = m_side.trace->gpu;
        ++place.names[m_side.names[id.index()]];
        if (!gpu.isSummed(id)) {
            return;
        }
        ++place.count;
        place.totalNs += gpu.durationNs[id.index()];
        if (before.isValid() && gpu.isSummed(before)) {
            place.gapsNs.push_back(std::max<Nanoseconds>(0, gpu.startNs[id.index()] - gpu.endNs(before)));
        }
    }

    [[nodiscard]] QString textOf(StringId id) const {
        const std::string_view text = m_side.trace->text(id);
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    }
    [[nodiscard]] QString nameOf(StringId id) const {
        return QString::fromStdString(demangle(m_side.trace->text(id)));
    }

    const AnalyzedTrace& m_side;
    std::vector<Place> m_places;
    std::map<StringId, Named> m_names;
};

/// Names are told from those of the same side.
void setLabels(std::vector<FusionKernelRow>& rows, PerSide<std::vector<FusedKernel>>& kernels) {
    for (const Side side : kSides) {
        std::vector<std::string> names;
        std::vector<FusionKernelRow*> ofSide;
        for (FusionKernelRow& row : rows) {
            if (row.side == side) {
                names.push_back(row.name.toStdString());
                ofSide.push_back(&row);
            }
        }
        const std::vector<KernelLabel> labels = makeKernelLabels(names);
        for (std::size_t i = 0; i < ofSide.size(); ++i) {
            ofSide[i]->label = labels[i].text;
            ofSide[i]->focus = labels[i].focus;
        }
        for (FusedKernel& kernel : kernels[side]) {
            for (const FusionKernelRow* const row : ofSide) {
                if (row->name == kernel.name) {
                    kernel.label = row->label;
                    kernel.focus = row->focus;
                }
            }
        }
    }
}

/// What a name takes, and where it takes most, from the pairs' own shares.
void setShares(std::vector<FusionKernelRow>& rows, const Comparison& comparison, const FusionRow& pattern) {
    for (FusionKernelRow& row : rows) {
        const std::string name = row.name.toStdString();
        const std::size_t steps = comparison.selection[row.side].steps.size();
        NameShare sum;
        Nanoseconds most = -1;
        for (const std::uint32_t index : pattern.pairs) {
            const KernelPair& pair = comparison.pairs[index];
            for (const NameShare& share : pair.names[row.side]) {
                if (share.name != name) {
                    continue;
                }
                sum.totalNs += share.totalNs;
                sum.insideStepsCount += share.insideStepsCount;
                sum.insideStepsNs += share.insideStepsNs;
                if (share.totalNs > most) {
                    most = share.totalNs;
                    row.pair = QString::fromStdString(pair.id);
                }
            }
        }
        row.totalNs = sum.totalNs;
        if (steps > 0) {
            row.stepCount = static_cast<double>(sum.insideStepsCount) / static_cast<double>(steps);
            row.stepNs = divideRounded(sum.insideStepsNs, steps);
        }
    }
}

std::vector<LayerEffect> effectsOf(const Comparison& comparison, const FusionRow& row) {
    std::vector<LayerEffect> layers;
    for (const std::uint32_t index : row.pairs) {
        const KernelPair& pair = comparison.pairs[index];
        const QString layer = QString::fromStdString(pair.layer);
        if (layers.empty() || layers.back().layer != layer) {
            const QString last = layer.section(QLatin1Char(' '), -1);
            bool isNumber = false;
            last.toUInt(&isNumber);
            layers.push_back({layer, isNumber ? last : layer, QString::fromStdString(pair.id), 0, 0});
        }
        layers.back().gapNs += pair.gapNs;
        layers.back().gapInAllNs += pair.stats.a.totalNs - pair.stats.b.totalNs;
    }
    return layers;
}

std::vector<Column<FusionKernelRow>> columnsOf(bool perStep) {
    using Row = FusionKernelRow;
    std::vector<Column<Row>> columns;
    ColumnInfo side{.key = QStringLiteral("side"), .title = QStringLiteral("Side")};
    side.kind = CellKind::Side;
    side.width = 40; // as narrow as a header lets it be
    columns.push_back(
        textColumn<Row>(std::move(side), [](const Row& row) { return QLatin1String(sideName(row.side)); }));
    ColumnInfo kernel{.key = QStringLiteral("kernel"), .title = QStringLiteral("Kernel")};
    kernel.width = 300;
    kernel.stretch = 4;
    columns.push_back(nameColumn<Row>(
        std::move(kernel), [](const Row& row) { return row.label; }, [](const Row& row) { return row.name; },
        [](const Row& row) { return row.focus; }));
    ColumnInfo count{.key = QStringLiteral("count"), .title = QStringLiteral("Count")};
    count.explanation = perStep ? QStringLiteral("Launches per step") : QStringLiteral("Launches in all");
    count.width = 56;
    columns.push_back(countColumn<Row>(std::move(count), [perStep](const Row& row) {
        return std::optional(perStep ? row.stepCount : static_cast<double>(row.count));
    }));
    const auto addTime = [&](const QString& key, const QString& title, const QString& unit,
                             std::optional<Nanoseconds> Row::*member) {
        ColumnInfo info{.key = key, .title = title, .unit = unit};
        info.width = 72;
        columns.push_back(timeColumn<Row>(std::move(info), [member](const Row& row) { return row.*member; }));
    };
    addTime(QStringLiteral("mean_us"), QStringLiteral("Mean"), QStringLiteral("µs"), &Row::meanNs);
    addTime(QStringLiteral("p95_us"), QStringLiteral("p95"), QStringLiteral("µs"), &Row::p95Ns);
    addTime(QStringLiteral("us"), microsecondsOf(perStep), {}, perStep ? &Row::stepNs : &Row::totalNs);
    ColumnInfo op{.key = QStringLiteral("cpu_op"), .title = QStringLiteral("CPU op")};
    op.width = 120;
    op.isSecondary = true;
    columns.push_back(textColumn<Row>(
        std::move(op), [](const Row& row) { return row.cpuOp.isEmpty() ? notInTrace() : row.cpuOp; }));
    return columns;
}

} // namespace

Nanoseconds FusionDetail::spanNs(Side side) const {
    Nanoseconds span = 0;
    for (const FusedKernel& kernel : kernels[side]) {
        span += kernel.gapBeforeNs + kernel.meanNs;
    }
    return span;
}

Nanoseconds FusionDetail::gapsNs(Side side) const {
    Nanoseconds gaps = 0;
    for (const FusedKernel& kernel : kernels[side]) {
        gaps += kernel.gapBeforeNs;
    }
    return gaps;
}

FusionDetail makeFusionDetail(const Comparison& comparison, const FusionRow& row) {
    FusionDetail detail;
    for (const Side side : kSides) {
        if (!comparison.sides[side] || !comparison.sides[side]->trace) {
            continue;
        }
        SideGatherer gatherer(*comparison.sides[side]);
        for (const std::uint32_t index : row.pairs) {
            const KernelPair& pair = comparison.pairs[index];
            gatherer.add(pair.activities[side], pair.kernels[side]);
        }
        detail.kernels[side] = gatherer.kernels();
        std::vector<FusionKernelRow> rows = gatherer.rows(side);
        detail.rows.insert(detail.rows.end(), rows.begin(), rows.end());
    }
    setShares(detail.rows, comparison, row);
    setLabels(detail.rows, detail.kernels);
    detail.layers = effectsOf(comparison, row);
    detail.isInferred = fusionSquares(comparison, row) == 1;
    if (const auto pair = fusionPair(comparison, row)) {
        detail.reason = QString::fromStdString(comparison.pairs[*pair].reason);
    }
    return detail;
}

std::shared_ptr<const Table> fusionKernelTable(const FusionDetail& detail, bool perStep) {
    using Row = FusionKernelRow;
    return std::make_shared<RowTable<Row>>(
        std::make_shared<const std::vector<Row>>(detail.rows), columnsOf(perStep),
        [](const Row& row) { return row.pair; },
        [](const Row& row) { return row.name + QLatin1Char('\n') + row.cpuOp; });
}

} // namespace diptych
