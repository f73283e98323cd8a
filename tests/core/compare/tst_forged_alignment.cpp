// Forged pairs of traces with known content: whatever the vendors' libraries, stacks or none, eager or in a
// graph, and with planted differences, kernels of one piece of work stand together and nothing else does.

#include "core/compare/compare_traces.h"
#include "core/parse/load_trace.h"
#include "tests/support/trace_forge.h"

#include <QtTest>

#include <algorithm>
#include <map>
#include <random>

using namespace diptych;
using namespace diptych::test;

namespace {

/// One side: the trace and what is known of each of its activities.
struct Forged {
    std::shared_ptr<const AnalyzedTrace> analyzed;
    ForgeTruth truth;
    std::vector<const ForgedActivity*> activities; ///< by ActivityId
};

Forged forge(const ForgeOptions& options, bool namesOnly) {
    Forged forged;
    ForgedTrace made = forgeTrace(options);
    forged.truth = std::move(made.truth);
    auto trace = loadTraceFromMemory(made.text, {});
    if (!trace) {
        return forged;
    }
    AnalysisOptions analysis;
    analysis.namesOnly = namesOnly;
    auto analyzed = analyzeTrace(trace.value(), KernelClassifier::builtIn(), analysis);
    if (!analyzed) {
        return forged;
    }
    forged.analyzed = std::make_shared<const AnalyzedTrace>(std::move(analyzed).value());
    std::size_t kernel = 0;
    std::size_t copy = 0;
    for (std::size_t i = 0; i < trace.value()->gpu.size(); ++i) {
        const bool isKernel = trace.value()->gpu.kind[i] == ActivityKind::Kernel;
        forged.activities.push_back(isKernel ? &forged.truth.kernels[kernel++]
                                             : &forged.truth.copies[copy++]);
    }
    return forged;
}

/// A pair of machines and libraries, drawn from a seed.
struct Draw {
    ForgeOptions a;
    ForgeOptions b;
    bool namesOnly = false;
};

class Drawer {
public:
    explicit Drawer(std::uint32_t seed) : m_random(seed) {}

    Draw draw() {
        ForgedModel model = toss() ? qwen2Model(6) : qwen3MoeModel(6);
        model.engine = toss() ? Engine::Vllm : Engine::Sglang;
        model.queryKeyNorm = toss();
        model.tensorParallel = toss() ? 1 : 2;
        Draw drawn{amdOptions(model), nvidiaOptions(model), toss()};
        const bool isGraph = toss();
        for (ForgeOptions* options : {&drawn.a, &drawn.b}) {
            options->graph = isGraph;
            options->steps = decodeSteps(2 + pick(3), 16);
            options->seed = m_random();
            drawLibrary(options->library);
        }
        return drawn;
    }

