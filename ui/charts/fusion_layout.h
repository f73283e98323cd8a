#pragma once
// Where the before-and-after drawing of a fusion puts its parts: A's kernels above, B's below, on one axis of
// time from zero, a ribbon between them and the difference behind the shorter side. Pure geometry; the widget
// paints it and tests read it without a screen.

#include "ui/charts/axis_ticks.h"
#include "ui/models/fusion_detail.h"

#include <QPainterPath>
#include <QRectF>

#include <optional>
#include <vector>

namespace diptych {

struct FusionLayout {
    TimeAxis axis;
    QRectF plot; ///< from time zero to the end of the axis; from A's names to B's names
    PerSide<QRectF> badges;
    PerSide<std::vector<QRectF>> bars;      ///< one a kernel
    PerSide<std::vector<QRectF>> names;     ///< above A's bars, below B's; as wide as there is room
    PerSide<std::vector<QRectF>> pauses;    ///< between kernels; empty rectangles where there is none
    PerSide<std::optional<QRectF>> bracket; ///< beside the side with more kernels
    QPainterPath ribbon;
    QRectF ribbonText;                ///< where text may stand on the ribbon
    std::optional<QRectF> difference; ///< behind the shorter side, as high as its bars
    Side shorter = Side::B;
    qreal height = 0;

    [[nodiscard]] qreal x(Nanoseconds ns) const {
        return plot.left() + plot.width() * static_cast<qreal>(ns) / axis.highestNs;
    }
};

/// The height does not depend on the width.
[[nodiscard]] FusionLayout layOutFusion(const FusionDetail& detail, qreal width);
[[nodiscard]] qreal fusionDrawingHeight();

/// A kernel's name in the room of `characters`, and no longer than reads well; "" where too little is left of
/// it.
[[nodiscard]] QString fusionCaption(const FusedKernel& kernel, int characters);

} // namespace diptych
