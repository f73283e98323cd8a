#pragma once
// One pattern of fusion in detail: the kernels of one occurrence on both sides with the time between them,
// what each kernel name costs, and the effect layer by layer. Pure; one pass over the pattern's activities.

#include "core/compare/comparison.h"
#include "ui/models/table.h"
#include "ui/style/name_format.h"

#include <QString>

namespace diptych {

/// A kernel of one occurrence, by its place in it: means over all occurrences.
struct FusedKernel {
    QString name;  ///< whole; the commonest at this place
    QString label; ///< as shown
    NameFocus focus;
    Nanoseconds meanNs = 0;
    Nanoseconds gapBeforeNs = 0; ///< between the end of the kernel before and its start, median, at least 0
};

/// A kernel name of one side.
struct FusionKernelRow {
    Side side = Side::A;
    QString name;
    QString label;
    NameFocus focus;
    std::uint64_t count = 0; ///< in all
    double stepCount = 0;    ///< per step
    std::optional<Nanoseconds> meanNs;
    std::optional<Nanoseconds> p95Ns;
    std::optional<Nanoseconds> totalNs;
    std::optional<Nanoseconds> stepNs; ///< empty where the side has no steps
    QString cpuOp;                     ///< most frequent, or ""
    QString pair;                      ///< id of the pair in which it takes most time
};

/// The effect in one layer, all its pairs of the pattern together.
struct LayerEffect {
    QString layer;
    QString label;              ///< "14"
    QString pair;               ///< id of its first pair
    Nanoseconds gapNs = 0;      ///< per step where both sides have steps, else in all
    Nanoseconds gapInAllNs = 0; ///< of everything that is selected
    friend bool operator==(const LayerEffect&, const LayerEffect&) = default;
};

struct FusionDetail {
    PerSide<std::vector<FusedKernel>> kernels; ///< of one occurrence, in order of work
    std::vector<FusionKernelRow> rows;         ///< A's first
    std::vector<LayerEffect> layers;
    bool isInferred = false;
    QString reason; ///< why these are a pair

    /// From the start of the first kernel to the end of the last.
    [[nodiscard]] Nanoseconds spanNs(Side side) const;
    /// The part of it between kernels.
    [[nodiscard]] Nanoseconds gapsNs(Side side) const;
};

[[nodiscard]] FusionDetail makeFusionDetail(const Comparison& comparison, const FusionRow& row);

/// The rows as a table, with counts and times per step or in all; ids are those of the pairs.
[[nodiscard]] std::shared_ptr<const Table> fusionKernelTable(const FusionDetail& detail, bool perStep);

} // namespace diptych
