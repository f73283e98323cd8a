#pragma once
// Figures that the report shows beside those of the tables, as JSON members: the waterfall of its first page,
// the wall time by parts, the largest kernel pairs with their sums over all places, and the fusion patterns
// as they are drawn. Pure.

#include "core/compare/comparison.h"
#include "core/export/json_text.h"

namespace diptych {

/// Members "waterfall", "wall_time", "largest_pairs" and "drawn_fusions".
void writeReportMembers(JsonText& json, const Comparison& comparison);

} // namespace diptych
