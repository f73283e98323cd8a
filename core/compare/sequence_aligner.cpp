#include "core/compare/sequence_aligner.h"

#include <algorithm>
#include <array>
#include <limits>
#include <unordered_map>

namespace diptych {

namespace {

constexpr std::uint32_t kNoItem = AlignedItems::kNoItem;

enum Move : std::uint8_t { Match, OnlyA, OnlyB };

/// A rectangle of the matrix: items [beginA, endA) against [beginB, endB).
struct Piece {
    std::size_t beginA;
    std::size_t endA;
    std::size_t beginB;
    std::size_t endB;

    [[nodiscard]] std::size_t rows() const { return endA - beginA; }
    [[nodiscard]] std::size_t columns() const { return endB - beginB; }
};

/// The part of a row that is computed: columns [first, last] of the piece, both ends inclusive.
struct Window {
    std::size_t first;
    std::size_t last;
};

/// Dynamic programming over one piece, in a band of the given half width around its diagonal.
class PieceAligner {
public:
    PieceAligner(const WorkScorer& scorer, const Piece& piece, std::size_t halfBand)
        : m_scorer(scorer), m_piece(piece), m_halfBand(halfBand) {}

    void appendTo(std::vector<AlignedItems>& columns) {
        fill();
        trace(columns);
    }

private:
    using Total = std::int64_t; ///< sums over long sequences leave 32 bits
    static constexpr Total kUnreached = std::numeric_limits<Total>::min() / 2;

    /// Successive windows overlap, whatever the slope, so that a path always exists.
    [[nodiscard]] Window windowOf(std::size_t row) const {
        const std::size_t rows = std::max<std::size_t>(1, m_piece.rows());
        const std::size_t columns = m_piece.columns();
        const std::size_t centre = row * columns / rows;
        const std::size_t next = std::min(columns, (row + 1) * columns / rows);
        return {centre > m_halfBand ? centre - m_halfBand : 0, std::min(columns, next + m_halfBand)};
    }

    /// Totals stand at column + 1, so that the column before the first is there too. Outside the windows they
    /// are unreached: windows only move on, so what lies behind a row's window was never written.
    void fill() {
        const std::size_t rows = m_piece.rows();
        m_rowStart.reserve(rows + 1);
        std::vector<Total> previous(m_piece.columns() + 2, kUnreached);
        std::vector<Total> current(m_piece.columns() + 2, kUnreached);
        for (std::size_t row = 0; row <= rows; ++row) {
            const Window window = windowOf(row);
            m_rowStart.push_back(m_moves.size());
            m_moves.resize(m_moves.size() + window.last - window.first + 1);
            current[window.first] = kUnreached;
            if (row == 0) {
                fillFirstRow(window, current);
            } else {
                fillRow(row, window, previous, current);
            }
            previous.swap(current);
        }
    }

    void fillFirstRow(const Window& window, std::vector<Total>& current) {
        current[1] = 0;
        for (std::size_t column = 1; column <= window.last; ++column) {
            current[column + 1] = current[column] + m_scorer.gapB(m_piece.beginB + column - 1);
            m_moves[column] = OnlyB;
        }
    }

    void fillRow(std::size_t row, const Window& window, const std::vector<Total>& previous,
                 std::vector<Total>& current) {
        std::uint8_t* const moves = m_moves.data() + m_rowStart[row];
        const std::size_t itemA = m_piece.beginA + row - 1;
        const Score gapA = m_scorer.gapA(itemA);
        Total left = kUnreached;
        std::size_t column = window.first;
        if (column == 0) {
            left = previous[1] + gapA;
            current[1] = left;
            moves[0] = OnlyA;
            ++column;
        }
        for (; column <= window.last; ++column) {
            const std::size_t itemB = m_piece.beginB + column - 1;
            const Total match = previous[column] + m_scorer.score(itemA, itemB);
            const Total onlyA = previous[column + 1] + gapA;
            const Total onlyB = left + m_scorer.gapB(itemB);
            const Total gap = std::max(onlyA, onlyB);
            moves[column - window.first] = match >= gap ? Match : onlyA >= onlyB ? OnlyA : OnlyB;
            left = std::max(match, gap);
            current[column + 1] = left;
        }
    }

