#include "ui/charts/timeline_layout.h"

#include <algorithm>
#include <cmath>

namespace diptych {

namespace {

constexpr double kTitleWidth = 96;
constexpr double kEdge = 20;
constexpr double kAxis = 20;
constexpr double kOverviewRow = 14;
constexpr double kOverviewSpacing = 6;
constexpr double kBand = 22;
constexpr double kSuspects = 10;
constexpr double kStream = 40;  ///< of the busiest; two lines of text
constexpr double kSmaller = 24; ///< of other streams
constexpr double kLeastRow = 8;
constexpr double kSpacing = 3;
constexpr double kLegend = 30;
constexpr double kLeastRibbon = 84;
constexpr double kBetweenSides = 64; ///< without ribbons
constexpr double kMostGrowth = 4;

double wantedHeight(const TimelineSide& side, std::size_t row) {
    switch (side.rows[row].kind) {
    case TimelineRowKind::Steps:
    case TimelineRowKind::Sections:
    case TimelineRowKind::Modules:
        return kBand;
    case TimelineRowKind::Suspects:
        return kSuspects;
    case TimelineRowKind::Stream:
        return row + 1 == side.rows.size() ? kStream : kSmaller;
    }
    return kBand;
}

double wantedHeight(const TimelineSide& side) {
    double sum = 0;
    for (std::size_t row = 0; row < side.rows.size(); ++row) {
        sum += wantedHeight(side, row) + kSpacing;
    }
    return sum;
}

TimelineWindow inside(TimelineWindow window, const TimelineWindow& whole) {
    const Nanoseconds span = std::min(window.spanNs(), whole.spanNs());
    const Nanoseconds from = std::clamp(window.fromNs, whole.fromNs, whole.toNs - span);
    return {from, from + span};
}

/// 1, 2 or 5 times a power of ten, not below `least`.
double roundStep(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (power * factor >= least * (1 - 1e-9)) {
            return power * factor;
        }
    }
    return power * 10;
}

struct Unit {
    double ns;
    const char* name;
};

Unit unitOf(Nanoseconds largestNs) {
    if (largestNs >= 2'000'000'000) {
        return {1e9, "s"};
    }
    return largestNs >= 2'000'000 ? Unit{1e6, "ms"} : Unit{1e3, "µs"};
}

} // namespace

TimelineWindow zoomed(const TimelineWindow& window, double factor, Nanoseconds anchorNs,
                      const TimelineWindow& whole) {
    const double longest = static_cast<double>(std::max<Nanoseconds>(1, whole.spanNs()));
    const double least = std::min(static_cast<double>(kLeastSpanNs), longest);
    const double old = static_cast<double>(std::max<Nanoseconds>(1, window.spanNs()));
    const double span = std::clamp(old * factor, least, longest);
    const double share = static_cast<double>(anchorNs - window.fromNs) / old;
    const Nanoseconds from = anchorNs - std::llround(share * span);
    return inside({from, from + std::llround(span)}, whole);
}

TimelineWindow panned(const TimelineWindow& window, Nanoseconds byNs, const TimelineWindow& whole) {
    return inside({window.fromNs + byNs, window.toNs + byNs}, whole);
}

TimelineWindow revealing(const TimelineWindow& window, Nanoseconds fromNs, Nanoseconds toNs,
                         const TimelineWindow& whole) {
    if (fromNs >= window.fromNs && toNs <= window.toNs) {
        return window;
    }
    constexpr Nanoseconds kRoom = 10; // a tenth of the span at either side
    const Nanoseconds wanted = toNs - fromNs;
    const Nanoseconds span = std::max(window.spanNs(), wanted + 2 * wanted / kRoom);
    const Nanoseconds from = fromNs + wanted / 2 - span / 2;
    return inside({from, from + span}, whole);
}

double TimelineScale::xOf(Nanoseconds ns) const {
    return left + static_cast<double>(ns - window.fromNs) * width /
                      static_cast<double>(std::max<Nanoseconds>(1, window.spanNs()));
}

Nanoseconds TimelineScale::timeAt(double x) const {
    return window.fromNs + lengthOf(x - left);
}

Nanoseconds TimelineScale::lengthOf(double px) const {
    return std::llround(px * static_cast<double>(window.spanNs()) / std::max(1.0, width));
}

