#pragma once
// Layers of a model by repetition in the sequence of operations, anchored on attention: for traces without
// modules and for graph replays. Pure function over integers, any thread; near linear in the number of
// kernels. Source: SEMANTICS, "Layers".

#include "core/analysis/kernel_sequence.h"
#include "core/analysis/sections.h"

#include <cstdint>
#include <vector>

namespace diptych {

/// One layer: kernels [begin, end) of the sequence.
struct LayerRun {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t type = 0; ///< number of the token sequence that it is or resembles
};

struct FoundLayers {
    bool cutAfterNorm = false;                 ///< post-norm model: layers are cut after the normalization
    std::vector<std::vector<LayerRun>> groups; ///< layers without a gap between them; in order
};

/// Layers among kernels [begin, end). Empty when fewer than two attentions are there. Types are numbered by
/// `numbers`, so that ranges of one trace share them.
[[nodiscard]] FoundLayers findLayers(const KernelSequence& kernels, std::uint32_t begin, std::uint32_t end,
                                     CutMode mode, SequenceNumbers& numbers);

/// How well the tokens [begin, end) of a template and a sequence agree when one end of the sequence is free:
/// the best length of the sequence, and a score that is 1 for equal ones.
struct FreeEndFit {
    std::uint32_t length = 0;
    double score = 0;
};

/// Reads both from their ends when `fromEnd`. Equal tokens 3, one family 1, different -4, gap -1; the
/// shortest wins ties.
[[nodiscard]] FreeEndFit fitFreeEnd(const KernelSequence& kernels,
                                    std::pair<std::uint32_t, std::uint32_t> pattern,
                                    std::pair<std::uint32_t, std::uint32_t> range, bool fromEnd);

} // namespace diptych
