// The alignment of sketched traces: which kernels stand against which, and the invariants of every alignment.

#include "core/compare/alignment.h"

#include "core/compare/findings.h"
#include "core/compare/fusion_finder.h"
#include "core/compare/parts.h"
#include "core/compare/work_vocabulary.h"
#include "tests/support/alignment_text.h"
#include "tests/support/sketch_trace.h"
#include "tests/support/test_program.h"

#include <random>

using namespace diptych;
using namespace diptych::test;

namespace {

QString joined(const std::vector<std::string>& lines) {
    QStringList list;
    for (const std::string& line : lines) {
        list += QString::fromStdString(line);
    }
    return list.join('\n');
}

/// Random layers of a transformer whose sides are cut differently, with kernels lost and added.
class RandomModel {
public:
    explicit RandomModel(std::uint32_t seed) : m_random(seed) {}

    std::string text(bool isFused) {
        std::string text;
        const int steps = 1 + pick(3);
        for (int step = 0; step < steps; ++step) {
            text += "prologue: " + noisy({"embed", "norm"});
            for (int layer = 0; layer < 6; ++layer) {
                text += "| layer " + std::to_string(layer) + ": ";
                text += isFused
                            ? noisy({"addnorm", "gemm", "ropekv", "attn", "gemm", "addnorm", "gemm", "act",
                                     "gemm"})
                            : noisy({"add", "norm", "gemm", "splitk", "rope", "kv", "attn", "combine", "gemm",
                                     "add", "norm", "gemm", "gemm", "silu", "mul", "gemm", "splitk"});
            }
            text += "| epilogue: " + noisy({"norm", "gemm", "sample"}) + '\n';
        }
        return text;
    }

private:
    int pick(int below) { return static_cast<int>(m_random() % static_cast<std::uint32_t>(below)); }

    std::string noisy(const std::vector<std::string>& words) {
        static const std::vector<std::string> kStray{"copy", "gemm", "other", "mul", "comm", "norm"};
        std::string text;
        for (const std::string& word : words) {
            const int dice = pick(60);
            if (dice != 0) {
                text += word + '=' + std::to_string(5 + pick(200)) + ' ';
            }
            if (dice == 1) {
                text += kStray[static_cast<std::size_t>(pick(static_cast<int>(kStray.size())))] + ' ';
            }
        }
        return text.empty() ? "copy " : text;
    }

    std::mt19937 m_random;
};

void checkEachKernelOnce(const SketchedSides& sketch, const Alignment& alignment) {
    const std::string fault = findAlignmentFault(sketch.sides(), alignment);
    QVERIFY2(fault.empty(), fault.c_str());
}

} // namespace

class TestAlignment : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void standsTogether_data();
    void standsTogether();
    void oneExtraKernelShiftsNothing();
    void aLayerMayLackAKernelOfAGroup();
    void rolesOfGemms();
    void groupsAreCalledByAllTheirWork();
    void partsBeyondTheBorderAreLinked_data();
    void partsBeyondTheBorderAreLinked();
    void placesDecideBeforeNames();
    void selfIsSilent();
    void layersLostAreCutAgain();
    void deeperModelKeepsItsOwnLayers();
    void invariantsOfRandomModels_data();
    void invariantsOfRandomModels();
};

