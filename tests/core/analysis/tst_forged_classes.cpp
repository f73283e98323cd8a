// Loads forged traces and holds what the loader and the built-in rules say against the forge's truth.

#include "core/analysis/kernel_classifier.h"
#include "core/parse/load_trace.h"
#include "tests/support/test_program.h"
#include "tests/support/trace_forge.h"
#include "tests/support/trace_forge_sample.h"

#include <map>
#include <set>

using namespace diptych;
using namespace diptych::test;

namespace {

std::map<std::string, ForgeOptions> cases() {
    std::map<std::string, ForgeOptions> cases;
    for (const Vendor vendor : {Vendor::Amd, Vendor::Nvidia}) {
        const std::string name = vendor == Vendor::Amd ? "AMD" : "NVIDIA";
        const ForgeOptions dense =
            vendor == Vendor::Amd ? amdOptions(qwen2Model(2)) : nvidiaOptions(qwen2Model(2));
        cases[name + ", dense"] = dense;
        ForgeOptions experts = dense;
        experts.model = qwen3MoeModel(2);
        experts.model.sideCopies = 3;
        cases[name + ", experts"] = experts;
        ForgeOptions prefill = dense;
        prefill.steps = prefillSteps(2, 2, 4096);
        prefill.model.tensorParallel = 2;
        prefill.library.usesNccl = true;
        cases[name + ", prefill, NCCL"] = prefill;
        ForgeOptions split = dense;
        split.library.splitsGemms = true;
        split.library.gemm = GemmLibrary::Other;
        split.library.attention = AttentionForm::PrepareAndCombine;
        split.library.fusesRotaryWithKvWrite = true;
        split.library.activationKernels = 3;
        split.library.samplingKernels = 5;
        cases[name + ", split-K, the other GEMMs"] = split;
        ForgeOptions training = dense;
        training.model.engine = Engine::Training;
        training.library.decomposes = true;
        training.library.gemm = GemmLibrary::Triton;
        training.kernelsBeforeRecording = 20;
        cases[name + ", training"] = training;
    }
    cases["sample A"] = sampleOptions(Side::A);
    cases["sample B"] = sampleOptions(Side::B);
    return cases;
}

} // namespace

class TestForgedClasses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agree_data() {
        QTest::addColumn<QString>("name");
        for (const auto& [name, options] : cases()) {
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }

    void agree() {
        QFETCH(QString, name);
        const ForgedTrace forged = forgeTrace(cases().at(name.toStdString()));
        const ForgeTruth& truth = forged.truth;
        const auto loaded = loadTraceFromMemory(forged.text, LoadOptions{});
        QVERIFY(loaded);
        const Trace& trace = *loaded.value();
        QCOMPARE(kernelSumNs(trace), truth.kernelSumNs);
        QCOMPARE(gpuBusyNs(trace), truth.busyNs);
        const auto classes = classifyTrace(trace, KernelClassifier::builtIn(), false);
        QVERIFY(classes);
        std::set<std::string> wrong;
        std::size_t kernel = 0;
        for (std::size_t index = 0; index < trace.gpu.size(); ++index) {
            const ActivityId id(index);
            if (!trace.isKernel(id)) {
                continue;
            }
            const ForgedActivity& expected = truth.kernels.at(kernel++);
            QCOMPARE(std::string(trace.text(trace.gpu.name[index])), truth.nameOf(expected));
            const KernelClass& found = classes.value().of(id);
            if (found.category != truth.categoryOf(expected)) {
                wrong.insert(truth.categoryOf(expected) + ", not " + found.category + " (" + found.operation +
                             "): " + truth.nameOf(expected));
            }
        }
        QCOMPARE(kernel, truth.kernels.size());
        std::string report;
        for (const std::string& line : wrong) {
            report += '\n' + line;
        }
        QVERIFY2(wrong.empty(), report.c_str());
    }
};

DIPTYCH_TEST(TestForgedClasses)
#include "tst_forged_classes.moc"
