#include "core/compare/group_former.h"

#include <algorithm>
#include <array>
#include <optional>

namespace diptych {

namespace {

constexpr std::array<int, 2> kBackThenForward{-1, 1};

class GroupFormer {
public:
    GroupFormer(const WorkVocabulary& vocabulary, const TemplateItems& a, const TemplateItems& b,
                std::vector<AlignedSlots> columns)
        : m_vocabulary(vocabulary), m_items{&a, &b}, m_columns(std::move(columns)) {
        for (const Side side : kSides) {
            m_columnOf[side].resize(m_items[side]->size());
            m_callSize[side] = callSizes(*m_items[side]);
        }
        for (std::uint32_t column = 0; column < m_columns.size(); ++column) {
            for (const Side side : kSides) {
                for (const std::uint32_t slot : m_columns[column].slots[side]) {
                    m_columnOf[side][slot] = column;
                }
            }
        }
    }

    std::vector<AlignedSlots> form() {
        joinMoved();
        forEachOneSided([this](Side side, Slot slot) { return joinCall(side, slot); });
        forEachOneSided([this](Side side, Slot slot) { return joinPrepared(side, slot); });
        forEachOneSided([this](Side side, Slot slot) { return joinHelped(side, slot); });
        forEachOneSided([this](Side side, Slot slot) { return joinMissingComponent(side, slot); });
        while (forEachOneSided([this](Side side, Slot slot) { return joinRole(side, slot); })) {
        }
        forEachOneSided(
            [this](Side side, Slot slot) { return joinHelped(side, slot); }); // of mains that joined
        joinLeftOver();
        for (const Side side : kSides) {
            for (std::uint32_t column = 0; column < m_columns.size(); ++column) {
                joinEnclosed(side, column);
            }
        }
        m_columns.erase(std::remove_if(m_columns.begin(), m_columns.end(),
                                       [](const AlignedSlots& column) {
                                           return column.slots.a.empty() && column.slots.b.empty();
                                       }),
                        m_columns.end());
        return std::move(m_columns);
    }

private:
    using Slot = std::uint32_t;
    using Slots = std::vector<Slot>;

    /// Kernels of the call of every item; 0 where the call is not known.
    static std::vector<std::uint32_t> callSizes(const TemplateItems& items) {
        std::vector<std::uint32_t> sizes(items.size(), 0);
        for (std::size_t begin = 0; begin < items.size();) {
            std::size_t end = begin + 1;
            while (end < items.size() && items[end].call == items[begin].call) {
                ++end;
            }
            if (items[begin].call != 0) {
                std::fill(sizes.begin() + static_cast<std::ptrdiff_t>(begin),
                          sizes.begin() + static_cast<std::ptrdiff_t>(end),
                          static_cast<std::uint32_t>(end - begin));
            }
            begin = end;
        }
        return sizes;
    }

    [[nodiscard]] const TemplateItem& item(Side side, Slot slot) const { return (*m_items[side])[slot]; }
    [[nodiscard]] const WorkKind& kind(Side side, Slot slot) const {
        return m_vocabulary.kindOf(item(side, slot).work);
    }
    [[nodiscard]] const WorkPlace& place(Side side, Slot slot) const {
        return m_vocabulary.placeOf(item(side, slot).work);
    }
    [[nodiscard]] std::size_t size(Side side) const { return m_items[side]->size(); }
    [[nodiscard]] AlignedSlots& columnOf(Side side, Slot slot) { return m_columns[m_columnOf[side][slot]]; }
    [[nodiscard]] const AlignedSlots& columnOf(Side side, Slot slot) const {
        return m_columns[m_columnOf[side][slot]];
    }
    [[nodiscard]] bool isOneSided(Side side, Slot slot) const { return !columnOf(side, slot).isBoth(); }
    [[nodiscard]] bool isSmall(Side side, Slot slot) const { return kind(side, slot).role == Role::Small; }
    [[nodiscard]] bool isHelper(Side side, Slot slot) const { return kind(side, slot).role == Role::Helper; }

    [[nodiscard]] Components componentsOf(Side side, const AlignedSlots& column) const {
        Components components;
        for (const Slot slot : column.slots[side]) {
            components = components | kind(side, slot).components;
        }
        return components;
    }

    /// Tries every one-sided kernel of both sides in order; true when any joined.
    template <class TryToJoin>
    bool forEachOneSided(const TryToJoin& tryToJoin) {
        bool joined = false;
        for (const Side side : kSides) {
            for (Slot slot = 0; slot < size(side); ++slot) {
                joined = (isOneSided(side, slot) && tryToJoin(side, slot)) || joined;
            }
        }
        return joined;
    }

