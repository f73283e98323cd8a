#include "ui/charts/fusion_layout.h"

#include "tests/support/test_program.h"

#include <QTest>

using namespace diptych;

namespace {

FusionDetail detailOf(const std::vector<Nanoseconds>& a, const std::vector<Nanoseconds>& b,
                      Nanoseconds gapNs = 0) {
    FusionDetail detail;
    const auto add = [&](Side side, const std::vector<Nanoseconds>& times) {
        for (const Nanoseconds ns : times) {
            FusedKernel kernel;
            kernel.label = QStringLiteral("kernel");
            kernel.meanNs = ns;
            kernel.gapBeforeNs = detail.kernels[side].empty() ? 0 : gapNs;
            detail.kernels[side].push_back(kernel);
        }
    };
    add(Side::A, a);
    add(Side::B, b);
    return detail;
}

} // namespace

class TestFusionLayout : public QObject {
    Q_OBJECT

private slots:
    void everythingStaysInside_data() {
        QTest::addColumn<int>("kernelsA");
        QTest::addColumn<int>("kernelsB");
        QTest::addColumn<double>("width");
        QTest::newRow("fused") << 3 << 1 << 700.0;
        QTest::newRow("split") << 1 << 4 << 700.0;
        QTest::newRow("narrow") << 12 << 1 << 320.0;
        QTest::newRow("hardly any room") << 3 << 1 << 20.0;
        QTest::newRow("wide") << 40 << 2 << 3000.0;
    }
    void everythingStaysInside() {
        QFETCH(int, kernelsA);
        QFETCH(int, kernelsB);
        QFETCH(double, width);
        const FusionLayout layout =
            layOutFusion(detailOf(std::vector<Nanoseconds>(static_cast<std::size_t>(kernelsA), 4'000),
                                  std::vector<Nanoseconds>(static_cast<std::size_t>(kernelsB), 5'000), 1'900),
                         width);
        for (const Side side : kSides) {
            qreal end = layout.plot.left();
            for (std::size_t i = 0; i < layout.bars[side].size(); ++i) {
                const QRectF& bar = layout.bars[side][i];
                QVERIFY(bar.left() >= end - 0.5); // bars do not overlap
                QVERIFY(bar.width() >= 1);
                QVERIFY(bar.right() <= layout.plot.right() + layout.bars[side].size());
                QVERIFY(bar.bottom() <= layout.height);
                QVERIFY(layout.names[side][i].width() >= 0);
                end = bar.right();
            }
            QCOMPARE(layout.bracket[side].has_value(), layout.bars[side].size() > 1);
        }
        QVERIFY(layout.bars.a.front().bottom() < layout.bars.b.front().top());
        QVERIFY(layout.ribbon.boundingRect().top() > layout.bars.a.front().bottom());
        QVERIFY(layout.ribbon.boundingRect().bottom() < layout.bars.b.front().top());
    }

    void barsAreToScale() {
        const FusionLayout layout = layOutFusion(detailOf({10'000, 20'000}, {15'000}), 900);
        QVERIFY(std::abs(layout.bars.a[1].width() - 2 * layout.bars.a[0].width()) <= 2);
        QVERIFY(std::abs(layout.bars.b[0].width() - 1.5 * layout.bars.a[0].width()) <= 2);
        QCOMPARE(layout.bars.a[0].left(), layout.bars.b[0].left());
    }

    void theDifferenceStandsBehindTheShorterSide_data() {
        QTest::addColumn<bool>("isLongerAtA");
        QTest::newRow("A longer") << true;
        QTest::newRow("B longer") << false;
    }
    void theDifferenceStandsBehindTheShorterSide() {
        QFETCH(bool, isLongerAtA);
        const std::vector<Nanoseconds> longer{10'000, 10'000};
        const std::vector<Nanoseconds> shorter{6'000};
        const FusionLayout layout =
            layOutFusion(isLongerAtA ? detailOf(longer, shorter) : detailOf(shorter, longer), 800);
        QCOMPARE(layout.shorter, isLongerAtA ? Side::B : Side::A);
        QVERIFY(layout.difference);
        QCOMPARE(layout.difference->left(), layout.bars[layout.shorter].back().right());
        QCOMPARE(layout.difference->right(), layout.bars[other(layout.shorter)].back().right());
        QVERIFY(layout.ribbon.boundingRect().contains(layout.ribbonText));
    }

    void pausesLieBetweenBars() {
        const FusionLayout layout = layOutFusion(detailOf({4'000, 4'000}, {4'000}, 2'000), 800);
        QVERIFY(layout.pauses.a[0].isEmpty());
        QCOMPARE(layout.pauses.a[1].left(), layout.bars.a[0].right());
        QCOMPARE(layout.pauses.a[1].right(), layout.bars.a[1].left());
    }

    void nothingIsNothing() {
        const FusionLayout layout = layOutFusion({}, 500);
        QVERIFY(layout.bars.a.empty());
        QVERIFY(layout.ribbon.isEmpty());
        QVERIFY(!layout.difference);
        QVERIFY(!layOutFusion(detailOf({1'000}, {1'000}), 500).difference); // equally long
    }

    void captionsAreShort_data() {
        QTest::addColumn<QString>("label");
        QTest::addColumn<int>("characters");
        QTest::addColumn<bool>("isShown");
        const QString gemm = QStringLiteral(
            "Cijk_Alik_Bljk_BBS_BH_Bias_HAS_SAV_UserArgs_MT64x96x128_MI16x16x1_SN_LDSB1_AFC1_WG64_4_1");
        QTest::newRow("short") << QStringLiteral("attn_fwd") << 200 << true;
        QTest::newRow("long, room for all") << gemm << 200 << true;
        QTest::newRow("long, little room") << gemm << 24 << true;
        QTest::newRow("no room") << gemm << 3 << false;
        QTest::newRow("two letters") << QStringLiteral("mm") << 3 << true;
    }
    void captionsAreShort() {
        QFETCH(QString, label);
        QFETCH(int, characters);
        QFETCH(bool, isShown);
        FusedKernel kernel;
        kernel.label = label;
        const qsizetype tile = label.indexOf(QLatin1String("MT64x96x128"));
        kernel.focus = tile < 0 ? NameFocus() : NameFocus{tile, 11};
        const QString caption = fusionCaption(kernel, characters);
        QCOMPARE(!caption.isEmpty(), isShown);
        QVERIFY(caption.size() <= std::min(characters, 40));
        QCOMPARE(caption.contains(QLatin1String("MT64x96x128")), isShown && tile >= 0);
        QVERIFY(label.size() > 40 || !isShown || caption == label);
    }

    void signedAxisHoldsItsValues_data() {
        QTest::addColumn<qlonglong>("lowest");
        QTest::addColumn<qlonglong>("highest");
        QTest::addColumn<QStringList>("labels");
        const QString minus(QChar(0x2212));
        QTest::newRow("losses") << 0LL << 7'900LL
                                << QStringList{QStringLiteral("0"), QStringLiteral("+5"),
                                               QStringLiteral("+10")};
        QTest::newRow("gains") << -1'400LL << 0LL
                               << QStringList{minus + QStringLiteral("2"), minus + QStringLiteral("1"),
                                              QStringLiteral("0")};
        QTest::newRow("both") << -3'000LL << 7'000LL
                              << QStringList{minus + QStringLiteral("5"), QStringLiteral("0"),
                                             QStringLiteral("+5"), QStringLiteral("+10")};
        QTest::newRow("nothing") << 0LL << 0LL
                                 << QStringList{QStringLiteral("0"), QStringLiteral("+0.0005"),
                                                QStringLiteral("+0.001")};
    }
    void signedAxisHoldsItsValues() {
        QFETCH(qlonglong, lowest);
        QFETCH(qlonglong, highest);
        QFETCH(QStringList, labels);
        const SignedAxis axis = makeSignedAxis(lowest, highest, 3);
        QVERIFY(axis.lowestNs <= static_cast<double>(lowest));
        QVERIFY(axis.highestNs >= static_cast<double>(highest));
        QStringList shown;
        for (const TimeTick& tick : axis.ticks) {
            shown.append(tick.label);
        }
        QCOMPARE(shown, labels);
    }
};

DIPTYCH_TEST(TestFusionLayout)
#include "tst_fusion_layout.moc"
