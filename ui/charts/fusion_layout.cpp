#include "ui/charts/fusion_layout.h"

#include <algorithm>
#include <cmath>

namespace diptych {

namespace {

constexpr qreal kLeft = 30;  ///< for the badges
constexpr qreal kRight = 28; ///< for half of the last tick's label
constexpr qreal kAxis = 22;
constexpr qreal kName = 18;
constexpr qreal kBar = 32;
constexpr qreal kBracket = 16; ///< between bars and ribbon
constexpr qreal kRibbon = 84;
constexpr qreal kBadge = 16;
constexpr qreal kPixelsPerTick = 110;
constexpr qreal kTextMargin = 14;

constexpr qreal kTopOfA = kAxis + kName;
constexpr qreal kTopOfRibbon = kTopOfA + kBar + kBracket;
constexpr qreal kTopOfB = kTopOfRibbon + kRibbon + kBracket;

/// Bars, pauses and names of one side.
void placeKernels(FusionLayout& layout, const FusionDetail& detail, Side side) {
    const qreal top = side == Side::A ? kTopOfA : kTopOfB;
    const qreal nameTop = side == Side::A ? top - kName : top + kBar + 2;
    Nanoseconds at = 0;
    for (const FusedKernel& kernel : detail.kernels[side]) {
        const qreal pauseLeft = std::round(layout.x(at));
        at += kernel.gapBeforeNs;
        const qreal left = std::round(layout.x(at));
        at += kernel.meanNs;
        const qreal right = std::max(left + 1, std::round(layout.x(at)));
        layout.pauses[side].push_back(left > pauseLeft ? QRectF(pauseLeft, top, left - pauseLeft, kBar)
                                                       : QRectF());
        layout.bars[side].push_back(QRectF(left, top, right - left, kBar));
    }
    // A name may run on until the next bar begins.
    const std::vector<QRectF>& bars = layout.bars[side];
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const qreal end = i + 1 < bars.size() ? bars[i + 1].left() - 8 : layout.plot.right() + kRight;
        layout.names[side].push_back(
            QRectF(bars[i].left(), nameTop, std::max(0.0, end - bars[i].left()), kName - 2));
    }
    if (bars.size() > 1) {
        const qreal y = side == Side::A ? top + kBar + 5 : top - kBracket + 5;
        layout.bracket[side] = QRectF(bars.front().left(), y, bars.back().right() - bars.front().left(), 6);
    }
}

/// From A's whole width to B's; the longer end stays wide over most of the way, since there is text on it.
QPainterPath ribbonOf(qreal left, qreal rightOfA, qreal rightOfB) {
    const qreal top = kTopOfRibbon;
    const qreal bottom = kTopOfRibbon + kRibbon;
    const bool isLongerAtA = rightOfA > rightOfB;
    const qreal nearA = top + kRibbon * (isLongerAtA ? 0.7 : 0.45);
    const qreal nearB = top + kRibbon * (isLongerAtA ? 0.55 : 0.3);
    QPainterPath path;
    path.moveTo(left, top);
    path.lineTo(rightOfA, top);
    path.cubicTo(rightOfA, nearA, rightOfB, nearB, rightOfB, bottom);
    path.lineTo(left, bottom);
    path.closeSubpath();
    return path;
}

} // namespace

qreal fusionDrawingHeight() {
    return kTopOfB + kBar + kName + 4;
}

QString fusionCaption(const FusedKernel& kernel, int characters) {
    constexpr int kLeastCharacters = 6; // fewer tell nothing
    constexpr int kMostCharacters = 40; // the whole name is in the tooltip and in the table below
    if (characters < std::min<int>(kLeastCharacters, static_cast<int>(kernel.label.size()))) {
        return {};
    }
    return shortenName(kernel.label, kernel.focus, std::min(characters, kMostCharacters));
}

FusionLayout layOutFusion(const FusionDetail& detail, qreal width) {
    FusionLayout layout;
    layout.height = fusionDrawingHeight();
    layout.plot = QRectF(kLeft, kAxis, std::max(40.0, width - kLeft - kRight), layout.height - kAxis);
    const PerSide<Nanoseconds> spans{detail.spanNs(Side::A), detail.spanNs(Side::B)};
    layout.axis = makeTimeAxis(std::max(spans.a, spans.b),
                               std::max(2, static_cast<int>(layout.plot.width() / kPixelsPerTick)));
    for (const Side side : kSides) {
        const qreal top = side == Side::A ? kTopOfA : kTopOfB;
        layout.badges[side] = QRectF(0, top + (kBar - kBadge) / 2, kBadge, kBadge);
        placeKernels(layout, detail, side);
    }
    if (layout.bars.a.empty() || layout.bars.b.empty()) {
        return layout;
    }
    const qreal rightOfA = layout.bars.a.back().right();
    const qreal rightOfB = layout.bars.b.back().right();
    layout.ribbon = ribbonOf(layout.plot.left(), rightOfA, rightOfB);
    // On the half at the longer side the ribbon is as wide as that side.
    const bool isLongerAtA = rightOfA > rightOfB;
    const qreal longer = std::max(rightOfA, rightOfB);
    layout.ribbonText =
        QRectF(layout.plot.left() + kTextMargin, kTopOfRibbon + (isLongerAtA ? 8 : kRibbon / 2 - 2),
               std::max(0.0, longer - layout.plot.left() - 2 * kTextMargin), kRibbon / 2 - 6);
    layout.shorter = isLongerAtA ? Side::B : Side::A;
    if (rightOfA != rightOfB) {
        const qreal from = layout.bars[layout.shorter].back().right();
        layout.difference = QRectF(from, layout.shorter == Side::A ? kTopOfA : kTopOfB, longer - from, kBar);
    }
    return layout;
}

} // namespace diptych
