#include "ui/charts/timeline_painter.h"

#include "ui/models/pair_items.h"
#include "ui/models/side_names.h"
#include "ui/style/contrast.h"
#include "ui/style/fonts.h"
#include "ui/style/number_format.h"
#include "ui/style/side_badge.h"
#include "ui/views/cell_painting.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace diptych {

namespace {

constexpr double kTickSpacing = 96;
constexpr double kTextInset = 6;
constexpr double kLeastLabel = 26; ///< px of an interval that may have a label
constexpr double kBadge = 16;
constexpr double kEdgeWidth = 4;

class Painter {
public:
    Painter(QPainter& painter, const TimelineScene& scene, const QSizeF& size, const Tokens& tokens,
            bool hasFocus)
        : m_painter(painter), m_scene(scene), m_layout(scene.layout()), m_size(size), m_tokens(tokens),
          m_hasFocus(hasFocus) {}

    TimelinePaintCounts paint() {
        m_painter.fillRect(QRectF(QPointF(0, 0), m_size), m_tokens.surface);
        if (!m_scene.hasContent()) {
            return m_counts;
        }
        paintOverview();
        paintAxis();
        paintRibbons();
        for (const TimelineRowBox& box : m_layout.rows) {
            paintRow(box);
        }
        paintChosen();
        paintSides();
        paintLayerText();
        paintLegend();
        return m_counts;
    }

private:
    // ---- overview and axis

    void paintOverview() {
        paintTicks(m_scene.overviewScale(), m_layout.overviewAxisTop, false);
        const double plotRight = m_layout.plotLeft + m_layout.plotWidth;
        m_painter.setFont(textFont(fontsize::kHeader));
        m_painter.setPen(m_tokens.text2);
        m_painter.drawText(QRectF(kMarginLeft, m_layout.overviewTop.a, 70, m_layout.overviewHeight),
                           Qt::AlignLeft | Qt::AlignVCenter,
                           m_scene.step() ? QStringLiteral("Whole step") : QStringLiteral("Everything"));
        for (const Side side : kSides) {
            const double top = m_layout.overviewTop[side];
            paintSideBadge(m_painter,
                           QRectF(m_layout.plotLeft - 22, top + (m_layout.overviewHeight - 14) / 2, 14, 14),
                           side, m_tokens);
            paintOverviewSide(side, top);
        }
        // What is outside of the window is paler.
        const TimelineScale scale = m_scene.overviewScale();
        const QRectF area = m_layout.overviewArea();
        const double left = std::clamp(scale.xOf(m_scene.window().fromNs), m_layout.plotLeft, plotRight);
        const double right = std::clamp(scale.xOf(m_scene.window().toNs), m_layout.plotLeft, plotRight);
        QColor veil = m_tokens.surface;
        veil.setAlphaF(0.55F);
        m_painter.fillRect(QRectF(area.left(), area.top(), left - area.left(), area.height()), veil);
        m_painter.fillRect(QRectF(right, area.top(), area.right() - right, area.height()), veil);
        m_painter.setPen(QPen(m_tokens.text, 1.5));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(QRectF(left, area.top() - 2, std::max(3.0, right - left), area.height() + 4));
        m_painter.fillRect(QRectF(0, m_layout.separatorY, m_size.width(), 1), m_tokens.hairline);
    }

    void paintOverviewSide(Side side, double top) {
        const std::vector<TimelineRow>& rows = m_scene.timeline()->sides[side].rows;
        const TimelineWindow& shown = m_scene.shown(side);
        if (rows.empty() || shown.toNs <= shown.fromNs) {
            return;
        }
        const TimelineScale scale = m_scene.overviewScale();
        const double left = std::floor(scale.xOf(shown.fromNs));
        const double right = std::ceil(scale.xOf(shown.toNs));
        m_painter.setPen(QPen(m_tokens.hairline, 1));
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRect(QRectF(left + 0.5, top + 0.5, right - left - 1, m_layout.overviewHeight - 1));
        const Nanoseconds origin = m_scene.originNs(side);
        const LaneCells seen = rows.back().lane.cells(shown.fromNs + origin, shown.toNs + origin,
                                                      static_cast<int>(std::max(1.0, right - left)));
        count(seen);
        for (const LaneCell& cell : seen.cells) {
            paintCell(cell, QRectF(left + cell.left, top, cell.right - cell.left, m_layout.overviewHeight));
        }
    }

