#pragma once
// What every comparison must keep, over all its tables, as text for tests. Free of Qt.

#include "core/compare/comparison.h"

#include <string>

namespace diptych::test {

/// Every figure of every table, a row a line, so that equal comparisons have equal texts. Of a mirrored
/// comparison (A and B exchanged) with the sides put back: the text of a comparison equals that of its
/// mirror. Sentences, which name A first, are left out; rows that are ordered by a signed gap are sorted.
[[nodiscard]] std::string describeComparison(const Comparison& comparison, bool isMirrored);

/// The first table whose rows do not sum to the trace's own figures, to the nanosecond: activities, pairs,
/// operations, layers, budget, attribution, modules, coverage, composition. "" when all do.
[[nodiscard]] std::string findSumFault(const Comparison& comparison);

/// The first thing that a trace held against itself shows: a group, a gap, a fusion, a finding, a status, a
/// launch-count difference, a diagnostic about the pair. "" when it is silent.
[[nodiscard]] std::string findSelfFault(const Comparison& comparison);

} // namespace diptych::test
