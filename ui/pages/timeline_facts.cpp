#include "ui/pages/timeline_facts.h"

#include "ui/models/column_builders.h"

#include <algorithm>

namespace diptych {

namespace {

struct TimelineFact {
    Side side = Side::A;
    QString name;
    QString label;
    std::optional<Nanoseconds> startNs;
    std::optional<Nanoseconds> timeNs;      ///< sum of the group's kernels
    std::optional<Nanoseconds> gapBeforeNs; ///< idle time on its stream
    QString stream;
    std::optional<Nanoseconds> meanNs;
};

/// Idle time of the row before a kernel.
std::optional<Nanoseconds> gapBefore(const TimelineLane& lane, Nanoseconds startNs) {
    const std::size_t item = lane.firstFrom(startNs);
    return item == 0 ? std::nullopt : std::optional(startNs - lane.shownEndNs(item - 1));
}

TimelineFact lineOf(const TimelineScene& scene, const KernelPair& pair, Side side) {
    TimelineFact line;
    line.side = side;
    line.meanNs = pair.stats[side].meanNs;
    if (!pair.names[side].empty()) {
        line.name = QString::fromStdString(pair.names[side].front().name);
        line.label = kernelLabel(pair.names[side].front().name);
        if (pair.names[side].size() > 1) {
            line.label += QStringLiteral(" + %1").arg(pair.names[side].size() - 1);
        }
    }
    const std::optional<PairSpan>& span = scene.chosen(side);
    if (!span) {
        return line;
    }
    const GpuActivities& gpu = scene.comparison()->sides[side]->trace->gpu;
    line.startNs = span->startNs - scene.originNs(side);
    line.timeNs = 0;
    for (const ActivityId id : span->activities) {
        *line.timeNs += gpu.durationNs[id.index()];
    }
    const ActivityId first = span->activities.front();
    if (const auto row = scene.streamOf(side, first)) {
        line.gapBeforeNs =
            gapBefore(scene.timeline()->sides[side].rows[*row].lane, gpu.startNs[first.index()]);
    }
    const std::int32_t stream = gpu.stream[first.index()];
    line.stream = stream == kAbsentSmall ? notInTrace() : QString::number(stream);
    return line;
}

Column<TimelineFact> lineColumn(const char* key, const QString& title,
                                std::optional<Nanoseconds> TimelineFact::*member) {
    ColumnInfo info{.key = QLatin1String(key), .title = title, .unit = QStringLiteral("µs")};
    info.width = 112;
    return timeColumn<TimelineFact>(std::move(info),
                                    [member](const TimelineFact& line) { return line.*member; });
}

TotalCell differenceOf(const std::vector<TimelineFact>& lines,
                       std::optional<Nanoseconds> TimelineFact::*member) {
    if (!(lines[0].*member) || !(lines[1].*member)) {
        return {notApplicable(), std::nullopt};
    }
    const Nanoseconds gap = *(lines[0].*member) - *(lines[1].*member);
    return {formatGap(gap), gap};
}

} // namespace

std::shared_ptr<const Table> timelineFactTable(const TimelineScene& scene) {
    const KernelPair* const pair = scene.pair();
    if (!pair) {
        return nullptr;
    }
    auto lines = std::make_shared<std::vector<TimelineFact>>();
    for (const Side side : kSides) {
        lines->push_back(lineOf(scene, *pair, side));
    }
    std::vector<Column<TimelineFact>> columns;
    ColumnInfo side{.key = QStringLiteral("side"), .title = QStringLiteral("Side")};
    side.width = 48;
    columns.push_back(textColumn<TimelineFact>(std::move(side), [](const TimelineFact& line) {
        return QString(QLatin1String(sideName(line.side)));
    }));
    ColumnInfo kernel{.key = QStringLiteral("kernel"), .title = QStringLiteral("Kernel")};
    kernel.width = 240;
    kernel.stretch = 1;
    columns.push_back(nameColumn<TimelineFact>(
        std::move(kernel),
        [](const TimelineFact& line) {
            return line.name.isEmpty() ? QStringLiteral("no counterpart") : line.label;
        },
        [](const TimelineFact& line) { return line.name; }, {}));
    columns.push_back(lineColumn("start_us", QStringLiteral("Start"), &TimelineFact::startNs));
    columns.push_back(lineColumn("us", QStringLiteral("Time"), &TimelineFact::timeNs));
    columns.push_back(lineColumn("gap_before_us", QStringLiteral("Gap before"), &TimelineFact::gapBeforeNs));
    ColumnInfo stream{.key = QStringLiteral("stream"), .title = QStringLiteral("Stream")};
    stream.width = 72;
    Column<TimelineFact> streams = textColumn<TimelineFact>(stream, [](const TimelineFact& line) {
        return line.stream.isEmpty() ? notApplicable() : line.stream;
    });
    streams.info.alignment = Qt::AlignRight | Qt::AlignVCenter;
    columns.push_back(std::move(streams));
    columns.push_back(lineColumn("mean_us", QStringLiteral("Mean over steps"), &TimelineFact::meanNs));
    columns.back().info.width = 136;
    std::vector<TotalCell> totals{
        {QStringLiteral("A − B"), std::nullopt},          {},
        differenceOf(*lines, &TimelineFact::startNs),     differenceOf(*lines, &TimelineFact::timeNs),
        differenceOf(*lines, &TimelineFact::gapBeforeNs), {},
        differenceOf(*lines, &TimelineFact::meanNs)};
    return std::make_shared<RowTable<TimelineFact>>(
        std::move(lines), std::move(columns),
        [](const TimelineFact& line) { return QString(QLatin1String(sideName(line.side))); },
        [](const TimelineFact& line) { return line.name; }, std::move(totals));
}

} // namespace diptych