void TestAlignment::standsTogether_data() {
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    QTest::addColumn<QString>("pairs");

    QTest::newRow("equal") << "layer 0: norm gemm attn"
                           << "layer 0: norm gemm attn"
                           << "norm | norm\ngemm | gemm\nattn | attn";
    QTest::newRow("split-K reduce belongs to its GEMM") << "layer 0: norm gemm splitk attn"
                                                        << "layer 0: norm gemm attn"
                                                        << "norm | norm\ngemm + splitk | gemm\nattn | attn";
    QTest::newRow("combine belongs to its attention") << "layer 0: gemm attn combine gemm"
                                                      << "layer 0: gemm attn gemm"
                                                      << "gemm | gemm\nattn + combine | attn\ngemm | gemm";
    QTest::newRow("preparation belongs to its attention") << "layer 0: gemm prep attn gemm"
                                                          << "layer 0: gemm attn gemm"
                                                          << "gemm | gemm\nprep + attn | attn\ngemm | gemm";
    QTest::newRow("preparation elsewhere stays apart") << "layer 0: prep gemm attn gemm"
                                                       << "layer 0: gemm attn gemm"
                                                       << "prep | -\ngemm | gemm\nattn | attn\ngemm | gemm";
    QTest::newRow("a reduce behind the second of two GEMMs")
        << "layer 0: norm gemm@one_x gemm@two_x splitk attn"
        << "layer 0: norm gemm attn"
        << "norm | norm\none + two + splitk | gemm\nattn | attn";
    QTest::newRow("rotary and cache write against one kernel")
        << "layer 0: gemm rope kv attn"
        << "layer 0: gemm ropekv attn"
        << "gemm | gemm\nrope + kv | ropekv\nattn | attn";
    QTest::newRow("a stray kernel between parts stays apart")
        << "layer 0: gemm rope quant kv attn"
        << "layer 0: gemm ropekv attn"
        << "gemm | gemm\nrope + kv | ropekv\nquant | -\nattn | attn";
    QTest::newRow("query and key norms with copies against one kernel")
        << "layer 0: norm gemm copy norm@qnorm_x copy norm@knorm_x rope attn"
        << "layer 0: norm gemm norm rope attn"
        << "norm | norm\ngemm | gemm\ncopy + qnorm + copy + knorm | norm\nrope | rope\nattn | attn";
    QTest::newRow("three projections against one") << "layer 0: norm gemm@q_x gemm@k_x gemm@v_x attn"
                                                   << "layer 0: norm gemm attn"
                                                   << "norm | norm\nq + k + v | gemm\nattn | attn";
    QTest::newRow("decomposed RMSNorm against the fused one")
        << "layer 0: copy pow mean add rsqrt mul copy mul gemm attn"
        << "layer 0: norm gemm attn"
        << "copy + pow + mean + add + rsqrt + mul + copy + mul | norm\ngemm | gemm\nattn | attn";
    QTest::newRow("decomposed on both sides stays apart")
        << "layer 0: pow mean add rsqrt mul mul gemm"
        << "layer 0: pow mean add rsqrt mul mul gemm"
        << "pow | pow\nmean | mean\nadd | add\nrsqrt | rsqrt\nmul | mul\nmul | mul\ngemm | gemm";
    QTest::newRow("gated MLP in pieces")
        << "layer 0: attn gemm norm gemm silu gemm mul gemm"
        << "layer 0: attn gemm norm gemm act gemm"
        << "attn | attn\ngemm | gemm\nnorm | norm\ngemm + gemm | gemm\nsilu + mul | "
           "act\ngemm | gemm";
    QTest::newRow("gated activation in pieces")
        << "layer 0: attn gemm norm gemm silu copy mul gemm"
        << "layer 0: attn gemm norm gemm act gemm"
        << "attn | attn\ngemm | gemm\nnorm | norm\ngemm | gemm\nsilu + copy + mul "
           "| act\ngemm | gemm";
    QTest::newRow("routing runs")
        << "layer 0: gemm route@topk_x route@sort_x experts experts@down_x"
        << "layer 0: gemm route experts experts finalize"
        << "gemm | gemm\ntopk + sort | route\nexperts | experts\ndown | experts + finalize";
    QTest::newRow("no counterpart") << "layer 0: norm quant gemm attn"
                                    << "layer 0: norm gemm attn"
                                    << "norm | norm\nquant | -\ngemm | gemm\nattn | attn";
    QTest::newRow("an unclassified kernel keeps its place")
        << "layer 0: norm other gemm attn combine"
        << "layer 0: norm gemm gemm attn"
        << "norm | norm\nother | gemm\ngemm | gemm\nattn + combine | attn";
    QTest::newRow("neighbours in another order") << "layer 0: gemm rope kv attn"
                                                 << "layer 0: gemm kv rope attn"
                                                 << "gemm | gemm\nrope | rope\nkv | kv\nattn | attn";
    QTest::newRow("before a GEMM is not behind it") << "layer 0: norm gemm attn"
                                                    << "layer 0: gemm norm attn"
                                                    << "norm | -\ngemm | gemm\n- | norm\nattn | attn";
    QTest::newRow("a helper stands for no class") << "layer 0: norm splitk attn"
                                                  << "layer 0: norm gemm attn"
                                                  << "norm | norm\nsplitk | -\n- | gemm\nattn | attn";
}

