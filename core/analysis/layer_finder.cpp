#include "core/analysis/layer_finder.h"

#include "core/analysis/layer_cuts.h"

#include <algorithm>
#include <map>
#include <optional>

namespace diptych {

namespace {

/// Below this score a segment is no layer of the neighbour's type.
constexpr double kLeastFit = 0.4;
/// A run without an anchor of its own must fit better to be a layer.
constexpr double kLeastHiddenFit = 0.65;
/// A run that stands exactly between two layers needs less.
constexpr double kLeastGapFit = 0.3;

struct Segment {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t anchor = 0;
    std::uint32_t type = 0;
    bool isCommon = false; ///< its type recurs at distance one or two
};

struct TypedRun {
    LayerRun run;
    double score = 0;
};

class LayerSearch {
public:
    LayerSearch(const KernelSequence& kernels, std::uint32_t begin, std::uint32_t end,
                SequenceNumbers& numbers)
        : m_kernels(kernels), m_begin(begin), m_end(end), m_numbers(numbers) {}

    FoundLayers search(CutMode mode) {
        const std::vector<LayerCut> cuts = findLayerCuts(m_kernels, m_begin, m_end);
        if (cuts.size() < 2) {
            return {};
        }
        findSegments(cuts);
        joinIncompleteSegments();
        typeSegments();
        for (std::size_t k = 0; k < m_segments.size(); ++k) {
            placeLayer(k);
        }
        fillGaps();
        FoundLayers result;
        result.cutAfterNorm = mode == CutMode::AfterNorm || (mode == CutMode::Auto && isPostNorm());
        if (result.cutAfterNorm) {
            cutAfterNorms();
        }
        result.groups = groupedLayers();
        return result;
    }

private:
    [[nodiscard]] bool has(std::uint32_t i, KernelTrait trait) const { return m_kernels.has(i, trait); }
    [[nodiscard]] bool hasGemm(std::uint32_t begin, std::uint32_t end) const {
        for (std::uint32_t i = begin; i < end; ++i) {
            if (has(i, KernelTrait::Gemm)) {
                return true;
            }
        }
        return false;
    }

    /// From one cut to the next; an anchor without a norm before it belongs to the segment before.
    void findSegments(const std::vector<LayerCut>& cuts) {
        for (const LayerCut& layer : cuts) {
            if (layer.cut == KernelSequence::kNone) {
                continue;
            }
            if (!m_segments.empty()) {
                m_segments.back().end = layer.cut;
            }
            m_segments.push_back({layer.cut, m_end, layer.anchor, 0, false});
        }
    }

    /// A segment without activation or norm after its attention is the first half of a layer with two
    /// attentions.
    void joinIncompleteSegments() {
        const auto isComplete = [this](const Segment& segment) {
            for (std::uint32_t i = segment.anchor + 1; i < segment.end; ++i) {
                if (has(i, KernelTrait::Activation) || m_kernels.isNorm(i)) {
                    return true;
                }
            }
            return false;
        };
        std::vector<Segment> joined;
        bool anyComplete = false;
        bool isOpen = false;
        for (std::size_t k = 0; k < m_segments.size(); ++k) {
            const bool isLast = k + 1 == m_segments.size();
            const bool complete = isComplete(m_segments[k]);
            anyComplete = anyComplete || (complete && !isLast);
            if (isOpen) {
                joined.back().end = m_segments[k].end;
            } else {
                joined.push_back(m_segments[k]);
            }
            isOpen = !complete && !isLast;
        }
        if (anyComplete) {
            m_segments = std::move(joined);
        }
    }

    void typeSegments() {
        for (Segment& segment : m_segments) {
            segment.type = m_numbers.of(segment.begin, segment.end);
        }
        for (std::size_t k = 0; k < m_segments.size(); ++k) {
            for (std::size_t distance = 1; distance <= 2 && k + distance < m_segments.size(); ++distance) {
                if (m_segments[k].type == m_segments[k + distance].type) {
                    m_segments[k].isCommon = m_segments[k + distance].isCommon = true;
                }
            }
        }
        std::map<std::uint32_t, std::uint32_t> counts;
        for (const Segment& segment : m_segments) {
            counts[segment.type] += segment.isCommon ? 1 : 0;
        }
        for (int round = 0; round < 2; ++round) { // the two commonest, the one seen first on ties
            const Segment* best = nullptr;
            for (const Segment& segment : m_segments) {
                if (segment.isCommon && counts[segment.type] > (best ? counts[best->type] : 0)) {
                    best = &segment;
                }
            }
            if (best) {
                m_commonest.push_back(best->type);
                counts[best->type] = 0;
            }
        }
    }

    struct Candidate {
        std::uint32_t type;
        bool fromEnd;
    };

