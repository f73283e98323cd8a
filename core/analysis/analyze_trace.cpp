#include "core/analysis/analyzed_trace.h"

#include "core/analysis/analysis_diagnostics.h"
#include "core/analysis/device_choice.h"
#include "core/analysis/name_fit.h"
#include "core/analysis/repetition_steps.h"
#include "core/analysis/section_builder.h"
#include "core/analysis/step_finder.h"
#include "core/base/parallel.h"

namespace diptych {

namespace {

/// From this many activities on a second thread pays.
constexpr std::size_t kLargeTrace = 50'000;

/// One analysis under way. The order of the calls in `run` is the order of the steps.
class Analysis {
public:
    Analysis(std::shared_ptr<const Trace> trace, const KernelClassifier& classifier,
             const AnalysisOptions& options, const CancelToken& cancel, const ProgressSink& progress)
        : m_trace(*trace), m_classifier(classifier), m_cancel(cancel), m_progress(progress) {
        m_result.trace = std::move(trace);
        m_result.options = options;
    }

    Result<AnalyzedTrace> run() {
        report(Stage::FindSteps);
        const Result<DeviceChoice> choice =
            chooseDevice(m_trace, m_result.options.rank, m_result.options.device);
        if (!choice) {
            return choice.error();
        }
        m_result.rank = choice.value().rank;
        m_result.device = choice.value().device;
        if (Failure failure = classifyAndOrder()) {
            return std::move(*failure);
        }
        m_result.usesBuiltInRules = m_classifier.table() == defaultRules();
        m_result.names = m_trace.gpu.name;
        if (m_result.options.repairNames) {
            repairNames();
        }
        if (m_cancel.isCancelled()) {
            return cancelled();
        }
        findStepsAndSections();
        m_result.diagnostics = diagnoseAnalysis(m_result, m_misfits);
        if (m_cancel.isCancelled()) {
            return cancelled();
        }
        return std::move(m_result);
    }

private:
    void report(Stage stage) const {
        if (m_progress) {
            Progress progress;
            progress.stage = stage;
            progress.kernels = m_trace.gpu.size();
            m_progress(progress);
        }
    }

    [[nodiscard]] Error cancelled() const {
        return {ErrorCode::Cancelled, m_trace.path, std::nullopt, "The analysis was cancelled", ""};
    }

    [[nodiscard]] unsigned threads() const { return m_trace.gpu.size() >= kLargeTrace ? 2 : 1; }

    /// Classes and the order do not depend on each other; in a large trace they are found at the same time.
    Failure classifyAndOrder() {
        std::optional<Result<Classification>> classes;
        parallelFor(2, threads(), [&](std::size_t part) {
            if (part == 0) {
                classes = classifyTrace(m_trace, m_classifier, m_result.options.namesOnly);
            } else {
                m_order = orderOfWork(m_trace, m_result.rank, m_result.device);
                m_misfits = findNameMisfits(m_trace, m_order);
            }
        });
        if (!*classes) {
            return classes->error();
        }
        m_result.classes = std::move(*classes).value();
        m_result.order = m_order.activities;
        return std::nullopt;
    }

    /// A repaired kernel bears the name, and so the class, of another of its launch.
    void repairNames() {
        const std::vector<ClassId> classes = m_result.classes.ofActivity;
        for (const auto& [activity, source] : m_misfits.repair) {
            m_result.names[activity.index()] = m_trace.gpu.name[source.index()];
            m_result.classes.ofActivity[activity.index()] = classes[source.index()];
        }
    }

    void findStepsAndSections() {
        AnnotatedSteps annotated =
            findAnnotatedSteps(m_trace, m_result.rank, m_result.device,
                               StepPatterns(m_classifier.table().steps), m_result.options.namesOnly);
        m_marks = marksOf(m_result.classes.classes);
        if (!m_result.options.namesOnly) {
            m_tree = buildModuleTree(m_trace, m_order.activities);
            m_modules = findModuleLayers(m_tree, m_classifier.table().containerModules);
        }
        m_stepOf = assignSteps(m_trace, m_result.device, m_order, annotated);
        report(Stage::FindLayers);
        arrangeAndPlan();
        takeSteps(std::move(annotated));
        const bool hasSteps = !m_result.steps.steps.empty();
        parallelFor(2, threads(), [&](std::size_t part) {
            if (part == 0) {
                m_result.sections = buildSections(m_work, m_plan, m_trace.gpu.size(), hasSteps);
            } else {
                measureSteps(m_trace, m_order, m_stepOf, m_result.steps.source == StepSource::Repetition,
                             m_result.steps.steps);
                placeInSteps();
            }
        });
        for (const LayerGroup& group : m_result.sections.groups) {
            m_result.layersPerPass += group.layers;
        }
    }

