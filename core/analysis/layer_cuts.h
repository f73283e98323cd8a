#pragma once
// Where layers start: before each attention, at the normalization that leads to it. Pure function over
// integers, any thread. Source: SEMANTICS, "Layers", anchors and cuts.

#include "core/analysis/kernel_sequence.h"

#include <cstdint>
#include <vector>

namespace diptych {

/// One attention block and the start of its layer.
struct LayerCut {
    std::uint32_t anchor = 0;                  ///< the attention
    std::uint32_t cut = KernelSequence::kNone; ///< kNone: no normalization leads to it
};

/// The cuts among kernels [begin, end), in order. Attentions with no normalization and GEMM between them are
/// one block.
[[nodiscard]] std::vector<LayerCut> findLayerCuts(const KernelSequence& kernels, std::uint32_t begin,
                                                  std::uint32_t end);

} // namespace diptych
