#pragma once
// Which activities belong to which layer of which forward pass, by the best source that a trace has. Built
// once per trace, then const. Source: SEMANTICS, "Layers and sections".

#include "core/analysis/arranged_work.h"
#include "core/analysis/layer_finder.h"
#include "core/analysis/module_layers.h"

#include <string>
#include <vector>

namespace diptych {

/// Activities [begin, end) of the arranged work that are (part of) one layer.
struct LayerSpan {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t group = 0;
    std::uint32_t layer = 0;
    std::uint32_t pass = 0; ///< within the slice
};

/// The layers of one slice, in order.
struct SliceLayers {
    std::vector<LayerSpan> spans;
    std::uint32_t passes = 0;
    std::uint32_t firstWhole = 0; ///< passes [firstWhole, firstWhole + wholePasses) have all their layers
    std::uint32_t wholePasses = 0;
};

struct LayerPlan {
    LayerSource source = LayerSource::None;
    bool cutAfterNorm = false;
    std::vector<LayerGroup> groups;   ///< of one complete pass; types are not filled
    std::vector<SliceLayers> ofSlice; ///< by index into ArrangedWork::slices
};

/// Layers by module path, then by repetition, then by correlation groups of 70 or more kernels with attention
/// and GEMM among them. Slices without any module (graph replays beside eager steps, kernels launched before
/// the recording) get theirs by repetition. `tree` and `modules` may be empty.
[[nodiscard]] LayerPlan planLayers(const Trace& trace, const ArrangedWork& work, const ModuleTree& tree,
                                   const ModuleLayers& modules, CutMode mode);

} // namespace diptych
