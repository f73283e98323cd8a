#pragma once
// From two analysed traces to the list of kernel pairs: templates -> sections matched -> templates aligned ->
// groups -> pairs with statistics. Blocking; used by compareTraces. Source: SEMANTICS, "Alignment".

#include "core/base/cancel_token.h"
#include "core/base/progress.h"
#include "core/compare/compared_sides.h"

#include <optional>
#include <string>
#include <vector>

namespace diptych {

/// A place of the comparison, as the layers' table shows it.
struct AlignedSection {
    std::string name;
    std::string group;      ///< of layers: the layer group, as the side with modules names it
    std::uint32_t type = 0; ///< of layers: equal for those of equal templates on both sides, within the group
};

struct Alignment {
    std::vector<AlignedSection> sections; ///< in order of the pass
    std::vector<KernelPair> pairs;        ///< by section, in order
    PerSide<std::vector<PairId>> pairOf;  ///< by ActivityId; invalid: not selected
    std::optional<Side> resectioned;      ///< the side whose sections were cut again by the other's
};

/// Every selected activity is in exactly one pair. Equal inputs give equal results whatever the number of
/// threads; swapping the sides mirrors the result; equal sides give pairs of equal kernels without groups.
/// When cancelled the result is of no use.
[[nodiscard]] Alignment alignTraces(const ComparedSides& sides, unsigned threads,
                                    const CancelToken& cancel = {}, const ProgressSink& progress = {});

} // namespace diptych
