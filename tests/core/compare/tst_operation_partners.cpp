#include "core/compare/operation_partners.h"

#include "core/compare/operation_diff.h"
#include "core/compare/parts.h"
#include "tests/support/sketch_trace.h"
#include "tests/support/test_program.h"

using namespace diptych;
using namespace diptych::test;

namespace {

/// "Add+RMSNorm: Elementwise, RMSNorm; ..." of the operations that have partners, by name.
QString partnersIn(const std::vector<OperationRow>& operations) {
    QStringList lines;
    for (const OperationRow& row : operations) {
        QStringList against;
        for (const std::string& operation : row.against) {
            against.append(QString::fromStdString(operation));
        }
        if (!against.isEmpty()) {
            against.sort();
            lines.append(QString::fromStdString(row.operation) + ": " + against.join(", "));
        }
    }
    lines.sort();
    return lines.join("; ");
}

QString partnersOf(const SketchedSides& sketch) {
    std::vector<KernelPair> pairs = alignTraces(sketch.sides(), 1).pairs;
    linkParts(sketch.sides(), pairs);
    std::vector<OperationRow> operations = diffOperations(sketch.sides(), {});
    findPartners(sketch.sides(), pairs, operations);
    return partnersIn(operations);
}

std::string layersOf(const QString& layer) {
    std::string text;
    for (int i = 0; i < 6; ++i) {
        text += (i == 0 ? "layer " : "| layer ") + std::to_string(i) + ": " + layer.toStdString() + ' ';
    }
    return text + "| epilogue: norm gemm sample";
}

} // namespace

class TestOperationPartners : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void halvesOfAFusionStandAgainstEachOther_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<bool>("hasHalves");
        QTest::newRow("the same on both") << "norm gemm attn gemm norm gemm act gemm"
                                          << "norm gemm attn gemm norm gemm act gemm" << false;
        QTest::newRow("rotary with the cache") << "norm gemm rope kv attn gemm norm gemm act gemm"
                                               << "norm gemm ropekv attn gemm norm gemm act gemm" << true;
        QTest::newRow("only on one side") << "norm gemm copy attn gemm norm gemm act gemm"
                                          << "norm gemm attn gemm norm gemm act gemm" << false;
    }
    void halvesOfAFusionStandAgainstEachOther() {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(bool, hasHalves);
        const SketchedSides sketch(layersOf(a), layersOf(b));
        const QString partners = partnersOf(sketch);
        QCOMPARE(!partners.isEmpty(), hasHalves);
        const SketchedSides swapped(sketch.traces.b, sketch.traces.a);
        QCOMPARE(partnersOf(swapped), partners);
    }

    void bothHalvesSaySo() {
        const SketchedSides sketch(layersOf("norm gemm rope kv attn gemm norm gemm act gemm"),
                                   layersOf("norm gemm ropekv attn gemm norm gemm act gemm"));
        const QString partners = partnersOf(sketch);
        QVERIFY2(partners.contains("Rotary+KV Cache: "), qPrintable(partners));
        QVERIFY2(partners.contains("Rotary: Rotary+KV Cache"), qPrintable(partners));
    }
};

DIPTYCH_TEST(TestOperationPartners)
#include "tst_operation_partners.moc"
