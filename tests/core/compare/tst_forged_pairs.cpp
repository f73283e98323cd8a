// Forged pairs of traces with known content. Whatever the vendors' libraries, stacks or none, eager or in a
// graph, kernels of one piece of work stand together and nothing else does; a planted difference is found,
// and nothing else is reported.

#include "core/compare/compare_traces.h"
#include "core/compare/parts.h"
#include "tests/support/forged_side.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_program.h"
#include "tests/support/trace_forge_sample.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace diptych;
using namespace diptych::test;

namespace {

struct Draw {
    ForgeOptions a;
    ForgeOptions b;
    bool namesOnly = false;
};

constexpr int kLayers = 6;

void plant(const Difference& difference, ForgeOptions& side) {
    side.differences = {difference};
    if (difference.kind == Difference::Kind::SwapWithNext) { // with the cache write, not with the attention
        side.library.fusesRotaryWithKvWrite = false;
    }
}

/// Machines, libraries and differences, drawn from a seed.
class Drawer {
public:
    explicit Drawer(std::uint32_t seed) : m_random(seed) {}

    /// Two machines of two vendors, each with a library of its own.
    Draw vendors() {
        const ForgedModel drawn = model();
        Draw draw{amdOptions(drawn), nvidiaOptions(drawn), toss()};
        const bool isGraph = toss();
        for (ForgeOptions* options : {&draw.a, &draw.b}) {
            options->graph = isGraph;
            options->steps = decodeSteps(2 + pick(3), 16);
            options->seed = m_random();
            drawLibrary(options->library);
        }
        return draw;
    }

    /// The same machine and library twice, in other recordings.
    Draw twins() {
        Draw draw = vendors();
        const std::vector<ForgedStep> steps = draw.b.steps;
        const std::uint64_t seed = draw.b.seed;
        if (toss()) {
            draw.a = draw.b;
            draw.a.seed = seed + 1;
        } else {
            draw.b = draw.a;
            draw.b.seed = seed;
        }
        draw.b.steps = steps;
        return draw;
    }

