#include "ui/charts/timeline_tracks.h"

#include "core/analysis/module_tree.h"
#include "ui/models/pair_items.h"
#include "ui/style/name_format.h"

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace diptych {

namespace {

constexpr std::size_t kMostStreams = 5; ///< rows; what other streams ran shares one more

struct ClassColor {
    const char* category; ///< the first of those that share the colour
    const char* name;
    QColor Tokens::*color;
};

constexpr std::array<ClassColor, TimelineLane::kColors> kClassColors{{
    {"gemm", "Dense GEMM", &Tokens::denseGemm},
    {"attention", "Attention", &Tokens::attention},
    {"normalization", "Norm", &Tokens::norm},
    {"rope", "Rotary", &Tokens::rotary},
    {"activation", "Activation", &Tokens::activation},
    {"communication", "Communication", &Tokens::communication},
    {"memory", "Copy, memcpy", &Tokens::copy},
    {"other", "Other", &Tokens::other},
}};
constexpr std::uint8_t kCommunication = 5;
constexpr std::uint8_t kCopy = 6;

QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// Everything of one stream before it becomes a row.
struct Stream {
    std::int32_t number = 0;
    std::vector<LaneItem> items;
    std::array<Nanoseconds, TimelineLane::kColors> busy{};

    [[nodiscard]] Nanoseconds busyNs() const {
        Nanoseconds sum = 0;
        for (const Nanoseconds ns : busy) {
            sum += ns;
        }
        return sum;
    }
};

class SideBuilder {
public:
    SideBuilder(const AnalyzedTrace& side, const SelectedSide& selection, const CancelToken& cancel)
        : m_side(side), m_trace(*side.trace), m_selection(selection), m_cancel(cancel) {
        for (const KernelClass& kernelClass : side.classes.classes) {
            m_colorOfClass.push_back(timelineColorOf(kernelClass.category));
        }
    }

    TimelineSide build() {
        collectStreams();
        if (m_streams.empty()) {
            return std::move(m_result);
        }
        m_mainStream = m_streams.back().number;
        addSteps();
        addSections();
        addModules();
        if (!m_suspects.empty()) {
            m_result.rows.push_back({TimelineRowKind::Suspects,
                                     QStringLiteral("Suspect"),
                                     QString(),
                                     TimelineLane(std::move(m_suspects)),
                                     {},
                                     {}});
        }
        addStreams();
        return std::move(m_result);
    }

private:
    /// Streams by busy time, the busiest last; the span of everything.
    void collectStreams() {
        std::map<std::int32_t, Stream> streams;
        const GpuActivities& gpu = m_trace.gpu;
        bool isFirst = true;
        for (const ActivityId id : m_side.order) {
            const std::uint32_t i = id.index();
            LaneItem item{gpu.startNs[i], gpu.startNs[i], i,
                          m_colorOfClass[m_side.classes.ofActivity[i].index()]};
            if (gpu.fault[i] == TimeFault::Suspect) {
                m_suspects.push_back(item); // where it starts; how long it took is not known
            }
            if (!gpu.isSummed(id)) {
                continue;
            }
            item.endNs = gpu.endNs(id);
            m_result.startNs = isFirst ? item.startNs : std::min(m_result.startNs, item.startNs);
            m_result.endNs = isFirst ? item.endNs : std::max(m_result.endNs, item.endNs);
            isFirst = false;
            Stream& stream = streams[gpu.stream[i]];
            stream.number = gpu.stream[i];
            stream.busy[item.color] += item.endNs - item.startNs;
            stream.items.push_back(item);
        }
        for (auto& [number, stream] : streams) {
            m_streams.push_back(std::move(stream));
        }
        std::stable_sort(m_streams.begin(), m_streams.end(),
                         [](const Stream& x, const Stream& y) { return x.busyNs() < y.busyNs(); });
    }

    void addSteps() {
        const Steps& steps = m_side.steps;
        std::vector<TimelineStep> all(steps.steps.size());
        const GpuActivities& gpu = m_trace.gpu;
        for (const ActivityId id : m_side.order) {
            const StepId step = steps.ofActivity[id.index()];
            if (!step.isValid() || !gpu.isSummed(id)) {
                continue;
            }
            TimelineStep& own = all[step.index()];
            const Nanoseconds start = gpu.startNs[id.index()];
            own.startNs = own.step.isValid() ? std::min(own.startNs, start) : start;
            own.endNs = own.step.isValid() ? std::max(own.endNs, gpu.endNs(id)) : gpu.endNs(id);
            own.step = step;
        }
        TimelineRow row;
        row.kind = TimelineRowKind::Steps;
        row.title = QStringLiteral("Step");
        std::vector<LaneItem> items;
        for (const TimelineStep& step : all) {
            if (!step.step.isValid()) {
                continue;
            }
            const std::string& name = steps.steps[step.step.index()].name;
            items.push_back({step.startNs, step.endNs, static_cast<std::uint32_t>(row.labels.size()), 0});
            row.labels.push_back(QString::number(step.step.index()) + QStringLiteral("  ") +
                                 QString::fromStdString(name));
        }
        for (const StepId step : m_selection.steps) {
            if (all[step.index()].step.isValid()) {
                m_result.steps.push_back(all[step.index()]);
            }
        }
        if (!items.empty()) {
            row.lane = TimelineLane(std::move(items));
            m_result.rows.push_back(std::move(row));
        }
    }

    /// Where a section's work lies: on the busiest stream where it has any there, which others overlap.
    [[nodiscard]] std::optional<std::pair<Nanoseconds, Nanoseconds>>
    spanOf(const SectionInstance& instance) const {
        const GpuActivities& gpu = m_trace.gpu;
        std::optional<std::pair<Nanoseconds, Nanoseconds>> main;
        std::optional<std::pair<Nanoseconds, Nanoseconds>> any;
        for (std::uint32_t at = instance.begin; at < instance.end; ++at) {
            const ActivityId id = m_side.sections.sequence[at];
            if (!gpu.isSummed(id)) {
                continue;
            }
            const Nanoseconds start = gpu.startNs[id.index()];
            const Nanoseconds end = gpu.endNs(id);
            for (auto* const span : {&any, gpu.stream[id.index()] == m_mainStream ? &main : nullptr}) {
                if (span) {
                    *span = *span ? std::pair(std::min((*span)->first, start), std::max((*span)->second, end))
                                  : std::pair(start, end);
                }
            }
        }
        return main ? main : any;
    }

    void addSections() {
        const Sections& sections = m_side.sections;
        TimelineRow row;
        row.kind = TimelineRowKind::Sections;
        row.title = QStringLiteral("Layer");
        for (const Section& section : sections.sections) {
            row.labels.push_back(sectionTitle(section.name));
            row.keys.push_back(QString::fromStdString(section.name));
        }
        std::vector<LaneItem> items;
        for (const SectionInstance& instance : sections.instances) {
            const SectionKind kind = sections.sections[instance.section.index()].kind;
            if (kind == SectionKind::Whole || kind == SectionKind::Outside || m_cancel.isCancelled()) {
                continue;
            }
            if (const auto span = spanOf(instance)) {
                items.push_back({span->first, span->second, instance.section.index(),
                                 static_cast<std::uint8_t>(isLayerKind(kind) ? 0 : 1)});
            }
        }
        if (!items.empty()) {
            row.lane = TimelineLane(std::move(items));
            m_result.rows.push_back(std::move(row));
        }
    }

    /// The class of the module below the layer, else of the innermost one.
    [[nodiscard]] std::string_view moduleOf(std::string_view path, std::string_view layerClass) const {
        std::string_view last;
        bool isBelowLayer = false;
        while (!path.empty()) {
            const std::size_t slash = std::min(path.find('/'), path.size());
            const std::string_view name = parseModuleName(path.substr(0, slash)).moduleClass;
            path.remove_prefix(std::min(slash + 1, path.size()));
            last = name;
            if (isBelowLayer) {
                return name;
            }
            isBelowLayer = name == layerClass;
        }
        return last;
    }

    void addModules() {
        const Sections& sections = m_side.sections;
        TimelineRow row;
        row.kind = TimelineRowKind::Modules;
        row.title = QStringLiteral("Module");
        std::unordered_map<std::uint64_t, std::uint32_t> labelOf; ///< by path and layer group
        std::map<QString, std::uint32_t> known;
        std::vector<LaneItem> items;
        std::uint32_t lastInstance = Sections::kNoInstance;
        for (const LaneItem& item : m_streams.back().items) {
            const StringId path = m_trace.gpu.modulePath[item.id];
            const std::uint32_t instance = sections.instanceOf[item.id];
            if (!path.isValid() || instance == Sections::kNoInstance) {
                continue;
            }
            const std::uint32_t group = sections.sections[sections.instances[instance].section.index()].group;
            const auto [place, isNew] =
                labelOf.try_emplace((static_cast<std::uint64_t>(group) << 32U) | path.index(), 0);
            if (isNew) {
                const std::string_view layerClass = group < sections.groups.size()
                                                        ? std::string_view(sections.groups[group].name)
                                                        : std::string_view();
                const QString label = fromView(moduleOf(m_trace.text(path), layerClass));
                const auto [entry, isNewLabel] =
                    known.try_emplace(label, static_cast<std::uint32_t>(row.labels.size()));
                if (isNewLabel) {
                    row.labels.push_back(label);
                    row.shortLabels.push_back(withoutModelName(label, fromView(layerClass)));
                }
                place->second = entry->second;
            }
            const bool continues = !items.empty() && items.back().id == place->second &&
                                   lastInstance == instance && item.startNs >= items.back().startNs;
            if (continues) {
                items.back().endNs = std::max(items.back().endNs, item.endNs);
            } else {
                items.push_back({item.startNs, item.endNs, place->second, 0});
            }
            lastInstance = instance;
        }
        if (!items.empty()) {
            row.lane = TimelineLane(std::move(items));
            m_result.rows.push_back(std::move(row));
        }
    }

    static QString titleOf(const Stream& stream) {
        const Nanoseconds half = stream.busyNs() / 2;
        return stream.busy[kCommunication] > half ? QStringLiteral("Communication")
               : stream.busy[kCopy] > half        ? QStringLiteral("Copies")
                                                  : QStringLiteral("Compute");
    }

    void addStreams() {
        if (m_streams.size() > kMostStreams) {
            const std::size_t rest = m_streams.size() - kMostStreams;
            Stream shared;
            for (std::size_t i = 0; i < rest; ++i) {
                shared.items.insert(shared.items.end(), m_streams[i].items.begin(), m_streams[i].items.end());
            }
            m_result.rows.push_back({TimelineRowKind::Stream,
                                     QStringLiteral("%1 streams").arg(rest),
                                     QStringLiteral("with less work"),
                                     TimelineLane(std::move(shared.items)),
                                     {},
                                     {}});
            m_streams.erase(m_streams.begin(), m_streams.begin() + static_cast<std::ptrdiff_t>(rest));
        }
        const bool isOnly = m_streams.size() == 1;
        for (Stream& stream : m_streams) {
            const bool isKnown = stream.number != kAbsentSmall && !isOnly;
            m_result.rows.push_back({TimelineRowKind::Stream,
                                     titleOf(stream),
                                     isKnown ? QStringLiteral("stream %1").arg(stream.number) : QString(),
                                     TimelineLane(std::move(stream.items)),
                                     {},
                                     {}});
        }
    }

    const AnalyzedTrace& m_side;
    const Trace& m_trace;
    const SelectedSide& m_selection;
    const CancelToken& m_cancel;
    std::vector<std::uint8_t> m_colorOfClass;
    std::vector<Stream> m_streams;
    std::vector<LaneItem> m_suspects;
    std::int32_t m_mainStream = 0;
    TimelineSide m_result;
};

} // namespace

std::size_t Timeline::stepCount() const {
    return std::max(sides.a.steps.size(), sides.b.steps.size());
}

std::shared_ptr<const Timeline> makeTimeline(const Comparison& comparison, const CancelToken& cancel) {
    auto timeline = std::make_shared<Timeline>();
    for (const Side side : kSides) {
        if (cancel.isCancelled()) {
            return nullptr;
        }
        if (comparison.sides[side] && comparison.sides[side]->trace) {
            timeline->sides[side] =
                SideBuilder(*comparison.sides[side], comparison.selection[side], cancel).build();
        }
    }
    return cancel.isCancelled() ? nullptr : timeline;
}

std::uint8_t timelineColorOf(const std::string& category) {
    // The colour that the category's swatch has elsewhere decides.
    const QColor wanted = categoryColor(lightTokens(), category);
    for (std::uint8_t color = 0; color < kClassColors.size(); ++color) {
        if (lightTokens().*kClassColors[color].color == wanted) {
            return color;
        }
    }
    return TimelineLane::kColors - 1;
}

QColor timelineColor(const Tokens& tokens, std::uint8_t color) {
    return tokens.*kClassColors[std::min<std::size_t>(color, kClassColors.size() - 1)].color;
}

QString timelineColorName(std::uint8_t color) {
    return QLatin1String(kClassColors[std::min<std::size_t>(color, kClassColors.size() - 1)].name);
}

std::optional<PairSpan> pairSpan(const Comparison& comparison, const KernelPair& pair, Side side,
                                 StepId step) {
    const AnalyzedTrace& analyzed = *comparison.sides[side];
    const GpuActivities& gpu = analyzed.trace->gpu;
    std::optional<PairSpan> span;
    for (const ActivityId id : pair.activities[side]) {
        const bool isOther = step.isValid() && analyzed.steps.ofActivity[id.index()] != step;
        if (isOther || !gpu.isSummed(id)) {
            continue;
        }
        const Nanoseconds start = gpu.startNs[id.index()];
        if (!span) {
            span = PairSpan{start, gpu.endNs(id), {}};
        }
        span->startNs = std::min(span->startNs, start);
        span->endNs = std::max(span->endNs, gpu.endNs(id));
        span->activities.push_back(id);
    }
    return span;
}

} // namespace diptych