    void paintTicks(const TimelineScale& scale, double top, bool withLines) {
        const auto most = static_cast<int>(std::max(2.0, scale.width / kTickSpacing));
        m_painter.setFont(textFont(fontsize::kHeader));
        const QFontMetricsF metrics(m_painter.font());
        for (const TimelineTick& tick : timelineTicks(scale.window, most)) {
            const double x = std::round(scale.xOf(tick.ns));
            if (withLines) {
                m_painter.fillRect(QRectF(x, m_layout.axisTop + m_layout.axisHeight, 1,
                                          m_layout.legendTop - m_layout.axisTop - m_layout.axisHeight),
                                   m_tokens.hairline);
            }
            const double width = metrics.horizontalAdvance(tick.label) + 2;
            const double number = metrics.horizontalAdvance(tick.label.section(QLatin1Char(' '), 0, 0));
            const double left = std::clamp(x - number / 2, scale.left, scale.left + scale.width - width);
            m_painter.setPen(m_tokens.text2);
            m_painter.drawText(QRectF(left, top, width, m_layout.axisHeight),
                               Qt::AlignLeft | Qt::AlignVCenter, tick.label);
        }
    }

    void paintAxis() {
        m_painter.setFont(textFont(fontsize::kHeader));
        m_painter.setPen(m_tokens.text2);
        m_painter.drawText(
            QRectF(kMarginLeft, m_layout.axisTop, m_layout.plotLeft - kMarginLeft - 8, m_layout.axisHeight),
            Qt::AlignLeft | Qt::AlignVCenter,
            m_scene.step() ? QStringLiteral("From step start") : QStringLiteral("From start"));
        paintTicks(m_scene.scale(), m_layout.axisTop, true);
    }

    // ---- rows

    void paintRow(const TimelineRowBox& box) {
        const TimelineRow& row = m_scene.timeline()->sides[box.side].rows[box.row];
        paintTitle(box, row);
        const LaneCells seen = m_scene.cellsOf(box.side, box.row);
        count(seen);
        m_painter.save();
        m_painter.setClipRect(QRectF(m_layout.plotLeft, box.top, m_layout.plotWidth, box.height));
        for (const LaneCell& cell : seen.cells) {
            const double left = std::round(m_layout.plotLeft + cell.left);
            const double right = std::round(m_layout.plotLeft + cell.right);
            const QRectF area(left, box.top, std::max(1.0, right - left), box.height);
            switch (row.kind) {
            case TimelineRowKind::Steps:
            case TimelineRowKind::Sections:
            case TimelineRowKind::Modules:
                paintBand(row, cell, area);
                break;
            case TimelineRowKind::Suspects:
                m_painter.fillRect(area, m_tokens.slower);
                break;
            case TimelineRowKind::Stream:
                paintKernel(row, cell, area, box.side);
                break;
            }
        }
        m_painter.restore();
    }

    void paintTitle(const TimelineRowBox& box, const TimelineRow& row) {
        const double width = m_layout.plotLeft - kMarginLeft - 8;
        m_painter.setFont(textFont(fontsize::kHeader));
        const QFontMetrics metrics(m_painter.font());
        m_painter.setPen(m_tokens.text2);
        const bool isTwoLines = !row.subtitle.isEmpty() && box.height >= 2 * metrics.height();
        const QRectF area(kMarginLeft, box.top, width, box.height);
        if (box.height < metrics.height() - 4) {
            return; // no room for words; the tooltip has them
        }
        if (!isTwoLines) {
            const bool isNumbered = row.subtitle.startsWith(QStringLiteral("stream "));
            const QString text =
                isNumbered ? row.title + row.subtitle.mid(QStringLiteral("stream").size()) : row.title;
            m_painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                               metrics.elidedText(text, Qt::ElideRight, static_cast<int>(width)));
            return;
        }
        m_painter.drawText(area.adjusted(0, 0, 0, -box.height / 2), Qt::AlignLeft | Qt::AlignBottom,
                           row.title);
        m_painter.setPen(m_tokens.text3);
        m_painter.drawText(area.adjusted(0, box.height / 2, 0, 0), Qt::AlignLeft | Qt::AlignTop,
                           row.subtitle);
    }