    void trace(std::vector<AlignedItems>& columns) const {
        const std::size_t start = columns.size();
        std::size_t row = m_piece.rows();
        std::size_t column = m_piece.columns();
        while (row > 0 || column > 0) {
            const Window window = windowOf(row);
            const Move move = row == 0 ? OnlyB
                              : column == 0
                                  ? OnlyA
                                  : static_cast<Move>(m_moves[m_rowStart[row] + column - window.first]);
            AlignedItems items;
            if (move != OnlyB) {
                items.a = static_cast<std::uint32_t>(m_piece.beginA + --row);
            }
            if (move != OnlyA) {
                items.b = static_cast<std::uint32_t>(m_piece.beginB + --column);
            }
            columns.push_back(items);
        }
        std::reverse(columns.begin() + static_cast<std::ptrdiff_t>(start), columns.end());
    }

    const WorkScorer& m_scorer;
    const Piece m_piece;
    const std::size_t m_halfBand;
    std::vector<std::size_t> m_rowStart; ///< by row: offset into m_moves
    std::vector<std::uint8_t> m_moves;
};

/// A run of equal work that stands once on each side.
struct Anchor {
    std::size_t a;
    std::size_t b;
};

/// Hashes of all runs of `length` items; entry i is of the run that starts at i.
template <class IdentityOf>
std::vector<std::uint64_t> runHashes(std::size_t begin, std::size_t end, std::size_t length,
                                     const IdentityOf& identityOf) {
    std::vector<std::uint64_t> hashes;
    constexpr std::uint64_t kBase = 0x9E3779B97F4A7C15ULL;
    std::uint64_t lead = 1;
    for (std::size_t i = 1; i < length; ++i) {
        lead *= kBase;
    }
    std::uint64_t hash = 0;
    for (std::size_t i = begin; i < end; ++i) {
        if (i >= begin + length) {
            hash -= lead * (identityOf(i - length) + 1);
        }
        hash = hash * kBase + identityOf(i) + 1;
        if (i + 1 >= begin + length) {
            hashes.push_back(hash);
        }
    }
    return hashes;
}

struct Occurrence {
    std::uint32_t countA = 0;
    std::uint32_t countB = 0;
    std::uint32_t a = 0;
    std::uint32_t b = 0;
};

/// The longest chain of anchors that rises on both sides; the first of equally long ones.
std::vector<Anchor> longestChain(const std::vector<Anchor>& anchors) {
    std::vector<std::size_t> tails;
    std::vector<std::size_t> previous(anchors.size());
    for (std::size_t i = 0; i < anchors.size(); ++i) {
        const auto place =
            std::lower_bound(tails.begin(), tails.end(), anchors[i].b,
                             [&](std::size_t tail, std::size_t b) { return anchors[tail].b < b; });
        previous[i] = place == tails.begin() ? anchors.size() : *(place - 1);
        if (place == tails.end()) {
            tails.push_back(i);
        } else {
            *place = i;
        }
    }
    std::vector<Anchor> chain;
    for (std::size_t i = tails.empty() ? anchors.size() : tails.back(); i < anchors.size(); i = previous[i]) {
        chain.push_back(anchors[i]);
    }
    std::reverse(chain.begin(), chain.end());
    return chain;
}

std::vector<Anchor> findAnchors(const WorkScorer& scorer, const Piece& piece, std::size_t length) {
    if (piece.rows() < length || piece.columns() < length) {
        return {};
    }
    const auto hashesA =
        runHashes(piece.beginA, piece.endA, length, [&](std::size_t i) { return scorer.identityA(i); });
    const auto hashesB =
        runHashes(piece.beginB, piece.endB, length, [&](std::size_t j) { return scorer.identityB(j); });
    std::unordered_map<std::uint64_t, Occurrence> occurrences;
    occurrences.reserve(hashesA.size());
    for (std::size_t i = 0; i < hashesA.size(); ++i) {
        Occurrence& occurrence = occurrences[hashesA[i]];
        ++occurrence.countA;
        occurrence.a = static_cast<std::uint32_t>(i);
    }
    for (std::size_t j = 0; j < hashesB.size(); ++j) {
        const auto found = occurrences.find(hashesB[j]);
        if (found != occurrences.end()) {
            ++found->second.countB;
            found->second.b = static_cast<std::uint32_t>(j);
        }
    }
    std::vector<Anchor> anchors;
    for (std::size_t i = 0; i < hashesA.size(); ++i) {
        const Occurrence& occurrence = occurrences[hashesA[i]];
        if (occurrence.countA == 1 && occurrence.countB == 1) {
            anchors.push_back({piece.beginA + i, piece.beginB + occurrence.b});
        }
    }
    return longestChain(anchors);
}

class LongAligner {
public:
    LongAligner(const WorkScorer& scorer, const AlignmentLimits& limits, const CancelToken& cancel)
        : m_scorer(scorer), m_limits(limits), m_cancel(cancel) {}

