#include "ui/models/summary_tables.h"

#include "core/compare/statistics.h"
#include "core/export/waterfall.h"
#include "ui/models/column_builders.h"
#include "ui/models/period_text.h"
#include "ui/session/notes.h"

#include <algorithm>
#include <cstdlib>

namespace diptych {

namespace {

const QString kMicroseconds = QStringLiteral("µs");

QString sideText(Side side) {
    return QLatin1String(sideName(side));
}

// ---- findings

struct Finding {
    const FindingRow* row = nullptr;
    int place = 0;
    double times = 0;
    Nanoseconds gapNs = 0;
    QString note;
};

/// Figures in all are those of the finding's pairs together; a pair that is a part of another one occurs with
/// it.
Finding findingInAll(const Comparison& comparison, const FindingRow& row) {
    Finding finding{&row, 0, 0, 0, {}};
    PerSide<std::uint64_t> times{0, 0};
    for (const std::uint32_t index : row.pairs) {
        const KernelPair& pair = comparison.pairs[index];
        finding.gapNs += pair.stats.a.totalNs - pair.stats.b.totalNs;
        for (const Side side : kSides) {
            times[side] += pair.partOf.isValid() ? 0 : pair.stats[side].count;
        }
    }
    finding.times = static_cast<double>(std::max(times.a, times.b));
    return finding;
}

QString noteOf(const Comparison& comparison, const FindingRow& row, const Notes* notes) {
    if (!notes || notes->all().empty()) {
        return {};
    }
    for (const std::uint32_t index : row.pairs) {
        const QString pair = QString::fromStdString(comparison.pairs[index].id);
        const QString text = notes->textAt({NoteTarget::Pair, pair});
        if (!text.isEmpty()) {
            return QStringLiteral("%1: %2").arg(pair, text);
        }
    }
    return {};
}

std::vector<Finding> findingsOf(const Comparison& comparison, bool ahead, bool perStep, const Notes* notes) {
    const std::vector<FindingRow>& rows = ahead ? comparison.ahead : comparison.findings;
    std::vector<Finding> findings;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const bool isOwn = perStep == comparison.summary.perStep;
        findings.push_back(isOwn ? Finding{&rows[i], 0, rows[i].occurrencesPerStep, rows[i].gapNs, {}}
                                 : findingInAll(comparison, rows[i]));
        findings.back().place = static_cast<int>(i);
        findings.back().note = noteOf(comparison, rows[i], notes);
    }
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& x, const Finding& y) {
        return std::abs(x.gapNs) > std::abs(y.gapNs);
    });
    return findings;
}

