#include "core/analysis/step_finder.h"

#include <algorithm>
#include <limits>
#include <map>

namespace diptych {

namespace {

struct MarkedRange {
    Nanoseconds startNs = 0;
    Nanoseconds endNs = 0;
    ThreadId thread;
    StringId name;
    StepMark mark;
};

/// Marks of texts, each text looked at once.
class MarkCache {
public:
    MarkCache(const Trace& trace, const StepPatterns& patterns)
        : m_trace(trace), m_patterns(patterns), m_known(trace.strings.size()), m_marks(trace.strings.size()) {
    }

    const std::optional<StepMark>& of(StringId text) {
        if (!m_known[text.index()]) {
            m_known[text.index()] = true;
            m_marks[text.index()] = m_patterns.markOf(m_trace.text(text));
        }
        return m_marks[text.index()];
    }

private:
    const Trace& m_trace;
    const StepPatterns& m_patterns;
    std::vector<bool> m_known;
    std::vector<std::optional<StepMark>> m_marks;
};

class RangeCollector {
public:
    RangeCollector(const Trace& trace, std::uint16_t rank, const StepPatterns& patterns)
        : m_trace(trace), m_rank(rank), m_cache(trace, patterns) {}

    void add(StringId name, Nanoseconds startNs, Nanoseconds durationNs, ThreadId thread, bool wantFrames) {
        if (!name.isValid() || !m_cache.of(name)) {
            return;
        }
        const StepMark mark = *m_cache.of(name);
        const bool isFrame = mark.source == StepSource::Frames;
        const bool isOurs = !thread.isValid() || m_trace.threads[thread.index()].rank == m_rank;
        if (isFrame == wantFrames && isOurs && startNs != kAbsentNumber && durationNs >= 0) {
            m_ranges.push_back({startNs, startNs + durationNs, thread, name, mark});
        }
    }

    /// Ranges of the best source.
    [[nodiscard]] std::vector<MarkedRange> best() const {
        for (const StepSource source :
             {StepSource::Annotations, StepSource::Frames, StepSource::ProfilerSteps}) {
            std::vector<MarkedRange> result;
            for (const MarkedRange& range : m_ranges) {
                if (range.mark.source == source) {
                    result.push_back(range);
                }
            }
            if (!result.empty()) {
                return result;
            }
        }
        return {};
    }
    [[nodiscard]] bool isEmpty() const { return m_ranges.empty(); }
    [[nodiscard]] bool hasAnnotations() const {
        return std::any_of(m_ranges.begin(), m_ranges.end(), [](const MarkedRange& range) {
            return range.mark.source == StepSource::Annotations;
        });
    }

private:
    const Trace& m_trace;
    std::uint16_t m_rank;
    MarkCache m_cache;
    std::vector<MarkedRange> m_ranges;
};

std::vector<MarkedRange> collectRanges(const Trace& trace, std::uint16_t rank, std::int32_t device,
                                       const StepPatterns& patterns, bool namesOnly) {
    RangeCollector collector(trace, rank, patterns);
    const Spans& spans = trace.spans;
    const auto addSpans = [&](SpanKind kind) {
        for (std::size_t i = 0; i < spans.size(); ++i) {
            const bool isHere = kind != SpanKind::GpuAnnotation || spans.device[i] == device;
            if (spans.kind[i] == kind && isHere) {
                collector.add(spans.name[i], spans.startNs[i], spans.durationNs[i], spans.thread[i], false);
            }
        }
    };
    addSpans(SpanKind::UserAnnotation);
    if (collector.isEmpty()) { // PyTorch 1.8 to 1.10 filed annotations as operators
        const CpuOps& ops = trace.ops;
        for (std::size_t i = 0; i < ops.size(); ++i) {
            collector.add(ops.name[i], ops.startNs[i], ops.durationNs[i], ops.thread[i], false);
        }
    }
    if (!collector.hasAnnotations() && !namesOnly) {
        const PythonFrames& frames = trace.frames;
        for (std::size_t i = 0; i < frames.size(); ++i) {
            collector.add(frames.name[i], frames.startNs[i], frames.durationNs[i], frames.thread[i], true);
        }
    }
    if (collector.isEmpty()) { // a recording of the GPU alone
        addSpans(SpanKind::GpuAnnotation);
    }
    return collector.best();
}

/// Merges what is nested on one thread: outermost range, innermost phase.
std::vector<AnnotatedRange> mergeNested(const Trace& trace, std::vector<MarkedRange> ranges) {
    std::sort(ranges.begin(), ranges.end(), [](const MarkedRange& x, const MarkedRange& y) {
        if (x.thread != y.thread) {
            return x.thread < y.thread;
        }
        if (x.startNs != y.startNs) {
            return x.startNs < y.startNs;
        }
        return x.endNs != y.endNs ? x.endNs > y.endNs : x.name < y.name;
    });
    std::vector<AnnotatedRange> result;
    ThreadId thread;
    for (const MarkedRange& range : ranges) {
        const bool isNested =
            !result.empty() && thread == range.thread && range.endNs <= result.back().step.endNs;
        if (!isNested) {
            result.emplace_back();
            thread = range.thread;
            result.back().step.startNs = range.startNs;
            result.back().step.endNs = range.endNs;
        }
        Step& step = result.back().step;
        // The innermost names the step too: it says most about it.
        if (!isNested || range.mark.phase != Phase::Unknown) {
            step.name = trace.text(range.name);
            step.phase = range.mark.phase;
        }
        step.contextTokens = range.mark.contextTokens > 0 ? range.mark.contextTokens : step.contextTokens;
        step.generationRequests =
            range.mark.generationRequests > 0 ? range.mark.generationRequests : step.generationRequests;
        result.back().names.push_back(range.name);
    }
    std::stable_sort(result.begin(), result.end(), [](const AnnotatedRange& x, const AnnotatedRange& y) {
        return x.step.startNs != y.step.startNs ? x.step.startNs < y.step.startNs
                                                : x.step.endNs > y.step.endNs;
    });
    return result;
}

/// Finds the range that holds a time; quick when asked in rising order.
class RangeLookup {
public:
    explicit RangeLookup(const std::vector<AnnotatedRange>& ranges) : m_ranges(ranges) {
        Nanoseconds latest = std::numeric_limits<Nanoseconds>::min();
        for (const AnnotatedRange& range : ranges) {
            latest = std::max(latest, range.step.endNs);
            m_latestEnd.push_back(latest);
        }
    }