    std::vector<AlignedItems> align() {
        m_columns.reserve(m_scorer.sizeA() + m_scorer.sizeB());
        alignPiece({0, m_scorer.sizeA(), 0, m_scorer.sizeB()}, 0);
        return std::move(m_columns);
    }

private:
    /// Run lengths that are tried as anchors, the surest first.
    static constexpr std::array<std::size_t, 3> kRunLengths{24, 12, 6};

    void alignPiece(const Piece& piece, std::size_t attempt) {
        if (m_cancel.isCancelled()) {
            leaveUnmatched(piece);
            return;
        }
        const std::size_t cells = (piece.rows() + 1) * (piece.columns() + 1);
        if (cells <= m_limits.fullCells) {
            PieceAligner(m_scorer, piece, piece.rows() + piece.columns()).appendTo(m_columns);
            return;
        }
        if (attempt == kRunLengths.size()) {
            constexpr std::size_t kNarrowest = 16;
            const std::size_t widest = std::max(kNarrowest, m_limits.bandCells / (2 * (piece.rows() + 1)));
            PieceAligner(m_scorer, piece, std::min(m_limits.halfBand, widest)).appendTo(m_columns);
            return;
        }
        alignBetweenAnchors(piece, attempt);
    }

    void alignBetweenAnchors(const Piece& piece, std::size_t attempt) {
        const std::vector<Anchor> anchors = findAnchors(m_scorer, piece, kRunLengths[attempt]);
        std::size_t a = piece.beginA;
        std::size_t b = piece.beginB;
        for (const Anchor& anchor : anchors) {
            if (anchor.a < a || anchor.b < b) {
                continue;
            }
            alignPiece({a, anchor.a, b, anchor.b}, attempt + 1);
            m_columns.push_back({static_cast<std::uint32_t>(anchor.a), static_cast<std::uint32_t>(anchor.b)});
            a = anchor.a + 1;
            b = anchor.b + 1;
        }
        alignPiece({a, piece.endA, b, piece.endB}, attempt + 1);
    }

    void leaveUnmatched(const Piece& piece) {
        for (std::size_t i = piece.beginA; i < piece.endA; ++i) {
            m_columns.push_back({static_cast<std::uint32_t>(i), kNoItem});
        }
        for (std::size_t j = piece.beginB; j < piece.endB; ++j) {
            m_columns.push_back({kNoItem, static_cast<std::uint32_t>(j)});
        }
    }

    const WorkScorer& m_scorer;
    const AlignmentLimits& m_limits;
    const CancelToken& m_cancel;
    std::vector<AlignedItems> m_columns;
};

} // namespace

std::vector<AlignedItems> alignSequences(const WorkScorer& scorer, const AlignmentLimits& limits,
                                         const CancelToken& cancel) {
    return LongAligner(scorer, limits, cancel).align();
}

} // namespace diptych
