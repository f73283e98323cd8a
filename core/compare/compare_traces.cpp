#include "core/compare/compare_traces.h"

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
#include "core/compare/reclassified.h"
#include "core/compare/same_kernels.h"
#include "core/compare/summary.h"

namespace diptych {

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
    comparison->operations = diffOperations(sides, options);
    comparison->summary = summarize(sides, comparison->operations, options.thresholds);
    comparison->attribution = attributeGap(comparison->operations, sides);
    comparison->budget = budgetOf(comparison->operations, sides);
    Composition composition = composeWallTime(sides);
    comparison->composition = composition.sides;
    comparison->idleGaps = std::move(composition.gaps);
    comparison->coverage = coverageOf(comparison->pairs);
    comparison->diagnostics = comparisonDiagnostics(sides, comparison->coverage, options);
    comparison->layers = diffLayers(sides, comparison->pairs, options.thresholds);
    comparison->sameKernels = findSameKernels(sides, comparison->pairs);
    FusionResult fusion = findFusions(sides, comparison->pairs, options.thresholds);
    comparison->fusion = std::move(fusion.rows);
    comparison->fusionTally = fusion.tally;
    comparison->launchCounts = compareLaunchCounts(sides);
    comparison->modules = diffModules(sides, comparison->pairs, options.thresholds);
    FindingResult findings = findFindings(sides, comparison->pairs, options.thresholds);
    comparison->findings = std::move(findings.findings);
    comparison->ahead = std::move(findings.ahead);
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