    StepId holding(Nanoseconds timeNs) {
        while (m_next < m_ranges.size() && m_ranges[m_next].step.startNs <= timeNs) {
            ++m_next;
        }
        while (m_next > 0 && m_ranges[m_next - 1].step.startNs > timeNs) {
            --m_next;
        }
        for (std::size_t i = m_next; i > 0 && m_latestEnd[i - 1] >= timeNs; --i) {
            if (m_ranges[i - 1].step.endNs >= timeNs) {
                return StepId(i - 1);
            }
        }
        return {};
    }

private:
    const std::vector<AnnotatedRange>& m_ranges;
    std::vector<Nanoseconds> m_latestEnd; ///< of the ranges up to here
    std::size_t m_next = 0;
};

struct GpuRange {
    Nanoseconds startNs;
    Nanoseconds endNs;
    StepId step;
};

/// GPU annotations that bear a step's name, each with its step: the n-th of a name on a stream with the n-th
/// step of that name when there are equally many, else with the last such step that began before.
class GpuAnnotations {
public:
    GpuAnnotations(const Trace& trace, std::int32_t device, const std::vector<AnnotatedRange>& ranges) {
        std::map<StringId, std::vector<StepId>> stepsOfName;
        for (std::size_t i = 0; i < ranges.size(); ++i) {
            for (const StringId name : ranges[i].names) {
                stepsOfName[name].emplace_back(i);
            }
        }
        std::map<std::pair<StringId, std::int32_t>, std::vector<GpuRange>> found;
        const Spans& spans = trace.spans;
        for (std::size_t i = 0; i < spans.size(); ++i) {
            if (spans.kind[i] == SpanKind::GpuAnnotation && spans.device[i] == device &&
                spans.durationNs[i] >= 0 && stepsOfName.count(spans.name[i]) > 0) {
                found[{spans.name[i], spans.stream[i]}].push_back(
                    {spans.startNs[i], spans.startNs[i] + spans.durationNs[i], {}});
            }
        }
        for (auto& [key, gpuRanges] : found) {
            joinSteps(ranges, stepsOfName[key.first], gpuRanges);
        }
        std::sort(m_ranges.begin(), m_ranges.end(), [](const GpuRange& x, const GpuRange& y) {
            return x.startNs != y.startNs ? x.startNs < y.startNs : x.step < y.step;
        });
        Nanoseconds latest = std::numeric_limits<Nanoseconds>::min();
        for (const GpuRange& range : m_ranges) {
            latest = std::max(latest, range.endNs);
            m_latestEnd.push_back(latest);
        }
    }