    /// What an odd segment may be: one of the types around it, at its start or at its end.
    [[nodiscard]] std::vector<Candidate> candidatesFor(std::size_t k) const {
        std::vector<Candidate> result;
        std::optional<std::uint32_t> next;
        for (std::size_t x = k + 1; x < std::min(m_segments.size(), k + 3) && !next; ++x) {
            if (m_segments[x].isCommon) {
                next = m_segments[x].type;
            }
        }
        if (!m_layers.empty()) {
            result.push_back({m_layers.back().run.type, false});
            if (m_layers.size() > 1 && m_layers[m_layers.size() - 2].run.type != m_layers.back().run.type) {
                result.push_back({m_layers[m_layers.size() - 2].run.type, false});
            }
        }
        if (next) {
            result.push_back({*next, true});
            result.push_back({*next, false});
        }
        if (result.empty()) {
            for (const std::uint32_t type : m_commonest) {
                result.push_back({type, false});
            }
        }
        return result;
    }

    void placeLayer(std::size_t k) {
        const Segment& segment = m_segments[k];
        if (segment.isCommon) {
            m_layers.push_back({{segment.begin, segment.end, segment.type}, 1.0});
            return;
        }
        std::optional<TypedRun> best;
        for (const Candidate& candidate : candidatesFor(k)) {
            const FreeEndFit fit = fitFreeEnd(m_kernels, m_numbers.place(candidate.type),
                                              {segment.begin, segment.end}, candidate.fromEnd);
            if (!best || fit.score > best->score + 1e-9) {
                const std::uint32_t begin = candidate.fromEnd ? segment.end - fit.length : segment.begin;
                best = TypedRun{{begin, begin + fit.length, candidate.type}, fit.score};
            }
        }
        if (!best) {
            m_layers.push_back({{segment.begin, segment.end, segment.type}, 0.0});
        } else if (best->score >= kLeastFit) {
            absorbStrays(k, *best);
            m_layers.push_back(*best);
            placeHidden(segment.end);
        }
    }

    /// Where the profiler lost a layer's attention or norm, its segment holds two layers or more.
    void placeHidden(std::uint32_t end) {
        for (;;) {
            const LayerRun before = m_layers.back().run;
            const auto [from, to] = m_numbers.place(before.type);
            if (end - before.end < (to - from) / 2) {
                return;
            }
            const FreeEndFit fit = fitFreeEnd(m_kernels, {from, to}, {before.end, end}, false);
            if (fit.score < kLeastHiddenFit || fit.length == 0) {
                return;
            }
            m_layers.push_back({{before.end, before.end + fit.length, before.type}, fit.score});
        }
    }

    /// A few kernels too many in the middle of a group belong to the layer, unless they hold a GEMM.
    void absorbStrays(std::size_t k, TypedRun& layer) const {
        const Segment& segment = m_segments[k];
        if (k == 0 || k + 1 >= m_segments.size() || m_layers.empty()) {
            return;
        }
        const auto [from, to] = m_numbers.place(layer.run.type);
        const std::uint32_t strays = (segment.end - segment.begin) - (layer.run.end - layer.run.begin);
        const bool isMidGroup = m_segments[k + 1].isCommon && m_layers.back().run.end == segment.begin;
        if (isMidGroup && strays <= std::max(2U, (to - from) / 8) &&
            !hasGemm(segment.begin, layer.run.begin) && !hasGemm(layer.run.end, segment.end)) {
            layer.run.begin = segment.begin;
            layer.run.end = segment.end;
        }
    }

    struct NormAndGemm {
        std::uint32_t norm;
        std::uint32_t gemm;
    };

    /// The first normalization of a run and the first GEMM after it.
    [[nodiscard]] std::optional<NormAndGemm> entryOf(const LayerRun& run) const {
        std::uint32_t norm = run.begin;
        while (norm < run.end && !m_kernels.isNorm(norm)) {
            ++norm;
        }
        for (std::uint32_t i = norm; i < run.end; ++i) {
            if (has(i, KernelTrait::Gemm)) {
                return NormAndGemm{norm, i};
            }
        }
        return std::nullopt;
    }

    /// In a post-norm model the first layer has work of the embedding between its norm and its first GEMM.
    [[nodiscard]] bool isPostNorm() const {
        const auto first = m_layers.empty() ? std::nullopt : entryOf(m_layers.front().run);
        if (!first || !has(first->norm, KernelTrait::Norm)) {
            return false;
        }
        std::uint32_t longest = 0;
        for (std::size_t k = 1; k < std::min<std::size_t>(4, m_layers.size()); ++k) {
            if (const auto later = entryOf(m_layers[k].run)) {
                longest = std::max(longest, later->gemm - later->norm);
            }
        }
        return longest > 0 && first->gemm - first->norm >= longest + 2;
    }

    void cutAfterNorms() {
        const std::vector<TypedRun> before = m_layers;
        for (TypedRun& layer : m_layers) {
            const auto entry = entryOf(layer.run);
            layer.run.begin = entry ? entry->norm + 1 : layer.run.begin + 1;
        }
        for (std::size_t k = 0; k < m_layers.size(); ++k) {
            LayerRun& run = m_layers[k].run;
            if (k + 1 < m_layers.size() && before[k].run.end == before[k + 1].run.begin) {
                run.end = m_layers[k + 1].run.begin;
            } else if (run.end < m_end && has(run.end, KernelTrait::Norm)) {
                ++run.end;
            }
            run.type = m_numbers.of(run.begin, run.end);
        }
    }