void TestAlignment::standsTogether() {
    QFETCH(QString, a);
    QFETCH(QString, b);
    QFETCH(QString, pairs);
    const SketchedSides sketch(a.toStdString(), b.toStdString());
    QString expected = "layer 0: " + pairs.replace("\n", "\nlayer 0: ");
    QString printed = joined(printPairs(sketch, alignTraces(sketch.sides(), 1)));
    const std::string row = QTest::currentDataTag();
    if (row == "a helper stands for no class" || row == "neighbours in another order") { // in either order
        QStringList lines = printed.split('\n');
        QStringList wanted = expected.split('\n');
        lines.sort();
        wanted.sort();
        printed = lines.join('\n');
        expected = wanted.join('\n');
    }
    QCOMPARE(printed, expected);

    const SketchedSides mirrored(b.toStdString(), a.toStdString(), "nv", "amd");
    QCOMPARE(describeAlignment(alignTraces(mirrored.sides(), 1), true),
             describeAlignment(alignTraces(sketch.sides(), 1), false));
}

void TestAlignment::oneExtraKernelShiftsNothing() {
    std::string a;
    std::string b;
    for (int layer = 0; layer < 8; ++layer) {
        const std::string head =
            (layer == 0 ? "layer " : "| layer ") + std::to_string(layer) + ": norm gemm rope attn ";
        a += head + (layer == 3 ? "copy gemm act gemm " : "gemm act gemm ");
        b += head + "gemm act gemm ";
    }
    const SketchedSides sketch(a, b);
    const Alignment alignment = alignTraces(sketch.sides(), 1);
    int oneSided = 0;
    for (const KernelPair& pair : alignment.pairs) {
        oneSided += pair.presence() == Presence::Both ? 0 : 1;
        QVERIFY(pair.presence() != Presence::Both ||
                pair.names.a.front().name.substr(0, 3) == pair.names.b.front().name.substr(0, 3));
    }
    QCOMPARE(oneSided, 1);
}

/// The first layer shares its template with the others, but has nothing to add: one kernel stands against
/// one.
void TestAlignment::aLayerMayLackAKernelOfAGroup() {
    std::string a;
    std::string b;
    for (int layer = 0; layer < 12; ++layer) {
        const std::string head = (layer == 0 ? "layer " : "| layer ") + std::to_string(layer) + ": ";
        a += head + "addnorm gemm rope attn gemm norm gemm act gemm ";
        b += head + (layer == 0 ? "" : "add ") + "norm gemm rope attn gemm norm gemm act gemm ";
    }
    const SketchedSides sketch(a, b);
    for (const KernelPair& pair : alignTraces(sketch.sides(), 1).pairs) {
        if (pair.position == 0) {
            const bool isFirst = pair.layer == "layer 0";
            QCOMPARE(pair.kernels, (PerSide<std::uint32_t>{1, isFirst ? 1U : 2U}));
            QCOMPARE(pair.reason.find("1:2 group") == 0, !isFirst);
        }
    }
}

/// In a group the kernel that does the work of several names it, however cheap; kernel against kernel the
/// dearer one does.
void TestAlignment::groupsAreCalledByAllTheirWork() {
    const auto names = [](const std::string& a, const std::string& b) {
        const SketchedSides sketch("layer 0: " + a + " gemm", "layer 0: " + b + " gemm");
        QStringList operations;
        for (const KernelPair& pair : alignTraces(sketch.sides(), 1).pairs) {
            operations += QString::fromStdString(pair.operation);
        }
        return operations.join(", ");
    };
    QCOMPARE(names("addnorm=10", "add=9 norm=30"), QString("Add+RMSNorm, Dense GEMM"));
    QCOMPARE(names("add=9 norm=30", "addnorm=10"), QString("Add+RMSNorm, Dense GEMM"));
    QCOMPARE(names("addnorm=10", "norm=30"), QString("RMSNorm, Dense GEMM"));
    QCOMPARE(names("norm=10", "addnorm=30"), QString("Add+RMSNorm, Dense GEMM"));
}