    /// A difference to plant in a side.
    Difference difference() {
        static const std::vector<Operation> kOperations{Operation::QkvGemm,    Operation::Attention,
                                                        Operation::OutputGemm, Operation::InputNorm,
                                                        Operation::PostNorm,   Operation::Rotary};
        const Operation operation =
            kOperations[static_cast<std::size_t>(pick(static_cast<int>(kOperations.size())))];
        switch (pick(8)) {
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
        case 5:
            return fuse({Operation::Rotary, Operation::KvWrite},
                        "void vllm::fused_rope_and_reshape_and_cache_kernel<__nv_bfloat16>(int)", "rope",
                        9'000);
        case 6:
            return swapWithNext(Operation::Rotary);
        default:
            return slow(operation, 3.0);
        }
    }

private:
    int pick(int below) { return static_cast<int>(m_random() % static_cast<std::uint32_t>(below)); }
    bool toss() { return pick(2) == 0; }

    ForgedModel model() {
        ForgedModel model = toss() ? qwen2Model(kLayers) : qwen3MoeModel(kLayers);
        model.engine = toss() ? Engine::Vllm : Engine::Sglang;
        model.queryKeyNorm = toss();
        model.tensorParallel = toss() ? 1 : 2;
        return model;
    }

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

using Both = PerSide<ForgedSide>;

/// What is wrong with a comparison, in words, with counts; and the shares that are right.
struct Verdict {
    std::map<std::string, int> faults;
    Nanoseconds partneredNs = 0; ///< time of kernels that have a partner
    Nanoseconds rightNs = 0;     ///< of which together with one
    Nanoseconds mixedNs = 0;     ///< of kernels that stand with foreign work

    [[nodiscard]] bool isRight() const { return faults.empty() && partneredNs > 0 && mixedNs == 0; }
    [[nodiscard]] QByteArray text() const {
        QByteArray text;
        for (const auto& [fault, count] : faults) {
            text += QByteArray("\n  ") + QByteArray::number(count) + " x " + fault.c_str();
        }
        return text;
    }
};

/// Work that both sides run in pieces, one in more of them: every piece of the other side has a partner of
/// its own, so that a piece beyond those (a copy within the activation, a softmax before the sampling) is
/// rightly alone.
bool isSparePiece(const ForgedSide& side, const ForgedActivity& activity) {
    return activity.operations.contains(Operation::Sampling) ||
           (activity.operations.contains(Operation::Activation) &&
            side.truth.categoryOf(activity) == "memory");
}

class Judge {
public:
    Judge(const Both& forged, const Comparison& comparison)
        : m_forged(forged), m_comparison(comparison), m_parts(partsOf(comparison.pairs)) {
        for (const Side side : kSides) {
            for (const ForgedActivity* activity : forged[side].activities) {
                if (activity->step >= 0) {
                    m_ofPlace[side][{activity->layer, activity->occurrence}].push_back(activity);
                }
            }
        }
    }

    Verdict judge() {
        for (const Side side : kSides) {
            for (std::size_t i = 0; i < m_forged[side].activities.size(); ++i) {
                const PairId pair = m_comparison.pairOf[side][i];
                if (m_forged[side].activities[i]->step >= 0 && pair.isValid()) {
                    judge(side, ActivityId(i), m_comparison.pairs[pair.index()]);
                }
            }
        }
        return std::move(m_verdict);
    }

private:
    [[nodiscard]] bool standsWithPartner(Side side, const ForgedActivity& own, const KernelPair& pair) const {
        const std::vector<ActivityId>& opposite = pair.activities[other(side)];
        return std::any_of(opposite.begin(), opposite.end(), [&](ActivityId id) {
            return standTogether(own, *m_forged[other(side)].activities[id.index()]);
        });
    }

    void judge(Side side, ActivityId id, const KernelPair& pair) {
        const ForgedActivity& own = *m_forged[side].activities[id.index()];
        const auto place = m_ofPlace[other(side)].find({own.layer, own.occurrence});
        const bool hasPartner = place != m_ofPlace[other(side)].end() &&
                                std::any_of(place->second.begin(), place->second.end(),
                                            [&](const ForgedActivity* x) { return standTogether(own, *x); });
        // A residual add at a layer's end whose partner is the next layer's norm says so.
        std::vector<std::uint32_t> related = m_parts[m_comparison.pairOf[side][id.index()].index()];
        if (pair.partOf) {
            related.push_back(pair.partOf.index());
        }
        const bool isTogether = standsWithPartner(side, own, pair) ||
                                std::any_of(related.begin(), related.end(), [&](std::uint32_t index) {
                                    return standsWithPartner(side, own, m_comparison.pairs[index]);
                                });
        const auto& opposite = pair.activities[other(side)];
        const std::string what = std::string(sideName(side)) + ' ' + m_forged[side].describe(id);
        m_verdict.partneredNs += hasPartner ? own.durationNs : 0;
        m_verdict.rightNs += hasPartner && isTogether ? own.durationNs : 0;
        if (hasPartner && !isTogether && !(opposite.empty() && isSparePiece(m_forged[side], own))) {
            ++m_verdict.faults[what + (opposite.empty()
                                           ? " left alone"
                                           : " against " + m_forged[other(side)].describe(opposite.front()))];
        }
        if (!hasPartner && !opposite.empty()) {
            m_verdict.mixedNs += own.durationNs;
            ++m_verdict.faults[what + " has no partner, but stands against " +
                               m_forged[other(side)].describe(opposite.front())];
        }
    }

    const Both& m_forged;
    const Comparison& m_comparison;
    std::vector<std::vector<std::uint32_t>> m_parts; ///< by pair
    PerSide<std::map<std::pair<int, int>, std::vector<const ForgedActivity*>>> m_ofPlace;
    Verdict m_verdict;
};

/// A forged pair with its comparison; null when something does not load.
struct ForgedPair {
    explicit ForgedPair(const Draw& drawn)
        : forged{forgeSide(drawn.a, drawn.namesOnly), forgeSide(drawn.b, drawn.namesOnly)} {
        if (forged.a.analyzed && forged.b.analyzed) {
            const auto result = compareTraces(forged.a.analyzed, forged.b.analyzed, {});
            comparison = result ? result.value() : nullptr;
        }
    }
    [[nodiscard]] Verdict verdict() const {
        return comparison ? Judge(forged, *comparison).judge() : Verdict{{{"no comparison", 1}}};
    }

    Both forged;
    std::shared_ptr<const Comparison> comparison;
};

/// Whether a planted difference concerns an activity: it was inserted, or does the work that was changed.
bool isConcerned(const Difference& difference, const ForgedActivity& activity) {
    return activity.operations.contains(Operation::Planted) ||
           activity.operations.meets(difference.operations);
}

/// What a comparison of twins reports, each as the pairs that it speaks of: one-sided pairs, groups, fusions,
/// findings.
std::vector<std::vector<std::uint32_t>> reports(const Comparison& comparison) {
    std::vector<std::vector<std::uint32_t>> reported;
    for (std::uint32_t i = 0; i < comparison.pairs.size(); ++i) {
        const KernelPair& pair = comparison.pairs[i];
        if (pair.presence() != Presence::Both || pair.kernels.a != pair.kernels.b) {
            reported.push_back({i});
        }
    }
    for (const FusionRow& row : comparison.fusion) {
        reported.push_back(row.pairs);
    }
    for (const auto* const rows : {&comparison.findings, &comparison.ahead}) {
        for (const FindingRow& row : *rows) {
            reported.push_back(row.pairs);
        }
    }
    return reported;
}

/// Faults of the report on twins of which B bears the difference.
class ReportJudge {
public:
    ReportJudge(const ForgedPair& pair, const Difference& difference)
        : m_pair(pair), m_difference(difference) {}

    std::map<std::string, int> judge() {
        for (const std::vector<std::uint32_t>& report : reports(*m_pair.comparison)) {
            bool concerns = false;
            for (const std::uint32_t index : report) {
                concerns = isConcernedPair(m_pair.comparison->pairs[index]) || concerns;
            }
            if (!concerns) {
                ++m_faults["reported though it does not differ: " +
                           describe(m_pair.comparison->pairs[report.front()])];
            }
        }
        const bool isSilent = m_difference.kind == Difference::Kind::Rename ||
                              m_difference.kind == Difference::Kind::SwapWithNext;
        const std::size_t expected = isSilent ? 0 : kLayers;
        if (m_layers.size() != expected) {
            ++m_faults["the difference is reported in " + std::to_string(m_layers.size()) +
                       " layers, not in " + std::to_string(expected)];
        }
        return std::move(m_faults);
    }

private:
    bool isConcernedPair(const KernelPair& pair) {
        bool concerns = false;
        for (const Side side : kSides) {
            for (const ActivityId id : pair.activities[side]) {
                const ForgedActivity& activity = *m_pair.forged[side].activities[id.index()];
                if (isConcerned(m_difference, activity)) {
                    concerns = true;
                    if (activity.layer >= 0) {
                        m_layers.insert(activity.layer);
                    }
                }
            }
        }
        return concerns;
    }
    [[nodiscard]] std::string describe(const KernelPair& pair) const {
        const Side side = pair.kernels.a != 0 ? Side::A : Side::B;
        return std::string(sideName(side)) + ' ' +
               m_pair.forged[side].describe(pair.activities[side].front());
    }

    const ForgedPair& m_pair;
    const Difference& m_difference;
    std::set<int> m_layers; ///< in which the difference is reported
    std::map<std::string, int> m_faults;
};

/// Models, machines and steps that differ in one way.
std::map<std::string, Draw> workloads() {
    const auto plain = [](const ForgedModel& model) {
        Draw draw{amdOptions(model), nvidiaOptions(model), false};
        draw.b.library.fusesAddIntoNorm = false;
        return draw;
    };
    const ForgedModel dense = qwen2Model(8);
    std::map<std::string, Draw> draws;
    draws["eager, stacks"] = plain(dense);
    draws["graph replay"] = plain(dense);
    draws["graph replay"].a.graph = draws["graph replay"].b.graph = true;
    draws["graph replay against eager"] = plain(dense);
    draws["graph replay against eager"].a.graph = true;
    Draw experts = plain(qwen3MoeModel(8));
    draws["experts, stacks"] = experts;
    experts.a.graph = experts.b.graph = true;
    experts.a.model.sideCopies = experts.b.model.sideCopies = 4;
    draws["graph replay, experts, side stream"] = experts;
    Draw deeper = plain(dense);
    deeper.b.model.layers = 11;
    draws["extra layers"] = deeper;
    deeper.namesOnly = true;
    draws["extra layers, names only"] = deeper;
    Draw longer = plain(dense);
    longer.a.steps = decodeSteps(2, 16);
    longer.b.steps = decodeSteps(7, 16);
    draws["other numbers of steps"] = longer;
    longer.b.warmupSteps = 1;
    draws["warm-up"] = longer;
    Draw collective = plain(dense);
    collective.a.model.tensorParallel = collective.b.model.tensorParallel = 2;
    collective.a.library.usesNccl = true;
    draws["collectives on a stream of their own"] = collective;
    Draw phases = plain(dense);
    phases.a.steps = {{2, 2048, 0}, {0, 0, 16}, {0, 0, 16}};
    phases.b.steps = {{2, 2048, 0}, {0, 0, 16}, {0, 0, 16}, {0, 0, 16}};
    draws["prefill and decode"] = phases;
    Draw earlier = plain(dense);
    earlier.a.kernelsBeforeRecording = 40;
    draws["kernels from before the recording"] = earlier;
    draws["sample"] = {sampleOptions(Side::A), sampleOptions(Side::B), false};
    draws["sample, names only"] = {sampleOptions(Side::A), sampleOptions(Side::B), true};
    return draws;
}

} // namespace

class TestForgedPairs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void librariesDiffer_data();
    void librariesDiffer();
    void differencesArePlanted();
    void onlyThePlantedIsReported();
    void workloadsDiffer_data();
    void workloadsDiffer();
    void lossesCostLittle();
};

void TestForgedPairs::librariesDiffer_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < (kIsSanitized ? 6 : 60); ++seed) {
        QTest::addRow("%d", seed) << seed;
    }
}

