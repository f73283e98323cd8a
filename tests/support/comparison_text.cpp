#include "tests/support/comparison_text.h"

#include "core/compare/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>
#include <vector>

namespace diptych::test {

namespace {

constexpr double kNothing = -99;

/// Prints rows with the first side first, whichever side that is.
class Describer {
public:
    Describer(const Comparison& comparison, bool isMirrored)
        : m_comparison(comparison), m_first(isMirrored ? Side::B : Side::A), m_sign(isMirrored ? -1 : 1) {}

    std::string describe() {
        describeSelection();
        describeOperations();
        describeLayers();
        describePairs();
        describeFusion();
        describeCounts();
        describeBudget();
        describeModules();
        describeFindings();
        describeCoverage();
        describeDiagnostics();
        return m_text.str();
    }

private:
    template <class T>
    void both(const PerSide<T>& values) {
        m_text << ' ' << values[m_first] << '|' << values[other(m_first)];
    }
    template <class T>
    void bothKnown(const PerSide<std::optional<T>>& values) {
        for (const Side side : {m_first, other(m_first)}) {
            m_text << ' ';
            values[side] ? m_text << *values[side] : m_text << '-';
        }
    }
    void gap(Nanoseconds gapNs) { m_text << " gap " << m_sign * gapNs; }
    /// Ratios turn over; printed so that rounding does not tell.
    void ratio(std::optional<double> value) {
        const bool isFinite = value && *value > 0;
        m_text << " ratio " << (isFinite ? std::round(m_sign * std::log(*value) * 1e6) + 0.0 : kNothing);
    }
    static int signOf(Status status) {
        return status == Status::Similar ? 0 : status == Status::Slower ? 1 : -1;
    }
    void status(Status value) { m_text << " status " << m_sign * signOf(value); }
    void presence(Presence value) {
        const int sign = value == Presence::Both ? 0 : value == Presence::OnlyA ? 1 : -1;
        m_text << " presence " << m_sign * sign;
    }
    void stats(const PerSide<DurationStats>& values) {
        for (const Side side : {m_first, other(m_first)}) {
            const DurationStats& own = values[side];
            m_text << " [" << own.count << ' ' << own.totalNs << ' ' << own.meanNs.value_or(-1) << ' '
                   << own.medianNs.value_or(-1) << ' ' << own.p95Ns.value_or(-1) << ' '
                   << own.minNs.value_or(-1) << ' ' << own.maxNs.value_or(-1) << ' '
                   << own.deviationNs.value_or(-1) << ' ' << own.stepNs.value_or(-1) << ']';
        }
    }
    void names(const PerSide<std::vector<NameShare>>& values) {
        for (const Side side : {m_first, other(m_first)}) {
            m_text << " {";
            for (const NameShare& share : values[side]) {
                m_text << share.name << ' ' << share.count << ' ' << share.totalNs << ' '
                       << share.insideStepsCount << ' ' << share.insideStepsNs << ';';
            }
            m_text << '}';
        }
    }
    void pairIds(std::vector<std::uint32_t> pairs) {
        std::sort(pairs.begin(), pairs.end());
        for (const std::uint32_t pair : pairs) {
            m_text << ' ' << m_comparison.pairs[pair].id;
        }
    }
    /// Prints rows sorted by their texts: their own order is by a gap with a sign.
    template <class Row, class Print>
    void sorted(const std::vector<Row>& rows, const Print& print) {
        std::vector<std::string> lines;
        std::ostringstream kept;
        m_text.swap(kept);
        for (const Row& row : rows) {
            m_text.str({});
            print(row);
            lines.push_back(m_text.str());
        }
        m_text.swap(kept);
        std::sort(lines.begin(), lines.end());
        for (const std::string& line : lines) {
            m_text << line << '\n';
        }
    }

