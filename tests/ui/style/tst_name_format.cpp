#include "ui/style/name_format.h"

#include "tests/support/test_program.h"

using namespace diptych;

class TestNameFormat : public QObject {
    Q_OBJECT

private slots:
    void fitsUnchanged() {
        QCOMPARE(shortenName(QStringLiteral("attn_fwd"), 8), QStringLiteral("attn_fwd"));
        QCOMPARE(shortenName(QString(), 0), QString());
    }

    void cutsInTheMiddle() {
        QCOMPARE(shortenName(QStringLiteral("abcdefghijklmnop"), 11), QStringLiteral("abcdef…mnop"));
    }

    void keepsTheFocus_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("focus");
        QTest::newRow("middle")
            << "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT64x96x128_MI16x16x1_SN_WG64_4_1"
            << "MT64x96x128";
        QTest::newRow("start")
            << "MT64x96x128_Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MI16x16x1_SN_WG64_4_1"
            << "MT64x96x128";
        QTest::newRow("near the start")
            << "a_MT64x96x128_Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MI16x16x1"
            << "MT64x96x128";
        QTest::newRow("end")
            << "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MI16x16x1_SN_WG64_4_1_MT64x96x128"
            << "MT64x96x128";
        QTest::newRow("near the end")
            << "Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MI16x16x1_SN_MT64x96x128_ab"
            << "MT64x96x128";
    }

    void keepsTheFocus() {
        QFETCH(QString, name);
        QFETCH(QString, focus);
        const NameFocus part{name.indexOf(focus), focus.size()};
        for (int characters = 0; characters <= name.size() + 1; ++characters) {
            const QString text = shortenName(name, part, characters);
            QVERIFY2(text.size() <= characters, qPrintable(text));
            QVERIFY2(text.size() >= qMin<qsizetype>(characters, name.size()) - 1, qPrintable(text));
            if (characters >= qMax<qsizetype>(6, focus.size() + 2)) {
                QVERIFY2(text.contains(focus), qPrintable(text));
            }
        }
    }

    void modulesWithoutTheModel() {
        const auto without = [](const char* module, const char* layer) {
            return withoutModelName(QString::fromLatin1(module), QString::fromLatin1(layer));
        };
        QCOMPARE(without("Qwen2MLP", "Qwen2DecoderLayer"), QStringLiteral("MLP"));
        QCOMPARE(without("Qwen3MoeSparseMoeBlock", "Qwen3MoeDecoderLayer"), QStringLiteral("SparseMoeBlock"));
        QCOMPARE(without("RMSNorm", "Qwen2DecoderLayer"), QStringLiteral("RMSNorm"));
        QCOMPARE(without("DecoderLayer", "DecoderLayer"), QStringLiteral("DecoderLayer"));
        QCOMPARE(without("BertLayerNorm", "BertLayer"), QStringLiteral("LayerNorm"));
        QCOMPARE(without("Linear", "LlamaLayer"), QStringLiteral("Linear"));
        QCOMPARE(without("MLP", ""), QStringLiteral("MLP"));
        QCOMPARE(without("MLP", "MPTBlock"), QStringLiteral("MLP")); // letters of an acronym are no words
        QCOMPARE(without("RMSNorm", "RWKVBlock"), QStringLiteral("RMSNorm"));
        QCOMPARE(without("GELUActivation", "GPTNeoXLayer"), QStringLiteral("GELUActivation"));
    }

    void filesWithoutTheirEnding() {
        const auto without = [](const char* file) { return withoutTraceEnding(QString::fromLatin1(file)); };
        QCOMPARE(without("qwen2_7b.h100.json.gz"), QStringLiteral("qwen2_7b.h100"));
        QCOMPARE(without("host_123.pt.trace.json"), QStringLiteral("host_123"));
        QCOMPARE(without("A.JSON.zst"), QStringLiteral("A"));
        QCOMPARE(without("trace"), QStringLiteral("trace"));
        QCOMPARE(without(".json"), QStringLiteral(".json"));
        QCOMPARE(without("a.json.txt"), QStringLiteral("a.json.txt"));
        QCOMPARE(without(""), QString());
    }

    void findsTheDifferingPart_data() {
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<QStringList>("parts");
        QTest::newRow("tiles") << QStringList{QStringLiteral("Cijk_BBS_MT64x96x128_WG64"),
                                              QStringLiteral("Cijk_BBS_MT64x32x256_WG64")}
                               << QStringList{QStringLiteral("MT64x96x128"), QStringLiteral("MT64x32x256")};
        QTest::newRow("words") << QStringList{QStringLiteral("vllm::rotary_kernel"),
                                              QStringLiteral("vllm::reshape_kernel")}
                               << QStringList{QStringLiteral("rotary"), QStringLiteral("reshape")};
        QTest::newRow("tile before longer word")
            << QStringList{QStringLiteral("gemm_64x64_longword"), QStringLiteral("gemm_32x64_otherword")}
            << QStringList{QStringLiteral("64x64"), QStringLiteral("32x64")};
        QTest::newRow("equal names") << QStringList{QStringLiteral("same_1"), QStringLiteral("same_1")}
                                     << QStringList{QStringLiteral(""), QStringLiteral("")};
        QTest::newRow("alone") << QStringList{QStringLiteral("only_1")} << QStringList{QStringLiteral("")};
        QTest::newRow("empty") << QStringList{QStringLiteral(""), QStringLiteral("a")}
                               << QStringList{QStringLiteral(""), QStringLiteral("a")};
        QTest::newRow("no tokens") << QStringList{QStringLiteral("___"), QStringLiteral("::")}
                                   << QStringList{QStringLiteral(""), QStringLiteral("")};
    }

    void findsTheDifferingPart() {
        QFETCH(QStringList, names);
        const std::vector<NameFocus> found = differingParts(names);
        QStringList parts;
        for (qsizetype i = 0; i < names.size(); ++i) {
            parts << names[i].mid(found[size_t(i)].start, found[size_t(i)].length);
        }
        QTEST(parts, "parts");
    }
};

DIPTYCH_TEST(TestNameFormat)
#include "tst_name_format.moc"
