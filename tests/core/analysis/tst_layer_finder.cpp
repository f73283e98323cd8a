#include "core/analysis/layer_finder.h"
#include "tests/support/kernel_letters.h"
#include "tests/support/test_program.h"

using namespace diptych;
using namespace diptych::test;

namespace {

/// Groups as the letters of their layers: "[NGAG|NGAG] [..]".
std::string describe(std::string_view letters, const FoundLayers& found) {
    std::string text = found.cutAfterNorm ? "after norm: " : "";
    for (const auto& group : found.groups) {
        text += text.empty() || text.back() == ' ' ? "[" : " [";
        for (const LayerRun& run : group) {
            text +=
                (text.back() == '[' ? "" : "|") + std::string(letters.substr(run.begin, run.end - run.begin));
        }
        text += "]";
    }
    return text;
}

std::string foundLayers(std::string_view letters, CutMode mode = CutMode::Auto) {
    const KernelSequence kernels = sequenceOf(letters);
    SequenceNumbers numbers(kernels.token);
    return describe(letters, findLayers(kernels, 0, kernels.size(), mode, numbers));
}

std::string joined(int count, std::string_view layer) {
    return times(count - 1, std::string(layer) + "|") + std::string(layer);
}

} // namespace

class TestLayerFinder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void finds_data() {
        QTest::addColumn<QString>("letters");
        QTest::addColumn<QString>("layers");
        const auto row = [](const char* name, const std::string& letters, const std::string& layers) {
            QTest::newRow(name) << QString::fromStdString(letters) << QString::fromStdString(layers);
        };
        row("nothing", "", "");
        row("no attention", times(8, "NGSG"), "");
        row("one attention", "NGAGNGSG", "");
        row("pre-norm", "E" + times(5, "NGkAGNGSG") + "NGx", "[" + joined(5, "NGkAGNGSG") + "]");
        row("query and key norms", "E" + times(4, "NGnnkAGNGSG") + "NGx",
            "[" + joined(4, "NGnnkAGNGSG") + "]");
        row("fused add and norm from the second layer on", "ENGkAGnGSG" + times(4, "nGkAGnGSG") + "nGx",
            "[NGkAGnGSG|" + joined(4, "nGkAGnGSG") + "]");
        row("experts", "E" + times(4, "NGkAGNGMMmM") + "NGx", "[" + joined(4, "NGkAGNGMMmM") + "]");
        row("two kinds by turns", "E" + times(3, "NGkAGNGSGNGkaGNGSG") + "NGx",
            "[" + joined(3, "NGkAGNGSG|NGkaGNGSG") + "]");
        row("first layers differ", "E" + times(2, "NGkAGNGSG") + times(4, "NGkAGNGMMM") + "NGx",
            "[" + joined(2, "NGkAGNGSG") + "|" + joined(4, "NGkAGNGMMM") + "]");
        row("two attentions a layer", "E" + times(4, "NGAGNGaGNGSG") + "NGx",
            "[" + joined(4, "NGAGNGaGNGSG") + "]");
        row("softmax between GEMMs", "E" + times(4, "NGGOGGNGSG") + "NGx",
            "[" + joined(4, "NGGOGGNGSG") + "]");
        row("softmax of a router is none", "E" + times(4, "NGOkkkkkkGSG"), "");
        row("decomposed norm", "E" + times(4, "CPUtRtGkAGCPUtRtGSGt") + "CPUtRtG",
            "[" + joined(4, "CPUtRtGkAGCPUtRtGSGt") + "]");
        row("activation inside the GEMM", "E" + times(4, "NGkAGNGG") + "NGx",
            "[" + joined(4, "NGkAGNGG") + "]");
        row("post-norm", "EENqqqG" + std::string("kAGNGSGN") + times(3, "GkAGNGSGN") + "Gx",
            "after norm: [qqqGkAGNGSGN|" + joined(3, "GkAGNGSGN") + "]");
        row("norm after the MLP", "E" + times(4, "NGkAGnNGSGn") + "NGx",
            "[" + joined(4, "NGkAGnNGSGn") + "]");
        row("norm and add after the MLP, two passes", times(2, "E" + times(4, "NGkAGnNGSGnt") + "NGx"),
            "[" + joined(4, "NGkAGnNGSGnt") + "] [" + joined(4, "NGkAGnNGSGnt") + "]");
        row("a norm between two projections", times(2, "E" + times(4, "NGnGkAGNGSG") + "NGx"),
            "[" + joined(4, "NGnGkAGNGSG") + "] [" + joined(4, "NGnGkAGNGSG") + "]");
        row("two passes", times(2, "E" + times(4, "NGkAGNGSG") + "NGx"),
            "[" + joined(4, "NGkAGNGSG") + "] [" + joined(4, "NGkAGNGSG") + "]");
        row("cut off at the start", "AGNGSG" + times(3, "NGkAGNGSG") + "NGxE" + times(4, "NGkAGNGSG") + "NGx",
            "[" + joined(3, "NGkAGNGSG") + "] [" + joined(4, "NGkAGNGSG") + "]");
        row("a lost kernel", "E" + times(2, "NGkAGNGSG") + "NGAGNGSG" + times(2, "NGkAGNGSG") + "NGx",
            "[" + joined(2, "NGkAGNGSG") + "|NGAGNGSG|" + joined(2, "NGkAGNGSG") + "]");
        row("a lost attention", "E" + times(2, "NGkAGNGSG") + "NGkGNGSG" + times(2, "NGkAGNGSG") + "NGx",
            "[" + joined(2, "NGkAGNGSG") + "|NGkGNGSG|" + joined(2, "NGkAGNGSG") + "]");
        row("a lost norm and projection",
            "E" + times(2, "NGkAGNGSG") + "kAGNGSG" + times(2, "NGkAGNGSG") + "NGx",
            "[" + joined(2, "NGkAGNGSG") + "|kAGNGSG|" + joined(2, "NGkAGNGSG") + "]");
        row("a layer that lost half its kernels",
            "E" + times(2, "NGkAGNGSG") + "kGNGS" + times(2, "NGkAGNGSG") + "NGx",
            "[" + joined(2, "NGkAGNGSG") + "|kGNGS|" + joined(2, "NGkAGNGSG") + "]");
        row("a stray kernel", "E" + times(2, "NGkAGNGSG") + "NGkAGNGSGz" + times(2, "NGkAGNGSG") + "NGx",
            "[" + joined(2, "NGkAGNGSG") + "|NGkAGNGSGz|" + joined(2, "NGkAGNGSG") + "]");
    }
    void finds() {
        QFETCH(QString, letters);
        QFETCH(QString, layers);
        QCOMPARE(QString::fromStdString(foundLayers(letters.toStdString())), layers);
    }

    void cutsAsAsked() {
        const std::string letters = "EENqqqGkAGNGSGN" + times(3, "GkAGNGSGN") + "Gx";
        QVERIFY(foundLayers(letters, CutMode::BeforeNorm).rfind("[NqqqGkAGNGSG|NGkAGNGSG", 0) == 0);
        QVERIFY(foundLayers(letters, CutMode::AfterNorm).rfind("after norm: [qqqGkAGNGSGN|GkAGNGSGN", 0) ==
                0);
    }

    /// Layers of a range of a longer sequence are those of the range alone.
    void staysInItsRange() {
        const std::string pass = "E" + times(4, "NGkAGNGSG") + "NGx";
        const KernelSequence kernels = sequenceOf(pass + pass + pass);
        SequenceNumbers numbers(kernels.token);
        const auto length = static_cast<std::uint32_t>(pass.size());
        const FoundLayers found = findLayers(kernels, length, 2 * length, CutMode::Auto, numbers);
        QCOMPARE(found.groups.size(), std::size_t{1});
        QCOMPARE(found.groups[0].size(), std::size_t{4});
        QCOMPARE(found.groups[0][0].begin, length + 1);
        QCOMPARE(found.groups[0][3].end, 2 * length - 3);
    }

    void fitsFreeEnds() {
        const KernelSequence kernels = sequenceOf("NGAG"
                                                  "NGAGxy"
                                                  "xyNGaG");
        const FreeEndFit start = fitFreeEnd(kernels, {0, 4}, {4, 10}, false);
        QCOMPARE(start.length, 4U);
        QCOMPARE(start.score, 1.0);
        const FreeEndFit end = fitFreeEnd(kernels, {0, 4}, {10, 16}, true);
        QCOMPARE(end.length, 4U);
        QCOMPARE(end.score, 10.0 / 12.0); // three equal tokens and one of the family
        QCOMPARE(fitFreeEnd(kernels, {0, 4}, {4, 4}, false).length, 0U);
    }
};

DIPTYCH_TEST(TestLayerFinder)
#include "tst_layer_finder.moc"
