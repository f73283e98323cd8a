#pragma once
// The state of the timeline without a screen: which step is shown, how the sides are aligned, the window of
// time, the chosen pair and the ribbons of the chosen layer. Everything that is painted and hit stands here.
// Owned by the view; GUI thread, but free of widgets.

#include "ui/charts/timeline_layout.h"

#include <memory>

namespace diptych {

enum class TimelineAlignment : std::uint8_t { StepStart, Layer };

/// A pair of the chosen layer whose kernels are seen on both sides, times from the side's origin.
struct TimelineRibbon {
    std::uint32_t pair = 0; ///< index into Comparison::pairs
    PerSide<TimelineWindow> span;
    PerSide<std::size_t> row; ///< the stream
    bool isInferred = false;
};

/// What stands under a point.
struct TimelineHit {
    Side side = Side::A;
    std::size_t row = 0;
    std::size_t item = 0;
    TimelineRowKind kind = TimelineRowKind::Stream;
};

class TimelineScene {
public:
    /// Another comparison; both null, or a timeline made from the comparison. Keeps step and layer where they
    /// still exist.
    void setContent(std::shared_ptr<const Comparison> comparison, std::shared_ptr<const Timeline> timeline);
    void setSize(const QSizeF& size);
    /// Which of the steps is shown; empty: the whole recording.
    void setStep(std::optional<std::size_t> step);
    void setAlignment(TimelineAlignment alignment);
    /// Whose pairs have ribbons; "": none.
    void setLayer(const QString& layer);
    void setPair(const QString& pair);

    void setWindow(const TimelineWindow& window);
    void zoom(double factor, double x);
    void pan(double px);
    void fit();
    /// Moves the window so that the chosen pair is seen, when it is on neither side.
    void reveal();

    [[nodiscard]] bool hasContent() const { return m_timeline && m_layout.plotWidth > 1; }
    [[nodiscard]] const std::shared_ptr<const Comparison>& comparison() const { return m_comparison; }
    [[nodiscard]] const std::shared_ptr<const Timeline>& timeline() const { return m_timeline; }
    [[nodiscard]] const TimelineLayout& layout() const { return m_layout; }
    [[nodiscard]] std::optional<std::size_t> step() const { return m_step; }
    [[nodiscard]] const QString& layer() const { return m_layer; }
    [[nodiscard]] const KernelPair* pair() const;
    [[nodiscard]] const TimelineWindow& window() const { return m_window; }
    [[nodiscard]] const TimelineWindow& whole() const { return m_whole; }
    [[nodiscard]] TimelineScale scale() const;
    [[nodiscard]] TimelineScale overviewScale() const;
    [[nodiscard]] Nanoseconds originNs(Side side) const { return m_originNs[side]; }
    /// The part of a side that is shown, from its origin: the step, or everything.
    [[nodiscard]] const TimelineWindow& shown(Side side) const { return m_shown[side]; }
    [[nodiscard]] const std::vector<TimelineRibbon>& ribbons() const { return m_ribbons; }
    /// The chosen pair's kernels in the step shown, in recorded time.
    [[nodiscard]] const std::optional<PairSpan>& chosen(Side side) const { return m_chosen[side]; }
    /// Where the chosen layer begins and ends in the step shown, from the side's origin.
    [[nodiscard]] const std::optional<TimelineWindow>& layerSpan(Side side) const {
        return m_layerSpan[side];
    }
    /// The step of a side that is shown; invalid: none, or the whole recording.
    [[nodiscard]] StepId stepOf(Side side) const;

    /// The row on which a kernel lies.
    [[nodiscard]] std::optional<std::size_t> streamOf(Side side, ActivityId id) const;
    /// What of a row is seen: cells from the plot's left edge.
    [[nodiscard]] LaneCells cellsOf(Side side, std::size_t row) const;
    [[nodiscard]] std::optional<TimelineHit> hitAt(const QPointF& point) const;
    /// The pair of a hit kernel; "" for others and for kernels that are not selected.
    [[nodiscard]] QString pairAt(const TimelineHit& hit) const;
    /// The kernel before or after the chosen one on its side's busiest stream; "" when there is none.
    [[nodiscard]] QString neighbourPair(int direction) const;

private:
    void arrange();
    void findSpans();
    [[nodiscard]] bool isOneStep() const;
    [[nodiscard]] std::optional<TimelineWindow> findLayer(Side side, Nanoseconds originNs) const;
    [[nodiscard]] const LayerRow* layerRow() const;

    std::shared_ptr<const Comparison> m_comparison;
    std::shared_ptr<const Timeline> m_timeline;
    QSizeF m_size;
    TimelineLayout m_layout;
    std::optional<std::size_t> m_step;
    TimelineAlignment m_alignment = TimelineAlignment::StepStart;
    QString m_layer;
    QString m_pair;
    PerSide<Nanoseconds> m_originNs;
    PerSide<TimelineWindow> m_shown;
    TimelineWindow m_whole;
    TimelineWindow m_window;
    std::vector<TimelineRibbon> m_ribbons;
    PerSide<std::optional<PairSpan>> m_chosen;
    PerSide<std::optional<TimelineWindow>> m_layerSpan;
};

} // namespace diptych