QString markText(Mark mark) {
    const std::string_view name = markName(mark);
    return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

QString occurrencesText(double occurrences) {
    return QStringLiteral("×") + formatMeanCount(occurrences);
}

QString namesOf(const FindingRow& row) {
    QStringList lines{QString::fromStdString(row.sentence)};
    for (const Side side : kSides) {
        for (const NameShare& name : row.names[side]) {
            lines.append(sideText(side) + QStringLiteral(": ") + QString::fromStdString(name.name));
        }
    }
    return lines.join(QLatin1Char('\n'));
}

/// Without a title: its icons are painted by the page, and neither copied nor exported.
Column<Finding> openColumn() {
    ColumnInfo info{.key = findingcolumn::kOpen};
    info.width = 52;
    Column<Finding> column = textColumn<Finding>(std::move(info), [](const Finding&) { return QString(); });
    column.tooltip = [](const Finding& f) {
        return f.note.isEmpty() ? QStringLiteral("Show in its layer")
                                : QStringLiteral("Show in its layer\nNote on ") + f.note;
    };
    column.remark = [](const Finding& f) { return f.note; };
    return column;
}

std::vector<Column<Finding>> findingColumns(const std::vector<Finding>& rows, bool perStep) {
    BarScale scale;
    for (const Finding& finding : rows) {
        scale.include(finding.gapNs);
    }
    std::vector<Column<Finding>> columns;
    ColumnInfo kind{.key = QStringLiteral("kind"), .title = QStringLiteral("Kind")};
    kind.kind = CellKind::Mark;
    kind.width = 92;
    columns.push_back(
        textColumn<Finding>(std::move(kind), [](const Finding& f) { return markText(f.row->mark); }));
    ColumnInfo what{.key = QStringLiteral("what"), .title = QStringLiteral("What differs")};
    what.width = 260;
    what.stretch = 4;
    columns.push_back(textColumn<Finding>(
        std::move(what), [](const Finding& f) { return QString::fromStdString(f.row->sentence); }));
    columns.back().tooltip = [](const Finding& f) { return namesOf(*f.row); };
    ColumnInfo times{.key = QStringLiteral("times"),
                     .title = perStep ? QStringLiteral("Per step") : QStringLiteral("Times")};
    times.width = 64;
    columns.push_back(
        countColumn<Finding>(std::move(times), [](const Finding& f) { return std::optional(f.times); }));
    columns.back().text = [](const Finding& f) { return occurrencesText(f.times); };
    ColumnInfo gap{
        .key = QStringLiteral("gap_us"), .title = QStringLiteral("A − B"), .unit = microsecondsOf(perStep)};
    gap.width = 170;
    gap.stretch = 1;
    columns.push_back(gapColumn<Finding>(
        std::move(gap), [](const Finding& f) { return std::optional(f.gapNs); }, scale));
    columns.push_back(openColumn());
    return columns;
}

// ---- composition

struct PartRow {
    QString id;
    QString name;
    PerSide<Nanoseconds> ns;
};

std::vector<PartRow> partRows(const PerSide<CompositionSide>& sides) {
    const auto row = [&](const char* id, const char* name, Nanoseconds CompositionSide::*member) {
        return PartRow{QLatin1String(id), QLatin1String(name), {sides.a.*member, sides.b.*member}};
    };
    return {row("compute", "Compute", &CompositionSide::computeNs),
            row("communication", "Exposed comm.", &CompositionSide::exposedCommunicationNs),
            row("copy", "Exposed copies", &CompositionSide::exposedCopyNs),
            row("idle_launch_bound", "Idle, launch-bound", &CompositionSide::idleLaunchBoundNs),
            row("idle_waiting", "Idle, waiting", &CompositionSide::idleWaitingNs)};
}

std::vector<Column<PartRow>> compositionColumns(const PerSide<CompositionSide>& sides) {
    std::vector<Column<PartRow>> columns;
    ColumnInfo part{.key = QStringLiteral("part"),
                    .title = sides.a.perStep     ? QStringLiteral("Part of a step")
                             : sides.a.steps > 0 ? QStringLiteral("Part of the wall time")
                                                 : QStringLiteral("Part")};
    part.width = 140;
    part.stretch = 1;
    columns.push_back(textColumn<PartRow>(std::move(part), [](const PartRow& row) { return row.name; }));
    for (const Side side : kSides) {
        ColumnInfo time{.key = keyOfSide("us", side), .title = sideText(side), .unit = kMicroseconds};
        time.width = 58;
        columns.push_back(timeColumn<PartRow>(
            std::move(time), [side](const PartRow& row) { return std::optional(row.ns[side]); }));
        ColumnInfo share{
            .key = keyOfSide("percent", side), .title = sideText(side), .unit = QStringLiteral("%")};
        share.width = 42;
        share.isSecondary = true;
        columns.push_back(
            shareColumn<PartRow>(std::move(share), [side, wall = sides[side].wallNs](const PartRow& row) {
                return fractionOf(row.ns[side], wall);
            }));
    }
    ColumnInfo gap{.key = QStringLiteral("gap_us"), .title = QStringLiteral("A − B"), .unit = kMicroseconds};
    gap.width = 78;
    Column<PartRow> column = gapColumn<PartRow>(
        std::move(gap), [](const PartRow& row) { return std::optional(row.ns.a - row.ns.b); }, {});
    column.info.kind = CellKind::Text;
    columns.push_back(std::move(column));
    return columns;
}

// ---- verdict

/// In words, for two sides whose totals are of unequal work.
QString unequalVerdict(const Comparison& comparison, const Summary& summary) {
    const auto side = [&](Side which) {
        const std::size_t steps = comparison.selection[which].steps.size();
        return QStringLiteral("%1 in %2 %3")
            .arg(formatDuration(summary.ns[which]), formatCount(steps),
                 steps == 1 ? QStringLiteral("step") : QStringLiteral("steps"));
    };
    return QStringLiteral("A needs %1, B needs %2; compare them per step.").arg(side(Side::A), side(Side::B));
}

} // namespace

