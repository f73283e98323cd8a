#include "app/find_index.h"

#include "tests/support/test_program.h"

using namespace diptych;

namespace {

Comparison someComparison() {
    Comparison comparison;
    for (const char* const name : {"Dense GEMM", "Attention (Decode)"}) {
        OperationRow row;
        row.operation = name;
        comparison.operations.push_back(row);
    }
    LayerRow layer;
    layer.layer = "layer 14";
    comparison.layers.push_back(layer);
    for (const char* const name : {"attn_fwd", "Cijk_MT64x96x128", "attn_fwd"}) {
        KernelPair pair;
        pair.id = "layer 14/" + std::to_string(comparison.pairs.size());
        pair.layer = "layer 14";
        pair.operation = "Dense GEMM";
        pair.names.a.push_back({name, 1, 1});
        pair.names.b.push_back({"sm90_gemm", 1, 1});
        comparison.pairs.push_back(pair);
    }
    ModuleRow module;
    module.path = "Qwen2Model/Attention";
    comparison.modules.push_back(module);
    return comparison;
}

QStringList textsOf(const std::vector<FindHit>& hits) {
    QStringList texts;
    for (const FindHit& hit : hits) {
        texts << findKindText(hit.kind) + QLatin1Char(' ') + hit.text;
    }
    return texts;
}

} // namespace

class TestFindIndex : public QObject {
    Q_OBJECT

private slots:
    void finds_data() {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("expected");
        QTest::newRow("empty") << ""
                               << "";
        QTest::newRow("blank") << "  "
                               << "";
        QTest::newRow("case") << "dense"
                              << "operation Dense GEMM";
        QTest::newRow("beginnings first")
            << "att"
            << "operation Attention (Decode)|kernel attn_fwd|module Qwen2Model/Attention";
        QTest::newRow("words in any order") << "96x128 mt64"
                                            << "kernel Cijk_MT64x96x128";
        QTest::newRow("layer") << "layer 14"
                               << "layer layer 14";
        QTest::newRow("nothing") << "xyzzy"
                                 << "";
    }

    void finds() {
        QFETCH(QString, query);
        const FindIndex index(someComparison(), {Page::Operations, Page::Layers, Page::Modules});
        const QString found = textsOf(index.find(query, 10)).join(QLatin1Char('|'));
        QTEST(found, "expected");
    }

    void everyKernelStandsOnce() {
        const FindIndex index(someComparison(), {Page::Operations});
        QCOMPARE(index.find(QStringLiteral("attn_fwd"), 10).size(), std::size_t(1));
        QCOMPARE(index.size(), std::size_t(2 + 3));
    }

    void leadsOnlyToPagesThatAre() {
        const FindIndex index(someComparison(), {Page::Operations});
        const std::vector<FindHit> hits = index.find(QStringLiteral("attn_fwd"), 10);
        QCOMPARE(hits.front().page, Page::Operations);
        QCOMPARE(hits.front().operation, QStringLiteral("Dense GEMM"));
        QVERIFY(index.find(QStringLiteral("Qwen2Model"), 10).empty());
        const FindIndex whole(someComparison(), {Page::Operations, Page::Layers});
        QCOMPARE(whole.find(QStringLiteral("attn_fwd"), 10).front().page, Page::Layers);
        QCOMPARE(whole.find(QStringLiteral("attn_fwd"), 10).front().pair, QStringLiteral("layer 14/0"));
    }

    void givesAtMost() {
        const FindIndex index(someComparison(), {Page::Operations, Page::Layers, Page::Modules});
        QCOMPARE(index.find(QStringLiteral("e"), 2).size(), std::size_t(2));
    }
};

DIPTYCH_TEST(TestFindIndex)
#include "tst_find_index.moc"
