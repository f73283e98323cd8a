#include "ui/models/pair_items.h"

#include "core/analysis/kernel_name.h"
#include "core/compare/statistics.h"
#include "ui/models/kernel_labels.h"
#include "ui/models/kernel_usage.h"
#include "ui/models/pair_facts.h"
#include "ui/session/notes.h"
#include "ui/style/number_format.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace diptych {

namespace {

QString operationText(const std::string& operation, const std::string& category, const std::string& role) {
    if (role.empty()) {
        return QString::fromStdString(operation);
    }
    const QString text = roleText(QString::fromStdString(role));
    return category == "gemm" ? text + QStringLiteral(" GEMM") : text;
}

/// The class of a kernel of the pair; where the analysis has none, that of the pair.
void setOperation(KernelLine& line, const AnalyzedTrace* side, ActivityId id, const KernelPair& pair) {
    line.category = pair.category;
    line.operation = operationText(pair.operation, pair.category, pair.role);
    if (!side || id.index() >= side->classes.ofActivity.size()) {
        return;
    }
    const KernelClass& kernelClass = side->classes.of(id);
    line.category = kernelClass.category;
    if (kernelClass.operation != pair.operation) {
        line.operation = QString::fromStdString(kernelClass.operation);
    }
}

/// The kernels of one instance, those of equal names with their common mean.
std::vector<KernelLine> linesOf(const Comparison& comparison, const KernelPair& pair, Side side) {
    std::map<std::string, const NameShare*> shares;
    for (const NameShare& share : pair.names[side]) {
        shares[share.name] = &share;
    }
    const AnalyzedTrace* analyzed = comparison.sides[side].get();
    std::vector<KernelLine> lines;
    const auto addLine = [&](const NameShare& share, ActivityId id) {
        KernelLine line;
        line.name = QString::fromStdString(share.name);
        line.meanNs = divideRounded(share.totalNs, std::max<std::uint64_t>(1, share.count));
        setOperation(line, analyzed, id, pair);
        lines.push_back(std::move(line));
    };
    const std::vector<ActivityId>& activities = pair.activities[side];
    const std::size_t kernels = std::min<std::size_t>(pair.kernels[side], activities.size());
    for (std::size_t i = 0; i < kernels && analyzed && !pair.names[side].empty(); ++i) {
        const StringId nameId = analyzed->names[activities[i].index()];
        const auto share = shares.find(demangle(analyzed->trace->text(nameId)));
        addLine(share != shares.end() ? *share->second : pair.names[side].front(), activities[i]);
    }
    return lines;
}

QString groupingText(const KernelPair& pair) {
    if (pair.presence() != Presence::Both || pair.kernels.a == pair.kernels.b) {
        return {};
    }
    return QStringLiteral("%1 → %2 %3")
        .arg(pair.kernels.a)
        .arg(pair.kernels.b)
        .arg(pair.kernels.a > pair.kernels.b ? QStringLiteral("fused") : QStringLiteral("split"));
}

bool passes(const KernelPair& pair, PairFilter filter) {
    switch (filter) {
    case PairFilter::All:
        return true;
    case PairFilter::Differing:
        return std::abs(pair.stats.a.meanNs.value_or(0) - pair.stats.b.meanNs.value_or(0)) >= kDifferingNs;
    case PairFilter::Unmatched:
        return pair.presence() != Presence::Both;
    }
    return true;
}

/// Names are told from those of the same side that stand near them.
void setLabels(std::vector<PairItem>& items, Side side) {
    std::vector<std::string> names;
    for (const PairItem& item : items) {
        for (const KernelLine& line : item.lines[side]) {
            names.push_back(line.name.toStdString());
        }
    }
    const std::vector<KernelLabel> labels = makeKernelLabels(names);
    std::size_t next = 0;
    for (PairItem& item : items) {
        for (KernelLine& line : item.lines[side]) {
            line.label = labels[next].text;
            line.focus = labels[next++].focus;
        }
    }
}

/// "14" of "layer 14", "3" of "encoder layer 3".
QString numberOf(const std::string& layer) {
    return QString::fromStdString(layer).section(QLatin1Char(' '), -1);
}

struct TypeSum {
    LayerBar bar;
    QString group;
    std::uint64_t layers = 0;
    PerSide<std::uint64_t> counted{0, 0};
};

QString noteAt(const Notes* notes, NoteTarget target, const std::string& id) {
    return notes ? notes->textAt({target, QString::fromStdString(id)}) : QString();
}

std::vector<LayerBar> barsByType(const Comparison& comparison, bool perStep) {
    std::vector<std::pair<std::pair<std::string, std::uint32_t>, TypeSum>> types;
    for (const LayerRow& row : comparison.layers) {
        if (!isLayer(row)) {
            continue;
        }
        const std::pair<std::string, std::uint32_t> key(row.group, row.type);
        auto type =
            std::find_if(types.begin(), types.end(), [&](const auto& entry) { return entry.first == key; });
        if (type == types.end()) {
            type = types.insert(types.end(), {key, {}});
            type->second.bar.layer = QString::fromStdString(row.layer);
            type->second.group = QString::fromStdString(row.group);
        }
        ++type->second.layers;
        const LayerFigures figures = layerFigures(comparison, row, perStep);
        for (const Side side : kSides) {
            if (figures.ns[side]) {
                type->second.bar.ns[side] = type->second.bar.ns[side].value_or(0) + *figures.ns[side];
                ++type->second.counted[side];
            }
        }
    }
    std::vector<LayerBar> bars;
    for (auto& [key, type] : types) {
        for (const Side side : kSides) {
            if (type.bar.ns[side]) {
                type.bar.ns[side] = divideRounded(*type.bar.ns[side], type.counted[side]);
            }
        }
        type.bar.label = QStringLiteral("%1 × %2")
                             .arg(type.layers)
                             .arg(type.group.isEmpty() ? QStringLiteral("layer") : type.group);
        bars.push_back(std::move(type.bar));
    }
    return bars;
}

} // namespace

