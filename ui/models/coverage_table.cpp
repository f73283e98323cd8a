#include "ui/models/coverage_table.h"

#include "ui/models/column_builders.h"
#include "ui/models/pair_facts.h"

#include <algorithm>
#include <array>

namespace diptych {

namespace {

/// How a pair stands: the rows of the table, in this order.
enum class CoverageKind : std::uint8_t { OneToOne, Grouped, OnlyA, OnlyB };

struct CoverageLine {
    CoverageKind kind;
    const char* id;
    const char* text;
    std::optional<Side> side; ///< the only one that it can have
};

constexpr std::array<CoverageLine, 4> kCoverage{{{CoverageKind::OneToOne, "one_to_one", "1:1", {}},
                                                 {CoverageKind::Grouped, "grouped", "Fused or split", {}},
                                                 {CoverageKind::OnlyA, "only_a", "only A", Side::A},
                                                 {CoverageKind::OnlyB, "only_b", "only B", Side::B}}};

CoverageKind kindOf(const KernelPair& pair) {
    switch (pair.presence()) {
    case Presence::OnlyA:
        return CoverageKind::OnlyA;
    case Presence::OnlyB:
        return CoverageKind::OnlyB;
    case Presence::Both:
        break;
    }
    return pair.kernels.a == 1 && pair.kernels.b == 1 ? CoverageKind::OneToOne : CoverageKind::Grouped;
}

struct CoverageRow {
    const CoverageLine* line = nullptr;
    PerSide<double> kernels{0, 0};
    PerSide<Nanoseconds> ns{0, 0};
    PerSide<Nanoseconds> wholeNs{0, 0};