std::shared_ptr<const Table> findingTable(const std::shared_ptr<const Comparison>& comparison, bool ahead,
                                          bool perStep, const Notes* notes) {
    const bool isPerStep = comparison->tellsGainPerStep(perStep);
    // The rows point into the comparison, which the alias keeps alive.
    struct Kept {
        std::shared_ptr<const Comparison> comparison;
        std::vector<Finding> rows;
    };
    const auto kept =
        std::make_shared<const Kept>(Kept{comparison, findingsOf(*comparison, ahead, isPerStep, notes)});
    return std::make_shared<RowTable<Finding>>(
        std::shared_ptr<const std::vector<Finding>>(kept, &kept->rows), findingColumns(kept->rows, isPerStep),
        [](const Finding& f) { return QString::number(f.place); },
        [](const Finding& f) { return namesOf(*f.row); });
}

const FindingRow* findingOf(const Comparison& comparison, bool ahead, const QString& id) {
    const std::vector<FindingRow>& findings = ahead ? comparison.ahead : comparison.findings;
    bool isNumber = false;
    const qulonglong place = id.toULongLong(&isNumber);
    return isNumber && place < findings.size() ? &findings[place] : nullptr;
}

const PerSide<CompositionSide>& compositionOf(const Comparison& comparison, bool perStep) {
    return perStep ? comparison.composition : comparison.compositionInAll;
}

QString compositionTitle(const Comparison& comparison, bool perStep) {
    if (!comparison.summary.perStep) {
        return QStringLiteral("Composition of the wall time");
    }
    const PerSide<SelectedSide>& selection = comparison.selection;
    if (perStep || (selection.a.steps.size() == 1 && selection.b.steps.size() == 1)) {
        return QStringLiteral("Composition of one step");
    }
    return comparison.tellsGainPerStep(false)
               ? QStringLiteral("Composition of all steps: A %1, B %2")
                     .arg(formatCount(selection.a.steps.size()), formatCount(selection.b.steps.size()))
               : QStringLiteral("Composition of all %1").arg(comparedStepsText(comparison));
}

QString overlapText(const PerSide<CompositionSide>& composition) {
    if (composition.a.overlapNs == 0 && composition.b.overlapNs == 0) {
        return {};
    }
    return QStringLiteral("Kernels that ran beside others are counted once: overlap A %1, B %2 µs.")
        .arg(formatMicroseconds(composition.a.overlapNs), formatMicroseconds(composition.b.overlapNs));
}

std::shared_ptr<const Table> compositionTable(const Comparison& comparison, bool perStep) {
    const PerSide<CompositionSide>& sides = compositionOf(comparison, perStep);
    const Nanoseconds gap = sides.a.wallNs - sides.b.wallNs;
    std::vector<TotalCell> totals{{QStringLiteral("Wall time"), std::nullopt}};
    for (const Side side : kSides) {
        totals.push_back({formatMicroseconds(sides[side].wallNs), std::nullopt});
        totals.push_back({wholeShareText(sides[side].wallNs), std::nullopt});
    }
    totals.push_back({formatGap(gap), gap});
    return std::make_shared<RowTable<PartRow>>(
        std::make_shared<const std::vector<PartRow>>(partRows(sides)), compositionColumns(sides),
        [](const PartRow& row) { return row.id; }, [](const PartRow& row) { return row.name; },
        std::move(totals));
}

QString operationOfPart(const Comparison& comparison, const QString& part) {
    const std::string category = part == QLatin1String("communication") ? "communication"
                                 : part == QLatin1String("copy")        ? "memory"
                                                                        : std::string();
    const OperationRow* dearest = nullptr;
    const auto timeOf = [](const OperationRow& row) { return row.stats.a.totalNs + row.stats.b.totalNs; };
    for (const OperationRow& row : comparison.operations) {
        if (row.category == category && (!dearest || timeOf(row) > timeOf(*dearest))) {
            dearest = &row;
        }
    }
    return dearest ? QString::fromStdString(dearest->operation) : QString();
}

Summary summaryOf(const Comparison& comparison, bool perStep) {
    if (perStep || !comparison.summary.perStep) {
        return comparison.summary;
    }
    const GapParts parts = gapParts(comparison, false);
    Summary summary;
    summary.ns = parts.ns;
    summary.gapNs = parts.ns.a - parts.ns.b;
    if (comparison.selection.a.steps.size() != comparison.selection.b.steps.size()) {
        summary.verdict = unequalVerdict(comparison, summary).toStdString();
        return summary;
    }
    summary.ratio = ratioOf(summary.ns.a, summary.ns.b);
    for (const AttributionRow& row : parts.operations) {
        if (row.operation == comparison.summary.dominantOperation && row.share && *row.share > 0) {
            summary.dominantOperation = row.operation;
            summary.dominantShare = row.share;
        }
    }
    return summary;
}

} // namespace diptych
