#include "core/analysis/analyzed_trace.h"
#include "core/parse/load_trace.h"
#include "tests/support/column_trace.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_program.h"
#include "tests/support/trace_forge.h"

#include <set>

using namespace diptych;
using namespace diptych::test;

namespace {

AnalyzedTrace analyzed(const std::string& text, const AnalysisOptions& options = {}) {
    Result<std::shared_ptr<const Trace>> trace = loadTraceFromMemory(text, {});
    if (!trace) {
        qFatal("%s", describe(trace.error()).c_str());
    }
    Result<AnalyzedTrace> result = analyzeTrace(trace.value(), KernelClassifier::builtIn(), options);
    if (!result) {
        qFatal("%s", describe(result.error()).c_str());
    }
    return std::move(result).value();
}

const Section& sectionOf(const AnalyzedTrace& trace, ActivityId activity) {
    const SectionInstance& instance =
        trace.sections.instances.at(trace.sections.instanceOf.at(activity.index()));
    return trace.sections.sections.at(instance.section.index());
}

/// Kernels of the file, in its order.
std::vector<ActivityId> kernelsOf(const Trace& trace) {
    std::vector<ActivityId> kernels;
    for (std::size_t i = 0; i < trace.gpu.size(); ++i) {
        if (trace.isKernel(ActivityId(i))) {
            kernels.emplace_back(i);
        }
    }
    return kernels;
}

/// Where the forge says that a kernel belongs, in the words of a section name.
std::string trueSection(const ForgedActivity& kernel) {
    const std::string earlier = kernel.step < 0 ? "earlier pass " : "";
    return earlier + (kernel.layer == kPrologue   ? "prologue"
                      : kernel.layer == kEpilogue ? "epilogue"
                                                  : "layer " + std::to_string(kernel.layer));
}

/// How many kernels are in another step or section than the forge put them; says the first few.
int misplaced(const AnalyzedTrace& trace, const ForgeTruth& truth) {
    const std::vector<ActivityId> kernels = kernelsOf(*trace.trace);
    if (kernels.size() != truth.kernels.size()) {
        return -1;
    }
    int wrong = 0;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        const ForgedActivity& expected = truth.kernels[i];
        const StepId step = trace.steps.ofActivity.at(kernels[i].index());
        const int stepNumber = step.isValid() ? static_cast<int>(step.index()) : -1;
        const std::string& name = sectionOf(trace, kernels[i]).name;
        if (stepNumber != expected.step || name != trueSection(expected)) {
            if (++wrong <= 3) {
                qWarning("kernel %zu %s: step %d section %s, expected step %d %s", i,
                         truth.nameOf(expected).substr(0, 60).c_str(), stepNumber, name.c_str(),
                         expected.step, trueSection(expected).c_str());
            }
        }
    }
    return wrong;
}

/// Every activity of the device in exactly one instance, instances contiguous, names unique.
void checkSections(const AnalyzedTrace& trace) {
    const Sections& sections = trace.sections;
    QCOMPARE(sections.sequence.size(), trace.order.size());
    QCOMPARE(sections.instanceOf.size(), trace.trace->gpu.size());
    std::set<ActivityId> seen;
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < sections.instances.size(); ++i) {
        const SectionInstance& instance = sections.instances[i];
        QCOMPARE(instance.begin, next);
        QVERIFY(instance.end > instance.begin);
        next = instance.end;
        for (std::uint32_t k = instance.begin; k < instance.end; ++k) {
            const ActivityId activity = sections.sequence[k];
            QVERIFY(seen.insert(activity).second);
            QCOMPARE(sections.instanceOf[activity.index()], static_cast<std::uint32_t>(i));
            QVERIFY(trace.steps.ofActivity[activity.index()] == instance.step);
        }
    }
    QCOMPARE(next, static_cast<std::uint32_t>(sections.sequence.size()));
    std::set<std::string> names;
    for (const Section& section : sections.sections) {
        QVERIFY2(names.insert(section.name).second, section.name.c_str());
    }
}

struct ForgeCase {
    ForgeOptions options;
    bool namesOnly = false;
};

ForgeOptions small(bool amd, ForgedModel model, int layers) {
    model.layers = layers;
    ForgeOptions options = amd ? amdOptions(model) : nvidiaOptions(model);
    options.differences.clear();
    return options;
}

} // namespace

Q_DECLARE_METATYPE(ForgeCase)

