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
        QTest::newRow("case") << "qwen2model"
                              << "module Qwen2Model/Attention";
        QTest::newRow("kernels by what they do, after those of that name")
            << "gemm"
            << "operation Dense GEMM|kernel sm90_gemm|kernel attn_fwd|kernel Cijk_MT64x96x128";
        QTest::newRow("a word of the name, a word of the class") << "cijk dense"
                                                                 << "kernel Cijk_MT64x96x128";
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

    void kernelsSayWhatTheyDoAndHowOften() {
        Comparison comparison = someComparison();
        comparison.pairs[1].role = "QKV";
        comparison.pairs[1].category = "gemm";
        OperationRow& attention = comparison.operations[1];
        attention.category = "attention";
        attention.names.a.push_back({"attn_fwd", 2, 2});
        const FindIndex index(comparison, {Page::Operations});
        const auto detail = [&](const char* name) {
            return index.find(QString::fromLatin1(name), 1).front().detail;
        };
        QCOMPARE(detail("Cijk_MT64x96x128"), QStringLiteral("QKV GEMM, A ×1"));
        QCOMPARE(detail("sm90_gemm"), QStringLiteral("Dense GEMM, B ×3"));        // of several roles
        QCOMPARE(detail("attn_fwd"), QStringLiteral("Attention (Decode), A ×2")); // not what its pair does
        QCOMPARE(index.find(QStringLiteral("attention"), 9).back().text, QStringLiteral("attn_fwd"));
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