    /// A step, a section or a module.
    void paintBand(const TimelineRow& row, const LaneCell& cell, const QRectF& area) {
        if (cell.item == LaneCell::kSeveral) {
            m_painter.fillRect(area, m_tokens.selection);
            return;
        }
        const LaneItem& item = row.lane.items()[cell.item];
        const bool isCurrent = row.kind == TimelineRowKind::Sections && !m_scene.layer().isEmpty() &&
                               row.keys[item.id] == m_scene.layer();
        const bool isHollow = row.kind == TimelineRowKind::Modules || item.color != 0;
        const QRectF inner = area.width() > 4 ? area.adjusted(0, 0, -1, 0) : area; // a gap between neighbours
        if (isCurrent) {
            m_painter.fillRect(inner, m_tokens.text);
        } else if (isHollow) {
            m_painter.setPen(QPen(m_tokens.hairline, 1));
            m_painter.setBrush(m_tokens.window);
            m_painter.drawRect(inner.adjusted(0.5, 0.5, -0.5, -0.5));
        } else {
            m_painter.fillRect(inner, m_tokens.selection);
        }
        m_painter.setFont(textFont(fontsize::kHeader, isCurrent ? QFont::Bold : QFont::Normal));
        m_painter.setPen(isCurrent ? m_tokens.surface : isHollow ? m_tokens.text2 : m_tokens.text);
        const QString& label = row.labels[item.id];
        paintLabel(inner, label, row.kind == TimelineRowKind::Modules ? row.shortLabels[item.id] : label);
    }

    void paintLabel(const QRectF& area, const QString& text) { paintLabel(area, text, text); }
    /// One line, of the short text where the other does not fit, shortened; nothing where only a letter or
    /// two would fit.
    void paintLabel(const QRectF& area, const QString& longText, const QString& shortText) {
        const double width = area.width() - 2 * kTextInset;
        const QFontMetrics metrics(m_painter.font());
        if (area.width() < kLeastLabel || area.height() < metrics.height() - 4) {
            return;
        }
        const QString& text = metrics.horizontalAdvance(longText) <= width ? longText : shortText;
        const QString shown = metrics.elidedText(text, Qt::ElideRight, static_cast<int>(width));
        constexpr qsizetype kLeastCharacters = 5; // of a shortened word
        if (shown.size() >= kLeastCharacters || shown == text) {
            m_painter.drawText(area.adjusted(kTextInset, 0, -kTextInset, 0), Qt::AlignLeft | Qt::AlignVCenter,
                               shown);
        }
    }

    void paintCell(const LaneCell& cell, const QRectF& area) {
        const QColor color = timelineColor(m_tokens, cell.color);
        const bool isSeveral = cell.item == LaneCell::kSeveral;
        const double share = 0.4 + 0.6 * cell.coverage / TimelineLane::kFullCoverage;
        m_painter.fillRect(area, isSeveral ? mixed(color, m_tokens.surface, share) : color);
    }