    void join(Side side, Slot slot, AlignedSlots& column, PairRule rule) {
        AlignedSlots& from = columnOf(side, slot);
        const auto target = static_cast<std::uint32_t>(&column - m_columns.data());
        Slots& slots = column.slots[side];
        for (const Slot moved : from.slots[side]) {
            m_columnOf[side][moved] = target;
            slots.push_back(moved);
        }
        from.slots[side].clear();
        std::sort(slots.begin(), slots.end());
        column.rule = std::max(column.rule, rule);
    }

    /// The nearest slot in a direction for which `isPassed` does not hold; empty at the end of the sequence.
    template <class IsPassed>
    [[nodiscard]] std::optional<Slot> neighbour(Side side, Slot slot, int direction,
                                                const IsPassed& isPassed) const {
        for (std::int64_t at = std::int64_t{slot} + direction;
             at >= 0 && at < static_cast<std::int64_t>(size(side)); at += direction) {
            if (!isPassed(static_cast<Slot>(at))) {
                return static_cast<Slot>(at);
            }
        }
        return std::nullopt;
    }

    /// Neighbours that the sides run in another order (rotary before the cache write, or after it): an
    /// alignment in order leaves both alone.
    void joinMoved() {
        for (Slot slot = 0; slot < size(Side::A); ++slot) {
            if (isOneSided(Side::A, slot) && kind(Side::A, slot).role == Role::Middle) {
                const std::uint32_t own = m_columnOf.a[slot];
                auto found = findMoved(slot, own, -1);
                found = found ? found : findMoved(slot, own, 1);
                if (found) {
                    join(Side::B, *found, m_columns[own], PairRule::Moved);
                    m_columns[own].rule = PairRule::Moved;
                }
            }
        }
    }

    /// The lone kernel of B of the same token in a direction, across no main kernel and few others.
    [[nodiscard]] std::optional<Slot> findMoved(Slot slot, std::uint32_t from, int direction) const {
        constexpr int kFarthest = 4;
        std::int64_t at = from;
        for (int passed = 0; passed < kFarthest; ++passed) {
            at += direction;
            if (at < 0 || at >= static_cast<std::int64_t>(m_columns.size())) {
                return std::nullopt;
            }
            const AlignedSlots& column = m_columns[static_cast<std::size_t>(at)];
            const bool isLoneOfB = column.slots.a.empty() && column.slots.b.size() == 1;
            if (isLoneOfB && kind(Side::B, column.slots.b.front()).token == kind(Side::A, slot).token &&
                isSameModule(slot, column.slots.b.front())) {
                return column.slots.b.front();
            }
            for (const Side side : kSides) {
                for (const Slot member : column.slots[side]) {
                    if (kind(side, member).role == Role::Main) {
                        return std::nullopt;
                    }
                }
            }
        }
        return std::nullopt;
    }

    /// Lone kernels that stand between the same two pairs, of which one does a part of the other's work: an
    /// add against add and norm, where the norm has no counterpart.
    void joinLeftOver() {
        for (std::size_t begin = 0, end = 0; begin < m_columns.size(); begin = end + 1) {
            for (end = begin; end < m_columns.size() && !m_columns[end].isBoth(); ++end) {
            }
            for (std::size_t a = begin; a < end; ++a) {
                for (std::size_t b = begin; b < end && !m_columns[a].isBoth(); ++b) {
                    if (m_columns[a].slots.a.size() == 1 && m_columns[b].slots.b.size() == 1 &&
                        isPartOfOther(m_columns[a].slots.a.front(), m_columns[b].slots.b.front())) {
                        join(Side::B, m_columns[b].slots.b.front(), m_columns[a], PairRule::InOrder);
                        m_columns[a].rule = PairRule::InOrder;
                    }
                }
            }
        }
    }

    [[nodiscard]] bool isPartOfOther(Slot ofA, Slot ofB) const {
        const Components a = kind(Side::A, ofA).components - kSmallWork;
        const Components b = kind(Side::B, ofB).components - kSmallWork;
        const bool isNested = (a - b).isEmpty() || (b - a).isEmpty();
        const bool isOther = (a | b).contains(Component::Other);
        return !a.isEmpty() && !b.isEmpty() && isNested && !isOther && !isHelper(Side::A, ofA) &&
               !isHelper(Side::B, ofB) && isSameModule(ofA, ofB);
    }

    /// Modules, where both are known, are equal.
    [[nodiscard]] bool isSameModule(Slot ofA, Slot ofB) const {
        const TextRank a = place(Side::A, ofA).module;
        const TextRank b = place(Side::B, ofB).module;
        return a == 0 || b == 0 || a == b;
    }

