#pragma once
// Layers by repetition in every slice of a trace, and the forward pass that most of them make up. Built while
// layers are planned, for a work that outlives it; one thread. Source: SEMANTICS, "Layers".

#include "core/analysis/arranged_work.h"
#include "core/analysis/layer_finder.h"
#include "core/analysis/layer_passes.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace diptych {

/// Kernels [begin, end) of the arranged work.
struct KernelRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

[[nodiscard]] KernelRange kernelsOf(const ArrangedWork& work, const Slice& slice);

class RepetitionSearch {
public:
    /// Searches all slices; those of equal sequence once. With CutMode::Auto all are cut alike, as most
    /// layers would be.
    RepetitionSearch(const ArrangedWork& work, CutMode mode);

    [[nodiscard]] bool cutAfterNorm() const { return m_cutAfterNorm; }
    [[nodiscard]] std::size_t sliceCount() const { return m_sliceNumber.size(); }

    /// Groups of layers of a slice, kernels counted in the whole sequence.
    [[nodiscard]] std::vector<std::vector<LayerRun>> groupsOf(std::size_t slice) const;

    /// Kernels before the first layer of a step of one pass with all its layers; KernelSequence::kNone: no
    /// such step.
    [[nodiscard]] std::uint32_t prologueOfWholePass(std::size_t slice, std::uint32_t layers) const;

    [[nodiscard]] PassPattern patternOf(std::size_t slice) const;

    /// Sizes of the groups of the commonest complete pass; of what lies before and after the steps only when
    /// no step has any (the launch of a graph may be lost).
    [[nodiscard]] std::vector<std::uint32_t> commonestPass() const;

private:
    template <class HasVote>
    [[nodiscard]] std::vector<std::uint32_t> commonestPassOf(const HasVote& hasVote) const;
    void searchAll(CutMode mode);
    [[nodiscard]] CutMode commonMode() const;

    const ArrangedWork& m_work;
    SequenceNumbers m_numbers;
    SequenceNumbers m_families;
    /// By layer type. Passes are told by families of operations: kernels whose launch or CPU op is not
    /// recorded are classified less finely, and prefill and decode attend differently.
    std::unordered_map<std::uint32_t, std::uint32_t> m_familyOfType;
    std::vector<std::uint32_t> m_sliceNumber; ///< equal for slices of equal sequence
    /// By slice number, kernels counted from the slice's first.
    std::unordered_map<std::uint32_t, FoundLayers> m_found;
    bool m_cutAfterNorm = false;
};

} // namespace diptych
