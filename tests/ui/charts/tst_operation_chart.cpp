#include "ui/charts/operation_chart.h"

#include "tests/support/test_program.h"
#include "tests/ui/page_picture.h"
#include "ui/charts/axis_ticks.h"
#include "ui/charts/chart_export.h"
#include "ui/style/tokens.h"

#include <QFile>
#include <QImage>
#include <QMenu>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace diptych;

namespace {

std::unique_ptr<OperationChart> makeChart() {
    auto chart = std::make_unique<OperationChart>();
    chart->resize(400, 300);
    chart->setBars({{QStringLiteral("Dense GEMM"), {4'686'000, 2'533'600}},
                    {QStringLiteral("Copy"), {112'000, std::nullopt}},
                    {QStringLiteral("Norm"), {292'600, 364'400}}},
                   4'686'000, QStringLiteral("per step"));
    chart->show();
    return chart;
}

} // namespace

class TestOperationChart : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::useTestSettings(); }

    void axesEndOnARoundTick_data() {
        QTest::addColumn<qlonglong>("highest");
        QTest::addColumn<QString>("labels");
        QTest::newRow("milliseconds") << 4'686'000LL << "0 ms 1 2 3 4 5";
        QTest::newRow("microseconds") << 318'000LL << "0 µs 100 200 300 400";
        QTest::newRow("seconds") << 12'000'000'000LL << "0 s 5 10 15";
        QTest::newRow("on a tick") << 5'000'000LL << "0 ms 1 2 3 4 5";
        QTest::newRow("nothing") << 0LL << "0 µs 0.0002 0.0004 0.0006 0.0008 0.001";
    }
    void axesEndOnARoundTick() {
        QFETCH(qlonglong, highest);
        QFETCH(QString, labels);
        const TimeAxis axis = makeTimeAxis(highest, 6);
        QStringList texts;
        for (const TimeTick& tick : axis.ticks) {
            texts.append(tick.label);
        }
        QCOMPARE(texts.join(QLatin1Char(' ')), labels);
        QVERIFY(axis.highestNs >= static_cast<double>(highest));
        QVERIFY(axis.ticks.size() >= 2);
        QCOMPARE(axis.ticks.back().ns, axis.highestNs);
    }

    /// An axis that is mostly empty has a finer step: few ticks are no reason to halve the bars.
    void axesAreNotFarTooLong() {
        QCOMPARE(makeTimeAxis(58'800, 3).highestNs, 60'000.0);
        QCOMPARE(makeTimeAxis(10'613'000, 3).highestNs, 15e6);
        QCOMPARE(makeTimeAxis(4'000'000, 3).highestNs, 4e6);
        for (Nanoseconds highest = 100; highest < 1'000'000'000; highest += highest / 7) {
            for (int ticks = 2; ticks < 9; ++ticks) {
                const TimeAxis axis = makeTimeAxis(highest, ticks);
                QVERIFY(static_cast<int>(axis.ticks.size()) <= ticks + 1);
                QVERIFY(axis.highestNs >= static_cast<double>(highest));
                QVERIFY(ticks < 3 || axis.highestNs <= 1.67 * static_cast<double>(highest));
            }
        }
    }

    void barsStandInTheOrderOfTheRowsWithAOnTop() {
        const auto chart = makeChart();
        const QImage image = chart->grab().toImage();
        const auto widthAt = [&](int y, QRgb color) {
            int width = 0;
            for (int x = 0; x < image.width(); ++x) {
                width += image.pixel(x, y) == color ? 1 : 0;
            }
            return width;
        };
        const QRgb a = lightTokens().fill.a.rgb();
        const QRgb b = lightTokens().fill.b.rgb();
        // Rows begin below the head, 28 pixels each: A in the upper half, B in the lower.
        QVERIFY(widthAt(24 + 9, a) > 150);
        QVERIFY(widthAt(24 + 19, b) > 80);
        QVERIFY(widthAt(24 + 28 + 9, a) < 15);
        QCOMPARE(widthAt(24 + 28 + 19, b), 0); // only A
        QVERIFY(widthAt(24 + 56 + 9, a) > 5);
        QVERIFY(widthAt(24 + 56 + 19, b) > widthAt(24 + 56 + 9, a));
    }

    void aClickChoosesItsRow() {
        const auto chart = makeChart();
        QSignalSpy chosen(chart.get(), &OperationChart::chosen);
        QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, QPoint(200, 24 + 28 + 10));
        QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, QPoint(200, 10));
        QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, QPoint(200, 24 + 4 * 28));
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.at(0).at(0).toString(), QStringLiteral("Copy"));
    }

    void isSavedAsPicture() {
        const QTemporaryDir folder;
        const auto chart = makeChart();
        const QString png = folder.filePath(QStringLiteral("chart.png"));
        QVERIFY(!savePng(*chart, png));
        QCOMPARE(QImage(png).size(), chart->size() * 2);
        const QString svg = folder.filePath(QStringLiteral("chart.svg"));
        QVERIFY(!saveSvg(*chart, svg));
        QFile file(svg);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("<svg"));
        QVERIFY(savePng(*chart, QStringLiteral("/nowhere/chart.png")));
        QVERIFY(saveSvg(*chart, QStringLiteral("/nowhere/chart.svg")));
        QMenu menu;
        addPictureActions(menu, *chart, QStringLiteral("chart"));
        QCOMPARE(menu.actions().size(), 2);
    }

    void survivesNothing() {
        const auto chart = makeChart();
        chart->setBars({}, 0, {});
        chart->resize(30, 20);
        QVERIFY(!chart->grab().isNull());
    }
};

DIPTYCH_TEST(TestOperationChart)
#include "tst_operation_chart.moc"
