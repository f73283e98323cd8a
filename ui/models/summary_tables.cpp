#include "ui/models/summary_tables.h"

#include "ui/models/column_builders.h"

namespace diptych {

namespace {

const QString kMicroseconds = QStringLiteral("µs");

QString sideText(Side side) {
    return QLatin1String(sideName(side));
}

double fractionOf(Nanoseconds part, Nanoseconds whole) {
    return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// ---- findings

struct Finding {
    const FindingRow* row;
    int place;
};

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

std::vector<Column<Finding>> findingColumns(const BarScale& scale, bool perStep) {
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
    columns.push_back(countColumn<Finding>(
        std::move(times), [](const Finding& f) { return std::optional(f.row->occurrencesPerStep); }));
    columns.back().text = [](const Finding& f) { return occurrencesText(f.row->occurrencesPerStep); };
    ColumnInfo gap{.key = QStringLiteral("gap_us"),
                   .title = QStringLiteral("A − B"),
                   .unit = perStep ? QStringLiteral("µs per step") : kMicroseconds};
    gap.width = 170;
    gap.stretch = 1;
    columns.push_back(gapColumn<Finding>(
        std::move(gap), [](const Finding& f) { return std::optional(f.row->gapNs); }, scale));
    return columns;
}

// ---- composition

struct PartRow {
    QString name;
    PerSide<Nanoseconds> ns;
};

std::vector<PartRow> partRows(const PerSide<CompositionSide>& sides) {
    const auto row = [&](const char* name, Nanoseconds CompositionSide::*member) {
        return PartRow{QLatin1String(name), {sides.a.*member, sides.b.*member}};
    };
    return {row("Compute", &CompositionSide::computeNs),
            row("Exposed comm.", &CompositionSide::exposedCommunicationNs),
            row("Exposed copies", &CompositionSide::exposedCopyNs),
            row("Idle, launch-bound", &CompositionSide::idleLaunchBoundNs),
            row("Idle, waiting", &CompositionSide::idleWaitingNs)};
}

std::vector<Column<PartRow>> compositionColumns(const PerSide<CompositionSide>& sides) {
    std::vector<Column<PartRow>> columns;
    ColumnInfo part{.key = QStringLiteral("part"),
                    .title = sides.a.perStep ? QStringLiteral("Part of a step") : QStringLiteral("Part")};
    part.width = 130;
    part.stretch = 1;
    columns.push_back(textColumn<PartRow>(std::move(part), [](const PartRow& row) { return row.name; }));
    for (const Side side : kSides) {
        ColumnInfo time{.key = side == Side::A ? QStringLiteral("us_a") : QStringLiteral("us_b"),
                        .title = sideText(side),
                        .unit = kMicroseconds};
        time.width = 66;
        columns.push_back(timeColumn<PartRow>(
            std::move(time), [side](const PartRow& row) { return std::optional(row.ns[side]); }));
        ColumnInfo share{.key = side == Side::A ? QStringLiteral("percent_a") : QStringLiteral("percent_b"),
                         .title = sideText(side),
                         .unit = QStringLiteral("%")};
        share.width = 46;
        share.isSecondary = true;
        columns.push_back(
            shareColumn<PartRow>(std::move(share), [side, wall = sides[side].wallNs](const PartRow& row) {
                return std::optional(fractionOf(row.ns[side], wall));
            }));
    }
    ColumnInfo gap{.key = QStringLiteral("gap_us"), .title = QStringLiteral("A − B"), .unit = kMicroseconds};
    gap.width = 84;
    Column<PartRow> column = gapColumn<PartRow>(
        std::move(gap), [](const PartRow& row) { return std::optional(row.ns.a - row.ns.b); }, {});
    column.info.kind = CellKind::Text;
    columns.push_back(std::move(column));
    return columns;
}

// ---- coverage

struct CoverageRow {
    QString match;
    bool isBadge = false;
    PerSide<std::optional<double>> kernels;
    PerSide<std::optional<double>> share;
};

std::vector<CoverageRow> coverageRows(const Coverage& coverage) {
    const auto shares = [&](const PerSide<Nanoseconds>& ns) {
        return PerSide<std::optional<double>>{fractionOf(ns.a, coverage.totalNs.a),
                                              fractionOf(ns.b, coverage.totalNs.b)};
    };
    const auto counts = [](const PerSide<std::uint64_t>& kernels) {
        return PerSide<std::optional<double>>{static_cast<double>(kernels.a), static_cast<double>(kernels.b)};
    };
    std::vector<CoverageRow> rows;
    rows.push_back(
        {QStringLiteral("1:1"), false, counts(coverage.oneToOneKernels), shares(coverage.oneToOneNs)});
    rows.push_back({QStringLiteral("Fused or split"), false, counts(coverage.groupedKernels),
                    shares(coverage.groupedNs)});
    const PerSide<std::optional<double>> only = counts(coverage.onlyKernels);
    const PerSide<std::optional<double>> onlyShare = shares(coverage.onlyNs);
    rows.push_back({QStringLiteral("only A"), true, {only.a, std::nullopt}, {onlyShare.a, std::nullopt}});
    rows.push_back({QStringLiteral("only B"), true, {std::nullopt, only.b}, {std::nullopt, onlyShare.b}});
    return rows;
}

std::vector<Column<CoverageRow>> coverageColumns() {
    std::vector<Column<CoverageRow>> columns;
    ColumnInfo match{.key = QStringLiteral("match"), .title = QStringLiteral("Match")};
    match.width = 110;
    match.stretch = 1;
    columns.push_back(
        textColumn<CoverageRow>(std::move(match), [](const CoverageRow& row) { return row.match; }));
    columns.back().isBadge = [](const CoverageRow& row) { return row.isBadge; };
    for (const Side side : kSides) {
        ColumnInfo kernels{.key = side == Side::A ? QStringLiteral("kernels_a") : QStringLiteral("kernels_b"),
                           .title = sideText(side) + QStringLiteral(" kernels")};
        kernels.width = 74;
        columns.push_back(countColumn<CoverageRow>(
            std::move(kernels), [side](const CoverageRow& row) { return row.kernels[side]; }));
        columns.back().info.isSecondary = false;
    }
    for (const Side side : kSides) {
        ColumnInfo share{.key = side == Side::A ? QStringLiteral("percent_a") : QStringLiteral("percent_b"),
                         .title = sideText(side) + QStringLiteral(" time"),
                         .unit = QStringLiteral("%")};
        share.width = 74;
        columns.push_back(shareColumn<CoverageRow>(
            std::move(share), [side](const CoverageRow& row) { return row.share[side]; }));
    }
    return columns;
}

} // namespace

std::shared_ptr<const Table> findingTable(const std::shared_ptr<const Comparison>& comparison, bool ahead) {
    const std::vector<FindingRow>& findings = ahead ? comparison->ahead : comparison->findings;
    auto rows = std::make_shared<std::vector<Finding>>();
    BarScale scale;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        rows->push_back({&findings[i], static_cast<int>(i)});
        scale.include(findings[i].gapNs);
    }
    // The rows point into the comparison, which the alias keeps alive.
    struct Kept {
        std::shared_ptr<const Comparison> comparison;
        std::shared_ptr<const std::vector<Finding>> rows;
    };
    const auto kept = std::make_shared<const Kept>(Kept{comparison, std::move(rows)});
    return std::make_shared<RowTable<Finding>>(
        std::shared_ptr<const std::vector<Finding>>(kept, kept->rows.get()),
        findingColumns(scale, comparison->summary.perStep),
        [](const Finding& f) { return QString::number(f.place); },
        [](const Finding& f) { return namesOf(*f.row); });
}

const FindingRow* findingOf(const Comparison& comparison, bool ahead, const QString& id) {
    const std::vector<FindingRow>& findings = ahead ? comparison.ahead : comparison.findings;
    bool isNumber = false;
    const qulonglong place = id.toULongLong(&isNumber);
    return isNumber && place < findings.size() ? &findings[place] : nullptr;
}

std::shared_ptr<const Table> compositionTable(const Comparison& comparison) {
    const PerSide<CompositionSide>& sides = comparison.composition;
    const Nanoseconds gap = sides.a.wallNs - sides.b.wallNs;
    std::vector<TotalCell> totals{{QStringLiteral("Wall time"), std::nullopt}};
    for (const Side side : kSides) {
        totals.push_back({formatMicroseconds(sides[side].wallNs), std::nullopt});
        totals.push_back({formatShare(1.0), std::nullopt});
    }
    totals.push_back({formatGap(gap), gap});
    return std::make_shared<RowTable<PartRow>>(
        std::make_shared<const std::vector<PartRow>>(partRows(sides)), compositionColumns(sides),
        [](const PartRow& row) { return row.name; }, [](const PartRow& row) { return row.name; },
        std::move(totals));
}

std::shared_ptr<const Table> coverageTable(const Comparison& comparison) {
    const Coverage& coverage = comparison.coverage;
    std::vector<TotalCell> totals{{QStringLiteral("All kernels"), std::nullopt}};
    for (const Side side : kSides) {
        totals.push_back({formatCount(coverage.oneToOneKernels[side] + coverage.groupedKernels[side] +
                                      coverage.onlyKernels[side]),
                          std::nullopt});
    }
    totals.push_back({formatShare(1.0), std::nullopt});
    totals.push_back({formatShare(1.0), std::nullopt});
    return std::make_shared<RowTable<CoverageRow>>(
        std::make_shared<const std::vector<CoverageRow>>(coverageRows(coverage)), coverageColumns(),
        [](const CoverageRow& row) { return row.match; }, [](const CoverageRow& row) { return row.match; },
        std::move(totals));
}

QString coverageText(const Comparison& comparison) {
    const Coverage& coverage = comparison.coverage;
    const auto both = [&](const PerSide<Nanoseconds>& ns) {
        return QStringLiteral("A %1, B %2")
            .arg(formatPercent(fractionOf(ns.a, coverage.totalNs.a)),
                 formatPercent(fractionOf(ns.b, coverage.totalNs.b)));
    };
    return QStringLiteral("Of the time, exact: %1; by rule: %2; inferred: %3")
        .arg(both(coverage.exactNs), both(coverage.ruleNs), both(coverage.inferredNs));
}

} // namespace diptych
