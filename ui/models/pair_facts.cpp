#include "ui/models/pair_facts.h"

#include "core/compare/statistics.h"
#include "ui/style/number_format.h"

#include <algorithm>
#include <array>
#include <map>

namespace diptych {

namespace {

QString fromView(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

std::optional<double> quotient(std::optional<Nanoseconds> a, std::optional<Nanoseconds> b) {
    return ratioOf(a, b);
}

FactRow durationRow(const QString& label, const PerSide<DurationStats>& stats,
                    std::optional<Nanoseconds> DurationStats::*member) {
    const PerSide<std::optional<Nanoseconds>> values{stats.a.*member, stats.b.*member};
    return {label,
            {formatMicroseconds(values.a), formatMicroseconds(values.b)},
            formatRatio(quotient(values.a, values.b)),
            {}};
}

std::vector<FactRow> durationRows(const KernelPair& pair) {
    const auto count = [](const DurationStats& stats) {
        return stats.count == 0 ? notApplicable() : formatCount(stats.count);
    };
    return {{QStringLiteral("Count"), {count(pair.stats.a), count(pair.stats.b)}, QString(), {}},
            durationRow(QStringLiteral("Mean"), pair.stats, &DurationStats::meanNs),
            durationRow(QStringLiteral("Median"), pair.stats, &DurationStats::medianNs),
            durationRow(QStringLiteral("p95"), pair.stats, &DurationStats::p95Ns),
            durationRow(QStringLiteral("Min"), pair.stats, &DurationStats::minNs),
            durationRow(QStringLiteral("Max"), pair.stats, &DurationStats::maxNs),
            durationRow(QStringLiteral("Per step"), pair.stats, &DurationStats::stepNs)};
}

/// The first activity of the name that takes most time: the group's main kernel.
ActivityId mainActivity(const AnalyzedTrace& side, const KernelPair& pair, Side which) {
    const std::vector<ActivityId>& activities = pair.activities[which];
    if (activities.empty()) {
        return {};
    }
    std::map<StringId, Nanoseconds> nsByName;
    for (const ActivityId id : activities) {
        nsByName[side.names[id.index()]] += side.trace->gpu.durationNs[id.index()];
    }
    const auto dearest = std::max_element(nsByName.begin(), nsByName.end(),
                                          [](const auto& x, const auto& y) { return x.second < y.second; });
    return *std::find_if(activities.begin(), activities.end(),
                         [&](ActivityId id) { return side.names[id.index()] == dearest->first; });
}

std::optional<QString> triple(const std::array<std::int32_t, 3>& values) {
    if (values[0] == kAbsentSmall) {
        return std::nullopt;
    }
    return QStringLiteral("%1, %2, %3").arg(values[0]).arg(values[1]).arg(values[2]);
}

/// The values of one side's launch, in the order of kLaunchLabels.
constexpr std::array<const char*, 6> kLaunchLabels{"Grid",      "Block", "Registers", "Shared memory, KiB",
                                                   "Occupancy", "Stream"};
using LaunchTexts = std::array<std::optional<QString>, kLaunchLabels.size()>;

LaunchTexts launchTexts(const Trace& trace, ActivityId id) {
    LaunchTexts texts;
    const std::uint32_t i = id.index();
    if (trace.gpu.config[i].isValid()) {
        const LaunchConfig& config = trace.launchConfigs[trace.gpu.config[i].index()];
        texts[0] = triple(config.grid);
        texts[1] = triple(config.block);
        if (config.registersPerThread != kAbsentSmall) {
            texts[2] = QString::number(config.registersPerThread);
        }
        if (config.sharedMemoryBytes != kAbsentNumber) {
            texts[3] = QString::number(static_cast<double>(config.sharedMemoryBytes) / 1024, 'f', 1);
        }
        if (config.occupancyPercent >= 0) {
            texts[4] = QStringLiteral("%1 %").arg(qRound(config.occupancyPercent));
        }
    }
    if (trace.gpu.stream[i] != kAbsentSmall) {
        texts[5] = QString::number(trace.gpu.stream[i]);
    }
    return texts;
}

std::vector<FactRow> launchRows(const PerSide<std::optional<LaunchTexts>>& sides) {
    std::vector<FactRow> rows;
    for (std::size_t i = 0; i < kLaunchLabels.size(); ++i) {
        FactRow row;
        row.label = QLatin1String(kLaunchLabels[i]);
        for (const Side side : kSides) {
            if (!sides[side]) {
                row.values[side] = notApplicable();
                continue;
            }
            const std::optional<QString>& text = (*sides[side])[i];
            row.values[side] = text.value_or(notInTrace());
            row.isMissing[side] = !text;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

QString ruleText(const AnalyzedTrace& side, ActivityId id, const RuleTable& rules) {
    if (id.index() >= side.classes.ofActivity.size()) {
        return {};
    }
    const KernelClass& kernelClass = side.classes.of(id);
    const std::vector<Rule>& table = kernelClass.byCpuOp ? rules.cpuOpRules : rules.rules;
    if (kernelClass.rule < 0 || static_cast<std::size_t>(kernelClass.rule) >= table.size()) {
        return QStringLiteral("no rule matches");
    }
    return QStringLiteral("rule %1%2: %3")
        .arg(kernelClass.rule + 1)
        .arg(kernelClass.byCpuOp ? QStringLiteral(" for CPU ops") : QString(),
             QString::fromStdString(table[static_cast<std::size_t>(kernelClass.rule)].pattern));
}

QString cpuOpText(const Trace& trace, ActivityId id) {
    const OpId op = trace.gpu.op[id.index()];
    if (!op.isValid()) {
        return {};
    }
    QString text = fromView(trace.text(trace.ops.name[op.index()]));
    for (const StringId part : {trace.ops.inputDims[op.index()], trace.ops.inputTypes[op.index()]}) {
        if (part.isValid()) {
            text += QLatin1Char(' ') + fromView(trace.text(part));
        }
    }
    return text;
}

/// Distinct stacks of the activities; the tree of the trace makes equal stacks equal ids.
std::vector<StackCount> stacksOf(const Trace& trace, const std::vector<ActivityId>& activities) {
    std::map<StackId, std::uint64_t> counts;
    for (const ActivityId id : activities) {
        if (id.index() < trace.gpu.stack.size() && trace.gpu.stack[id.index()].isValid()) {
            ++counts[trace.gpu.stack[id.index()]];
        }
    }
    std::vector<StackCount> stacks;
    for (const auto& [stack, count] : counts) {
        StackCount entry;
        entry.count = count;
        for (StackId frame = stack; frame.isValid(); frame = trace.stacks.parent[frame.index()]) {
            entry.frames.emplace_back(trace.text(trace.stacks.frame[frame.index()]));
        }
        std::reverse(entry.frames.begin(), entry.frames.end());
        stacks.push_back(std::move(entry));
    }
    std::stable_sort(stacks.begin(), stacks.end(),
                     [](const StackCount& x, const StackCount& y) { return x.count > y.count; });
    return stacks;
}

QString stackRemark(const Trace& trace, ActivityId id) {
    const LaunchId launch = trace.gpu.launch[id.index()];
    if (launch.isValid()) {
        const QString name = fromView(trace.text(trace.launches.name[launch.index()]));
        if (name.contains(QStringLiteral("GraphLaunch"))) {
            return QStringLiteral(
                       "Launched by a graph replay (%1): the trace cannot hold a stack of this kernel.")
                .arg(name);
        }
    }
    return QStringLiteral("Not in trace: it was recorded without stacks here.");
}

std::vector<Nanoseconds> instancesOf(const Trace& trace, const std::vector<ActivityId>& activities,
                                     std::uint32_t perInstance) {
    std::vector<Nanoseconds> sums;
    for (std::size_t i = 0; perInstance > 0 && i < activities.size(); ++i) {
        if (i % perInstance == 0) {
            sums.push_back(0);
        }
        sums.back() += trace.gpu.durationNs[activities[i].index()];
    }
    return sums;
}

} // namespace

PairFacts makePairFacts(const Comparison& comparison, const KernelPair& pair, const RuleTable& rules) {
    PairFacts facts;
    facts.durations = durationRows(pair);
    PerSide<std::optional<LaunchTexts>> launches;
    for (const Side side : kSides) {
        PairSideFacts& own = facts.sides[side];
        own.names = pair.names[side];
        std::stable_sort(own.names.begin(), own.names.end(),
                         [](const NameShare& x, const NameShare& y) { return x.totalNs > y.totalNs; });
        const std::shared_ptr<const AnalyzedTrace>& analyzed = comparison.sides[side];
        if (!analyzed || pair.activities[side].empty()) {
            continue;
        }
        const Trace& trace = *analyzed->trace;
        const ActivityId main = mainActivity(*analyzed, pair, side);
        launches[side] = launchTexts(trace, main);
        own.rule = ruleText(*analyzed, main, rules);
        own.cpuOp = cpuOpText(trace, main);
        own.module = fromView(trace.text(trace.gpu.modulePath[main.index()]))
                         .replace(QLatin1Char('/'), QStringLiteral(" / "));
        own.stacks = stacksOf(trace, pair.activities[side]);
        own.stackRemark = own.stacks.empty() ? stackRemark(trace, main) : QString();
        facts.instances[side] = instancesOf(trace, pair.activities[side], pair.kernels[side]);
    }
    facts.launch = launchRows(launches);
    return facts;
}

int matchSquares(const KernelPair& pair) {
    if (pair.presence() != Presence::Both) {
        return 0;
    }
    return pair.confidence >= 0.9 ? 3 : pair.confidence >= 0.6 ? 2 : 1;
}

QString matchText(const KernelPair& pair) {
    switch (pair.presence()) {
    case Presence::OnlyA:
        return QStringLiteral("only A");
    case Presence::OnlyB:
        return QStringLiteral("only B");
    case Presence::Both:
        break;
    }
    return pair.confidence >= 0.9   ? QStringLiteral("exact")
           : pair.confidence >= 0.6 ? QStringLiteral("by rule")
                                    : QStringLiteral("inferred");
}

} // namespace diptych