void TestForgedPairs::librariesDiffer() {
    QFETCH(int, seed);
    const Verdict verdict = ForgedPair(Drawer(static_cast<std::uint32_t>(seed)).vendors()).verdict();
    QVERIFY2(verdict.isRight(), verdict.text().constData());
}

/// Two vendors whose libraries differ anyway, and a difference planted in one side.
void TestForgedPairs::differencesArePlanted() {
    constexpr std::uint32_t kSeeds = kIsSanitized ? 8 : 240;
    QByteArray faults;
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
        Drawer drawer(seed + 5000);
        Draw drawn = drawer.vendors();
        plant(drawer.difference(), seed % 2 == 0 ? drawn.a : drawn.b);
        const Verdict verdict = ForgedPair(drawn).verdict();
        if (!verdict.isRight()) {
            faults += "\nseed " + QByteArray::number(seed) + verdict.text();
        }
    }
    QVERIFY2(faults.isEmpty(), faults.constData());
}

/// Twins of which one bears a difference: that is reported in every layer, and nothing else is.
void TestForgedPairs::onlyThePlantedIsReported() {
    constexpr std::uint32_t kSeeds = kIsSanitized ? 8 : 240;
    QByteArray faults;
    for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
        Drawer drawer(seed + 9000);
        Draw drawn = drawer.twins();
        const Difference difference = drawer.difference();
        plant(difference, drawn.b);
        drawn.a.library = drawn.b.library;
        const ForgedPair pair(drawn);
        QVERIFY(pair.comparison);
        if (pair.forged.b.truth.planted.front().occurrences == 0) {
            continue; // nothing to fuse or to swap in this library
        }
        for (const auto& [fault, count] : ReportJudge(pair, difference).judge()) {
            faults += "\nseed " + QByteArray::number(seed) + " kind " +
                      QByteArray::number(static_cast<int>(difference.kind)) + ": " +
                      QByteArray::number(count) + " x " + fault.c_str();
        }
    }
    QVERIFY2(faults.isEmpty(), faults.constData());
}

