#pragma once
// What the timeline shows of both sides: steps, sections, modules and streams as rows of intervals in
// recorded time. Built from a comparison on a worker, then const.

#include "core/base/cancel_token.h"
#include "core/compare/comparison.h"
#include "ui/charts/timeline_lane.h"
#include "ui/style/tokens.h"

#include <QColor>
#include <QString>

namespace diptych {

enum class TimelineRowKind : std::uint8_t { Steps, Sections, Modules, Suspects, Stream };

struct TimelineRow {
    TimelineRowKind kind = TimelineRowKind::Stream;
    QString title;     ///< "Compute"
    QString subtitle;  ///< "stream 7", or ""
    TimelineLane lane; ///< ids: indexes into labels; of streams and suspects: activities
    std::vector<QString> labels;
    std::vector<QString> keys;          ///< section names, of sections
    std::vector<QString> shortLabels{}; ///< for where the labels do not fit, of modules
};

/// When a step's work ran on the GPU.
struct TimelineStep {
    StepId step;
    Nanoseconds startNs = 0;
    Nanoseconds endNs = 0;
};

struct TimelineSide {
    std::vector<TimelineRow> rows;   ///< steps, sections, modules, suspects, then streams, the busiest last
    std::vector<TimelineStep> steps; ///< the selected ones that ran anything, in order
    Nanoseconds startNs = 0;         ///< of everything
    Nanoseconds endNs = 0;

    [[nodiscard]] bool isEmpty() const { return endNs <= startNs; }
};

struct Timeline {
    PerSide<TimelineSide> sides;

    /// How many steps can be chosen: of the side with more.
    [[nodiscard]] std::size_t stepCount() const;
};

/// Null when cancelled.
[[nodiscard]] std::shared_ptr<const Timeline> makeTimeline(const Comparison& comparison,
                                                           const CancelToken& cancel = {});

/// The class colours of lanes; index of a category's colour, and the colour itself.
[[nodiscard]] std::uint8_t timelineColorOf(const std::string& category);
[[nodiscard]] QColor timelineColor(const Tokens& tokens, std::uint8_t color);
/// "Dense GEMM", for the legend.
[[nodiscard]] QString timelineColorName(std::uint8_t color);

/// The kernels of one pair in one step (in all, for an invalid step): from the first start to the last end.
struct PairSpan {
    Nanoseconds startNs = 0;
    Nanoseconds endNs = 0;
    std::vector<ActivityId> activities; ///< in order of work
};
[[nodiscard]] std::optional<PairSpan> pairSpan(const Comparison& comparison, const KernelPair& pair,
                                               Side side, StepId step);

} // namespace diptych
