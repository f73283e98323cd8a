#pragma once
// Groups: neighbouring kernels that do one piece of work together stand as one pair (split-K GEMM + reduce,
// attention + combine, query and key norms against one fused kernel). Only kernels without a counterpart
// move, so a comparison of equal sequences never has groups. Pure. Source: SEMANTICS, "Alignment";
// SEMANTICS, "Groups".

#include "core/base/side.h"
#include "core/compare/template_item.h"

#include <cstdint>
#include <vector>

namespace diptych {

/// Why kernels stand in one column; of a group the weakest reason that was needed.
enum class PairRule : std::uint8_t {
    InOrder,   ///< one kernel against one, by order and likeness
    Collapsed, ///< a decomposed operation against the fused one
    SameCall,  ///< launched by one call of a CPU op
    Moved,     ///< the same operation a few kernels earlier or later
    Helper,    ///< finishes or prepares the main kernel of the pair
    Component, ///< does what the other side's kernel does too
    SameRole,  ///< several kernels of one role against one
    Inside,    ///< small work enclosed by a group
    Extra,     ///< beyond the template on both sides, at one place
    OneSided,  ///< no counterpart
};

/// Positions of both templates that stand against each other.
struct AlignedSlots {
    PerSide<std::vector<std::uint32_t>> slots; ///< ascending
    PairRule rule = PairRule::InOrder;

    [[nodiscard]] bool isBoth() const { return !slots.a.empty() && !slots.b.empty(); }
    friend bool operator==(const AlignedSlots&, const AlignedSlots&) = default;
};

/// Joins one-sided columns to their neighbours where they belong. Every position stays in exactly one column.
[[nodiscard]] std::vector<AlignedSlots> formGroups(const WorkVocabulary& vocabulary, const TemplateItems& a,
                                                   const TemplateItems& b, std::vector<AlignedSlots> columns);

} // namespace diptych