void TestAlignment::partsBeyondTheBorderAreLinked_data() {
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    QTest::addColumn<int>("parts");
    QTest::newRow("the next norm adds") << "addnorm gemm attn gemm"
                                        << "norm gemm attn gemm add" << 6;
    QTest::newRow("nobody adds") << "norm gemm attn gemm"
                                 << "norm gemm attn gemm add" << 0;
    QTest::newRow("both add by themselves") << "norm gemm attn gemm add"
                                            << "norm gemm attn gemm add" << 0;
    QTest::newRow("a copy tells nothing") << "addnorm gemm attn gemm"
                                          << "addnorm gemm attn gemm copy" << 0;
}

void TestAlignment::partsBeyondTheBorderAreLinked() {
    QFETCH(QString, a);
    QFETCH(QString, b);
    QFETCH(int, parts);
    const auto text = [](const QString& layer, const std::string& epilogue) {
        std::string sketch;
        for (int i = 0; i < 6; ++i) {
            sketch += "layer " + std::to_string(i) + ": " + layer.toStdString() + " | ";
        }
        return sketch + "epilogue: " + epilogue;
    };
    const std::string norm = a.startsWith("addnorm") ? "addnorm gemm sample" : "norm gemm sample";
    const SketchedSides sketch(text(a, norm), text(b, b.startsWith("addnorm") ? norm : "norm gemm sample"));
    std::vector<KernelPair> pairs = alignTraces(sketch.sides(), 1).pairs;
    linkParts(sketch.sides(), pairs);
    int linked = 0;
    for (const KernelPair& pair : pairs) {
        if (!pair.partOf) {
            QVERIFY(pair.note.empty());
            continue;
        }
        ++linked;
        const KernelPair& whole = pairs[pair.partOf.index()];
        QCOMPARE(whole.presence(), Presence::Both);
        QCOMPARE(whole.position, 0U);
        QVERIFY(pair.note.find(whole.id) != std::string::npos);
    }
    QCOMPARE(linked, parts);
    const FusionResult fusion = findFusions(sketch.sides(), pairs, {});
    QCOMPARE(fusion.rows.size(), std::size_t(parts > 0 ? 1 : 0));
    if (parts > 0) {
        QCOMPARE(fusion.rows[0].kernels, (PerSide<std::uint32_t>{1, 2}));
        QCOMPARE(fusion.rows[0].occurrences, std::uint64_t(parts));
        QCOMPARE(fusion.tally.patterns, (PerSide<std::uint32_t>{1, 0}));
    }
    for (const FindingRow& row : findFindings(sketch.sides(), pairs, {}).ahead) {
        QVERIFY(parts == 0 || row.mark == Mark::Fusion);
    }
}

void TestAlignment::rolesOfGemms() {
    const char* const layers = "layer 0: norm gemm rope attn gemm norm gemm act gemm | "
                               "layer 1: norm gemm rope attn gemm norm gemm route experts finalize | "
                               "epilogue: norm gemm=5 gemm=900 sample";
    const SketchedSides sketch(layers, layers, "x", "x");
    QStringList roles;
    for (const KernelPair& pair : alignTraces(sketch.sides(), 1).pairs) {
        if (pair.category == "gemm" || pair.operation == "MoE GEMM") {
            roles += QString::fromStdString(pair.role);
        }
    }
    QCOMPARE(roles,
             QStringList({"QKV", "O", "gate/up", "down", "QKV", "O", "router", "experts", "", "LM head"}));
}

