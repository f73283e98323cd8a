#include "ui/charts/timeline_scene.h"

#include <algorithm>
#include <cmath>

namespace diptych {

namespace {

constexpr double kReach = 3; ///< px beside a thin interval that still hit it

bool isBand(TimelineRowKind kind) {
    return kind == TimelineRowKind::Steps || kind == TimelineRowKind::Sections ||
           kind == TimelineRowKind::Modules;
}

} // namespace

void TimelineScene::setContent(std::shared_ptr<const Comparison> comparison,
                               std::shared_ptr<const Timeline> timeline) {
    m_comparison = std::move(comparison);
    m_timeline = std::move(timeline);
    const std::size_t steps = m_timeline ? m_timeline->stepCount() : 0;
    if (steps == 0) {
        m_step.reset();
    } else if (m_step) {
        m_step = std::min(*m_step, steps - 1);
    }
    setSize(m_size);
    arrange();
    fit();
}

void TimelineScene::setSize(const QSizeF& size) {
    m_size = size;
    m_layout = m_timeline ? layOutTimeline(*m_timeline, size, isOneStep()) : TimelineLayout();
}

void TimelineScene::setStep(std::optional<std::size_t> step) {
    m_step = step;
    setSize(m_size);
    arrange();
    fit();
}

/// Only then a pair has one place, and ribbons join places.
bool TimelineScene::isOneStep() const {
    return m_timeline && (m_step.has_value() || m_timeline->stepCount() == 0);
}

void TimelineScene::setAlignment(TimelineAlignment alignment) {
    m_alignment = alignment;
    const TimelineWindow before = m_window;
    arrange();
    setWindow(before);
}

void TimelineScene::setLayer(const QString& layer) {
    m_layer = layer;
    const TimelineWindow before = m_window;
    arrange();
    setWindow(before);
}

void TimelineScene::setPair(const QString& pair) {
    m_pair = pair;
    findSpans();
}

void TimelineScene::setWindow(const TimelineWindow& window) {
    m_window = panned(window, 0, m_whole);
}

void TimelineScene::zoom(double factor, double x) {
    m_window = zoomed(m_window, factor, scale().timeAt(x), m_whole);
}

void TimelineScene::pan(double px) {
    m_window = panned(m_window, scale().lengthOf(px), m_whole);
}

void TimelineScene::fit() {
    m_window = m_whole;
}

void TimelineScene::reveal() {
    std::optional<TimelineWindow> both;
    for (const Side side : kSides) {
        if (m_chosen[side]) {
            const Nanoseconds from = m_chosen[side]->startNs - m_originNs[side];
            const Nanoseconds to = m_chosen[side]->endNs - m_originNs[side];
            if (from < m_window.toNs && to > m_window.fromNs) {
                return; // seen on one side: nobody wants the picture to jump
            }
            both = both ? TimelineWindow{std::min(both->fromNs, from), std::max(both->toNs, to)}
                        : TimelineWindow{from, to};
        }
    }
    if (both) {
        m_window = revealing(m_window, both->fromNs, both->toNs, m_whole);
    }
}

const KernelPair* TimelineScene::pair() const {
    if (!m_comparison || m_pair.isEmpty()) {
        return nullptr;
    }
    const std::string id = m_pair.toStdString();
    const auto found = std::find_if(m_comparison->pairs.begin(), m_comparison->pairs.end(),
                                    [&](const KernelPair& pair) { return pair.id == id; });
    return found == m_comparison->pairs.end() ? nullptr : &*found;
}

TimelineScale TimelineScene::scale() const {
    return {m_layout.plotLeft, m_layout.plotWidth, m_window};
}

TimelineScale TimelineScene::overviewScale() const {
    return {m_layout.plotLeft, m_layout.plotWidth, m_whole};
}

StepId TimelineScene::stepOf(Side side) const {
    const bool isThere = m_timeline && m_step && *m_step < m_timeline->sides[side].steps.size();
    return isThere ? m_timeline->sides[side].steps[*m_step].step : StepId();
}

/// Origins, extents and spans, after step, alignment or layer changed.
void TimelineScene::arrange() {
    m_whole = {0, 1};
    if (!m_timeline) {
        m_window = m_whole;
        findSpans();
        return;
    }
    PerSide<TimelineWindow> recorded;
    for (const Side side : kSides) {
        const TimelineSide& own = m_timeline->sides[side];
        const bool hasStep = m_step && *m_step < own.steps.size();
        recorded[side] = hasStep  ? TimelineWindow{own.steps[*m_step].startNs, own.steps[*m_step].endNs}
                         : m_step ? TimelineWindow{own.startNs, own.startNs} // the side has no such step
                                  : TimelineWindow{own.startNs, own.endNs};
        m_originNs[side] = recorded[side].fromNs;
    }
    const PerSide<std::optional<TimelineWindow>> layer{findLayer(Side::A, m_originNs.a),
                                                       findLayer(Side::B, m_originNs.b)};
    if (m_alignment == TimelineAlignment::Layer && layer.a && layer.b) {
        const Nanoseconds latest = std::max(layer.a->fromNs, layer.b->fromNs);
        for (const Side side : kSides) {
            m_originNs[side] -= latest - layer[side]->fromNs;
        }
    }
    for (const Side side : kSides) {
        m_shown[side] = {recorded[side].fromNs - m_originNs[side], recorded[side].toNs - m_originNs[side]};
        m_whole.toNs = std::max(m_whole.toNs, m_shown[side].toNs);
    }
    findSpans();
}

const LayerRow* TimelineScene::layerRow() const {
    if (!m_comparison || m_layer.isEmpty()) {
        return nullptr;
    }
    const std::string wanted = m_layer.toStdString();
    const auto found = std::find_if(m_comparison->layers.begin(), m_comparison->layers.end(),
                                    [&](const LayerRow& row) { return row.layer == wanted; });
    return found == m_comparison->layers.end() ? nullptr : &*found;
}

/// From the first start to the last end of the layer's pairs on a side in the step shown.
std::optional<TimelineWindow> TimelineScene::findLayer(Side side, Nanoseconds originNs) const {
    const LayerRow* const row = layerRow();
    std::optional<TimelineWindow> span;
    if (!row || (m_step && !stepOf(side).isValid())) {
        return span;
    }
    for (const std::uint32_t index : row->pairs) {
        const auto own = pairSpan(*m_comparison, m_comparison->pairs[index], side, stepOf(side));
        if (own) {
            const Nanoseconds from = own->startNs - originNs;
            const Nanoseconds to = own->endNs - originNs;
            span = span ? TimelineWindow{std::min(span->fromNs, from), std::max(span->toNs, to)}
                        : TimelineWindow{from, to};
        }
    }
    return span;
}

std::optional<std::size_t> TimelineScene::streamOf(Side side, ActivityId id) const {
    const AnalyzedTrace& analyzed = *m_comparison->sides[side];
    const Nanoseconds start = analyzed.trace->gpu.startNs[id.index()];
    const std::vector<TimelineRow>& rows = m_timeline->sides[side].rows;
    for (std::size_t row = rows.size(); row > 0; --row) {
        const TimelineLane& lane = rows[row - 1].lane;
        if (rows[row - 1].kind != TimelineRowKind::Stream) {
            break;
        }
        for (std::size_t i = lane.firstFrom(start);
             i < lane.items().size() && lane.items()[i].startNs == start; ++i) {
            if (lane.items()[i].id == id.index()) {
                return row - 1;
            }
        }
    }
    return std::nullopt;
}

void TimelineScene::findSpans() {
    m_ribbons.clear();
    m_chosen = {};
    m_layerSpan = {};
    if (!m_timeline || !m_comparison) {
        return;
    }
    const auto spanOf = [this](const KernelPair& pair, Side side) -> std::optional<PairSpan> {
        const bool isSeen = !m_step || stepOf(side).isValid();
        return isSeen ? pairSpan(*m_comparison, pair, side, stepOf(side)) : std::nullopt;
    };
    if (const KernelPair* const own = pair()) {
        for (const Side side : kSides) {
            m_chosen[side] = spanOf(*own, side);
        }
    }
    const LayerRow* const layer = layerRow();
    if (!layer || !isOneStep()) {
        return;
    }
    for (const Side side : kSides) {
        m_layerSpan[side] = findLayer(side, m_originNs[side]);
    }
    for (const std::uint32_t index : layer->pairs) {
        const KernelPair& own = m_comparison->pairs[index];
        const PerSide<std::optional<PairSpan>> spans{spanOf(own, Side::A), spanOf(own, Side::B)};
        if (!spans.a || !spans.b) {
            continue;
        }
        TimelineRibbon ribbon;
        ribbon.pair = index;
        ribbon.isInferred = own.confidence < 0.6;
        bool isPlaced = true;
        for (const Side side : kSides) {
            const auto row = streamOf(side, spans[side]->activities.front());
            isPlaced = isPlaced && row.has_value();
            ribbon.row[side] = row.value_or(0);
            ribbon.span[side] = {spans[side]->startNs - m_originNs[side],
                                 spans[side]->endNs - m_originNs[side]};
        }
        if (isPlaced) {
            m_ribbons.push_back(ribbon);
        }
    }
}

LaneCells TimelineScene::cellsOf(Side side, std::size_t row) const {
    const TimelineLane& lane = m_timeline->sides[side].rows[row].lane;
    const TimelineWindow& shown = m_shown[side];
    const Nanoseconds from = std::max(m_window.fromNs, shown.fromNs);
    const Nanoseconds to = std::min(m_window.toNs, shown.toNs);
    const TimelineScale own = scale();
    const double offset = std::floor(own.xOf(from) - own.left);
    const double end = std::ceil(own.xOf(to) - own.left);
    if (to <= from || end <= offset) {
        return {};
    }
    // Whole pixels, so that what is painted stands where it is hit.
    const Nanoseconds origin = m_originNs[side];
    LaneCells seen = lane.cells(own.timeAt(own.left + offset) + origin, own.timeAt(own.left + end) + origin,
                                static_cast<int>(std::lround(end - offset)));
    for (LaneCell& cell : seen.cells) {
        cell.left += offset;
        cell.right += offset;
    }
    return seen;
}

std::optional<TimelineHit> TimelineScene::hitAt(const QPointF& point) const {
    if (!hasContent() || point.x() < m_layout.plotLeft ||
        point.x() > m_layout.plotLeft + m_layout.plotWidth) {
        return std::nullopt;
    }
    const TimelineRowBox* const box = m_layout.rowAt(point.y());
    if (!box) {
        return std::nullopt;
    }
    const Nanoseconds ns = scale().timeAt(point.x());
    if (ns < m_shown[box->side].fromNs || ns > m_shown[box->side].toNs) {
        return std::nullopt;
    }
    const TimelineRow& row = m_timeline->sides[box->side].rows[box->row];
    const Nanoseconds reach = isBand(row.kind) ? 0 : scale().lengthOf(kReach);
    const auto item = row.lane.itemAt(ns + m_originNs[box->side], reach);
    return item ? std::optional(TimelineHit{box->side, box->row, *item, row.kind}) : std::nullopt;
}

QString TimelineScene::pairAt(const TimelineHit& hit) const {
    if (hit.kind != TimelineRowKind::Stream) {
        return {};
    }
    const std::uint32_t activity = m_timeline->sides[hit.side].rows[hit.row].lane.items()[hit.item].id;
    const std::vector<PairId>& pairOf = m_comparison->pairOf[hit.side];
    const PairId pair = activity < pairOf.size() ? pairOf[activity] : PairId();
    return pair.isValid() ? QString::fromStdString(m_comparison->pairs[pair.index()].id) : QString();
}

QString TimelineScene::neighbourPair(int direction) const {
    if (!hasContent()) {
        return {};
    }
    const Side side = m_chosen.a || !m_chosen.b ? Side::A : Side::B;
    const std::vector<TimelineRow>& rows = m_timeline->sides[side].rows;
    if (rows.empty()) {
        return {};
    }
    const std::size_t row = rows.size() - 1;
    const TimelineLane& lane = rows[row].lane;
    const Nanoseconds from = m_chosen[side]
                                 ? (direction > 0 ? m_chosen[side]->endNs : m_chosen[side]->startNs)
                                 : m_window.fromNs + m_originNs[side];
    std::size_t item = lane.firstFrom(from);
    constexpr int kMostSkipped = 10'000; // kernels that belong to no pair, or to the chosen one
    for (int i = 0; i < kMostSkipped; ++i) {
        if (direction < 0) {
            if (item == 0) {
                return {};
            }
            --item;
        }
        if (item >= lane.items().size()) {
            return {};
        }
        const Nanoseconds start = lane.items()[item].startNs - m_originNs[side];
        if (start < m_shown[side].fromNs || start >= m_shown[side].toNs) {
            return {};
        }
        const QString pair = pairAt({side, row, item, TimelineRowKind::Stream});
        if (!pair.isEmpty() && pair != m_pair) {
            return pair;
        }
        item += direction > 0 ? 1 : 0;
    }
    return {};
}

} // namespace diptych