void TestForgedPairs::workloadsDiffer_data() {
    QTest::addColumn<QString>("name");
    for (const auto& [name, draw] : workloads()) {
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

void TestForgedPairs::workloadsDiffer() {
    QFETCH(QString, name);
    const Draw drawn = workloads().at(name.toStdString());
    const ForgedPair pair(drawn);
    const Verdict verdict = pair.verdict();
    QVERIFY2(verdict.isRight(), verdict.text().constData());
    const auto has = [&](const char* code) {
        return findDiagnostic(pair.comparison->diagnostics, code) != nullptr;
    };
    QCOMPARE(has("not-same-workload"), drawn.a.model.layers != drawn.b.model.layers);
    QCOMPARE(has("slow-first-step"), drawn.b.warmupSteps == 1);
    int onlyB = 0;
    for (const LayerRow& row : pair.comparison->layers) {
        onlyB += row.presence == Presence::OnlyB && row.layer.starts_with("layer ") ? 1 : 0;
    }
    QCOMPARE(onlyB, drawn.b.model.layers - drawn.a.model.layers);
}

/// One kernel in a hundred lost on both sides, one in a hundred stray.
void TestForgedPairs::lossesCostLittle() {
    Draw drawn = workloads().at("graph replay");
    for (ForgeOptions* options : {&drawn.a, &drawn.b}) {
        options->dropRate = 0.01;
        options->insertRate = 0.01;
    }
    const Verdict verdict = ForgedPair(drawn).verdict();
    const double right = double(verdict.rightNs) / double(verdict.partneredNs);
    QVERIFY2(right >= 0.97, (QByteArray::number(100 * right) + " %" + verdict.text()).constData());
}

DIPTYCH_TEST(TestForgedPairs)
#include "tst_forged_pairs.moc"