    /// One call of a CPU op is one piece of work, as far as it is small; the other side must have launched
    /// its part from the same op.
    bool joinCall(Side side, Slot slot) {
        constexpr std::uint32_t kLargestCall = 8;
        const std::uint32_t kernels = m_callSize[side][slot];
        if (kernels < 2 || kernels > kLargestCall) {
            return false;
        }
        for (const int direction : kBackThenForward) {
            const auto next = neighbour(side, slot, direction, [&](Slot at) { return isOneSided(side, at); });
            if (!next || item(side, *next).call != item(side, slot).call) {
                continue;
            }
            AlignedSlots& column = columnOf(side, *next);
            const Slot opposite = column.slots[other(side)].front();
            if (place(other(side), opposite).outermostOp == place(side, slot).outermostOp &&
                m_callSize[other(side)][opposite] <= kLargestCall) {
                join(side, slot, column, PairRule::SameCall);
                return true;
            }
        }
        return false;
    }

    /// Index preparation right before an attention kernel is part of that attention: what serves the whole
    /// pass stands in the prologue.
    bool joinPrepared(Side side, Slot slot) {
        const bool isLast = slot + 1 == size(side);
        if (isLast || kind(side, slot).components != Components{Component::IndexPrep} ||
            isOneSided(side, slot + 1)) {
            return false;
        }
        const WorkKind& next = kind(side, slot + 1);
        if (next.role != Role::Main || !next.components.contains(Component::Attention)) {
            return false;
        }
        join(side, slot, columnOf(side, slot + 1), PairRule::Helper);
        return true;
    }

    bool joinHelped(Side side, Slot slot) {
        if (!isHelper(side, slot)) {
            return false;
        }
        const Component helped = kind(side, slot).helps;
        if (helped != Component::Convolution) {
            return joinHelpedIn(side, slot, helped, -1);
        }
        return joinHelpedIn(side, slot, helped, 1) || joinHelpedIn(side, slot, helped, -1);
    }

    /// A helper joins the nearest main kernel of its kind across at most four helper or small kernels. An
    /// unclassified kernel may be that main kernel when the other side says so.
    bool joinHelpedIn(Side side, Slot slot, Component helped, int direction) {
        constexpr int kFarthest = 4;
        int passed = 0;
        const auto main = neighbour(side, slot, direction, [&](Slot at) {
            const bool isPassable = isSmall(side, at) || kind(side, at) == kind(side, slot);
            return isPassable && passed++ < kFarthest;
        });
        if (!main || isOneSided(side, *main)) {
            return false;
        }
        AlignedSlots& column = columnOf(side, *main);
        const WorkKind& mainKind = kind(side, *main);
        const bool isMain = mainKind.role == Role::Main && mainKind.components.contains(helped);
        const bool isUnknownMain = mainKind.components.contains(Component::Other) &&
                                   componentsOf(other(side), column).contains(helped);
        if (!isMain && !isUnknownMain) {
            return false;
        }
        join(side, slot, column, PairRule::Helper);
        return true;
    }

    /// The other side's kernel does more than this side's: the neighbour that brings the missing part belongs
    /// to it.
    bool joinMissingComponent(Side side, Slot slot) {
        if (isHelper(side, slot)) {
            return false;
        }
        const Components brought = kind(side, slot).components - kSmallWork;
        for (const int direction : kBackThenForward) {
            const auto next = neighbour(side, slot, direction, [&](Slot at) {
                return isOneSided(side, at) && kind(side, at).role != Role::Main;
            });
            if (!next || isOneSided(side, *next)) {
                continue;
            }
            AlignedSlots& column = columnOf(side, *next);
            const Components missing = componentsOf(other(side), column) - componentsOf(side, column);
            if (!(brought & missing).isEmpty()) {
                join(side, slot, column, PairRule::Component);
                return true;
            }
        }
        return false;
    }

    bool joinRole(Side side, Slot slot) {
        const WorkKind& own = kind(side, slot);
        if (own.role == Role::Small || own.role == Role::Helper) {
            return false;
        }
        for (const int direction : kBackThenForward) {
            const auto next = neighbour(side, slot, direction, [&](Slot at) {
                return own.role != Role::Main && isOneSided(side, at) && isSmall(side, at);
            });
            if (next && !isOneSided(side, *next) && sharesRole(side, slot, *next)) {
                join(side, slot, columnOf(side, *next), PairRule::SameRole);
                return true;
            }
        }
        return false;
    }

