#pragma once
// What stands below the timeline: the chosen pair's kernels in the step shown. Pure.

#include "ui/charts/timeline_scene.h"
#include "ui/models/table.h"

namespace diptych {

/// A row a side, with start, time, gap before, stream and the mean over all steps; the sums are A - B. Null
/// when no pair is chosen.
[[nodiscard]] std::shared_ptr<const Table> timelineFactTable(const TimelineScene& scene);

} // namespace diptych
