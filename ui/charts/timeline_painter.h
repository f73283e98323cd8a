#pragma once
// Paints the timeline from its scene. Pure painting; counts what it draws, so that tests can bound it.

#include "ui/charts/timeline_scene.h"

class QPainter;

namespace diptych {

struct TimelinePaintCounts {
    std::uint64_t work = 0;  ///< intervals and blocks that were looked at
    std::uint64_t cells = 0; ///< rectangles
};

TimelinePaintCounts paintTimeline(QPainter& painter, const TimelineScene& scene, const QSizeF& size,
                                  const Tokens& tokens, bool hasFocus);

} // namespace diptych
