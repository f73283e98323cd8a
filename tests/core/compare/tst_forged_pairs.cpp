// Aligns forged traces and holds the pairs against the forge's truth: of the GPU time that has a partner on
// the other side, which share stands in a pair with it, and which in a wrong one.

#include "core/analysis/kernel_classifier.h"
#include "core/compare/compare_traces.h"
#include "core/parse/load_trace.h"
#include "tests/support/trace_forge.h"
#include "tests/support/trace_forge_sample.h"

#include <QtTest>

#include <algorithm>
#include <map>

using namespace diptych;
using namespace diptych::test;

namespace {

struct Case {
    ForgeOptions a;
    ForgeOptions b;
    bool namesOnly = false;
};

Case plainCase(const ForgedModel& model) {
    Case plain;
    plain.a = amdOptions(model);
    plain.b = nvidiaOptions(model);
    plain.b.library.fusesAddIntoNorm = false;
    return plain;
}

std::map<std::string, Case> cases() {
    std::map<std::string, Case> cases;
    const ForgedModel dense = qwen2Model(8);
    cases["eager, stacks"] = plainCase(dense);
    Case graph = plainCase(dense);
    graph.a.graph = graph.b.graph = true;
    cases["graph replay"] = graph;
    Case experts = plainCase(qwen3MoeModel(8));
    experts.a.graph = experts.b.graph = true;
    experts.a.model.sideCopies = experts.b.model.sideCopies = 4;
    cases["graph replay, experts, side stream"] = experts;
    Case expertsEager = plainCase(qwen3MoeModel(8));
    cases["experts, stacks"] = expertsEager;
    Case fused = plainCase(dense);
    fused.a.library.activationKernels = 3;
    fused.b.library.fusesRotaryWithKvWrite = true;
    fused.b.library.attention = AttentionForm::PrepareAndCombine;
    fused.b.library.splitsGemms = true;
    cases["fused and split otherwise, stacks"] = fused;
    fused.a.graph = fused.b.graph = true;
    cases["fused and split otherwise, graph replay"] = fused;
    Case lossy = graph;
    lossy.a.dropRate = lossy.b.dropRate = 0.01;
    lossy.a.insertRate = lossy.b.insertRate = 0.01;
    cases["one in a hundred lost, one in a hundred stray"] = lossy;
    Case phases = plainCase(dense);
    phases.a.steps = {{2, 2048, 0}, {0, 0, 16}, {0, 0, 16}};
    phases.b.steps = {{2, 2048, 0}, {0, 0, 16}, {0, 0, 16}, {0, 0, 16}};
    cases["prefill and decode"] = phases;
    Case planted = plainCase(dense);
    planted.a.differences = {insertAfter(Operation::KvWrite, "planted_copy_kernel", "memory", 4000),
                             slow(Operation::DownGemm, 3)};
    planted.b.differences = {removeKernels(Operation::Rotary).inLayers(2, 4),
                             renameKernels(Operation::OutputGemm, "other_gemm_kernel")};
    cases["planted"] = planted;
    cases["sample"] = {sampleOptions(Side::A), sampleOptions(Side::B), false};
    cases["sample, names only"] = {sampleOptions(Side::A), sampleOptions(Side::B), true};
    return cases;
}

/// A loaded and analysed trace with the truth by activity.
struct Examined {
    std::shared_ptr<const AnalyzedTrace> analyzed;
    ForgeTruth truth;
    std::vector<const ForgedActivity*> byActivity;
};

Examined examine(const ForgeOptions& options, bool namesOnly) {
    Examined examined;
    ForgedTrace forged = forgeTrace(options);
    examined.truth = std::move(forged.truth);
    const auto loaded = loadTraceFromMemory(forged.text, LoadOptions{});
    AnalysisOptions analysis;
    analysis.namesOnly = namesOnly;
    auto analyzed = analyzeTrace(loaded.value(), KernelClassifier::builtIn(), analysis);
    examined.analyzed = std::make_shared<AnalyzedTrace>(std::move(analyzed.value()));
    std::size_t kernel = 0;
    std::size_t copy = 0;
    for (std::size_t index = 0; index < loaded.value()->gpu.size(); ++index) {
        const bool isKernel = loaded.value()->isKernel(ActivityId(index));
        examined.byActivity.push_back(isKernel ? &examined.truth.kernels.at(kernel++)
                                               : &examined.truth.copies.at(copy++));
    }
    return examined;
}

/// Shares of the GPU time of one side that has a partner (right, wrong, missed) and of that which has none
/// (spurious).
struct Score {
    double right = 0;
    double wrong = 0;
    double missed = 0;
    double spurious = 0;
};

constexpr double kLeastRight = 0.965; // kernels of unlike fusion may stay alone
constexpr double kMostSpurious = 0.001;

QByteArray report(Side side, const Score& score) {
    return QByteArray(sideName(side)) + ": right " + QByteArray::number(100 * score.right) + " %, wrong " +
           QByteArray::number(100 * score.wrong) + " %, missed " + QByteArray::number(100 * score.missed) +
           " %, spurious " + QByteArray::number(100 * score.spurious) + " %";
}

bool hasPartner(const ForgedActivity& activity, const Examined& other) {
    return std::any_of(other.byActivity.begin(), other.byActivity.end(),
                       [&](const ForgedActivity* candidate) { return standTogether(activity, *candidate); });
}

Score scoreOf(const Comparison& comparison, Side side, const PerSide<Examined>& examined) {
    double withPartner = 0;
    double total = 0;
    Score score;
    for (const KernelPair& pair : comparison.pairs) {
        for (const ActivityId id : pair.activities[side]) {
            const ForgedActivity& activity = *examined[side].byActivity[id.index()];
            const auto ns = double(activity.durationNs);
            const auto& others = pair.activities[other(side)];
            const bool stands = std::any_of(others.begin(), others.end(), [&](ActivityId candidate) {
                return standTogether(activity, *examined[other(side)].byActivity[candidate.index()]);
            });
            total += ns;
            if (hasPartner(activity, examined[other(side)])) {
                withPartner += ns;
                (stands ? score.right : others.empty() ? score.missed : score.wrong) += ns;
            } else if (!others.empty()) {
                score.spurious += ns;
            }
        }
    }
    return {score.right / withPartner, score.wrong / withPartner, score.missed / withPartner,
            score.spurious / total};
}

} // namespace

class TestForgedPairs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pairsAreTrue_data() {
        QTest::addColumn<QString>("name");
        for (const auto& [name, options] : cases()) {
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }

    void pairsAreTrue() {
        QFETCH(QString, name);
        const Case forged = cases().at(name.toStdString());
        const PerSide<Examined> examined{examine(forged.a, forged.namesOnly),
                                         examine(forged.b, forged.namesOnly)};
        const auto compared = compareTraces(examined.a.analyzed, examined.b.analyzed, CompareOptions{});
        QVERIFY(compared);
        for (const Side side : kSides) {
            const Score score = scoreOf(*compared.value(), side, examined);
            const QByteArray told = report(side, score);
            QVERIFY2(score.right >= kLeastRight && score.wrong == 0, told.constData());
            QVERIFY2(score.spurious <= kMostSpurious, told.constData());
        }
    }
};

QTEST_GUILESS_MAIN(TestForgedPairs)
#include "tst_forged_pairs.moc"