class TestAnalyzeTrace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void forgedTraces_data() {
        QTest::addColumn<ForgeCase>("forged");
        unsigned seed = 1;
        const auto row = [&seed](const std::string& name, ForgeCase forged) {
            forged.options.seed = seed++;
            QTest::newRow(name.c_str()) << forged;
        };
        for (const bool amd : {true, false}) {
            const std::string vendor = amd ? "AMD " : "NVIDIA ";
            for (const bool moe : {false, true}) {
                const ForgedModel model = moe ? qwen3MoeModel() : qwen2Model();
                const std::string kind = vendor + (moe ? "experts " : "dense ");
                for (const int layers : {4, 7, 28}) {
                    ForgeCase eager{small(amd, model, layers), false};
                    const std::string size = kind + std::to_string(layers) + " layers ";
                    row(size + "modules", eager);
                    eager.namesOnly = true;
                    row(size + "names only", eager);
                    eager.options.stacks = eager.options.cpuOps = false;
                    eager.options.graph = true;
                    row(size + "graph", eager);
                }
                ForgeCase forged{small(amd, model, 12), true};
                forged.options.steps = prefillSteps(1, 2, 900);
                forged.options.steps.insert(forged.options.steps.end(), 5, decodeSteps(1, 16).front());
                row(kind + "prefill and decode", forged);
                forged.options.marks = StepMarks::None;
                row(kind + "prefill and decode without marks", forged);
                forged.options.graph = true;
                row(kind + "prefill and decode in graphs without marks", forged);
                forged = {small(amd, model, 12), true};
                forged.options.marks = StepMarks::None;
                row(kind + "decode without marks", forged);
                forged.options.steps = decodeSteps(40, 16);
                row(kind + "forty decodes without marks", forged);
                forged = {small(amd, model, 12), false};
                forged.options.kernelsBeforeRecording = 70;
                row(kind + "from before the recording, modules", forged);
                forged.namesOnly = true;
                row(kind + "from before the recording, names only", forged);
                forged = {small(amd, model, 12), true};
                forged.options.model.tensorParallel = 8;
                row(kind + "tensor parallel", forged);
                forged.options.graph = true;
                row(kind + "tensor parallel, graph", forged);
                forged = {small(amd, model, 12), true};
                forged.options.model.sideCopies = 20;
                forged.options.graph = true;
                row(kind + "side copies, graph", forged);
            }
        }
    }
    void forgedTraces() {
        QFETCH(ForgeCase, forged);
        const ForgedTrace trace = forgeTrace(forged.options);
        AnalysisOptions options;
        options.namesOnly = forged.namesOnly;
        const AnalyzedTrace result = analyzed(trace.text, options);
        QCOMPARE(result.layersPerPass, static_cast<std::uint32_t>(forged.options.model.layers));
        QCOMPARE(result.steps.steps.size(), trace.truth.steps.size());
        QCOMPARE(misplaced(result, trace.truth), 0);
        checkSections(result);
        for (std::size_t s = 0; s < trace.truth.steps.size(); ++s) {
            QCOMPARE(static_cast<std::int64_t>(result.steps.steps[s].kernels), trace.truth.steps[s].kernels);
            QCOMPARE(result.steps.steps[s].gpuNs, trace.truth.steps[s].gpuNs);
            if (forged.options.marks != StepMarks::None) {
                const std::string phase(phaseName(result.steps.steps[s].phase));
                QCOMPARE(QString::fromStdString(phase), QString::fromStdString(trace.truth.steps[s].phase));
            }
        }
    }

    /// A profiler that loses kernels moves few others to a wrong layer.
    void toleratesLosses_data() {
        QTest::addColumn<bool>("amd");
        QTest::addColumn<double>("rate");
        QTest::addColumn<int>("seed");
        for (const bool amd : {true, false}) {
            for (int seed = 1; seed <= 10; ++seed) {
                const std::string name = (amd ? "AMD " : "NVIDIA ") + std::to_string(seed);
                QTest::newRow((name + ", 0.3 %").c_str()) << amd << 0.003 << seed;
                QTest::newRow((name + ", 1 %").c_str()) << amd << 0.01 << seed;
            }
        }
    }
    void toleratesLosses() {
        QFETCH(bool, amd);
        QFETCH(double, rate);
        QFETCH(int, seed);
        ForgeOptions options = small(amd, qwen2Model(), 28);
        options.seed = static_cast<std::uint64_t>(seed);
        options.dropRate = options.insertRate = rate;
        options.graph = true;
        options.stacks = options.cpuOps = false;
        const ForgedTrace trace = forgeTrace(options);
        const AnalyzedTrace result = analyzed(trace.text);
        QCOMPARE(result.layersPerPass, 28U);
        QVERIFY(misplaced(result, trace.truth) <= static_cast<int>(trace.truth.kernels.size() / 50));
        checkSections(result);
    }

    void cutsLayersAgain() {
        const ForgedTrace trace = forgeTrace(small(true, qwen2Model(), 6));
        AnalysisOptions options;
        options.namesOnly = true;
        const AnalyzedTrace result = analyzed(trace.text, options);
        QVERIFY(!result.sections.cutAfterNorm);
        const AnalyzedTrace after = cutLayersAgain(result, CutMode::AfterNorm);
        QVERIFY(after.sections.cutAfterNorm);
        QCOMPARE(after.layersPerPass, 6U);
        checkSections(after);
        const AnalyzedTrace before = cutLayersAgain(after, CutMode::BeforeNorm);
        QVERIFY(before.sections.sequence == result.sections.sequence);
        QVERIFY(before.sections.instanceOf == result.sections.instanceOf);
    }

    void choosesTheDevice() {
        ColumnTrace columns;
        columns.addKernel("k", 100, 10);
        ColumnTrace::Gpu other;
        other.device = 3;
        columns.addGpu("k", 100, 500, other);
        columns.link();
        const auto trace = std::make_shared<const Trace>(std::move(columns.trace));
        AnalysisOptions options;
        const auto byTime = analyzeTrace(trace, KernelClassifier::builtIn(), options);
        QCOMPARE(byTime.value().device, 3);
        options.device = 0;
        QCOMPARE(analyzeTrace(trace, KernelClassifier::builtIn(), options).value().device, 0);
        options.device = 7;
        const auto none = analyzeTrace(trace, KernelClassifier::builtIn(), options);
        QVERIFY(!none);
        QVERIFY(none.error().code == ErrorCode::NoSuchSelection);
        QVERIFY(none.error().remedy.find("rank 0, device 3") != std::string::npos);
        options.device = 3;
        options.rank = 5;
        QVERIFY(!analyzeTrace(trace, KernelClassifier::builtIn(), options));
    }

    void stopsWhenCancelled() {
        ColumnTrace columns;
        columns.addKernel("k", 100, 10);
        columns.link();
        CancelSource source;
        source.cancel();
        const auto trace = std::make_shared<const Trace>(std::move(columns.trace));
        const auto result = analyzeTrace(trace, KernelClassifier::builtIn(), {}, source.token());
        QVERIFY(!result);
        QVERIFY(result.error().code == ErrorCode::Cancelled);
    }

    void saysWhatIsOdd() {
        ColumnTrace columns;
        columns.addKernel("a_name_that_no_rule_knows", 100, 10);
        columns.link();
        const auto trace = std::make_shared<const Trace>(std::move(columns.trace));
        const auto result = analyzeTrace(trace, KernelClassifier::builtIn(), {});
        for (const char* code : {"no-steps", "no-layers", "low-classification"}) {
            QVERIFY2(findDiagnostic(result.value().diagnostics, code), code);
        }
        const auto empty = analyzeTrace(std::make_shared<const Trace>(), KernelClassifier::builtIn(), {});
        QVERIFY(empty && empty.value().diagnostics.empty());
    }

    /// A replay whose records took time timeSlots of much later ones: said, and mended when asked.
    void repairsNames() {
        const std::vector<std::string> names{"Cijk_Alik_Bljk_a", "rms_norm_kernel", "Cijk_Alik_Bljk_b",
                                             "act_and_mul_kernel", "paged_attention_kernel"};
        const std::vector<int> layer{0, 1, 2, 1, 3, 1, 0, 3, 4, 3};
        const std::vector<Nanoseconds> durations{2000,  30000, 5000,  8000, 60000,
                                                 12000, 2100,  90000, 3000, 45000};
        ColumnTrace columns;
        columns.addLaunch("hipGraphLaunch", 10, 5, columns.mainThread);
        const std::size_t count = 400;
        std::vector<std::pair<std::size_t, std::size_t>> timeSlots; // by time: (place, record)
        for (std::size_t i = 0; i < count; ++i) {
            timeSlots.emplace_back(i % 3 == 0 ? 2 * (i + 40) : 2 * i + 1, i);
        }
        std::sort(timeSlots.begin(), timeSlots.end());
        std::vector<Nanoseconds> startOf(count);
        std::vector<Nanoseconds> durationOf(count);
        Nanoseconds now = 1000;
        for (std::size_t slot = 0; slot < count; ++slot) {
            startOf[timeSlots[slot].second] = now;
            durationOf[timeSlots[slot].second] =
                durations[slot % 10] + static_cast<Nanoseconds>(slot % 7) * 10;
            now += durationOf[timeSlots[slot].second] + 100;
        }
        for (std::size_t i = 0; i < count; ++i) {
            columns.addKernel(names[static_cast<std::size_t>(layer[i % 10])], startOf[i], durationOf[i], 5);
        }
        columns.link();
        const auto trace = std::make_shared<const Trace>(std::move(columns.trace));
        AnalysisOptions options;
        for (const bool repair : {false, true}) {
            options.repairNames = repair;
            const auto result = analyzeTrace(trace, KernelClassifier::builtIn(), options);
            QVERIFY(result.isOk());
            const AnalyzedTrace& found = result.value();
            QVERIFY(findDiagnostic(found.diagnostics, "names-misfit"));
            int wrong = 0;
            for (std::size_t i = 0; i < count; ++i) {
                const ActivityId activity = found.order[i];
                const std::string& expected = names[static_cast<std::size_t>(layer[i % 10])];
                wrong += found.trace->text(found.names[activity.index()]) != expected ? 1 : 0;
                const KernelClass byName = KernelClassifier::builtIn().classify(
                    found.trace->text(found.names[activity.index()]), "", found.trace->metadata.platform);
                QCOMPARE(found.classes.of(activity).operation, byName.operation);
            }
            QVERIFY(repair ? wrong == 0 : wrong > 100);
        }
    }

    void saysThatTheFirstStepIsSlow() {
        ForgeOptions options = small(true, qwen2Model(), 4);
        options.steps = decodeSteps(5, 16);
        QVERIFY(!findDiagnostic(analyzed(forgeTrace(options).text).diagnostics, "slow-first-step"));
        options.warmupSteps = 1;
        options.warmupFactor = 2;
        QVERIFY(findDiagnostic(analyzed(forgeTrace(options).text).diagnostics, "slow-first-step"));
    }

    void realTraces_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("stepSource");
        QTest::addColumn<int>("steps");
        QTest::addColumn<int>("kernelsInFirst"); ///< -1: not told
        QTest::addColumn<QString>("phase");
        QTest::addColumn<QString>("layerSource");
        QTest::addColumn<int>("layers");
        QTest::addColumn<int>("layersByNames");
        const auto row = [](const char* file, const char* stepSource, int steps, int kernels,
                            const char* phase, const char* layerSource, int layers, int byNames) {
            QTest::newRow(file) << file << stepSource << steps << kernels << phase << layerSource << layers
                                << byNames;
        };
        row("bert_small.h100", "profiler_steps", 1, 60, "unknown", "modules", 4, 4);
        row("bert_small.mi300x", "profiler_steps", 1, 60, "unknown", "modules", 4, 4);
        row("vit_base.h100", "profiler_steps", 1, 154, "unknown", "modules", 12, 12);
        row("vit_base.mi300x", "profiler_steps", 1, 155, "unknown", "modules", 12, 12);
        row("qwen_0_5b.h100", "profiler_steps", 1, -1, "unknown", "modules", 24, 24);
        row("qwen_0_5b.mi300x", "profiler_steps", 1, -1, "unknown", "modules", 24, 24);
        row("sglang_qwen3_8b_prefill.mi300x", "annotations", 1, -1, "prefill", "modules", 36, 36);
        row("sglang_qwen3_8b_decode.mi300x", "annotations", 1, -1, "decode", "repetition", 36, 36);
        row("sglang_qwen3_30b_moe_decode.b300", "annotations", 1, -1, "decode", "repetition", 48, 48);
        row("sglang_qwen3_30b_moe_decode.mi300x", "annotations", 1, -1, "decode", "repetition", 48, 48);
        row("vllm_gpt_oss_decode.mi300x", "annotations", 1, -1, "decode", "repetition", 24, 24);
        row("vllm_gpt_oss_prefill.b200", "annotations", 1, -1, "prefill", "modules", 36, 36);
        row("resnet50_train_old.v100", "profiler_steps", 6, 1478, "unknown", "none", 0, 0);
        row("rec_train_control.a100", "profiler_steps", 6, 1428, "unknown", "none", 0, 0);
        row("rec_train_test.v100", "profiler_steps", 6, 1555, "unknown", "none", 0, 0);
        row("resnet18_ddp.mi300x", "repetition", 5, 472, "unknown", "modules", 8, 0);
        row("transformer_layer_run1.h100", "profiler_steps", 3, 16, "unknown", "none", 0, 0);
        row("transformer_layer_run2.h100", "profiler_steps", 3, 16, "unknown", "none", 0, 0);
        row("gemm_no_correlation.mi300x", "none", 0, -1, "", "none", 0, 0);
        row("gpu_only.mi210", "none", 0, -1, "", "none", 0, 0);
        row("torch_compile.mi300x", "none", 0, -1, "", "none", 0, 0);
    }
    void realTraces() {
        QFETCH(QString, file);
        QFETCH(QString, stepSource);
        QFETCH(int, steps);
        QFETCH(int, kernelsInFirst);
        QFETCH(QString, phase);
        QFETCH(QString, layerSource);
        QFETCH(int, layers);
        QFETCH(int, layersByNames);
        const std::string path = sharedFile("traces/" + file.toStdString() + ".json.gz");
        if (path.empty()) {
            QSKIP("the shared traces are not here");
        }
        const auto trace = loadTrace(path, {}, {}, {});
        QVERIFY(trace.isOk());
        for (const bool namesOnly : {false, true}) {
            AnalysisOptions options;
            options.namesOnly = namesOnly;
            const auto result = analyzeTrace(trace.value(), KernelClassifier::builtIn(), options);
            QVERIFY(result.isOk());
            const AnalyzedTrace& found = result.value();
            checkSections(found);
            QCOMPARE(QString::fromUtf8(stepSourceName(found.steps.source).data()), stepSource);
            QCOMPARE(static_cast<int>(found.steps.steps.size()), steps);
            QCOMPARE(static_cast<int>(found.layersPerPass), namesOnly ? layersByNames : layers);
            if (!namesOnly) {
                QCOMPARE(QString::fromUtf8(layerSourceName(found.sections.source).data()), layerSource);
            }
            for (const Step& step : found.steps.steps) {
                QCOMPARE(QString::fromUtf8(phaseName(step.phase).data()), phase);
                if (kernelsInFirst >= 0) {
                    QCOMPARE(static_cast<int>(step.kernels), kernelsInFirst);
                }
            }
        }
    }

    /// The steps of a training are equal in launch order, name by name.
    void trainingStepsAreEqual_data() {
        QTest::addColumn<QString>("file");
        QTest::newRow("V100") << "traces/rec_train_test.v100.json.gz";
        QTest::newRow("A100") << "traces/rec_train_control.a100.json.gz";
    }
    void trainingStepsAreEqual() {
        QFETCH(QString, file);
        const std::string path = sharedFile(file.toStdString());
        if (path.empty()) {
            QSKIP("the shared traces are not here");
        }
        const auto trace = loadTrace(path, {}, {}, {});
        QVERIFY(trace.isOk());
        const AnalyzedTrace found = analyzeTrace(trace.value(), KernelClassifier::builtIn(), {}).value();
        std::vector<std::vector<StringId>> names(found.steps.steps.size());
        for (const ActivityId activity : found.order) {
            const StepId step = found.steps.ofActivity[activity.index()];
            if (step.isValid() && found.trace->isKernel(activity)) {
                names[step.index()].push_back(found.names[activity.index()]);
            }
        }
        for (const auto& step : names) {
            QVERIFY(step == names.front());
        }
    }

    /// The ten layers that ran before the recording keep their numbers, alike on both vendors.
    void earlierPassIsSectioned() {
        for (const char* side : {"h100", "mi300x"}) {
            const std::string path = sharedFile(std::string("traces/qwen_0_5b.") + side + ".json.gz");
            if (path.empty()) {
                QSKIP("the shared traces are not here");
            }
            const auto trace = loadTrace(path, {}, {}, {});
            QVERIFY(trace.isOk());
            for (const bool namesOnly : {false, true}) {
                AnalysisOptions options;
                options.namesOnly = namesOnly;
                const AnalyzedTrace found =
                    analyzeTrace(trace.value(), KernelClassifier::builtIn(), options).value();
                std::set<std::string> earlier;
                for (const Section& section : found.sections.sections) {
                    if (section.kind == SectionKind::Earlier) {
                        earlier.insert(section.name);
                    }
                }
                std::set<std::string> expected{"earlier pass epilogue"};
                for (int layer = 13; layer < 24; ++layer) {
                    expected.insert("earlier pass layer " + std::to_string(layer));
                }
                QVERIFY(earlier == expected);
            }
        }
    }
};

DIPTYCH_TEST(TestAnalyzeTrace)
#include "tst_analyze_trace.moc"
