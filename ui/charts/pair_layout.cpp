#include "ui/charts/pair_layout.h"

#include "ui/style/tokens.h"

#include <algorithm>
#include <cmath>

namespace diptych {

namespace {

constexpr qreal kEdge = 16;
constexpr qreal kTick = 4;
constexpr qreal kGap = 8;
constexpr qreal kValue = 48;
constexpr qreal kLeastOperation = 96;
constexpr qreal kLeastName = 84; ///< a shorter name tells nothing: the bar has its room, the dock the name
constexpr qreal kRibbonGap = 14;
constexpr qreal kStub = 34;
constexpr qreal kLine = metrics::kPairRowHeight;
constexpr qreal kSpacing = metrics::kPairRowSpacing;
constexpr qreal kRibbonInset = 5; ///< above and below, within a line

PairColumns::Span mirrored(const PairColumns::Span& span, qreal width) {
    return {width - span.right, width - span.left};
}

/// Middles of `count` lines, centred in a box that is `most` lines high.
std::vector<qreal> lineMiddles(qreal top, int count, int most) {
    std::vector<qreal> middles;
    const qreal first = top + (most - count) * kLine / 2;
    for (int i = 0; i < count; ++i) {
        middles.push_back(first + (i + 0.5) * kLine);
    }
    return middles;
}

PairColumns::Span endOf(const std::vector<qreal>& lines) {
    if (lines.empty()) {
        return {};
    }
    return {lines.front() - kLine / 2 + kRibbonInset, lines.back() + kLine / 2 - kRibbonInset};
}

} // namespace

PairColumns layOutColumns(qreal width) {
    PairColumns columns;
    const qreal ribbon = std::clamp(std::round(width * 0.135), 104.0, 220.0);
    const qreal half = std::max(0.0, std::round((width - ribbon) / 2));
    const qreal end = half - kRibbonGap; // of A's columns
    const qreal flexible = std::max(0.0, end - kEdge - kTick - kGap - kValue - 3 * kGap);
    const qreal least = std::min(kLeastOperation, flexible * 0.6);
    qreal operation = std::round(std::clamp(flexible * 0.31, least, 180.0));
    qreal bar = std::round(std::clamp((flexible - operation) * 0.29, 24.0, 320.0));
    const bool hasNames = flexible - operation - bar >= kLeastName;
    if (!hasNames) {
        operation = std::round(std::clamp(flexible * 0.7, least, 132.0));
        bar = std::max(0.0, flexible + kGap - operation);
    }
    columns.tick.a = {kEdge, kEdge + kTick};
    columns.operation.a = {columns.tick.a.right + kGap, columns.tick.a.right + kGap + operation};
    columns.value.a = {end - kValue, end};
    columns.bar.a = {columns.value.a.left - kGap - bar, columns.value.a.left - kGap};
    columns.name.a = {columns.operation.a.right + (hasNames ? kGap : 0),
                      hasNames ? columns.bar.a.left - kGap : columns.operation.a.right};
    columns.tick.b = mirrored(columns.tick.a, width);
    columns.operation.b = mirrored(columns.operation.a, width);
    columns.name.b = mirrored(columns.name.a, width);
    columns.bar.b = mirrored(columns.bar.a, width);
    columns.value.b = mirrored(columns.value.a, width);
    columns.ribbon = {half, width - half};
    return columns;
}

PairLayout layOutPairs(const std::vector<PairShape>& shapes, qreal width) {
    PairLayout layout;
    layout.columns = layOutColumns(width);
    layout.boxes.reserve(shapes.size());
    qreal top = 0;
    for (const PairShape& shape : shapes) {
        const int most = std::max({shape.a, shape.b, 1});
        PairBox box;
        box.top = top;
        box.bottom = top + most * kLine + kSpacing;
        for (const Side side : kSides) {
            box.lines[side] = lineMiddles(top + 1, shape[side], most);
            box.ends[side] = endOf(box.lines[side]);
        }
        top = box.bottom;
        layout.boxes.push_back(std::move(box));
    }
    layout.height = top;
    return layout;
}

int PairLayout::pairAt(qreal y) const {
    if (y < 0) {
        return -1;
    }
    const auto box =
        std::upper_bound(boxes.begin(), boxes.end(), y,
                         [](qreal value, const PairBox& candidate) { return value < candidate.bottom; });
    return box == boxes.end() ? -1 : static_cast<int>(box - boxes.begin());
}

QPainterPath ribbonPath(const PairColumns& columns, const PairBox& box) {
    QPainterPath path;
    const PairColumns::Span& x = columns.ribbon;
    const bool hasA = !box.lines.a.empty();
    const bool hasB = !box.lines.b.empty();
    if (!hasA && !hasB) {
        return path;
    }
    if (hasA != hasB) {
        const PairColumns::Span& y = hasA ? box.ends.a : box.ends.b;
        path.addRect(QRectF(hasA ? x.left : x.right - kStub, y.left, kStub, y.width()));
        return path;
    }
    // The larger end stays wide over most of the way: there is text on it.
    const bool isWiderAtA = box.ends.a.width() > box.ends.b.width();
    const qreal nearA = x.left + x.width() * (isWiderAtA ? 0.85 : 0.35);
    const qreal nearB = x.left + x.width() * (isWiderAtA ? 0.65 : 0.15);
    path.moveTo(x.left, box.ends.a.left);
    path.cubicTo(nearA, box.ends.a.left, nearB, box.ends.b.left, x.right, box.ends.b.left);
    path.lineTo(x.right, box.ends.b.right);
    path.cubicTo(nearB, box.ends.b.right, nearA, box.ends.a.right, x.left, box.ends.a.right);
    path.closeSubpath();
    return path;
}

} // namespace diptych