    /// A difference to plant in a side.
    Difference difference() {
        static const std::vector<Operation> kOperations{Operation::QkvGemm,    Operation::Attention,
                                                        Operation::OutputGemm, Operation::InputNorm,
                                                        Operation::PostNorm,   Operation::Rotary};
        const Operation operation =
            kOperations[static_cast<std::size_t>(pick(static_cast<int>(kOperations.size())))];
        switch (pick(6)) {
        case 0:
            return insertAfter(operation,
                               "void flashinfer::quantization::per_token_quant_kernel<__nv_bfloat16>(float)",
                               "quantization", 9'000);
        case 1: // not within what the other side may fuse: there it would belong to the group
            return insertAfter(Operation::OutputGemm,
                               "void at::native::elementwise_kernel<128, 4, direct_copy_kernel_cuda>(int)",
                               "memory", 7'000);
        case 2:
            return removeKernels(operation);
        case 3:
            return split(Operation::OutputGemm, 2);
        case 4:
            // a main kernel: what a fused kernel of unknown name does cannot be told
            return renameKernels(Operation::OutputGemm, "an_unheard_of_kernel_of_a_new_library");
        default:
            return slow(operation, 3.0);
        }
    }

private:
    int pick(int below) { return static_cast<int>(m_random() % static_cast<std::uint32_t>(below)); }
    bool toss() { return pick(2) == 0; }

    void drawLibrary(KernelLibrary& library) {
        library.gemm = toss() ? GemmLibrary::Usual : GemmLibrary::Other;
        library.attention = static_cast<AttentionForm>(pick(3));
        library.fusesAddIntoNorm = toss();
        library.fusesRotaryWithKvWrite = toss();
        library.fusesRouting = toss();
        library.splitsGemms = toss();
        library.activationKernels = 1 + pick(3);
    }

    std::mt19937 m_random;
};

/// What is wrong with a comparison, in words, with counts; and the shares that are right.
struct Verdict {
    std::map<std::string, int> faults;
    Nanoseconds partneredNs = 0; ///< time of kernels that have a partner
    Nanoseconds rightNs = 0;     ///< of which together with one
    Nanoseconds mixedNs = 0;     ///< of kernels that stand with foreign work
};

bool isWithin(const ForgedActivity& activity) {
    return activity.step >= 0;
}

std::string describe(const Forged& side, ActivityId id) {
    std::string text;
    const ForgedActivity& activity = *side.activities[id.index()];
    for (unsigned i = 0; i <= static_cast<unsigned>(Operation::Planted); ++i) {
        if (activity.operations.contains(static_cast<Operation>(i))) {
            text += (text.empty() ? "" : "+") + std::string(operationName(static_cast<Operation>(i)));
        }
    }
    return text + " [" + side.truth.nameOf(activity).substr(0, 40) + "]";
}

/// Left alone by rule and no fault: the residual add in front of a norm stands in the layer before, where the
/// other side adds within the norm (sections are cut before norms); the copy between the pieces of an
/// activation that both sides run in pieces.
bool isKnownLimit(const ForgedActivity& activity) {
    return activity.operations.meets({Operation::InputAdd, Operation::FinalAdd, Operation::Activation});
}

Verdict judge(const PerSide<Forged>& forged, const Comparison& comparison) {
    Verdict verdict;
    for (const Side side : kSides) {
        std::map<std::pair<int, int>, std::vector<const ForgedActivity*>> others; // by layer and occurrence
        for (const ForgedActivity* activity : forged[other(side)].activities) {
            if (isWithin(*activity)) {
                others[{activity->layer, activity->occurrence}].push_back(activity);
            }
        }
        for (std::size_t i = 0; i < forged[side].activities.size(); ++i) {
            const ForgedActivity& own = *forged[side].activities[i];
            const PairId pair = comparison.pairOf[side][i];
            if (!isWithin(own) || !pair.isValid()) {
                continue;
            }
            const std::vector<ActivityId>& opposite = comparison.pairs[pair.index()].activities[other(side)];
            const auto& candidates = others[{own.layer, own.occurrence}];
            const bool hasPartner =
                std::any_of(candidates.begin(), candidates.end(),
                            [&](const ForgedActivity* x) { return standTogether(own, *x); });
            const bool isTogether = std::any_of(opposite.begin(), opposite.end(), [&](ActivityId id) {
                return standTogether(own, *forged[other(side)].activities[id.index()]);
            });
            const std::string what =
                std::string(sideName(side)) + ' ' + describe(forged[side], ActivityId(i));
            verdict.partneredNs += hasPartner ? own.durationNs : 0;
            verdict.rightNs += hasPartner && isTogether ? own.durationNs : 0;
            if (hasPartner && !isTogether && !isKnownLimit(own)) {
                ++verdict.faults[what + (opposite.empty() ? " left alone"
                                                          : " against " + describe(forged[other(side)],
                                                                                   opposite.front()))];
            }
            if (!hasPartner && !opposite.empty()) {
                verdict.mixedNs += own.durationNs;
                ++verdict.faults[what + " has no partner, but stands against " +
                                 describe(forged[other(side)], opposite.front())];
            }
        }
    }
    return verdict;
}

QString print(const Verdict& verdict) {
    QString text;
    for (const auto& [fault, count] : verdict.faults) {
        text += QString("\n  %1 x %2").arg(count).arg(QString::fromStdString(fault));
    }
    return text;
}

Verdict compareForged(const Draw& drawn) {
    const PerSide<Forged> forged{forge(drawn.a, drawn.namesOnly), forge(drawn.b, drawn.namesOnly)};
    if (!forged.a.analyzed || !forged.b.analyzed) {
        return {{{"a side does not load", 1}}};
    }
    const auto comparison = compareTraces(forged.a.analyzed, forged.b.analyzed, {});
    return comparison ? judge(forged, *comparison.value()) : Verdict{{{"no comparison", 1}}};
}

bool isRight(const Verdict& verdict) {
    return verdict.faults.empty() && verdict.partneredNs > 0 && verdict.mixedNs == 0;
}

} // namespace

class TestForgedAlignment : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void librariesDiffer_data();
    void librariesDiffer();
    void differencesArePlanted();
};

void TestForgedAlignment::librariesDiffer_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < 60; ++seed) {
        QTest::addRow("%d", seed) << seed;
    }
}

void TestForgedAlignment::librariesDiffer() {
    QFETCH(int, seed);
    const Verdict verdict = compareForged(Drawer(static_cast<std::uint32_t>(seed)).draw());
    QVERIFY2(isRight(verdict), qPrintable(print(verdict)));
}

/// Where a projection is gone one norm of two is left over: such differences leave two readings and may go
/// wrong, in few seeds of all.
void TestForgedAlignment::differencesArePlanted() {
    constexpr std::uint32_t kSeeds = 240;
    constexpr int kAmbiguous = 2;
    int wrong = 0;
    QString faults;
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
        Drawer drawer(seed + 5000);
        Draw drawn = drawer.draw();
        (seed % 2 == 0 ? drawn.a : drawn.b).differences = {drawer.difference()};
        const Verdict verdict = compareForged(drawn);
        if (!isRight(verdict)) {
            ++wrong;
            faults += QString("\nseed %1").arg(seed) + print(verdict);
        }
    }
    QVERIFY2(wrong <= kAmbiguous, qPrintable(faults));
    qDebug("%d of %u seeds ambiguous", wrong, kSeeds);
}

QTEST_APPLESS_MAIN(TestForgedAlignment)
#include "tst_forged_alignment.moc"
