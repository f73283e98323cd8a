#pragma once
// Where the timeline puts things: overview, axis, rows of both sides with room for ribbons between them; and
// how its window of time moves. Pure geometry; the widget paints it and tests read it without a screen.

#include "ui/charts/timeline_tracks.h"

#include <QPainterPath>
#include <QRectF>
#include <QSizeF>

namespace diptych {

/// A part of the time, counted from each side's own origin.
struct TimelineWindow {
    Nanoseconds fromNs = 0;
    Nanoseconds toNs = 1;

    [[nodiscard]] Nanoseconds spanNs() const { return toNs - fromNs; }
    friend bool operator==(const TimelineWindow&, const TimelineWindow&) = default;
};

inline constexpr Nanoseconds kLeastSpanNs = 1'000; ///< a window cannot be shorter

/// Made `factor` times as long about a time that stays in its place; within `whole`.
[[nodiscard]] TimelineWindow zoomed(const TimelineWindow& window, double factor, Nanoseconds anchorNs,
                                    const TimelineWindow& whole);
/// Moved, not changed in length; within `whole`.
[[nodiscard]] TimelineWindow panned(const TimelineWindow& window, Nanoseconds byNs,
                                    const TimelineWindow& whole);
/// Moved so far, and made so much longer, that a span with some room around it is inside; unchanged when it
/// is.
[[nodiscard]] TimelineWindow revealing(const TimelineWindow& window, Nanoseconds fromNs, Nanoseconds toNs,
                                       const TimelineWindow& whole);

/// Times on a stretch of pixels.
struct TimelineScale {
    double left = 0;
    double width = 1;
    TimelineWindow window;

    [[nodiscard]] double xOf(Nanoseconds ns) const;
    [[nodiscard]] Nanoseconds timeAt(double x) const;
    /// How long a stretch of pixels is.
    [[nodiscard]] Nanoseconds lengthOf(double px) const;
};

/// Round times within a window, at most `mostTicks`, labelled in one unit; the first names it.
struct TimelineTick {
    Nanoseconds ns = 0;
    QString label;
};
[[nodiscard]] std::vector<TimelineTick> timelineTicks(const TimelineWindow& window, int mostTicks);

struct TimelineRowBox {
    Side side = Side::A;
    std::size_t row = 0; ///< index into TimelineSide::rows
    double top = 0;
    double height = 0;

    [[nodiscard]] double bottom() const { return top + height; }
};

struct TimelineLayout {
    double plotLeft = 0; ///< before it stand the titles
    double plotWidth = 1;
    double overviewAxisTop = 0;
    PerSide<double> overviewTop;
    double overviewHeight = 0;
    double separatorY = 0;
    double axisTop = 0;
    double axisHeight = 0;
    std::vector<TimelineRowBox> rows; ///< A's from the outermost to the busiest stream, then B's mirrored
    double ribbonTop = 0;             ///< the room between both sides
    double ribbonBottom = 0;
    double legendTop = 0;
    double height = 0;

    /// The row at a height; null: none.
    [[nodiscard]] const TimelineRowBox* rowAt(double y) const;
    [[nodiscard]] const TimelineRowBox* boxOf(Side side, std::size_t row) const;
    [[nodiscard]] QRectF overviewArea() const;
};

/// Rows shrink so that all fit and ribbons keep some room; where there are no ribbons, streams take the room.
[[nodiscard]] TimelineLayout layOutTimeline(const Timeline& timeline, const QSizeF& size, bool hasRibbons);

/// The ribbon from a stretch of A's row down to one of B's.
[[nodiscard]] QPainterPath timelineRibbon(double leftA, double rightA, double topY, double leftB,
                                          double rightB, double bottomY);

} // namespace diptych