    void paintKernel(const TimelineRow& row, const LaneCell& cell, const QRectF& area, Side side) {
        const QRectF inner = area.width() > 3 ? area.adjusted(0, 0, -1, 0) : area;
        paintCell(cell, inner);
        if (cell.item == LaneCell::kSeveral || inner.width() < kLeastLabel) {
            return;
        }
        const LaneItem& item = row.lane.items()[cell.item];
        const QColor color = timelineColor(m_tokens, cell.color);
        m_painter.setPen(textOn(color));
        m_painter.setFont(textFont(fontsize::kHeader));
        const double line = QFontMetricsF(m_painter.font()).height();
        const QString title = titleOf(item.id, side);
        if (inner.height() < 2 * line) {
            paintLabel(inner, title);
            return;
        }
        const double middle = inner.center().y();
        paintLabel(QRectF(inner.left(), middle - line, inner.width(), line), title);
        paintLabel(QRectF(inner.left(), middle, inner.width(), line),
                   formatMicroseconds(item.endNs - item.startNs));
    }

    [[nodiscard]] QString titleOf(std::uint32_t activity, Side side) const {
        const Comparison& comparison = *m_scene.comparison();
        const std::vector<PairId>& pairOf = comparison.pairOf[side];
        const PairId pair = activity < pairOf.size() ? pairOf[activity] : PairId();
        if (pair.isValid() && !comparison.pairs[pair.index()].role.empty()) {
            return pairTitle(comparison.pairs[pair.index()]);
        }
        return QString::fromStdString(comparison.sides[side]->classes.of(ActivityId(activity)).operation);
    }

    // ---- ribbons and the chosen pair

    [[nodiscard]] QPainterPath pathOf(const TimelineRibbon& ribbon) const {
        const TimelineScale scale = m_scene.scale();
        const TimelineRowBox* const a = m_layout.boxOf(Side::A, ribbon.row.a);
        const TimelineRowBox* const b = m_layout.boxOf(Side::B, ribbon.row.b);
        if (!a || !b) {
            return {};
        }
        const auto right = [&](const TimelineWindow& span) {
            return std::max(scale.xOf(span.toNs), scale.xOf(span.fromNs) + 1);
        };
        return timelineRibbon(scale.xOf(ribbon.span.a.fromNs), right(ribbon.span.a), a->bottom(),
                              scale.xOf(ribbon.span.b.fromNs), right(ribbon.span.b), b->top);
    }

    void paintRibbons() {
        m_painter.save();
        m_painter.setClipRect(QRectF(m_layout.plotLeft, 0, m_layout.plotWidth, m_size.height()));
        m_painter.setRenderHint(QPainter::Antialiasing);
        const KernelPair* const chosen = m_scene.pair();
        const TimelineRibbon* current = nullptr;
        for (const TimelineRibbon& ribbon : m_scene.ribbons()) {
            if (&m_scene.comparison()->pairs[ribbon.pair] == chosen) {
                current = &ribbon;
            } else {
                paintRibbon(ribbon, false);
            }
        }
        if (current) {
            paintRibbon(*current, true);
        }
        m_painter.restore();
    }

    void paintRibbon(const TimelineRibbon& ribbon, bool isCurrent) {
        const QPainterPath path = pathOf(ribbon);
        const QRectF bounds = path.boundingRect();
        if (bounds.right() < m_layout.plotLeft || bounds.left() > m_layout.plotLeft + m_layout.plotWidth) {
            return;
        }
        QLinearGradient gradient(0, bounds.top(), 0, bounds.bottom());
        gradient.setColorAt(0, isCurrent ? m_tokens.mid.a : m_tokens.tint.a);
        gradient.setColorAt(1, isCurrent ? m_tokens.mid.b : m_tokens.tint.b);
        m_painter.fillPath(path, gradient);
        if (isCurrent || ribbon.isInferred) {
            QPen pen(isCurrent ? m_tokens.text : m_tokens.text2, 1);
            if (ribbon.isInferred) {
                pen.setDashPattern({3, 2});
            }
            m_painter.setPen(pen);
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawPath(path);
        }
    }