    /// Whether the pair that `paired` stands in is of the role of `slot`: one kernel of the other side that
    /// does all of it, and none left over there that could be the counterpart of `slot`.
    [[nodiscard]] bool sharesRole(Side side, Slot slot, Slot paired) const {
        const AlignedSlots& column = columnOf(side, paired);
        Slots opposite = column.slots[other(side)];
        opposite.erase(std::remove_if(opposite.begin(), opposite.end(),
                                      [&](Slot at) { return isHelper(other(side), at); }),
                       opposite.end());
        if (opposite.size() != 1) {
            return false;
        }
        const Components own = kind(side, slot).components;
        for (const Slot member : column.slots[side]) {
            const bool counts = !isSmall(side, member) && !isHelper(side, member);
            if (counts && (kind(side, member).components & own).isEmpty()) {
                return false;
            }
        }
        const Slot counterpart = opposite.front();
        const bool isUnknownRun =
            own.contains(Component::Other) && item(side, slot).work.name == item(side, paired).work.name;
        const bool isVerySame = column.slots[side].size() == 1 &&
                                item(side, paired).work.name == item(other(side), counterpart).work.name;
        const bool isOfRole = isUnknownRun || !(kind(other(side), counterpart).components & own).isEmpty();
        return !isVerySame && isOfRole && isModuleShared(side, slot, paired, counterpart) &&
               !hasLeftOver(other(side), counterpart, own);
    }

    /// Modules, where known, must not contradict: the kernel is launched from where either member of the pair
    /// is.
    [[nodiscard]] bool isModuleShared(Side side, Slot slot, Slot paired, Slot counterpart) const {
        const TextRank own = place(side, slot).module;
        const TextRank neighbours = place(side, paired).module;
        return own == 0 || neighbours == 0 || own == neighbours ||
               own == place(other(side), counterpart).module;
    }

    /// Whether a kernel without counterpart that shares components stands in the gaps beside `slot`.
    [[nodiscard]] bool hasLeftOver(Side side, Slot slot, Components components) const {
        for (const int direction : kBackThenForward) {
            const auto stop = neighbour(side, slot, direction, [&](Slot at) {
                return isOneSided(side, at) && (kind(side, at).components & components).isEmpty();
            });
            if (stop && isOneSided(side, *stop)) {
                return true;
            }
        }
        return false;
    }

    /// Small kernels between the members of a group join it; so does the same run of small kernels before the
    /// first member (or behind the last), when each later member has it.
    void joinEnclosed(Side side, std::uint32_t index) {
        AlignedSlots& column = m_columns[index];
        if (!column.isBoth() || column.slots[side].size() < 2) {
            return;
        }
        const Slots members = column.slots[side];
        Slots inner;
        for (Slot slot = members.front() + 1; slot < members.back(); ++slot) {
            if (m_columnOf[side][slot] == index) {
                continue;
            }
            if (!isOneSided(side, slot) || !isSmall(side, slot)) {
                return;
            }
            inner.push_back(slot);
        }
        for (const Slot slot : inner) {
            if (m_columnOf[side][slot] != index) {
                join(side, slot, column, PairRule::Inside);
            }
        }
        if (!inner.empty()) {
            joinRepeatedUnit(side, members, inner, column);
        }
    }

    void joinRepeatedUnit(Side side, const Slots& members, const Slots& inner, AlignedSlots& column) {
        for (std::size_t i = 1; i < members.size(); ++i) {
            Slot begin = members[i];
            while (std::binary_search(inner.begin(), inner.end(), begin - 1)) {
                --begin;
            }
            const std::uint32_t length = members[i] - begin;
            if (length == 0) {
                continue;
            }
            if (kind(side, members[i]).token != kind(side, members.front()).token) {
                return;
            }
            const bool joinsBefore =
                members.front() >= length && joinRun(side, members.front() - length, begin, length, column);
            if (!joinsBefore) {
                joinRun(side, members.back() + 1, begin, length, column);
            }
            return;
        }
    }

    /// Joins the one-sided run at `at` when it equals the run at `pattern`.
    bool joinRun(Side side, Slot at, Slot pattern, std::uint32_t length, AlignedSlots& column) {
        if (at + length > size(side)) {
            return false;
        }
        for (std::uint32_t i = 0; i < length; ++i) {
            if (!isOneSided(side, at + i) || kind(side, at + i).token != kind(side, pattern + i).token) {
                return false;
            }
        }
        for (std::uint32_t i = 0; i < length; ++i) {
            if (&columnOf(side, at + i) != &column) {
                join(side, at + i, column, PairRule::Inside);
            }
        }
        return true;
    }

    const WorkVocabulary& m_vocabulary;
    PerSide<const TemplateItems*> m_items;
    std::vector<AlignedSlots> m_columns;
    PerSide<std::vector<std::uint32_t>> m_columnOf;
    PerSide<std::vector<std::uint32_t>> m_callSize;
};

} // namespace

std::vector<AlignedSlots> formGroups(const WorkVocabulary& vocabulary, const TemplateItems& a,
                                     const TemplateItems& b, std::vector<AlignedSlots> columns) {
    return GroupFormer(vocabulary, a, b, std::move(columns)).form();
}

} // namespace diptych
