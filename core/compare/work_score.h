#pragma once
// How well one kernel may stand for another: the scores of the alignment. Integers in thousandths, so that
// sums are exact and ties are ties. Source: SEMANTICS, "Alignment".

#include "core/compare/template_item.h"

#include <array>
#include <cstdint>
#include <vector>

namespace diptych {

using Score = std::int32_t;

inline constexpr Score kScoreUnit = 1000;

/// How the places of launch of two kernels stand to each other.
enum class PlaceRelation : std::uint8_t {
    Unknown,    ///< at least one side does not tell, or the sides name nothing alike
    Same,       ///< same module and CPU ops
    SameModule, ///< same module, another CPU op
    SameOp,     ///< no modules; same outermost CPU op
    Doubtful,   ///< one of the places has its counterpart elsewhere
    Different,  ///< both places have their counterparts elsewhere
};

/// What it costs to leave a kernel without a counterpart: little for small ones, much for those a layer
/// exists for.
[[nodiscard]] Score gapScore(const WorkKind& kind);

/// Score by class and name alone, without places and shares of time.
[[nodiscard]] Score classScore(const WorkVocabulary& vocabulary, const Work& a, const Work& b);

/// Whether the two do the same kind of work: one operation, or a shared component other than small work.
[[nodiscard]] bool isSameWork(const WorkKind& a, const WorkKind& b);

/// A share of time on a logarithmic scale, 8 levels an octave; kNoShare has none.
using ShareLevel = std::int16_t;
inline constexpr ShareLevel kNoShare = -4096;

/// What likeness of shares adds to a score: a quarter of the unit times 2^(-distance/8).
inline constexpr std::array<Score, 64> kBonusByDistance = [] {
    constexpr std::array<std::int64_t, 8> kEighths{1'000'000, 917'004, 840'896, 771'105,
                                                   707'107,   648'420, 594'604, 545'254};
    std::array<Score, 64> bonus{};
    for (std::size_t i = 0; i < bonus.size(); ++i) {
        bonus[i] = static_cast<Score>((kScoreUnit / 4 * kEighths[i % 8] >> (i / 8)) / 1'000'000);
    }
    return bonus;
}();

/// Scores between the items of two sequences. Both must outlive the scorer. Symmetric in its sequences.
class WorkScorer {
public:
    WorkScorer(const WorkVocabulary& vocabulary, const TemplateItems& a, const TemplateItems& b);

    [[nodiscard]] Score score(std::size_t i, std::size_t j) const {
        const Score base = m_isTable ? m_table[m_symbolsA[i] * m_width + m_symbolsB[j]]
                                     : baseScore(m_distinctA[m_symbolsA[i]], m_distinctB[m_symbolsB[j]]);
        return base > 0 ? base + shareBonus(m_shareA[i], m_shareB[j]) : base;
    }
    [[nodiscard]] Score gapA(std::size_t i) const { return m_gapA[i]; }
    [[nodiscard]] Score gapB(std::size_t j) const { return m_gapB[j]; }
    [[nodiscard]] std::size_t sizeA() const { return m_a.size(); }
    [[nodiscard]] std::size_t sizeB() const { return m_b.size(); }
    /// Equal numbers on both sides mean equal work.
    [[nodiscard]] std::uint64_t identityA(std::size_t i) const { return identity(m_a[i].work); }
    [[nodiscard]] std::uint64_t identityB(std::size_t j) const { return identity(m_b[j].work); }
    [[nodiscard]] PlaceRelation relation(const Work& a, const Work& b) const;

private:
    [[nodiscard]] Score baseScore(const Work& a, const Work& b) const;
    [[nodiscard]] std::uint64_t identity(const Work& work) const;
    /// A quarter of the smaller share by the larger, from their levels.
    [[nodiscard]] static Score shareBonus(ShareLevel a, ShareLevel b) {
        const int distance = a > b ? a - b : b - a;
        return distance < static_cast<int>(kBonusByDistance.size())
                   ? kBonusByDistance[static_cast<std::size_t>(distance)]
                   : 0;
    }
    void findCommonPlaces();

    const WorkVocabulary& m_vocabulary;
    const TemplateItems& m_a;
    const TemplateItems& m_b;
    std::vector<Work> m_distinctA;
    std::vector<Work> m_distinctB;
    std::vector<std::uint32_t> m_symbolsA; ///< by item: index into m_distinctA
    std::vector<std::uint32_t> m_symbolsB;
    std::vector<ShareLevel> m_shareA; ///< by item
    std::vector<ShareLevel> m_shareB;
    std::vector<Score> m_gapA;
    std::vector<Score> m_gapB;
    std::vector<std::uint8_t> m_isCommon; ///< by TextRank: a module or CPU op that both sequences name
    std::vector<Score> m_table;
    std::size_t m_width = 0;
    bool m_isTable = false;
};

} // namespace diptych