    void describeSelection() {
        for (const Side side : {m_first, other(m_first)}) {
            const SelectedSide& own = m_comparison.selection[side];
            m_text << own.steps.size() << ' ' << own.kernels << ' ' << own.totalNs << ' ' << own.stepsNs
                   << ' ' << own.stepNs.value_or(-1) << ' ' << own.stepWallNs.value_or(-1) << '\n';
        }
        const Summary& summary = m_comparison.summary;
        m_text << "summary " << summary.perStep;
        both(summary.ns);
        gap(summary.gapNs);
        ratio(summary.ratio);
        m_text << ' ' << summary.dominantOperation.value_or("") << ' '
               << summary.dominantShare.value_or(kNothing) << '\n';
    }
    void describeOperations() {
        for (const OperationRow& row : m_comparison.operations) {
            m_text << row.operation << ' ' << row.category;
            stats(row.stats);
            ratio(row.ratio);
            gap(row.gapNs);
            m_text << ' ' << row.share.value_or(kNothing);
            status(row.status);
            presence(row.presence);
            for (const std::string& operation : row.against) {
                m_text << ' ' << operation;
            }
            names(row.names);
            both(row.cpuOp);
            for (const Side side : {m_first, other(m_first)}) {
                for (const StackCount& stack : row.stacks[side]) {
                    m_text << ' ' << stack.count << 'x' << (stack.frames.empty() ? "" : stack.frames.back());
                }
            }
            m_text << '\n';
        }
        sorted(m_comparison.attribution, [this](const AttributionRow& row) {
            m_text << row.operation;
            both(row.ns);
            gap(row.gapNs);
            m_text << ' ' << row.share.value_or(kNothing);
        });
    }
    void describeLayers() {
        sorted(m_comparison.layers, [this](const LayerRow& row) { // one-sided rows: A's come first
            m_text << row.layer << ' ' << row.group << ' ' << row.type;
            both(row.kernels);
            bothKnown(row.ns);
            ratio(row.ratio);
            gap(row.gapNs);
            status(row.status);
            presence(row.presence);
            names(row.slowest);
            pairIds(row.pairs);
        });
    }
    void describePairs() {
        for (const KernelPair& pair : m_comparison.pairs) {
            m_text << pair.id << ' ' << pair.layer << ' ' << pair.position << ' ' << pair.operation << ' '
                   << pair.category << ' ' << pair.role;
            both(pair.kernels);
            stats(pair.stats);
            names(pair.names);
            ratio(pair.ratio);
            gap(pair.gapNs);
            m_text << ' ' << pair.confidence << ' ' << pair.sameKernel << pair.withinNoise << ' '
                   << (pair.partOf ? m_comparison.pairs[pair.partOf.index()].id : "");
            for (const Side side : {m_first, other(m_first)}) {
                for (const ActivityId id : pair.activities[side]) {
                    m_text << " #" << id.index();
                }
                m_text << ';';
            }
            m_text << '\n';
        }
    }
    void describeFusion() {
        sorted(m_comparison.fusion, [this](const FusionRow& row) {
            m_text << row.pattern << ' ' << (row.fuses == m_first) << ' ' << row.occurrences;
            both(row.kernels);
            both(row.ns);
            gap(row.gapNs);
            bothKnown(row.stepNs);
            gap(row.gapStepNs.value_or(0));
            both(row.totalNs);
            for (const std::string& layer : row.layers) {
                m_text << ' ' << layer;
            }
            pairIds(row.pairs);
        });
        both(m_comparison.fusionTally.patterns);
        m_text << '\n';
    }
    void describeCounts() {
        both(m_comparison.launchCounts.groups);
        m_text << ' ' << m_comparison.launchCounts.matches << '\n';
        for (const LaunchCountRow& row : m_comparison.launchCounts.rows) {
            m_text << row.type;
            both(row.counts);
            both(row.averages);
            both(row.ns);
            m_text << ' ' << row.groupsAffected << ' ' << row.explanation.empty() << '\n';
        }
        for (const SameKernelRow& row : m_comparison.sameKernels.rows) {
            m_text << row.name << ' ' << row.operation;
            stats(row.stats);
            ratio(row.ratio);
            gap(row.gapNs);
            status(row.faster);
            pairIds(row.pairs);
            m_text << '\n';
        }
    }
    void describeBudget() {
        for (const BudgetRow& row : m_comparison.budget) {
            m_text << row.category;
            both(row.counts);
            both(row.totalNs);
            bothKnown(row.stepNs);
            both(row.share);
            ratio(row.ratio);
            gap(row.gapNs);
            m_text << '\n';
        }
        for (const Side side : {m_first, other(m_first)}) {
            for (const auto* const sides : {&m_comparison.composition, &m_comparison.compositionInAll}) {
                const CompositionSide& own = (*sides)[side];
                m_text << own.wallNs << ' ' << own.sumNs << ' ' << own.computeNs << ' '
                       << own.exposedCommunicationNs << ' ' << own.exposedCopyNs << ' ' << own.overlapNs
                       << ' ' << own.idleNs << ' ' << own.idleLaunchBoundNs << ' ' << own.idleWaitingNs << ' '
                       << own.perStep << ' ' << own.steps << '\n';
            }
        }
        sorted(m_comparison.idleGaps, [this](const IdleGap& row) {
            m_text << (row.side == m_first) << ' ' << row.lengthNs << ' ' << row.launchBound;
        });
    }
    void describeModules() {
        for (const ModuleRow& row : m_comparison.modules) {
            m_text << row.path << ' ' << row.depth << ' ' << row.parent;
            both(row.kernels);
            both(row.kernelsInSteps);
            bothKnown(row.ns);
            bothKnown(row.totalNs);
            both(row.wallShare);
            gap(row.gapNs);
            names(row.names);
            for (const Side side : {m_first, other(m_first)}) {
                for (const std::string& dims : row.inputDims[side]) {
                    m_text << ' ' << dims;
                }
            }
            // IMPROVE speaks of A alone
            m_text << (row.mark == Mark::Improve || row.mark == Mark::None ? "" : " marked") << '\n';
        }
    }
    void describeFindings() {
        const bool isMirrored = m_first == Side::B;
        for (const auto* const rows : {isMirrored ? &m_comparison.ahead : &m_comparison.findings,
                                       isMirrored ? &m_comparison.findings : &m_comparison.ahead}) {
            for (const FindingRow& row : *rows) {
                m_text << markName(row.mark) << ' ' << row.operation << ' ' << row.occurrencesPerStep;
                gap(row.gapNs);
                names(row.names);
                pairIds(row.pairs);
                m_text << '\n';
            }
        }
    }
    void describeCoverage() {
        const Coverage& coverage = m_comparison.coverage;
        for (const auto* const times :
             {&coverage.totalNs, &coverage.matchedNs, &coverage.exactNs, &coverage.ruleNs,
              &coverage.inferredNs, &coverage.oneToOneNs, &coverage.groupedNs, &coverage.onlyNs}) {
            both(*times);
        }
        for (const auto* const counts :
             {&coverage.oneToOneKernels, &coverage.groupedKernels, &coverage.onlyKernels}) {
            both(*counts);
        }
        m_text << '\n';
    }
    void describeDiagnostics() {
        sorted(m_comparison.diagnostics, [this](const Diagnostic& row) {
            m_text << row.code << ' ' << severityName(row.severity) << ' ' << row.count << ' '
                   << (row.side ? (*row.side == m_first ? "first" : "second") : "both");
        });
    }

