#pragma once
// Global alignment of two sequences of kernels by dynamic programming (Needleman-Wunsch). Short pairs are
// aligned in full; long ones are cut where both hold the same rare run of kernels, and what lies between is
// aligned in a band, so that time stays near linear. Pure.

#include "core/base/cancel_token.h"
#include "core/compare/work_score.h"

#include <cstdint>
#include <vector>

namespace diptych {

/// One column: positions in A and B, either may be kNoItem.
struct AlignedItems {
    static constexpr std::uint32_t kNoItem = 0xFFFFFFFF;
    std::uint32_t a = kNoItem;
    std::uint32_t b = kNoItem;

    [[nodiscard]] bool isBoth() const { return a != kNoItem && b != kNoItem; }
    friend bool operator==(const AlignedItems&, const AlignedItems&) = default;
};

struct AlignmentLimits {
    std::size_t fullCells = std::size_t{1} << 22; ///< up to this many cells a piece is aligned in full
    std::size_t bandCells = std::size_t{1} << 26; ///< a band is narrowed to stay below
    std::size_t halfBand = 160;                   ///< around the straight line from corner to corner
};

/// The columns in order; every item of both sequences stands in exactly one. On equal scores a match comes
/// before a gap and a gap in A's favour before one in B's: callers that must not depend on the side order
/// their sequences first. When cancelled, the rest stays unmatched.
[[nodiscard]] std::vector<AlignedItems>
alignSequences(const WorkScorer& scorer, const AlignmentLimits& limits = {}, const CancelToken& cancel = {});

} // namespace diptych