void TestAlignment::placesDecideBeforeNames() {
    // By names alone the two GEMMs of B would take the first two of A.
    const SketchedSides sketch(
        "layer 0: norm~L_0/Norm_0:rms gemm~L_0/Q_0:linear gemm~L_0/K_0:linear gemm~L_0/V_0:linear",
        "layer 0: norm~L_0/Norm_0:rms gemm~L_0/Q_0:linear gemm~L_0/V_0:linear");
    QCOMPARE(joined(printPairs(sketch, alignTraces(sketch.sides(), 1))),
             "layer 0: norm | norm\nlayer 0: gemm | gemm\nlayer 0: gemm | -\nlayer 0: gemm | gemm");
    // What one call launches is one piece of work.
    const SketchedSides call("layer 0: gemm~L_0/Q_0:linear add~L_0/Q_0:linear attn~L_0/A_0:sdpa",
                             "layer 0: gemm~L_0/Q_0:linear attn~L_0/A_0:sdpa");
    QCOMPARE(joined(printPairs(call, alignTraces(call.sides(), 1))),
             "layer 0: gemm + add | gemm\nlayer 0: attn | attn");
}

void TestAlignment::selfIsSilent() {
    for (std::uint32_t seed = 0; seed < 40; ++seed) {
        const auto trace = sketchTrace(RandomModel(seed).text(seed % 2 == 0), "amd");
        const SketchedSides sketch(trace, trace);
        QCOMPARE(findSelfDifference(alignTraces(sketch.sides(), 1)), std::string{});
    }
}

void TestAlignment::layersLostAreCutAgain() {
    const std::string layer = "norm gemm rope attn gemm addnorm gemm act gemm ";
    std::string regular;
    std::string broken;
    for (int i = 0; i < 12; ++i) {
        const std::string number = std::to_string(i);
        regular += (i == 0 ? "layer " : "| layer ") + number + ": " + layer;
        // Side B's finder missed a border and ran two layers together; later layers are numbered one less.
        broken += i == 4
                      ? layer
                      : (i == 0 ? "layer " : "| layer ") + std::to_string(i > 4 ? i - 1 : i) + ": " + layer;
    }
    const SketchedSides sketch(regular, broken);
    const Alignment alignment = alignTraces(sketch.sides(), 1);
    QCOMPARE(alignment.resectioned, std::optional(Side::B));
    QCOMPARE(alignment.pairs.size(), std::size_t{12 * 9});
    checkEachKernelOnce(sketch, alignment);
    for (const KernelPair& pair : alignment.pairs) {
        QCOMPARE(pair.presence(), Presence::Both);
        QCOMPARE(pair.activities.a, pair.activities.b); // the same ordinals on both sides
    }
}

void TestAlignment::deeperModelKeepsItsOwnLayers() {
    std::string a = "prologue: embed ";
    std::string b = a;
    for (int i = 0; i < 6; ++i) {
        const std::string layer =
            "| layer " + std::to_string(i) + ": norm gemm attn gemm norm gemm act gemm ";
        a += layer;
        b += i < 4 ? layer : "";
    }
    const SketchedSides sketch(a + "| epilogue: norm gemm sample", b + "| epilogue: norm gemm sample");
    const Alignment alignment = alignTraces(sketch.sides(), 1);
    checkEachKernelOnce(sketch, alignment);
    for (const KernelPair& pair : alignment.pairs) {
        const bool isDeep = pair.layer == "layer 4" || pair.layer == "layer 5";
        QCOMPARE(pair.presence(), isDeep ? Presence::OnlyA : Presence::Both);
    }
}

void TestAlignment::invariantsOfRandomModels_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < 60; ++seed) {
        QTest::addRow("%d", seed) << seed;
    }
}

void TestAlignment::invariantsOfRandomModels() {
    QFETCH(int, seed);
    const auto a = sketchTrace(RandomModel(static_cast<std::uint32_t>(seed)).text(false), "amd");
    const auto b = sketchTrace(RandomModel(static_cast<std::uint32_t>(seed) + 1000).text(true), "nv");
    const SketchedSides sketch(a, b);
    const SketchedSides mirrored(b, a);
    const Alignment alignment = alignTraces(sketch.sides(), 1);
    checkEachKernelOnce(sketch, alignment);
    QCOMPARE(describeAlignment(alignTraces(mirrored.sides(), 1), true), describeAlignment(alignment, false));
    QCOMPARE(describeAlignment(alignTraces(sketch.sides(), 2), false), describeAlignment(alignment, false));
}

DIPTYCH_TEST(TestAlignment)
#include "tst_alignment.moc"