    const Comparison& m_comparison;
    Side m_first;
    Nanoseconds m_sign;
    std::ostringstream m_text;
};

std::string differs(const char* what, Side side, Nanoseconds sum, Nanoseconds expected) {
    return sum == expected ? std::string{}
                           : std::string(what) + " of " + sideName(side) + " sum to " + std::to_string(sum) +
                                 ", not to " + std::to_string(expected);
}

/// Time and number of one side's activities, straight from the trace.
struct Truth {
    Nanoseconds totalNs = 0;
    std::uint64_t activities = 0; ///< suspects among them
    std::uint64_t summed = 0;
    std::map<std::string, Nanoseconds> ofCategory;
    std::map<std::string, Nanoseconds> ofOperation;
};

Truth truthOf(const Comparison& comparison, Side side) {
    const AnalyzedTrace& analyzed = *comparison.sides[side];
    const GpuActivities& gpu = analyzed.trace->gpu;
    const SelectedSide& selection = comparison.selection[side];
    const std::set<StepId> steps(selection.steps.begin(), selection.steps.end());
    Truth truth;
    for (std::size_t i = 0; i < gpu.size(); ++i) {
        const ActivityId id(i);
        const bool isHere = gpu.rank[i] == analyzed.rank && gpu.device[i] == analyzed.device;
        if (!isHere || (!selection.everything && steps.count(analyzed.steps.ofActivity[i]) == 0)) {
            continue;
        }
        ++truth.activities;
        if (gpu.isSummed(id)) {
            ++truth.summed;
            truth.totalNs += gpu.durationNs[i];
            truth.ofCategory[analyzed.classes.of(id).category] += gpu.durationNs[i];
            truth.ofOperation[analyzed.classes.of(id).operation] += gpu.durationNs[i];
        }
    }
    return truth;
}

std::string findPairFault(const Comparison& comparison, Side side, const Truth& truth) {
    const std::size_t size = comparison.sides[side]->trace->gpu.size();
    std::vector<std::uint32_t> pairsOf(size, 0);
    Nanoseconds sum = 0;
    std::uint64_t members = 0;
    for (std::size_t i = 0; i < comparison.pairs.size(); ++i) {
        sum += comparison.pairs[i].stats[side].totalNs;
        for (const ActivityId id : comparison.pairs[i].activities[side]) {
            ++pairsOf[id.index()];
            ++members;
            if (comparison.pairOf[side][id.index()] != PairId(i)) {
                return "pairOf does not lead to the pair of activity " + std::to_string(id.index());
            }
        }
    }
    if (std::any_of(pairsOf.begin(), pairsOf.end(), [](std::uint32_t pairs) { return pairs > 1; })) {
        return "an activity is in two pairs";
    }
    if (members != truth.activities) {
        return std::to_string(members) + " activities are in pairs, not " + std::to_string(truth.activities);
    }
    return differs("pairs", side, sum, truth.totalNs);
}

std::string findTableFault(const Comparison& comparison, Side side, const Truth& truth) {
    Nanoseconds operations = 0;
    Nanoseconds perStep = 0;
    std::uint64_t count = 0;
    for (const OperationRow& row : comparison.operations) {
        operations += row.stats[side].totalNs;
        perStep += row.stats[side].stepNs.value_or(0);
        count += row.stats[side].count;
        const auto own = truth.ofOperation.find(row.operation);
        if (own != truth.ofOperation.end() && own->second != row.stats[side].totalNs) {
            return "operation " + row.operation + " has not the time of its kernels";
        }
    }
    Nanoseconds budget = 0;
    Nanoseconds budgetPerStep = 0;
    for (const BudgetRow& row : comparison.budget) {
        budget += row.totalNs[side];
        budgetPerStep += row.stepNs[side].value_or(0);
        const auto own = truth.ofCategory.find(row.category);
        if (row.totalNs[side] != (own == truth.ofCategory.end() ? 0 : own->second)) {
            return "category " + row.category + " has not the time of its kernels";
        }
    }
    Nanoseconds layers = 0;
    for (const LayerRow& row : comparison.layers) {
        layers += row.ns[side].value_or(0);
    }
    Nanoseconds attributed = 0;
    for (const AttributionRow& row : comparison.attribution) {
        attributed += row.ns[side];
    }
    Nanoseconds modules = 0;
    Nanoseconds modulesInAll = 0;
    for (const ModuleRow& row : comparison.modules) {
        modules += row.depth == 0 ? row.ns[side].value_or(0) : 0;
        modulesInAll += row.depth == 0 ? row.totalNs[side].value_or(0) : 0;
    }
    const Nanoseconds headline = comparison.summary.ns[side];
    const Nanoseconds stepNs = comparison.selection[side].stepNs.value_or(0);
    for (const std::string& fault :
         {differs("operations", side, operations, truth.totalNs),
          differs("steps of operations", side, perStep, stepNs),
          differs("kernels of operations", side, static_cast<Nanoseconds>(count),
                  static_cast<Nanoseconds>(truth.summed)),
          differs("categories", side, budget, truth.totalNs),
          differs("steps of categories", side, budgetPerStep, stepNs),
          differs("layers", side, layers, headline), differs("attribution", side, attributed, headline),
          differs("modules", side, comparison.modules.empty() ? headline : modules, headline),
          differs("totals of modules", side, comparison.modules.empty() ? truth.totalNs : modulesInAll,
                  truth.totalNs),
          differs("coverage", side, comparison.coverage.totalNs[side], truth.totalNs)}) {
        if (!fault.empty()) {
            return fault;
        }
    }
    return {};
}

std::string findCompositionFault(const Comparison& comparison, Side side) {
    const CompositionSide& own = comparison.composition[side];
    const Nanoseconds parts = own.computeNs + own.exposedCommunicationNs + own.exposedCopyNs + own.idleNs;
    // Parts are apportioned: they may differ from the rounded wall time by one nanosecond.
    if (std::abs(parts - own.wallNs) > 1) {
        return differs("composition", side, parts, own.wallNs);
    }
    const CompositionSide& inAll = comparison.compositionInAll[side];
    const std::uint64_t steps = std::max<std::uint64_t>(1, inAll.steps);
    const SelectedSide& selected = comparison.selection[side];
    for (const std::string& fault :
         {differs("sum - overlap + idle", side, own.sumNs - own.overlapNs + own.idleNs, own.wallNs),
          differs("parts in all", side,
                  inAll.computeNs + inAll.exposedCommunicationNs + inAll.exposedCopyNs + inAll.idleNs,
                  inAll.wallNs),
          differs("sum - overlap + idle in all", side, inAll.sumNs - inAll.overlapNs + inAll.idleNs,
                  inAll.wallNs),
          differs("composition in all", side, inAll.sumNs,
                  comparison.summary.perStep ? selected.stepsNs : selected.totalNs),
          differs("mean of the composition", side, own.sumNs, divideRounded(inAll.sumNs, steps)),
          differs("mean wall time", side, own.wallNs, divideRounded(inAll.wallNs, steps))}) {
        if (!fault.empty()) {
            return fault;
        }
    }
    return {};
}

} // namespace

std::string describeComparison(const Comparison& comparison, bool isMirrored) {
    return Describer(comparison, isMirrored).describe();
}

std::string findSumFault(const Comparison& comparison) {
    for (const Side side : kSides) {
        const Truth truth = truthOf(comparison, side);
        for (const std::string& fault :
             {differs("the selection", side, comparison.selection[side].totalNs, truth.totalNs),
              findPairFault(comparison, side, truth), findTableFault(comparison, side, truth),
              findCompositionFault(comparison, side)}) {
            if (!fault.empty()) {
                return fault;
            }
        }
    }
    return {};
}

std::string findSelfFault(const Comparison& comparison) {
    for (const KernelPair& pair : comparison.pairs) {
        const bool isSelf = pair.kernels.a == 1 && pair.kernels.b == 1 && pair.gapNs == 0 &&
                            pair.activities.a == pair.activities.b && pair.sameKernel;
        if (!isSelf) {
            return "pair " + pair.id;
        }
    }
    for (const OperationRow& row : comparison.operations) {
        if (row.gapNs != 0 || row.status != Status::Similar || row.presence != Presence::Both) {
            return "operation " + row.operation;
        }
    }
    for (const LayerRow& row : comparison.layers) {
        if (row.gapNs != 0 || row.status != Status::Similar || row.presence != Presence::Both) {
            return "layer " + row.layer;
        }
    }
    if (!comparison.fusion.empty() || !comparison.findings.empty() || !comparison.ahead.empty() ||
        !comparison.launchCounts.rows.empty() || !comparison.reclassified.empty()) {
        return "a table of differences is not empty";
    }
    for (const ModuleRow& row : comparison.modules) {
        if (row.mark != Mark::None || row.gapNs != 0) {
            return "module " + row.path;
        }
    }
    for (const Diagnostic& row : comparison.diagnostics) {
        if (!row.side || row.code == "low-match") {
            return "diagnostic " + row.code;
        }
    }
    return comparison.summary.gapNs == 0 ? "" : "the summary";
}

} // namespace diptych::test
