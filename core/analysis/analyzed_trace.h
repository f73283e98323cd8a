#pragma once
// A trace with what the analysis made of it: classes, order of work, steps, sections. Built by one job, then
// const.

#include "core/analysis/kernel_classifier.h"
#include "core/analysis/sections.h"
#include "core/analysis/steps.h"
#include "core/base/cancel_token.h"
#include "core/base/progress.h"

#include <memory>
#include <optional>

namespace diptych {

struct AnalysisOptions {
    bool namesOnly = false;   ///< as if the trace had no stacks, modules and CPU ops
    bool repairNames = false; ///< names in file order onto times, where that proves itself (SEMANTICS)
    std::optional<std::int64_t> rank;   ///< as the file says it; default: with most GPU time
    std::optional<std::int64_t> device; ///< default: with most GPU time
    CutMode cutMode = CutMode::Auto;    ///< for layers found by repetition

    friend bool operator==(const AnalysisOptions&, const AnalysisOptions&) = default;
};

struct AnalyzedTrace {
    std::shared_ptr<const Trace> trace;
    AnalysisOptions options;
    std::uint16_t rank = 0; ///< index into Trace::ranks of the compared (rank, device)
    std::int32_t device = 0;
    std::vector<StringId> names; ///< by ActivityId: the kernel's name, after a repair of names
    bool usesBuiltInRules = true;
    Classification classes;        ///< every activity of the file
    std::vector<ActivityId> order; ///< activities of the compared device in order of work
    Steps steps;
    Sections sections;
    std::uint32_t layersPerPass = 0; ///< layers of one complete forward pass, summed over the groups
    Diagnostics diagnostics;         ///< of the analysis; those of loading stand in the trace
};

/// Steps, layers and classes of one (rank, device) of a trace. Fails when the options name a rank or device
/// that the trace lacks, when a rule runs away, or when cancelled.
[[nodiscard]] Result<AnalyzedTrace> analyzeTrace(std::shared_ptr<const Trace> trace,
                                                 const KernelClassifier& classifier,
                                                 const AnalysisOptions& options,
                                                 const CancelToken& cancel = {},
                                                 const ProgressSink& progress = {});

/// The same analysis with the layers that were found by repetition cut otherwise: for a comparison whose
/// sides disagree (Sections::cutAfterNorm). Steps and classes stay; layers found by modules stay too.
[[nodiscard]] AnalyzedTrace cutLayersAgain(const AnalyzedTrace& analyzed, CutMode mode);

} // namespace diptych
