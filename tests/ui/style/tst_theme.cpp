#include "tests/support/test_program.h"
#include "ui/style/fonts.h"
#include "ui/style/icons.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QFontMetricsF>

using namespace diptych;

namespace {

double channel(double value) {
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color) {
    return 0.2126 * channel(color.redF()) + 0.7152 * channel(color.greenF()) +
           0.0722 * channel(color.blueF());
}

double contrast(const QColor& x, const QColor& y) {
    const double a = luminance(x);
    const double b = luminance(y);
    return (qMax(a, b) + 0.05) / (qMin(a, b) + 0.05);
}

} // namespace

class TestTheme : public QObject {
    Q_OBJECT

private slots:
    void textsAreReadable_data() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }

    void textsAreReadable() {
        QFETCH(bool, dark);
        const Tokens& t = dark ? darkTokens() : lightTokens();
        for (const QColor& color :
             {t.text, t.text2, t.text3, t.sideText.a, t.sideText.b, t.faster, t.slower}) {
            QVERIFY2(contrast(color, t.surface) >= 4.5, qPrintable(color.name()));
        }
        for (const Side side : kSides) {
            QVERIFY(contrast(t.onFill[side], t.fill[side]) >= 4.5);
        }
        for (const QColor& color : {t.fill.a, t.fill.b, t.denseGemm, t.attention, t.norm, t.rotary,
                                    t.activation, t.communication, t.copy, t.other}) {
            QVERIFY2(contrast(color, t.surface) >= 3.0, qPrintable(color.name()));
        }
        QVERIFY(contrast(t.fill.a, t.fill.b) >= 2.0);
    }

    void paletteTellsItsTokens() {
        QVERIFY(!tokensOf(makePalette(lightTokens())).isDark);
        QVERIFY(tokensOf(makePalette(darkTokens())).isDark);
    }

    void styleSheetHasNoNameLeft() {
        const QString sheet = makeStyleSheet(lightTokens());
        QVERIFY(!sheet.isEmpty());
        QVERIFY2(!sheet.mid(sheet.indexOf(QLatin1String("*/"))).contains(QLatin1Char('@')),
                 qPrintable(sheet));
    }

    void choosingChangesThePalette() {
        auto& application = *qobject_cast<QApplication*>(QCoreApplication::instance());
        Theme theme(application);
        QSignalSpy spy(&theme, &Theme::changed);
        theme.choose(ThemeChoice::Dark);
        QVERIFY(tokensOf(QApplication::palette()).isDark);
        theme.choose(ThemeChoice::Light);
        QVERIFY(!tokensOf(QApplication::palette()).isDark);
        theme.choose(ThemeChoice::Light);
        QCOMPARE(spy.size(), 2);
    }

    void digitsHaveOneWidth() {
        const QFontMetricsF metrics(textFont(fontsize::kTable));
        for (char digit = '1'; digit <= '9'; ++digit) {
            QCOMPARE(metrics.horizontalAdvance(QLatin1Char(digit)),
                     metrics.horizontalAdvance(QLatin1Char('0')));
        }
    }

    void iconsTakeTheColor() {
        const QImage image = iconPixmap(QStringLiteral("summary"), Qt::red, 16, 2).toImage();
        QCOMPARE(image.size(), QSize(32, 32));
        int painted = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x) {
                const QColor color = image.pixelColor(x, y);
                painted += color.alpha() == 255 && color.red() == 255 && color.green() == 0;
            }
        }
        QVERIFY(painted > 20);
        QVERIFY(themedIcon(QStringLiteral("no such icon")).isNull());
        QVERIFY(!themedIcon(QStringLiteral("summary")).isNull());
    }
};

DIPTYCH_TEST(TestTheme)
#include "tst_theme.moc"