std::vector<PairItem> makePairItems(const Comparison& comparison, const LayerRow& layer, PairFilter filter,
                                    const Notes* notes) {
    std::vector<PairItem> items;
    for (const std::uint32_t index : layer.pairs) {
        const KernelPair& pair = comparison.pairs[index];
        if (!passes(pair, filter)) {
            continue;
        }
        PairItem item;
        item.id = QString::fromStdString(pair.id);
        for (const Side side : kSides) {
            item.lines[side] = linesOf(comparison, pair, side);
            item.meanNs[side] = pair.stats[side].meanNs;
        }
        item.ratio = pair.ratio;
        item.gapNs = pair.stats.a.meanNs.value_or(0) - pair.stats.b.meanNs.value_or(0);
        item.squares = matchSquares(pair);
        item.presence = pair.presence();
        item.isInferred = item.squares == 1;
        item.grouping = groupingText(pair);
        item.note = noteAt(notes, NoteTarget::Pair, pair.id);
        items.push_back(std::move(item));
    }
    for (const Side side : kSides) {
        setLabels(items, side);
    }
    return items;
}

LayerFigures layerFigures(const Comparison& comparison, const LayerRow& layer, bool perStep) {
    if (perStep || !comparison.summary.perStep) {
        return {layer.ns, layer.kernels, layer.ratio, layer.gapNs};
    }
    LayerFigures figures;
    PerSide<Nanoseconds> ns{0, 0};
    for (const std::uint32_t index : layer.pairs) {
        const KernelPair& pair = comparison.pairs[index];
        for (const Side side : kSides) {
            ns[side] += pair.stats[side].totalNs;
            for (const NameShare& name : pair.names[side]) {
                figures.kernels[side] += name.count;
            }
        }
    }
    for (const Side side : kSides) {
        figures.ns[side] = figures.kernels[side] > 0 ? std::optional(ns[side]) : std::nullopt;
    }
    figures.ratio = ratioOf(figures.ns.a, figures.ns.b);
    figures.gapNs = ns.a - ns.b;
    return figures;
}

std::vector<LayerBar> makeLayerBars(const Comparison& comparison, bool byType, bool perStep,
                                    const Notes* notes) {
    if (byType) {
        return barsByType(comparison, perStep);
    }
    std::vector<LayerBar> bars;
    for (const LayerRow& row : comparison.layers) {
        if (isLayer(row)) {
            bars.push_back({QString::fromStdString(row.layer), numberOf(row.layer),
                            layerFigures(comparison, row, perStep).ns,
                            noteAt(notes, NoteTarget::Layer, row.layer)});
        }
    }
    return bars;
}

QString pairTitle(const KernelPair& pair) {
    return operationText(pair.operation, pair.category, pair.role);
}

bool isLayer(const LayerRow& row) {
    return !row.group.empty();
}

QString sectionTitle(const std::string& layer) {
    const QString text = QString::fromStdString(layer);
    return text.isEmpty() ? text : text.at(0).toUpper() + text.mid(1);
}

} // namespace diptych
