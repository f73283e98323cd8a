#include "core/compare/compare_traces.h"

#include "core/base/parallel.h"
#include "core/compare/alignment.h"
#include "core/compare/budget.h"
#include "core/compare/comparison_diagnostics.h"
#include "core/compare/composition.h"
#include "core/compare/coverage.h"
#include "core/compare/findings.h"
#include "core/compare/fusion_finder.h"
#include "core/compare/launch_counts.h"
#include "core/compare/layer_diff.h"
#include "core/compare/module_diff.h"
#include "core/compare/operation_diff.h"
#include "core/compare/operation_partners.h"
#include "core/compare/parts.h"
#include "core/compare/reclassified.h"
#include "core/compare/same_kernels.h"
#include "core/compare/summary.h"

#include <array>
#include <functional>

namespace diptych {

namespace {

constexpr std::size_t kIdleGaps = 50;

/// The tables that the pairs give. None depends on another but for the coverage, so that each is a task.
void fillTables(Comparison& comparison, const ComparedSides& sides,
                const std::vector<AlignedSection>& sections) {
    const std::vector<KernelPair>& pairs = comparison.pairs;
    const Thresholds& thresholds = comparison.options.thresholds;
    const std::array<std::function<void()>, 6> tasks{
        [&] { comparison.modules = diffModules(sides, pairs, thresholds); },
        [&] {
            comparison.coverage = coverageOf(pairs);
            comparison.diagnostics = comparisonDiagnostics(sides, comparison.coverage, comparison.options);
        },
        [&] { comparison.budget = budgetOf(sides); },
        [&] {
            FusionResult fusion = findFusions(sides, pairs, thresholds);
            comparison.fusion = std::move(fusion.rows);
            comparison.fusionTally = fusion.tally;
        },
        [&] { comparison.sameKernels = findSameKernels(sides, pairs); },
        [&] {
            comparison.layers = diffLayers(sides, pairs, sections, thresholds);
            FindingResult findings = findFindings(sides, pairs, thresholds);
            comparison.findings = std::move(findings.findings);
            comparison.ahead = std::move(findings.ahead);
        }};
    parallelFor(tasks.size(), comparison.options.threads, [&](std::size_t i) { tasks[i](); });
}

} // namespace

Result<std::shared_ptr<const Comparison>>
compareTraces(std::shared_ptr<const AnalyzedTrace> a, std::shared_ptr<const AnalyzedTrace> b,
              const CompareOptions& options, const CancelToken& cancel, const ProgressSink& progress) {
    const auto selected = selectActivities(*a, *b, options);
    if (!selected) {
        return selected.error();
    }
    const PerSide<Selection>& selections = selected.value();
    const ComparedSides sides{{a.get(), b.get()}, {&selections.a, &selections.b}};
    if (progress) {
        progress({Stage::Compare});
    }

    auto comparison = std::make_shared<Comparison>();
    comparison->options = options;
    comparison->selection = {selections.a.figures, selections.b.figures};
    Alignment alignment = alignTraces(sides, options.threads, cancel, progress);
    comparison->pairs = std::move(alignment.pairs);
    comparison->pairOf = std::move(alignment.pairOf);
    linkParts(sides, comparison->pairs);
    comparison->operations = diffOperations(sides, options);
    findPartners(sides, comparison->pairs, comparison->operations);
    comparison->summary = summarize(sides, comparison->operations, options.thresholds);
    comparison->attribution = attributeGap(comparison->operations, sides);
    Composition composition = composeWallTime(sides, kIdleGaps, options.threads);
    comparison->composition = composition.sides;
    comparison->compositionInAll = composition.inAll;
    comparison->idleGaps = std::move(composition.gaps);
    comparison->launchCounts = compareLaunchCounts(sides, options.threads);
    fillTables(*comparison, sides, alignment.sections);
    Result<std::vector<ReclassifiedRow>> reclassified = findReclassified(sides.traces);
    if (!reclassified) {
        return reclassified.error();
    }
    comparison->reclassified = std::move(reclassified).value();
    comparison->sides = {std::move(a), std::move(b)};
    if (cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, "", {}, "the comparison was cancelled", ""};
    }
    return std::shared_ptr<const Comparison>(std::move(comparison));
}

} // namespace diptych
