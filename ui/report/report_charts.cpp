#include "ui/report/report_charts.h"

#include "ui/charts/axis_ticks.h"
#include "ui/report/part_swatch.h"
#include "ui/report/report_style.h"
#include "ui/style/number_format.h"

#include <algorithm>

namespace diptych {

namespace {

constexpr qreal kRow = 14.6;
constexpr qreal kBar = 9;
constexpr int kMostTicks = 7;

/// A scale of time along x or y.
struct PaperScale {
    TimeAxis axis;
    qreal from = 0;
    qreal to = 0;

    [[nodiscard]] qreal at(double ns) const { return from + (to - from) * ns / axis.highestNs; }
    [[nodiscard]] qreal at(Nanoseconds ns) const { return at(static_cast<double>(ns)); }
};

void drawTicks(PaperBlock& block, const PaperScale& scale, qreal labels, qreal top, qreal bottom) {
    for (const TimeTick& tick : scale.axis.ticks) {
        const qreal x = scale.at(tick.ns);
        block.upright(x, top, bottom, lightTokens().hairline);
        block.text(x, labels, tick.label, paperstyle::header(),
                   tick.ns == 0 ? PaperAlign::Left : PaperAlign::Center);
    }
}

// ---- waterfall

struct WaterfallColumns {
    qreal labels = 0; ///< width
    qreal gaps = 0;   ///< right edge
    qreal shares = 0; ///< right edge
};

/// With `isWhole` the shares above have added up to the whole.
void drawSideRow(PaperBlock& block, const WaterfallStep& step, const PaperScale& scale,
                 const WaterfallColumns& columns, qreal baseline, bool isWhole) {
    const Tokens& tokens = lightTokens();
    const qreal top = baseline - 3 - kBar / 2;
    if (isWhole) {
        block.text(columns.shares, baseline, formatShare(1.0), paperstyle::bold(), PaperAlign::Right);
    }
    block.text(0, baseline,
               fitPaperText(QString::fromStdString(step.label), paperstyle::kBodyBold, columns.labels),
               paperstyle::bold());
    const qreal width = scale.at(step.toNs) - scale.from;
    if (width > 0) {
        block.box(QRectF(scale.from, top, width, kBar), tokens.fill[*step.side]);
    }
    block.text(columns.gaps, baseline, formatMicroseconds(step.toNs), paperstyle::bold(), PaperAlign::Right);
}

void drawStepRow(PaperBlock& block, const WaterfallStep& step, const PaperScale& scale,
                 const WaterfallColumns& columns, qreal baseline) {
    const Tokens& tokens = lightTokens();
    const qreal top = baseline - 3 - kBar / 2;
    const QColor color = gapColor(tokens, step.gapNs);
    block.text(0, baseline,
               fitPaperText(QString::fromStdString(step.label), paperstyle::kBody, columns.labels),
               paperstyle::text());
    const qreal left = scale.at(step.fromNs);
    block.box(QRectF(left, top, std::max(0.6, scale.at(step.toNs) - left), kBar), color);
    block.text(columns.gaps, baseline, formatGap(step.gapNs), {paperstyle::kBody, color}, PaperAlign::Right);
    block.text(columns.shares, baseline, formatShare(step.share), paperstyle::text(), PaperAlign::Right);
}

// ---- bars

Nanoseconds longestOf(const ReportBars& bars) {
    Nanoseconds longest = 1;
    for (const ReportBars::Bar& bar : bars.bars) {
        longest = std::max({longest, bar.ns.a.value_or(0), bar.ns.b.value_or(0)});
    }
    return longest;
}

void drawLegend(PaperBlock& block, qreal right, qreal baseline, const QString& unit) {
    const Tokens& tokens = lightTokens();
    qreal x = right - block.text(right, baseline, unit, paperstyle::header(), PaperAlign::Right) - 12;
    for (const Side side : {Side::B, Side::A}) {
        x -= block.text(x, baseline, QLatin1String(sideName(side)), paperstyle::header(), PaperAlign::Right);
        block.box(QRectF(x - 9, baseline - 6, 6.5, 6.5), tokens.fill[side]);
        x -= 18;
    }
}

PaperBlock layOutLyingBars(const ReportBars& bars, qreal width) {
    const Tokens& tokens = lightTokens();
    PaperBlock block = captionBlock(QString::fromStdString(bars.caption), {}, width);
    drawLegend(block, width, 9, QString::fromStdString(bars.unit));
    constexpr qreal kLabels = 132;
    constexpr qreal kThin = 6;
    constexpr qreal kPair = 18;
    const PaperScale scale{makeTimeAxis(longestOf(bars), kMostTicks), kLabels, width - 44};
    const qreal top = block.height + 12;
    const qreal bottom = top + kPair * static_cast<qreal>(bars.bars.size());
    drawTicks(block, scale, block.height + 7, top, bottom);
    qreal y = top + 2;
    for (const ReportBars::Bar& bar : bars.bars) {
        if (!bar.category.empty()) {
            block.box(QRectF(0, y + kPair / 2 - 5.2, 6.5, 6.5), categoryColor(tokens, bar.category));
        }
        const qreal label = bar.category.empty() ? 0 : 11;
        block.text(label, y + kPair / 2 + 0.6,
                   fitPaperText(QString::fromStdString(bar.label), paperstyle::kBody, kLabels - label - 8),
                   paperstyle::text());
        for (const Side side : kSides) {
            const qreal barTop = y + (side == Side::A ? 0.4 : kThin + 1);
            const std::optional<Nanoseconds> ns = bar.ns[side];
            const qreal end = scale.at(ns.value_or(0));
            if (ns) {
                block.box(QRectF(scale.from, barTop, std::max(0.5, end - scale.from), kThin),
                          tokens.fill[side]);
            }
            block.text((ns ? end : scale.from) + 3, barTop + 5.2,
                       ns ? formatMicroseconds(ns)
                          : QStringLiteral("only ") + QLatin1String(sideName(other(side))),
                       {{6.4}, tokens.text2});
        }
        y += kPair;
    }
    block.height = bottom + 2;
    return block;
}

/// "layer 14" is "14" below its bars; other names are left out where they do not fit.
QString barLabel(const std::string& name) {
    const QString text = QString::fromStdString(name);
    const qsizetype blank = text.lastIndexOf(QLatin1Char(' '));
    bool isNumber = false;
    static_cast<void>(text.mid(blank + 1).toInt(&isNumber));
    return blank >= 0 && isNumber ? text.mid(blank + 1) : text;
}

PaperBlock layOutStandingBars(const ReportBars& bars, qreal width) {
    const Tokens& tokens = lightTokens();
    PaperBlock block = captionBlock(QString::fromStdString(bars.caption), {}, width);
    drawLegend(block, width, 9, QString::fromStdString(bars.unit));
    constexpr qreal kAxis = 34;
    constexpr qreal kHeight = 110;
    const qreal top = block.height + 6;
    const PaperScale scale{makeTimeAxis(longestOf(bars), 5), top + kHeight, top};
    for (const TimeTick& tick : scale.axis.ticks) {
        block.rule(kAxis, width, scale.at(tick.ns), tick.ns == 0 ? tokens.border : tokens.hairline);
        block.text(kAxis - 5, scale.at(tick.ns) + 2.8, tick.label, paperstyle::small(), PaperAlign::Right);
    }
    const qreal slot = (width - kAxis) / static_cast<qreal>(std::max<std::size_t>(1, bars.bars.size()));
    const qreal thick = std::min(9.0, slot * 0.42);
    qreal labelledUpTo = kAxis - 4;
    for (std::size_t i = 0; i < bars.bars.size(); ++i) {
        const ReportBars::Bar& bar = bars.bars[i];
        const qreal middle = kAxis + slot * (static_cast<qreal>(i) + 0.5);
        for (const Side side : kSides) {
            const qreal left = side == Side::A ? middle - thick : middle + thick * 0.04;
            const qreal end = scale.at(bar.ns[side].value_or(0));
            if (bar.ns[side] && end < scale.from) {
                block.box(QRectF(left, end, thick * 0.96, scale.from - end), tokens.fill[side]);
            }
        }
        const QString label = fitPaperText(barLabel(bar.label), paperstyle::kSmall, 46);
        const qreal labelWidth = paperTextWidth(paperstyle::kSmall, label);
        const qreal labelLeft = std::min(std::max(kAxis, middle - labelWidth / 2), width - labelWidth);
        if (labelLeft >= labelledUpTo + 4) {
            block.text(labelLeft, scale.from + 9, label, paperstyle::small());
            labelledUpTo = labelLeft + labelWidth;
        }
    }
    block.height = top + kHeight + 14;
    return block;
}

} // namespace

PaperBlock layOutWaterfall(const ReportWaterfall& waterfall, qreal width) {
    const QString gap = formatMicroseconds(std::abs(waterfall.gapNs));
    PaperBlock block = captionBlock(QStringLiteral("Where the gap of %1 µs %2 comes from")
                                        .arg(gap, QString::fromStdString(waterfall.unit)),
                                    {}, width);
    const WaterfallColumns columns{width * 0.235, width * 0.885, width};
    Nanoseconds longest = 1;
    for (const WaterfallStep& step : waterfall.steps) {
        longest = std::max(longest, step.toNs);
    }
    const PaperScale scale{makeTimeAxis(longest, kMostTicks), width * 0.24, width * 0.745};
    const qreal labels = block.height + 8;
    block.text(columns.gaps, labels, QStringLiteral("µs ") + QString::fromStdString(waterfall.unit),
               paperstyle::header(), PaperAlign::Right);
    block.text(columns.shares, labels, QStringLiteral("Share, %"), paperstyle::header(), PaperAlign::Right);
    const qreal top = labels + 5;
    const qreal bottom = top + kRow * static_cast<qreal>(waterfall.steps.size());
    drawTicks(block, scale, labels, top, bottom);
    qreal y = top;
    const bool hasShares = std::any_of(waterfall.steps.begin(), waterfall.steps.end(),
                                       [](const WaterfallStep& step) { return step.share.has_value(); });
    Nanoseconds levelNs = waterfall.steps.empty() ? 0 : waterfall.steps.front().toNs;
    for (std::size_t i = 0; i < waterfall.steps.size(); ++i) {
        const WaterfallStep& step = waterfall.steps[i];
        const qreal baseline = y + kRow / 2 + 3;
        if (step.side) {
            drawSideRow(block, step, scale, columns, baseline, hasShares && step.side == Side::B);
        } else {
            drawStepRow(block, step, scale, columns, baseline);
            levelNs -= step.gapNs;
        }
        if (i + 1 < waterfall.steps.size()) { // where this step ends the next begins
            block.upright(scale.at(levelNs), y + kRow / 2 + kBar / 2, y + kRow * 1.5 - kBar / 2,
                          lightTokens().text2, 0.5);
        }
        y += kRow;
    }
    block.height = bottom;
    return block;
}

PaperBlock layOutComposition(const ReportComposition& composition, qreal width) {
    const Tokens& tokens = lightTokens();
    PaperBlock block = captionBlock(QString::fromStdString(composition.caption), {}, width);
    constexpr qreal kLeft = 19;
    constexpr qreal kThick = 19;
    const Nanoseconds longest =
        std::max({Nanoseconds(1), composition.sides.a.wallNs, composition.sides.b.wallNs});
    const qreal perNs = (width - kLeft - 46) / static_cast<qreal>(longest);
    qreal y = block.height;
    for (const Side side : kSides) {
        const CompositionSide& own = composition.sides[side];
        block.badge(QRectF(0, y + (kThick - 12) / 2, 12, 12), side, tokens);
        qreal x = kLeft;
        for (const CompositionPart part : kCompositionParts) {
            const Nanoseconds ns = compositionNs(own, part);
            const QRectF area(x, y, static_cast<qreal>(ns) * perNs, kThick);
            if (area.width() >= 0.3) {
                drawPart(block, area, part, side);
            }
            if (part == CompositionPart::Compute && area.width() > 70) {
                const double share =
                    own.wallNs > 0 ? static_cast<double>(ns) / static_cast<double>(own.wallNs) : 0;
                block.text(x + 6, y + kThick / 2 + 3, QStringLiteral("Compute ") + formatPercent(share, 0),
                           {paperstyle::kBody, tokens.onFill[side]});
            }
            x += area.width();
        }
        block.text(x + 6, y + kThick / 2 + 3, formatDuration(own.wallNs), paperstyle::bold());
        y += kThick + 6;
    }
    block.height = y;
    return block;
}

PaperBlock layOutBars(const ReportBars& bars, qreal width) {
    return bars.areStanding ? layOutStandingBars(bars, width) : layOutLyingBars(bars, width);
}

} // namespace diptych