    void arrangeAndPlan() {
        m_work =
            arrangeWork(m_trace, m_order, m_stepOf, m_marks, m_result.classes.ofActivity, m_result.names);
        m_plan = planLayers(m_trace, m_work, m_tree, m_modules, m_result.options.cutMode);
    }

    /// Annotated steps, unless none holds any activity and the sequence repeats.
    void takeSteps(AnnotatedSteps annotated) {
        Steps& steps = m_result.steps;
        const std::vector<StepId> repeated =
            m_work.hasSteps() ? std::vector<StepId>{} : findRepetitionSteps(m_work, m_plan);
        if (!repeated.empty()) {
            steps.source = StepSource::Repetition;
            m_stepOf = repeated; // one slice: arranged in order of work
            arrangeAndPlan();
            const std::uint32_t count = stepCount(repeated);
            for (std::uint32_t s = 0; s < count; ++s) {
                steps.steps.emplace_back().name = "step " + std::to_string(s);
            }
        } else {
            steps.source = annotated.source;
            for (AnnotatedRange& range : annotated.ranges) {
                steps.steps.push_back(std::move(range.step));
            }
        }
    }

    void placeInSteps() {
        std::vector<StepId>& ofActivity = m_result.steps.ofActivity;
        ofActivity.assign(m_trace.gpu.size(), StepId{});
        for (std::size_t i = 0; i < m_stepOf.size(); ++i) {
            ofActivity[m_order.activities[i].index()] = m_stepOf[i];
        }
    }

    static std::uint32_t stepCount(const std::vector<StepId>& stepOf) {
        std::uint32_t count = 0;
        for (const StepId step : stepOf) {
            count = step.isValid() ? std::max(count, step.index() + 1) : count;
        }
        return count;
    }

    const Trace& m_trace;
    const KernelClassifier& m_classifier;
    const CancelToken& m_cancel;
    const ProgressSink& m_progress;
    AnalyzedTrace m_result;
    WorkOrder m_order;
    NameMisfits m_misfits;
    std::vector<KernelMarks> m_marks;
    ModuleTree m_tree;
    ModuleLayers m_modules;
    std::vector<StepId> m_stepOf; ///< parallel to the order
    ArrangedWork m_work;
    LayerPlan m_plan;
};

} // namespace

Result<AnalyzedTrace> analyzeTrace(std::shared_ptr<const Trace> trace, const KernelClassifier& classifier,
                                   const AnalysisOptions& options, const CancelToken& cancel,
                                   const ProgressSink& progress) {
    return Analysis(std::move(trace), classifier, options, cancel, progress).run();
}

AnalyzedTrace cutLayersAgain(const AnalyzedTrace& analyzed, CutMode mode) {
    AnalyzedTrace result = analyzed;
    result.options.cutMode = mode;
    if (analyzed.sections.source != LayerSource::Repetition) {
        return result;
    }
    const Trace& trace = *analyzed.trace;
    const WorkOrder order = orderOfWork(trace, analyzed.rank, analyzed.device);
    std::vector<StepId> stepOf;
    for (const ActivityId activity : order.activities) {
        stepOf.push_back(analyzed.steps.ofActivity[activity.index()]);
    }
    const ArrangedWork work = arrangeWork(trace, order, stepOf, marksOf(analyzed.classes.classes),
                                          analyzed.classes.ofActivity, analyzed.names);
    const LayerPlan plan = planLayers(trace, work, {}, {}, mode);
    result.sections = buildSections(work, plan, trace.gpu.size(), !analyzed.steps.steps.empty());
    result.layersPerPass = 0;
    for (const LayerGroup& group : result.sections.groups) {
        result.layersPerPass += group.layers;
    }
    return result;
}

} // namespace diptych