std::vector<TimelineTick> timelineTicks(const TimelineWindow& window, int mostTicks) {
    std::vector<TimelineTick> ticks;
    if (window.spanNs() <= 0 || mostTicks < 1) {
        return ticks;
    }
    const double step = std::max(1.0, roundStep(static_cast<double>(window.spanNs()) / mostTicks));
    const Unit unit = unitOf(std::max(std::abs(window.fromNs), std::abs(window.toNs)));
    const auto first = static_cast<std::int64_t>(std::ceil(static_cast<double>(window.fromNs) / step));
    for (std::int64_t i = first; static_cast<double>(i) * step <= static_cast<double>(window.toNs); ++i) {
        const double ns = static_cast<double>(i) * step;
        QString label = QString::number(ns / unit.ns, 'g', 10);
        label.replace(QLatin1Char('-'), QChar(0x2212));
        if (ticks.empty()) {
            label += QLatin1Char(' ') + QString::fromUtf8(unit.name);
        }
        ticks.push_back({std::llround(ns), label});
    }
    return ticks;
}

const TimelineRowBox* TimelineLayout::rowAt(double y) const {
    const auto found = std::find_if(rows.begin(), rows.end(), [y](const TimelineRowBox& box) {
        return y >= box.top && y < box.bottom();
    });
    return found == rows.end() ? nullptr : &*found;
}

const TimelineRowBox* TimelineLayout::boxOf(Side side, std::size_t row) const {
    const auto found = std::find_if(rows.begin(), rows.end(), [&](const TimelineRowBox& box) {
        return box.side == side && box.row == row;
    });
    return found == rows.end() ? nullptr : &*found;
}

QRectF TimelineLayout::overviewArea() const {
    return {plotLeft, overviewTop.a, plotWidth, overviewTop.b + overviewHeight - overviewTop.a};
}

TimelineLayout layOutTimeline(const Timeline& timeline, const QSizeF& size, bool hasRibbons) {
    TimelineLayout layout;
    layout.height = size.height();
    layout.plotLeft = kEdge + kTitleWidth;
    layout.plotWidth = std::max(1.0, size.width() - layout.plotLeft - kEdge);
    layout.overviewHeight = kOverviewRow;
    layout.overviewAxisTop = 0;
    layout.overviewTop.a = kAxis;
    layout.overviewTop.b = kAxis + kOverviewRow + kOverviewSpacing;
    layout.separatorY = layout.overviewTop.b + kOverviewRow + 8;
    layout.axisTop = layout.separatorY + 1;
    layout.axisHeight = kAxis;
    layout.legendTop = size.height() - kLegend;
    const double top = layout.axisTop + kAxis + kSpacing;
    const double available = std::max(0.0, layout.legendTop - top);
    const double wanted = wantedHeight(timeline.sides.a) + wantedHeight(timeline.sides.b);
    const double forRows = std::max(0.0, available - std::min(kLeastRibbon, available / 4));
    const double scale = wanted > forRows ? forRows / wanted : 1;
    const double spare = hasRibbons ? 0 : std::max(0.0, available - wanted - kBetweenSides);
    const double growth = std::min(kMostGrowth, 1 + spare / std::max(1.0, 2 * kStream));
    const auto heightOf = [scale, growth](const TimelineSide& side, std::size_t row) {
        const double height =
            std::max(kLeastRow, std::floor((wantedHeight(side, row) + kSpacing) * scale - kSpacing));
        const bool isBusiest = row + 1 == side.rows.size() && side.rows[row].kind == TimelineRowKind::Stream;
        return isBusiest ? std::floor(height * growth) : height;
    };
    double y = top;
    const TimelineSide& a = timeline.sides.a;
    for (std::size_t row = 0; row < a.rows.size(); ++row) {
        layout.rows.push_back({Side::A, row, y, heightOf(a, row)});
        y += layout.rows.back().height + kSpacing;
    }
    layout.ribbonTop = a.rows.empty() ? top : y - kSpacing;
    const TimelineSide& b = timeline.sides.b;
    y = layout.legendTop - kSpacing;
    const std::size_t firstB = layout.rows.size();
    for (std::size_t row = 0; row < b.rows.size(); ++row) { // from the bottom up
        const double height = heightOf(b, row);
        layout.rows.push_back({Side::B, row, y - height, height});
        y -= height + kSpacing;
    }
    std::reverse(layout.rows.begin() + static_cast<std::ptrdiff_t>(firstB), layout.rows.end());
    layout.ribbonBottom = std::max(layout.ribbonTop, b.rows.empty() ? layout.legendTop : y + kSpacing);
    return layout;
}

QPainterPath timelineRibbon(double leftA, double rightA, double topY, double leftB, double rightB,
                            double bottomY) {
    const double middle = (topY + bottomY) / 2;
    QPainterPath path(QPointF(leftA, topY));
    path.lineTo(rightA, topY);
    path.cubicTo(rightA, middle, rightB, middle, rightB, bottomY);
    path.lineTo(leftB, bottomY);
    path.cubicTo(leftB, middle, leftA, middle, leftA, topY);
    path.closeSubpath();
    return path;
}

} // namespace diptych