    /// An outline around the kernels of the chosen pair.
    void paintChosen() {
        m_painter.save();
        m_painter.setClipRect(QRectF(m_layout.plotLeft, 0, m_layout.plotWidth, m_size.height()));
        m_painter.setPen(QPen(m_tokens.text, m_hasFocus ? 2 : 1.5));
        m_painter.setBrush(Qt::NoBrush);
        const TimelineScale scale = m_scene.scale();
        for (const Side side : kSides) {
            if (!m_scene.chosen(side)) {
                continue;
            }
            const GpuActivities& gpu = m_scene.comparison()->sides[side]->trace->gpu;
            for (const ActivityId id : m_scene.chosen(side)->activities) {
                const Nanoseconds from = gpu.startNs[id.index()] - m_scene.originNs(side);
                const double left = std::round(scale.xOf(from));
                const double right = std::round(scale.xOf(from + gpu.durationNs[id.index()]));
                const bool isOutside =
                    right < m_layout.plotLeft || left > m_layout.plotLeft + m_layout.plotWidth;
                const TimelineRowBox* const box = isOutside ? nullptr : rowOf(side, id);
                if (box) {
                    m_painter.drawRect(QRectF(left, box->top, std::max(2.0, right - left), box->height));
                    ++m_counts.cells;
                }
            }
        }
        m_painter.restore();
    }

    [[nodiscard]] const TimelineRowBox* rowOf(Side side, ActivityId id) const {
        const auto row = m_scene.streamOf(side, id);
        return row ? m_layout.boxOf(side, *row) : nullptr;
    }

    // ---- words

    void paintSides() {
        const double room = m_layout.ribbonBottom - m_layout.ribbonTop;
        for (const Side side : kSides) {
            double top = m_size.height();
            double bottom = 0;
            for (const TimelineRowBox& box : m_layout.rows) {
                if (box.side == side) {
                    top = std::min(top, box.top);
                    bottom = std::max(bottom, box.bottom());
                }
            }
            if (bottom > top) {
                m_painter.fillRect(QRectF(0, top, kEdgeWidth, bottom - top), m_tokens.fill[side]);
            }
            if (room < 2 * kBadge + 12) {
                continue;
            }
            const double y = side == Side::A ? m_layout.ribbonTop + 6 : m_layout.ribbonBottom - kBadge - 6;
            paintSideBadge(m_painter, QRectF(kMarginLeft, y, kBadge, kBadge), side, m_tokens);
            paintAbsence(side, y);
            m_painter.setFont(textFont(fontsize::kTable));
            m_painter.setPen(m_tokens.text);
            const double left = kMarginLeft + kBadge + 8;
            const QString device = deviceOf(*m_scene.comparison(), side);
            const QFontMetrics metrics(m_painter.font());
            const double width = m_layout.plotLeft - left - 4;
            m_painter.drawText(QRectF(left, y, width, kBadge), Qt::AlignLeft | Qt::AlignVCenter,
                               metrics.elidedText(device, Qt::ElideRight, static_cast<int>(width)));
        }
    }

    /// Why a side has nothing to show.
    void paintAbsence(Side side, double y) {
        const TimelineWindow& shown = m_scene.shown(side);
        if (shown.toNs > shown.fromNs) {
            return;
        }
        const QString letter = QLatin1String(sideName(side));
        const bool isEmpty = m_scene.timeline()->sides[side].isEmpty();
        m_painter.setPen(m_tokens.text2);
        m_painter.setFont(textFont(fontsize::kTable));
        m_painter.drawText(QRectF(m_layout.plotLeft + 8, y, m_layout.plotWidth - 16, kBadge),
                           Qt::AlignLeft | Qt::AlignVCenter,
                           isEmpty ? QStringLiteral("Nothing ran on the GPU of %1").arg(letter)
                                   : QStringLiteral("%1 has fewer steps").arg(letter));
    }