    /// The step whose annotation holds the activity's start; of several the one started last.
    [[nodiscard]] StepId holding(Nanoseconds startNs) const {
        const auto after =
            std::upper_bound(m_ranges.begin(), m_ranges.end(), startNs,
                             [](Nanoseconds time, const GpuRange& range) { return time < range.startNs; });
        for (auto i = static_cast<std::size_t>(after - m_ranges.begin());
             i > 0 && m_latestEnd[i - 1] >= startNs; --i) {
            if (m_ranges[i - 1].endNs >= startNs) {
                return m_ranges[i - 1].step;
            }
        }
        return {};
    }

private:
    void joinSteps(const std::vector<AnnotatedRange>& ranges, const std::vector<StepId>& steps,
                   std::vector<GpuRange>& gpuRanges) {
        std::sort(gpuRanges.begin(), gpuRanges.end(),
                  [](const GpuRange& x, const GpuRange& y) { return x.startNs < y.startNs; });
        for (std::size_t i = 0; i < gpuRanges.size(); ++i) {
            GpuRange& range = gpuRanges[i];
            if (gpuRanges.size() == steps.size()) {
                range.step = steps[i];
            } else {
                for (const StepId step : steps) {
                    if (ranges[step.index()].step.startNs <= range.startNs) {
                        range.step = step;
                    }
                }
            }
            if (range.step.isValid()) {
                m_ranges.push_back(range);
            }
        }
    }

    std::vector<GpuRange> m_ranges; ///< by start
    std::vector<Nanoseconds> m_latestEnd;
};

} // namespace

AnnotatedSteps findAnnotatedSteps(const Trace& trace, std::uint16_t rank, std::int32_t device,
                                  const StepPatterns& patterns, bool namesOnly) {
    std::vector<MarkedRange> ranges = collectRanges(trace, rank, device, patterns, namesOnly);
    AnnotatedSteps result;
    if (!ranges.empty()) {
        result.source = ranges.front().mark.source;
        result.ranges = mergeNested(trace, std::move(ranges));
    }
    return result;
}

std::vector<StepId> assignSteps(const Trace& trace, std::int32_t device, const WorkOrder& order,
                                const AnnotatedSteps& steps) {
    RangeLookup ranges(steps.ranges);
    const GpuAnnotations annotations(trace, device, steps.ranges);
    std::vector<StepId> result;
    result.reserve(order.activities.size());
    for (const ActivityId activity : order.activities) {
        const LaunchId launch = trace.gpu.launch[activity.index()];
        result.push_back(launch.isValid() ? ranges.holding(trace.launches.startNs[launch.index()])
                                          : annotations.holding(trace.gpu.startNs[activity.index()]));
    }
    return result;
}

void measureSteps(const Trace& trace, const WorkOrder& order, const std::vector<StepId>& stepOf,
                  bool withRange, std::vector<Step>& steps) {
    constexpr Nanoseconds kNever = std::numeric_limits<Nanoseconds>::max();
    std::vector<Nanoseconds> first(steps.size(), kNever);
    std::vector<Nanoseconds> last(steps.size(), std::numeric_limits<Nanoseconds>::min());
    for (std::size_t i = 0; i < order.activities.size(); ++i) {
        const ActivityId activity = order.activities[i];
        if (!stepOf[i].isValid() || !trace.gpu.isSummed(activity)) {
            continue;
        }
        const std::uint32_t s = stepOf[i].index();
        steps[s].kernels += trace.isKernel(activity) ? 1 : 0;
        steps[s].gpuNs += trace.gpu.durationNs[activity.index()];
        first[s] = std::min(first[s], trace.gpu.startNs[activity.index()]);
        last[s] = std::max(last[s], trace.gpu.endNs(activity));
    }
    for (std::size_t s = 0; s < steps.size(); ++s) {
        if (first[s] == kNever) {
            continue;
        }
        steps[s].wallNs = last[s] - first[s];
        if (withRange) {
            steps[s].startNs = first[s];
            steps[s].endNs = last[s];
        }
    }
}

} // namespace diptych
