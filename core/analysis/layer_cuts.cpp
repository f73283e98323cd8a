#include "core/analysis/layer_cuts.h"

#include <algorithm>
#include <map>

namespace diptych {

namespace {

constexpr std::uint32_t kNoKernel = KernelSequence::kNone;
/// A softmax is eager attention when its GEMMs are this near.
constexpr std::uint32_t kScoresWithin = 60;
constexpr std::uint32_t kValuesWithin = 5;

/// What lies before an attention.
struct Approach {
    std::uint32_t anchor = 0;
    std::uint32_t begin = 0; ///< after the MLP before, or after the attention before
    bool followsMlp = false;
    bool isFirst = false;
    std::uint32_t nearest =
        kNoKernel; ///< start of the nearest norm that has a GEMM between it and the attention
    std::uint32_t earliest = kNoKernel; ///< of the earliest such norm
    std::uint32_t sequence = 0;         ///< number of its tokens
};

class CutSearch {
public:
    CutSearch(const KernelSequence& kernels, std::uint32_t begin, std::uint32_t end)
        : m_kernels(kernels), m_begin(begin), m_end(end) {}

    std::vector<LayerCut> search() {
        findAnchors();
        for (std::size_t k = 0; k < m_anchors.size(); ++k) {
            m_approaches.push_back(approachOf(k));
        }
        findUsualApproach();
        std::vector<LayerCut> cuts;
        for (const Approach& approach : m_approaches) {
            cuts.push_back({approach.anchor, cutOf(approach)});
        }
        return cuts;
    }

private:
    [[nodiscard]] bool has(std::uint32_t i, KernelTrait trait) const { return m_kernels.has(i, trait); }

    /// Softmax between the GEMM of the scores and that of the values, without a normalization in between.
    [[nodiscard]] bool isEagerAttention(std::uint32_t i) const {
        if (!has(i, KernelTrait::Softmax)) {
            return false;
        }
        std::uint32_t scores = kNoKernel;
        for (std::uint32_t j = i; j > m_begin && i - j < kScoresWithin - 1 && scores == kNoKernel; --j) {
            scores = has(j - 1, KernelTrait::Gemm) ? j - 1 : kNoKernel;
        }
        std::uint32_t values = kNoKernel;
        for (std::uint32_t j = i + 1; j < std::min(m_end, i + kValuesWithin + 1) && values == kNoKernel;
             ++j) {
            values = has(j, KernelTrait::Gemm) ? j : kNoKernel;
        }
        if (scores == kNoKernel || values == kNoKernel) {
            return false;
        }
        for (std::uint32_t j = scores; j < values; ++j) {
            if (m_kernels.isNorm(j)) {
                return false;
            }
        }
        return true;
    }

    /// Attentions with no normalization and GEMM between them are one block.
    void findAnchors() {
        std::uint32_t firstNorm = kNoKernel; // since the last anchor
        std::uint32_t lastGemm = kNoKernel;
        for (std::uint32_t i = m_begin; i < m_end; ++i) {
            if (has(i, KernelTrait::Attention) || isEagerAttention(i)) {
                const bool isSeparate =
                    firstNorm != kNoKernel && lastGemm != kNoKernel && lastGemm >= firstNorm;
                if (m_anchors.empty() || isSeparate) {
                    m_anchors.push_back(i);
                    firstNorm = kNoKernel;
                }
            }
            if (m_kernels.isNorm(i) && firstNorm == kNoKernel) {
                firstNorm = i;
            }
            if (has(i, KernelTrait::Gemm)) {
                lastGemm = i;
            }
        }
    }

    [[nodiscard]] Approach approachOf(std::size_t k) const {
        Approach approach;
        approach.anchor = m_anchors[k];
        approach.isFirst = k == 0;
        approach.begin = k > 0 ? m_anchors[k - 1] + 1 : m_begin;
        bool sawGemm = false;
        std::uint32_t activation = kNoKernel;
        for (std::uint32_t j = approach.anchor; j > approach.begin && !approach.followsMlp;) {
            --j;
            sawGemm = sawGemm || has(j, KernelTrait::Gemm);
            if (sawGemm && has(j, KernelTrait::Activation)) {
                approach.followsMlp = true;
                activation = j;
                approach.begin = endOfMlp(j, approach.anchor);
            }
        }
        findNorms(approach);
        if (approach.followsMlp && approach.earliest == kNoKernel) { // the MLP's last GEMM was lost
            approach.begin = activation + 1;
            findNorms(approach);
        }
        return approach;
    }