    /// Where the chosen layer stands on both sides.
    void paintLayerText() {
        const auto& a = m_scene.layerSpan(Side::A);
        const auto& b = m_scene.layerSpan(Side::B);
        const double room = m_layout.ribbonBottom - m_layout.ribbonTop;
        if (!a || !b || room < 64) {
            return;
        }
        const Nanoseconds startA = a->fromNs - m_scene.shown(Side::A).fromNs;
        const Nanoseconds startB = b->fromNs - m_scene.shown(Side::B).fromNs;
        const QString starts = QStringLiteral("starts at %1 µs on A, %2 µs on B")
                                   .arg(formatMicroseconds(startA), formatMicroseconds(startB));
        m_painter.setFont(textFont(fontsize::kTable));
        const double width = QFontMetricsF(m_painter.font()).horizontalAdvance(starts) + 16;
        const QRectF area(m_layout.plotLeft + 4, m_layout.ribbonTop + (room - 56) / 2, width, 56);
        QColor ground = m_tokens.surface;
        ground.setAlphaF(0.86F);
        m_painter.fillRect(area, ground);
        const auto line = [&](int index) {
            return area.adjusted(6, 2 + index * 18, -6, -(2 - index) * 18 - 2);
        };
        m_painter.setPen(m_tokens.text);
        m_painter.setFont(textFont(fontsize::kTable, QFont::Bold));
        m_painter.drawText(line(0), Qt::AlignLeft | Qt::AlignVCenter,
                           sectionTitle(m_scene.layer().toStdString()));
        m_painter.setFont(textFont(fontsize::kTable));
        m_painter.setPen(m_tokens.text2);
        m_painter.drawText(line(1), Qt::AlignLeft | Qt::AlignVCenter, starts);
        const Nanoseconds gap = startA - startB;
        m_painter.setPen(m_tokens.text2);
        const QString lead = QStringLiteral("A − B  ");
        m_painter.drawText(line(2), Qt::AlignLeft | Qt::AlignVCenter, lead);
        m_painter.setPen(gapColor(m_tokens, gap));
        drawFigure(m_painter,
                   line(2).adjusted(QFontMetricsF(m_painter.font()).horizontalAdvance(lead), 0, 0, 0),
                   Qt::AlignLeft, formatGap(gap) + QStringLiteral(" µs"));
    }

    void paintLegend() {
        m_painter.setFont(textFont(fontsize::kTable));
        const QFontMetricsF metrics(m_painter.font());
        const QString idle = QStringLiteral("Blank: idle");
        const double end = m_layout.plotLeft + m_layout.plotWidth;
        const double idleLeft = end - metrics.horizontalAdvance(idle);
        double left = m_layout.plotLeft;
        const double height = m_size.height() - m_layout.legendTop;
        for (std::uint8_t color = 0; color < TimelineLane::kColors; ++color) {
            const QString name = timelineColorName(color);
            const double width = metrics.horizontalAdvance(name) + kSwatchSize + kSwatchSpacing;
            if (left + width > idleLeft - 12) {
                break;
            }
            const QRectF area(left, m_layout.legendTop, width + 2, height);
            drawSwatch(m_painter, area, timelineColor(m_tokens, color));
            m_painter.setPen(m_tokens.text);
            m_painter.drawText(area.adjusted(kSwatchSize + kSwatchSpacing, 0, 0, 0),
                               Qt::AlignLeft | Qt::AlignVCenter, name);
            left += width + 16;
        }
        m_painter.setPen(m_tokens.text2);
        m_painter.drawText(QRectF(idleLeft, m_layout.legendTop, end - idleLeft + 1, height),
                           Qt::AlignLeft | Qt::AlignVCenter, idle);
    }

    void count(const LaneCells& seen) {
        m_counts.work += seen.work;
        m_counts.cells += seen.cells.size();
    }

    static constexpr double kMarginLeft = 20;

    QPainter& m_painter;
    const TimelineScene& m_scene;
    const TimelineLayout& m_layout;
    QSizeF m_size;
    const Tokens& m_tokens;
    bool m_hasFocus;
    TimelinePaintCounts m_counts;
};

} // namespace

TimelinePaintCounts paintTimeline(QPainter& painter, const TimelineScene& scene, const QSizeF& size,
                                  const Tokens& tokens, bool hasFocus) {
    return Painter(painter, scene, size, tokens, hasFocus).paint();
}

} // namespace diptych
