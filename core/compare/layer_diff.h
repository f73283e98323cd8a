#pragma once
// The comparison by section: layers, and what stands before, between and after them. Pure.
// Source: SEMANTICS, "Comparisons".

#include "core/compare/alignment.h"

#include <vector>

namespace diptych {

/// One row a section that either side runs: those of both sides in order of work, then those of A, then those
/// of B alone. Every activity that counts is in exactly one row.
[[nodiscard]] std::vector<LayerRow> diffLayers(const ComparedSides& sides,
                                               const std::vector<KernelPair>& pairs,
                                               const std::vector<AlignedSection>& sections,
                                               const Thresholds& thresholds);

} // namespace diptych
