// Texts that must fit where they stand: wrapping, shortening, hatching.

#include "ui/report/paper_block.h"

#include "tests/support/test_program.h"

#include <QGuiApplication>

using namespace diptych;

namespace {

const PaperFont kFont{9};

} // namespace

class TestPaperBlock : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesFitAndKeepEveryCharacter_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("width");
        QTest::newRow("words") << "several words that need a few lines to stand" << 80.0;
        QTest::newRow("one line") << "short" << 200.0;
        QTest::newRow("a word too long") << QString(300, QLatin1Char('x')) << 100.0;
        QTest::newRow("kernel name")
            << "void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>>(int, float*)"
            << 90.0;
        QTest::newRow("emoji") << QString::fromUtf8(
                                      "\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80\xF0\x9F\x98\x80")
                               << 15.0;
        QTest::newRow("narrow") << "abc def" << 1.0;
        QTest::newRow("empty") << "" << 50.0;
    }
    void linesFitAndKeepEveryCharacter() {
        QFETCH(QString, text);
        QFETCH(double, width);
        const QStringList lines = wrapPaperText(text, kFont, width, 1000);
        QVERIFY(!lines.isEmpty());
        for (const QString& line : lines) {
            QVERIFY2(line.size() <= 1 || line.isRightToLeft() || paperTextWidth(kFont, line) <= width ||
                         line.at(0).isHighSurrogate(),
                     qPrintable(line));
            QVERIFY(line.isEmpty() || !line.at(0).isLowSurrogate());
        }
        QCOMPARE(lines.join(QString()).remove(QLatin1Char(' ')), QString(text).remove(QLatin1Char(' ')));
    }

    void tooManyLinesAreShortened() {
        const QString text = QStringLiteral("many ").repeated(200) + QStringLiteral("end");
        const QStringList lines = wrapPaperText(text, kFont, 100, 3);
        QCOMPARE(lines.size(), 3);
        QVERIFY(lines.last().contains(QChar(0x2026)));
        QVERIFY(lines.last().endsWith(QStringLiteral("end")));
        QVERIFY(paperTextWidth(kFont, lines.last()) <= 100);
    }

    void shorteningKeepsWhatDiffers() {
        const QString name =
            QStringLiteral("Cijk_Alik_Bljk_BBS_BH_Bias_HA_S_SAV_UserArgs_MT64x96x128_MI16x16x1_SN_LDSB1");
        const qsizetype at = name.indexOf(QStringLiteral("MT64x96x128"));
        const QString shown = fitPaperText(name, kFont, 150, at, 11);
        QVERIFY(paperTextWidth(kFont, shown) <= 150);
        QVERIFY2(shown.contains(QStringLiteral("MT64x96x128")), qPrintable(shown));
        QCOMPARE(fitPaperText(QStringLiteral("short"), kFont, 150), QStringLiteral("short"));
    }

    void pathsKeepTheirEnd() {
        const QString path =
            QStringLiteral("/sgl-workspace/sglang/python/sglang/srt/managers/scheduler.py(919): run_batch");
        const QString shown = fitPaperPath(path, kFont, 190);
        QVERIFY(paperTextWidth(kFont, shown) <= 190);
        QVERIFY2(shown.endsWith(QStringLiteral("/scheduler.py(919): run_batch")), qPrintable(shown));
        QVERIFY(shown.startsWith(QChar(0x2026)));
        QCOMPARE(fitPaperPath(QStringLiteral("a/b.py(1): f"), kFont, 190), QStringLiteral("a/b.py(1): f"));
        QVERIFY(paperTextWidth(kFont, fitPaperPath(QStringLiteral("x").repeated(200), kFont, 100)) <= 100);
    }

    void longWordsBeginOnTheLineBefore() {
        const QStringList lines = wrapPaperText(
            QStringLiteral("void ") + QStringLiteral("at::native::").repeated(20), kFont, 200, 9);
        QVERIFY2(lines.first().startsWith(QStringLiteral("void at::native::")), qPrintable(lines.first()));
        for (const QString& line : lines) {
            QVERIFY2(paperTextWidth(kFont, line) <= 200, qPrintable(line));
        }
    }

    void hatchesStayInside() {
        PaperBlock block;
        const QRectF area(10, 20, 37, 9);
        block.hatch(area, Qt::black);
        QVERIFY(!block.items.empty());
        const QRectF bounds = area.adjusted(-0.01, -0.01, 0.01, 0.01);
        for (const PaperItem& item : block.items) {
            const QLineF line = std::get<PaperRule>(item).line;
            QVERIFY(bounds.contains(line.p1()) && bounds.contains(line.p2()));
        }
    }

    void blocksMoveAsAWhole() {
        PaperBlock inner;
        inner.text(1, 2, QStringLiteral("x"), {kFont, Qt::black});
        inner.rule(0, 5, 3, Qt::black);
        PaperBlock outer;
        outer.add(inner, 10, 20);
        QCOMPARE(std::get<PaperText>(outer.items[0]).baseline, QPointF(11, 22));
        QCOMPARE(std::get<PaperRule>(outer.items[1]).line, QLineF(10, 23, 15, 23));
    }
};

DIPTYCH_TEST(TestPaperBlock)
#include "tst_paper_block.moc"
