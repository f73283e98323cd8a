#pragma once
// What the mirrored view of a layer shows: its pairs in order, each with the kernels of both sides, and the
// layers themselves for the bars above it. Pure.

#include "core/compare/comparison.h"
#include "ui/style/name_format.h"

#include <QString>

namespace diptych {

class Notes;

/// One kernel of a pair on one side.
struct KernelLine {
    QString operation; ///< "QKV GEMM"
    std::string category;
    QString name;  ///< whole
    QString label; ///< as makeKernelLabels writes it among the kernels of its side
    NameFocus focus;
    Nanoseconds meanNs = 0;
};

struct PairItem {
    QString id;
    PerSide<std::vector<KernelLine>> lines;     ///< in order of work
    PerSide<std::optional<Nanoseconds>> meanNs; ///< of the group
    std::optional<double> ratio;
    Nanoseconds gapNs = 0;
    int squares = 0;
    Presence presence = Presence::Both;
    bool isInferred = false;
    QString grouping; ///< "3 → 1 fused", "1 → 2 split", or ""
    QString note;     ///< the user's, or ""
};

enum class PairFilter : std::uint8_t { All, Differing, Unmatched };
/// From which difference of means on PairFilter::Differing shows a pair.
inline constexpr Nanoseconds kDifferingNs = 5'000;

/// `notes` may be null: then none are shown.
[[nodiscard]] std::vector<PairItem> makePairItems(const Comparison& comparison, const LayerRow& layer,
                                                  PairFilter filter, const Notes* notes = nullptr);

/// What a layer takes.
struct LayerFigures {
    PerSide<std::optional<Nanoseconds>> ns; ///< empty: not there
    PerSide<std::uint64_t> kernels{0, 0};
    std::optional<double> ratio;
    Nanoseconds gapNs = 0;
};

/// Per step, where both sides have steps and that is wanted, or in all.
[[nodiscard]] LayerFigures layerFigures(const Comparison& comparison, const LayerRow& layer, bool perStep);

/// A bar of the chart: a layer, or all layers of one type.
struct LayerBar {
    QString layer;                          ///< section name: what is chosen with the bar
    QString label;                          ///< "14", or "24 × DecoderLayer"
    PerSide<std::optional<Nanoseconds>> ns; ///< of types: mean over their layers
    QString note{};                         ///< the user's, or ""; types have none
    friend bool operator==(const LayerBar&, const LayerBar&) = default;
};

/// The layers in order; with `byType` a bar a type, chosen by its first layer. Sections that are no layers
/// are left out.
[[nodiscard]] std::vector<LayerBar> makeLayerBars(const Comparison& comparison, bool byType,
                                                  bool perStep = true, const Notes* notes = nullptr);

/// What a pair does: "Gate/up GEMM", else its operation.
[[nodiscard]] QString pairTitle(const KernelPair& pair);
/// Whether a row is a layer, not prologue, epilogue and the like.
[[nodiscard]] bool isLayer(const LayerRow& row);
/// "Layer 14" for "layer 14".
[[nodiscard]] QString sectionTitle(const std::string& layer);

} // namespace diptych