    [[nodiscard]] bool has(Side side) const { return !line->side || *line->side == side; }
};

using CoverageRows = std::vector<CoverageRow>;

/// Of one mean step: what its pairs say.
void addStep(CoverageRows& rows, const Comparison& comparison) {
    PerSide<std::array<std::uint64_t, kCoverage.size()>> kernels{};
    for (const KernelPair& pair : comparison.pairs) {
        const auto kind = static_cast<std::size_t>(kindOf(pair));
        for (const Side side : kSides) {
            rows[kind].ns[side] += pair.stats[side].stepNs.value_or(0);
            for (const NameShare& name : pair.names[side]) {
                kernels[side][kind] += name.insideStepsCount;
            }
        }
    }
    for (std::size_t kind = 0; kind < rows.size(); ++kind) {
        for (const Side side : kSides) {
            const std::size_t steps = std::max<std::size_t>(1, comparison.selection[side].steps.size());
            rows[kind].kernels[side] = static_cast<double>(kernels[side][kind]) / static_cast<double>(steps);
        }
    }
}

void addAll(CoverageRows& rows, const Coverage& coverage) {
    for (const Side side : kSides) {
        const auto add = [&](CoverageKind kind, std::uint64_t kernels, Nanoseconds ns) {
            CoverageRow& row = rows[static_cast<std::size_t>(kind)];
            row.kernels[side] = static_cast<double>(kernels);
            row.ns[side] = ns;
        };
        add(CoverageKind::OneToOne, coverage.oneToOneKernels[side], coverage.oneToOneNs[side]);
        add(CoverageKind::Grouped, coverage.groupedKernels[side], coverage.groupedNs[side]);
        add(side == Side::A ? CoverageKind::OnlyA : CoverageKind::OnlyB, coverage.onlyKernels[side],
            coverage.onlyNs[side]);
    }
}

CoverageRows coverageRows(const Comparison& comparison, bool perStep) {
    CoverageRows rows(kCoverage.size());
    if (perStep) {
        addStep(rows, comparison);
    } else {
        addAll(rows, comparison.coverage);
    }
    PerSide<Nanoseconds> wholeNs;
    for (const CoverageRow& row : rows) {
        for (const Side side : kSides) {
            wholeNs[side] += row.ns[side];
        }
    }
    for (std::size_t kind = 0; kind < rows.size(); ++kind) {
        rows[kind].line = &kCoverage[kind];
        rows[kind].wholeNs = wholeNs;
    }
    return rows;
}

/// Both sides in one unit.
Column<CoverageRow> coverageTimeColumn(Side side, TimeUnit unit) {
    ColumnInfo info{
        .key = keyOfSide("time", side), .title = QLatin1String(sideName(side)), .unit = timeUnitName(unit)};
    info.width = 74;
    Column<CoverageRow> column;
    column.info = std::move(info);
    const auto time = [side](const CoverageRow& row) {
        return row.has(side) ? std::optional(row.ns[side]) : std::nullopt;
    };
    column.text = [time, unit](const CoverageRow& row) { return formatTime(time(row), unit); };
    column.sort = [time](const CoverageRow& row) { return sortNumber(time(row)); };
    column.raw = [time, unit](const CoverageRow& row) {
        const std::optional<Nanoseconds> ns = time(row);
        return rawNumber(ns ? std::optional(static_cast<double>(*ns) / static_cast<double>(timeUnitNs(unit)))
                            : std::nullopt);
    };
    return column;
}

Column<CoverageRow> coverageShareColumn(Side side) {
    ColumnInfo info{.key = keyOfSide("percent", side),
                    .title = QLatin1String(sideName(side)),
                    .unit = QStringLiteral("%")};
    info.explanation = QStringLiteral("Part of the GPU time of %1").arg(QLatin1String(sideName(side)));
    info.width = 74;
    info.isSecondary = true;
    info.isShownAtFirst = false;
    return shareColumn<CoverageRow>(std::move(info), [side](const CoverageRow& row) {
        return row.has(side) ? fractionOf(row.ns[side], row.wholeNs[side]) : std::nullopt;
    });
}

std::vector<Column<CoverageRow>> coverageColumns(TimeUnit unit) {
    std::vector<Column<CoverageRow>> columns;
    ColumnInfo match{.key = QStringLiteral("match"), .title = QStringLiteral("Match")};
    match.width = 110;
    match.stretch = 1;
    columns.push_back(textColumn<CoverageRow>(
        std::move(match), [](const CoverageRow& row) { return QLatin1String(row.line->text); }));
    columns.back().isBadge = [](const CoverageRow& row) { return row.line->side.has_value(); };
    for (const Side side : kSides) {
        ColumnInfo kernels{.key = keyOfSide("kernels", side),
                           .title = QLatin1String(sideName(side)) + QStringLiteral(" kernels")};
        kernels.width = 74;
        columns.push_back(countColumn<CoverageRow>(std::move(kernels), [side](const CoverageRow& row) {
            return row.has(side) ? std::optional(row.kernels[side]) : std::nullopt;
        }));
        columns.back().info.isSecondary = false;
    }
    for (const Side side : kSides) {
        columns.push_back(coverageTimeColumn(side, unit));
    }
    for (const Side side : kSides) {
        columns.push_back(coverageShareColumn(side));
    }
    return columns;
}

std::vector<TotalCell> coverageTotals(const CoverageRows& rows, TimeUnit unit) {
    std::vector<TotalCell> totals{{QStringLiteral("All kernels"), std::nullopt}};
    for (const Side side : kSides) {
        double kernels = 0;
        for (const CoverageRow& row : rows) {
            kernels += row.kernels[side];
        }
        totals.push_back({formatMeanCount(kernels), std::nullopt});
    }
    for (const Side side : kSides) {
        totals.push_back({formatTime(rows.front().wholeNs[side], unit), std::nullopt});
    }
    for (const Side side : kSides) {
        totals.push_back({wholeShareText(rows.front().wholeNs[side]), std::nullopt});
    }
    return totals;
}

/// Time by how sure the pairs are that it stands in.
struct SureTimes {
    PerSide<Nanoseconds> exactNs{0, 0};
    PerSide<Nanoseconds> ruleNs{0, 0};
    PerSide<Nanoseconds> inferredNs{0, 0};
    PerSide<Nanoseconds> wholeNs{0, 0};
};

SureTimes sureTimes(const Comparison& comparison, bool perStep) {
    const Coverage& coverage = comparison.coverage;
    if (!perStep) {
        return {coverage.exactNs, coverage.ruleNs, coverage.inferredNs, coverage.totalNs};
    }
    SureTimes times;
    for (const KernelPair& pair : comparison.pairs) {
        const int squares = matchSquares(pair);
        for (const Side side : kSides) {
            const Nanoseconds ns = pair.stats[side].stepNs.value_or(0);
            times.wholeNs[side] += ns;
            if (squares > 0) {
                (squares == 3 ? times.exactNs : squares == 2 ? times.ruleNs : times.inferredNs)[side] += ns;
            }
        }
    }
    return times;
}

} // namespace

std::shared_ptr<const Table> coverageTable(const Comparison& comparison, bool perStep) {
    auto rows =
        std::make_shared<const CoverageRows>(coverageRows(comparison, perStep && comparison.summary.perStep));
    const PerSide<Nanoseconds>& wholeNs = rows->front().wholeNs;
    const TimeUnit unit = timeUnitFor(std::max(wholeNs.a, wholeNs.b));
    std::vector<TotalCell> totals = coverageTotals(*rows, unit);
    return std::make_shared<RowTable<CoverageRow>>(
        std::move(rows), coverageColumns(unit),
        [](const CoverageRow& row) { return QLatin1String(row.line->id); },
        [](const CoverageRow& row) { return QLatin1String(row.line->text); }, std::move(totals));
}

const KernelPair* coveragePair(const Comparison& comparison, const QString& id) {
    const auto line = std::find_if(kCoverage.begin(), kCoverage.end(),
                                   [&](const CoverageLine& entry) { return id == QLatin1String(entry.id); });
    const KernelPair* dearest = nullptr;
    const auto timeOf = [](const KernelPair& pair) { return pair.stats.a.totalNs + pair.stats.b.totalNs; };
    for (const KernelPair& pair : comparison.pairs) {
        if (line != kCoverage.end() && kindOf(pair) == line->kind &&
            (!dearest || timeOf(pair) > timeOf(*dearest))) {
            dearest = &pair;
        }
    }
    return dearest;
}

QString coverageText(const Comparison& comparison, bool perStep) {
    const SureTimes times = sureTimes(comparison, perStep && comparison.summary.perStep);
    const auto both = [&](const PerSide<Nanoseconds>& ns) {
        const auto part = [&](Side side) {
            const std::optional<double> fraction = fractionOf(ns[side], times.wholeNs[side]);
            return fraction ? formatPercent(*fraction) : notApplicable();
        };
        return QStringLiteral("A\u00A0%1, B\u00A0%2").arg(part(Side::A), part(Side::B)); // no break within
    };
    return QStringLiteral("How sure the pairs are, by time: exact %1; by rule %2; inferred %3")
        .arg(both(times.exactNs), both(times.ruleNs), both(times.inferredNs));
}

QString coverageExplanation() {
    return QStringLiteral(
        "1:1 and fused or split say how many kernels stand against each other. Exact, by rule "
        "and inferred say how sure that is: a confidence from 0.9, from 0.6, or below. A pair "
        "of 1:1 may be inferred, a fused one exact; the two need not sum to the same.");
}

} // namespace diptych
