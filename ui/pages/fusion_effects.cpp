#include "ui/pages/fusion_effects.h"

#include "ui/models/column_builders.h"
#include "ui/models/fusion_table.h"
#include "ui/models/period_text.h"
#include "ui/style/fonts.h"
#include "ui/style/number_format.h"
#include "ui/style/tokens.h"
#include "ui/views/cell_painting.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <cstdlib>

namespace diptych {

namespace {

constexpr int kHeight = 62;
constexpr qreal kCaptionTop = 8;
constexpr qreal kFigureTop = 26;
constexpr qreal kFigureHeight = 26;
constexpr qreal kNarrowCell = 160;
constexpr qreal kSpacing = 16; ///< behind a line between figures

/// "Per step, 28 times".
QString perStepCaption(const Comparison& comparison, const FusionRow& row) {
    const double a = fusionTimes(comparison, row, Side::A, true);
    const double b = fusionTimes(comparison, row, Side::B, true);
    if (isFusionByCount(row)) {
        return QStringLiteral("Per step, A %1, B %2 times").arg(formatMeanCount(a), formatMeanCount(b));
    }
    const QString times = formatMeanCount(std::max(a, b));
    return times == QStringLiteral("1") ? QStringLiteral("Per step, once")
                                        : QStringLiteral("Per step, %1 times").arg(times);
}

constexpr Nanoseconds kMillisecondsFrom = 10'000'000;
constexpr Nanoseconds kTwoMillisecondsFrom = 1'000'000; ///< of two times in the room of one

/// In the unit that suits the size: "▲ +4.4", "ms".
EffectFigure gapFigure(const QString& caption, std::optional<Nanoseconds> gap) {
    if (!gap || std::abs(*gap) < kMillisecondsFrom) {
        return {caption, formatGap(gap), gap ? QStringLiteral("µs") : QString(), gap};
    }
    return {caption, formatGap(*gap / 1000), QStringLiteral("ms"), gap};
}

/// The gap of equally many steps. Of more steps against fewer it would be no effect: then both times.
EffectFigure inAllFigure(const Comparison& comparison, const FusionRow& row) {
    const QString steps = comparedStepsText(comparison);
    if (!comparison.tellsGainPerStep(false)) {
        return gapFigure(steps.isEmpty() ? QStringLiteral("In all") : QStringLiteral("In all ") + steps,
                         row.totalNs.a - row.totalNs.b);
    }
    const bool isLong = std::max(row.totalNs.a, row.totalNs.b) >= kTwoMillisecondsFrom;
    const auto time = [&](Side side) {
        return isLong ? formatMilliseconds(row.totalNs[side]) : formatMicroseconds(row.totalNs[side]);
    };
    return {QStringLiteral("In all, ") + steps,
            QStringLiteral("%1 | %2").arg(time(Side::A), time(Side::B)),
            isLong ? QStringLiteral("ms") : QStringLiteral("µs"),
            {}};
}

} // namespace

std::vector<EffectFigure> effectFigures(const Comparison& comparison, const FusionRow& row) {
    std::vector<EffectFigure> figures;
    figures.push_back(gapFigure(QStringLiteral("Once, kernels only"), row.gapNs));
    if (comparison.summary.perStep) {
        figures.push_back(gapFigure(perStepCaption(comparison, row), row.gapStepNs));
    }
    figures.push_back(inAllFigure(comparison, row));
    std::optional<double> share;
    if (comparison.summary.gapNs != 0) {
        share = static_cast<double>(fusionGapNs(row, comparison.summary.perStep)) /
                static_cast<double>(comparison.summary.gapNs);
    }
    figures.push_back(
        {QStringLiteral("Share"), formatShare(share), share ? QStringLiteral("% of gap") : QString(), {}});
    return figures;
}

FusionEffects::FusionEffects(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void FusionEffects::setFigures(std::vector<EffectFigure> figures) {
    m_figures = std::move(figures);
    QStringList spoken;
    for (const EffectFigure& figure : m_figures) {
        spoken.append(figure.caption + QStringLiteral(": ") + figure.figure + QLatin1Char(' ') + figure.unit);
    }
    setAccessibleName(spoken.join(QStringLiteral("; ")));
    update();
}

QSize FusionEffects::sizeHint() const {
    return {560, kHeight};
}

void FusionEffects::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const Tokens& tokens = tokensOf(palette());
    painter.fillRect(QRect(0, 0, width(), 1), tokens.hairline);
    painter.fillRect(QRect(0, height() - 1, width(), 1), tokens.hairline);
    const qreal cell = m_figures.empty() ? 0 : width() / static_cast<qreal>(m_figures.size());
    for (std::size_t i = 0; i < m_figures.size(); ++i) {
        const EffectFigure& figure = m_figures[i];
        const qreal edge = std::round(cell * static_cast<qreal>(i));
        const qreal left = i == 0 ? 0 : edge + kSpacing;
        if (i > 0) {
            painter.fillRect(QRectF(edge, 10, 1, height() - 20), tokens.hairline);
        }
        painter.setFont(textFont(fontsize::kHeader));
        painter.setPen(tokens.text2);
        drawFigure(painter, QRectF(left, kCaptionTop, edge + cell - left - 4, 16), Qt::AlignLeft,
                   figure.caption);
        painter.setFont(textFont(cell < kNarrowCell ? fontsize::kTitle : fontsize::kVerdict, QFont::Bold));
        painter.setPen(figure.gapNs ? gapColor(tokens, *figure.gapNs) : tokens.text);
        const qreal width = figureWidth(painter.font(), figure.figure);
        drawFigure(painter, QRectF(left, kFigureTop, width + 2, kFigureHeight), Qt::AlignLeft, figure.figure);
        painter.setFont(textFont(fontsize::kHeader));
        painter.setPen(tokens.text2);
        drawFigure(painter,
                   QRectF(left + width + 6, kFigureTop + 4, cell - width - kSpacing, kFigureHeight - 4),
                   Qt::AlignLeft, figure.unit);
    }
}

} // namespace diptych
