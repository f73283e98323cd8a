#include "core/compare/parts.h"

#include <optional>

namespace diptych {

namespace {

/// Work that is so common that it tells nothing about where it belongs.
constexpr Components kAnonymousWork{Component::Copy,      Component::Elementwise, Component::Reduce,
                                    Component::IndexPrep, Component::Optimizer,   Component::Other};

/// Pairs [begin, end) of one section.
struct SectionRange {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

std::vector<SectionRange> sectionsOf(const std::vector<KernelPair>& pairs) {
    std::vector<SectionRange> sections;
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        if (i == 0 || pairs[i].layer != pairs[i - 1].layer) {
            sections.push_back({i, i});
        }
        sections.back().end = i + 1;
    }
    return sections;
}

class PartLinker {
public:
    PartLinker(const ComparedSides& sides, std::vector<KernelPair>& pairs) : m_sides(sides), m_pairs(pairs) {}

    void link() {
        const std::vector<SectionRange> sections = sectionsOf(m_pairs);
        for (std::size_t s = 0; s + 1 < sections.size(); ++s) {
            for (const Side side : kSides) {
                linkAcross(sections[s], sections[s + 1], side);
            }
        }
    }

private:
    [[nodiscard]] Components componentsOf(const KernelPair& pair, Side side) const {
        Components components;
        ClassId last;
        const Classification& classes = m_sides.traces[side]->classes;
        for (const ActivityId id : pair.activities[side]) {
            const ClassId own = classes.ofActivity[id.index()];
            if (own != last) {
                components = components | classes.classes[own.index()].components;
                last = own;
            }
        }
        return components;
    }

    /// The last (first) pair of a section that the side runs something of.
    [[nodiscard]] std::optional<std::uint32_t> lastOf(const SectionRange& section, Side side) const {
        for (std::uint32_t i = section.end; i > section.begin; --i) {
            if (m_pairs[i - 1].kernels[side] != 0) {
                return i - 1;
            }
        }
        return std::nullopt;
    }
    [[nodiscard]] std::optional<std::uint32_t> firstOf(const SectionRange& section, Side side) const {
        for (std::uint32_t i = section.begin; i < section.end; ++i) {
            if (m_pairs[i].kernels[side] != 0) {
                return i;
            }
        }
        return std::nullopt;
    }

    /// What the side runs last before the border may be a part of what the other runs first behind it, and
    /// the other way round.
    void linkAcross(const SectionRange& before, const SectionRange& after, Side side) {
        const auto last = lastOf(before, side);
        const auto next = firstOf(after, other(side));
        if (last && next && linkPair(*last, *next, side)) {
            return;
        }
        const auto first = firstOf(after, side);
        const auto previous = lastOf(before, other(side));
        if (first && previous) {
            linkPair(*first, *previous, side);
        }
    }

    bool linkPair(std::uint32_t part, std::uint32_t whole, Side side) {
        KernelPair& own = m_pairs[part];
        const KernelPair& fused = m_pairs[whole];
        if (own.presence() == Presence::Both || fused.kernels[other(side)] == 0) {
            return false;
        }
        const Components work = componentsOf(own, side) - kAnonymousWork;
        const bool isDoneThere = !work.isEmpty() && (work - componentsOf(fused, other(side))).isEmpty();
        if (!isDoneThere || !(work & componentsOf(fused, side)).isEmpty()) {
            return false;
        }
        own.partOf = PairId(whole);
        own.note = std::string(sideName(other(side))) + " does this inside " + fused.id;
        return true;
    }

    const ComparedSides& m_sides;
    std::vector<KernelPair>& m_pairs;
};

} // namespace

void linkParts(const ComparedSides& sides, std::vector<KernelPair>& pairs) {
    PartLinker(sides, pairs).link();
}

std::vector<std::vector<std::uint32_t>> partsOf(const std::vector<KernelPair>& pairs) {
    std::vector<std::vector<std::uint32_t>> parts(pairs.size());
    for (std::uint32_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i].partOf.isValid()) {
            parts[pairs[i].partOf.index()].push_back(i);
        }
    }
    return parts;
}

PerSide<std::uint32_t> kernelsWithParts(const std::vector<KernelPair>& pairs, std::uint32_t index,
                                        const std::vector<std::uint32_t>& parts) {
    PerSide<std::uint32_t> kernels = pairs[index].kernels;
    for (const std::uint32_t part : parts) {
        for (const Side side : kSides) {
            kernels[side] += pairs[part].kernels[side];
        }
    }
    return kernels;
}

} // namespace diptych