    void findNorms(Approach& approach) const {
        bool sawGemm = false;
        for (std::uint32_t j = approach.anchor; j > approach.begin;) {
            --j;
            sawGemm = sawGemm || has(j, KernelTrait::Gemm);
            if (sawGemm && m_kernels.isNorm(j)) { // a norm fused with its GEMM included
                approach.earliest = std::max(approach.begin, m_kernels.normStart[j]);
                approach.nearest = approach.nearest == kNoKernel ? approach.earliest : approach.nearest;
            }
        }
    }

    /// After the last GEMM (or MoE kernel) that follows the activation.
    [[nodiscard]] std::uint32_t endOfMlp(std::uint32_t activation, std::uint32_t anchor) const {
        std::uint32_t last = activation;
        while (last < anchor && !has(last, KernelTrait::Gemm) && !has(last, KernelTrait::Moe)) {
            ++last;
        }
        last = last == anchor ? activation : last;
        while (last + 1 < anchor && has(last + 1, KernelTrait::Moe)) {
            ++last;
        }
        return last + 1;
    }

    /// The commonest way from an MLP to the next attention, and which part of it belongs to the later layer:
    /// in a model with a norm after the MLP the first layer of a pass lacks that norm.
    void findUsualApproach() {
        SequenceNumbers numbers(m_kernels.token);
        std::map<std::uint32_t, std::uint32_t> counts;
        for (Approach& approach : m_approaches) {
            approach.sequence = numbers.of(approach.begin, approach.anchor);
            counts[approach.sequence] += approach.followsMlp ? 1 : 0;
        }
        for (const Approach& approach : m_approaches) { // the one seen first on ties
            const bool isMore = !m_usual || counts[approach.sequence] > counts[m_usual->sequence];
            m_usual = approach.followsMlp && approach.earliest != kNoKernel && isMore ? &approach : m_usual;
        }
        if (!m_usual || counts[m_usual->sequence] < 2) {
            m_usual = nullptr;
            return;
        }
        const std::uint32_t whole = m_usual->anchor - m_usual->earliest;
        std::map<std::uint32_t, std::uint32_t> votes;
        std::uint32_t voters = 0;
        for (const Approach& approach : m_approaches) {
            const std::uint32_t reach = startsPass(approach) ? sharedReach(approach) : 0;
            voters += reach > 0 ? 1 : 0;
            votes[reach] += reach > 0 ? 1 : 0;
        }
        m_usualReach = whole;
        for (const auto& [reach, count] : votes) {
            m_usualReach = reach > 0 && 2 * count > voters ? reach : m_usualReach;
        }
    }

    /// The first of all, or one that other work than the usual leads to.
    [[nodiscard]] bool startsPass(const Approach& approach) const {
        return approach.isFirst || (approach.followsMlp && approach.sequence != m_usual->sequence);
    }

    /// How far back from the attention the earliest norm stands in what an approach shares with the end of
    /// the usual one, counted with the GEMM that must follow it; 0 when they share no norm.
    [[nodiscard]] std::uint32_t sharedReach(const Approach& approach) const {
        const std::uint32_t most =
            std::min(approach.anchor - approach.begin, m_usual->anchor - m_usual->begin);
        bool sawGemm = false;
        std::uint32_t reach = 0;
        std::uint32_t shared = 0;
        std::uint32_t normReach = 0;
        while (shared < most && m_kernels.family[approach.anchor - shared - 1] ==
                                    m_kernels.family[m_usual->anchor - shared - 1]) {
            ++shared;
            const std::uint32_t j = approach.anchor - shared;
            sawGemm = sawGemm || has(j, KernelTrait::Gemm);
            if (sawGemm && m_kernels.isNorm(j)) {
                normReach = approach.anchor - m_kernels.normStart[j];
            }
            reach = normReach <= shared ? normReach : reach;
        }
        return reach;
    }

    [[nodiscard]] std::uint32_t cutOf(const Approach& approach) const {
        if (m_usual && approach.followsMlp && approach.sequence == m_usual->sequence) {
            return approach.anchor - m_usualReach;
        }
        const std::uint32_t reach = m_usual && startsPass(approach) ? sharedReach(approach) : 0;
        if (reach > 0) {
            return approach.anchor - reach;
        }
        return approach.followsMlp && !approach.isFirst && approach.earliest != kNoKernel ? approach.earliest
                                                                                          : approach.nearest;
    }

    const KernelSequence& m_kernels;
    std::uint32_t m_begin;
    std::uint32_t m_end;
    std::vector<std::uint32_t> m_anchors;
    std::vector<Approach> m_approaches;
    const Approach* m_usual = nullptr;
    std::uint32_t m_usualReach = 0; ///< from the start of a layer to its attention
};

} // namespace

std::vector<LayerCut> findLayerCuts(const KernelSequence& kernels, std::uint32_t begin, std::uint32_t end) {
    return CutSearch(kernels, begin, end).search();
}

} // namespace diptych