    /// Closes gaps between two layers: a few stray kernels belong to the layer before; a run about as long as
    /// a layer that resembles both is a layer that lost its marks.
    void fillGaps() {
        std::vector<TypedRun> filled;
        for (const TypedRun& layer : m_layers) {
            if (!filled.empty()) {
                const std::uint32_t begin = filled.back().run.end;
                const auto [from, to] = m_numbers.place(layer.run.type);
                const bool isStray = layer.run.begin - begin <= std::max(2U, (to - from) / 4);
                if (isStray && !hasGemm(begin, layer.run.begin)) {
                    filled.back().run.end = layer.run.begin;
                } else if (filled.back().run.type == layer.run.type && isDamagedLayer(begin, layer.run)) {
                    filled.push_back({{begin, layer.run.begin, layer.run.type}, kLeastGapFit});
                }
            }
            filled.push_back(layer);
        }
        m_layers = std::move(filled);
    }

    [[nodiscard]] bool isDamagedLayer(std::uint32_t begin, const LayerRun& next) const {
        const auto pattern = m_numbers.place(next.type);
        const std::uint32_t length = pattern.second - pattern.first;
        const std::uint32_t room = next.begin - begin;
        if (5 * room < 2 * length || 5 * room > 8 * length) {
            return false;
        }
        const FreeEndFit fit = fitFreeEnd(m_kernels, pattern, {begin, next.begin}, false);
        return fit.score - (room - fit.length) / (3.0 * length) >= kLeastGapFit;
    }

    [[nodiscard]] std::vector<std::vector<LayerRun>> groupedLayers() const {
        std::vector<std::vector<LayerRun>> groups;
        for (const TypedRun& layer : m_layers) {
            if (layer.run.begin == layer.run.end) {
                continue;
            }
            if (groups.empty() || groups.back().back().end != layer.run.begin) {
                groups.emplace_back();
            }
            groups.back().push_back(layer.run);
        }
        const auto isSingle = [](const auto& group) { return group.size() < 2; };
        if (!std::all_of(groups.begin(), groups.end(), isSingle)) {
            groups.erase(std::remove_if(groups.begin(), groups.end(), isSingle), groups.end());
        }
        return groups;
    }

    const KernelSequence& m_kernels;
    std::uint32_t m_begin;
    std::uint32_t m_end;
    SequenceNumbers& m_numbers;
    std::vector<Segment> m_segments;
    std::vector<std::uint32_t> m_commonest;
    std::vector<TypedRun> m_layers;
};

} // namespace

FoundLayers findLayers(const KernelSequence& kernels, std::uint32_t begin, std::uint32_t end, CutMode mode,
                       SequenceNumbers& numbers) {
    return LayerSearch(kernels, begin, end, numbers).search(mode);
}

FreeEndFit fitFreeEnd(const KernelSequence& kernels, std::pair<std::uint32_t, std::uint32_t> pattern,
                      std::pair<std::uint32_t, std::uint32_t> range, bool fromEnd) {
    const std::uint32_t rows = pattern.second - pattern.first;
    // A layer is never much longer than its type; this bounds the work on what follows the last layer.
    const std::uint32_t columns = std::min(range.second - range.first, 2 * rows + 32);
    const auto patternAt = [&](std::uint32_t i) {
        return fromEnd ? pattern.second - 1 - i : pattern.first + i;
    };
    const auto rangeAt = [&](std::uint32_t j) { return fromEnd ? range.second - 1 - j : range.first + j; };
    const auto score = [&](std::uint32_t x, std::uint32_t y) {
        return kernels.token[x] == kernels.token[y] ? 3 : kernels.family[x] == kernels.family[y] ? 1 : -4;
    };
    std::uint32_t equal = 0;
    while (equal < std::min(rows, columns) &&
           kernels.token[patternAt(equal)] == kernels.token[rangeAt(equal)]) {
        ++equal;
    }
    if (equal == rows) {
        return {rows, 1.0};
    }
    std::vector<int> previous(columns + 1);
    std::vector<int> current(columns + 1);
    for (std::uint32_t j = 0; j <= columns; ++j) {
        previous[j] = -static_cast<int>(j);
    }
    for (std::uint32_t i = 1; i <= rows; ++i) {
        current[0] = -static_cast<int>(i);
        const std::uint32_t x = patternAt(i - 1);
        for (std::uint32_t j = 1; j <= columns; ++j) {
            const int paired = previous[j - 1] + score(x, rangeAt(j - 1));
            current[j] = std::max({paired, previous[j] - 1, current[j - 1] - 1});
        }
        previous.swap(current);
    }
    const auto best = std::max_element(previous.begin(), previous.end()); // the first of equal ones
    return {static_cast<std::uint32_t>(best - previous.begin()), *best / (3.0 * std::max(1U, rows))};
}

} // namespace diptych
