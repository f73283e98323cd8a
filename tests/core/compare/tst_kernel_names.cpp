#include "core/compare/kernel_names.h"

#include "tests/support/test_program.h"

using namespace diptych;

class TestKernelNames : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sentencesHoldShortNames_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("expected");
        QTest::newRow("short") << "attn_fwd"
                               << "attn_fwd";
        QTest::newRow("template") << "void ns::rms_norm_kernel<float, 8>(float*, int)"
                                  << "rms_norm_kernel";
        QTest::newRow("tile size")
            << "Cijk_Alik_Bljk_BBS_BH_Bias_HAS_SAV_UserArgs_MT64x96x128_MI16x16x1_SN_LDSB1_WG64_4_1"
            << QStringLiteral("Cijk_Alik_Blj…MT64x96x128…_WG64_4_1");
        QTest::newRow("no tile size") << "triton_red_fused_add_mean_mul_pow_rsqrt_to_copy_native_layer_norm_4"
                                      << QStringLiteral("triton_red_fu…er_norm_4");
        QTest::newRow("size at the edge") << "abcdefghijk64x96_bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
                                          << QStringLiteral("abcdefghijk64…bbbbbbbbb");
        QTest::newRow("other letters")
            << QString(50, QChar(0xE9)) << QString(6, QChar(0xE9)) + QChar(0x2026) + QString(4, QChar(0xE9));
    }
    void sentencesHoldShortNames() {
        QFETCH(QString, name);
        const QString shown = QString::fromStdString(sentenceName(name.toStdString()));
        QTEST(shown, "expected");
        QVERIFY(shown.size() <= 40);
    }
};

DIPTYCH_TEST(TestKernelNames)
#include "tst_kernel_names.moc"
