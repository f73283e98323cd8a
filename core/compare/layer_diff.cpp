#include "core/compare/layer_diff.h"

#include "core/compare/pair_sums.h"
#include "core/compare/statistics.h"

#include <algorithm>
#include <unordered_map>

namespace diptych {

namespace {

constexpr std::size_t kSlowestNames = 3;

Status layerStatus(const LayerRow& row, const Thresholds& thresholds) {
    if (!row.ratio) {
        return Status::Similar;
    }
    if (row.gapNs > thresholds.layerGapNs && *row.ratio > thresholds.layerRatio) {
        return Status::Slower;
    }
    return -row.gapNs > thresholds.layerGapNs && *row.ratio < 1 / thresholds.layerRatio ? Status::Faster
                                                                                        : Status::Similar;
}

std::vector<NameShare> largest(std::vector<NameShare> shares) {
    shares.resize(std::min(shares.size(), kSlowestNames));
    return shares;
}

LayerRow makeLayerRow(const std::string& layer, const PairSums& sums, const ComparedSides& sides) {
    LayerRow row;
    row.layer = layer;
    row.pairs = sums.pairs;
    row.presence = sums.kernels.a == 0   ? Presence::OnlyB
                   : sums.kernels.b == 0 ? Presence::OnlyA
                                         : Presence::Both;
    for (const Side side : kSides) {
        const auto steps = sides.selections[side]->stepCount();
        row.kernels[side] = sides.isPerStep() && steps
                                ? static_cast<std::uint64_t>(divideRounded(
                                      static_cast<Nanoseconds>(sums.kernelsInSteps[side]), *steps))
                                : sums.kernels[side];
        row.slowest[side] = largest(sums.names(side));
        if (!sides.isPerStep() && sums.kernels[side] != 0) {
            row.ns[side] = sums.totalNs[side];
        }
    }
    return row;
}

void weighLayerGap(LayerRow& row, const Thresholds& thresholds) {
    row.ratio = ratioOf(row.ns.a, row.ns.b);
    row.gapNs = row.ns.a.value_or(0) - row.ns.b.value_or(0);
    row.status = layerStatus(row, thresholds);
}

} // namespace

std::vector<LayerRow> diffLayers(const ComparedSides& sides, const std::vector<KernelPair>& pairs,
                                 const std::vector<AlignedSection>& sections, const Thresholds& thresholds) {
    std::vector<std::pair<std::string, PairSums>> layers;
    std::unordered_map<std::string, std::size_t> places;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        const auto [place, isNew] = places.try_emplace(pairs[i].layer, layers.size());
        if (isNew) {
            layers.emplace_back(pairs[i].layer, PairSums{});
        }
        layers[place->second].second.add(pairs[i], i);
    }
    std::vector<LayerRow> rows;
    rows.reserve(layers.size());
    for (const auto& [layer, sums] : layers) {
        rows.push_back(makeLayerRow(layer, sums, sides));
    }
    for (const Side side : kSides) {
        std::vector<Nanoseconds> insideNs;
        insideNs.reserve(layers.size());
        for (const auto& [layer, sums] : layers) {
            insideNs.push_back(sums.insideStepsNs[side]);
        }
        const auto stepNs = stepFigures(insideNs, sides.selections[side]->stepCount());
        for (std::size_t i = 0; sides.isPerStep() && i < rows.size(); ++i) {
            rows[i].ns[side] = layers[i].second.kernels[side] != 0 ? stepNs[i] : std::nullopt;
        }
    }
    for (const AlignedSection& section : sections) {
        if (const auto place = places.find(section.name); place != places.end()) {
            rows[place->second].group = section.group;
            rows[place->second].type = section.type;
        }
    }
    for (LayerRow& row : rows) {
        weighLayerGap(row, thresholds);
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const LayerRow& x, const LayerRow& y) { return x.presence < y.presence; });
    return rows;
}

} // namespace diptych
