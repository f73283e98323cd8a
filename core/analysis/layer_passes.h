#pragma once
// Forward passes from groups of layers: which groups make up one pass, and where passes repeat. Pure
// function, any thread. Source: SEMANTICS, "Steps without annotations".

#include <cstdint>
#include <vector>

namespace diptych {

/// A group of layers as the pass finder sees it: how many, and what most of them are.
struct GroupShape {
    std::uint32_t layers = 0;
    std::uint32_t type = 0;

    friend bool operator==(const GroupShape&, const GroupShape&) = default;
};

/// groups = [end of a unit] unit x passes [start of a unit]. A cut-off head or tail may miss layers of its
/// border group.
struct PassPattern {
    std::uint32_t unit = 0;   ///< groups in one pass
    std::uint32_t first = 0;  ///< index of the first group of the first whole pass
    std::uint32_t passes = 0; ///< whole ones

    friend bool operator==(const PassPattern&, const PassPattern&) = default;
};

/// The smallest repeating unit of the groups; the whole when nothing repeats.
[[nodiscard]] PassPattern findPasses(const std::vector<GroupShape>& groups);

} // namespace diptych
