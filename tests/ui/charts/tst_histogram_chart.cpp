// The histogram's axis: round ticks, and few of them, whatever was shown before.

#include "tests/support/test_program.h"
#include "ui/charts/histogram_chart.h"

#include <QChart>
#include <QTest>
#include <QValueAxis>
#include <cmath>

using namespace diptych;

namespace {

const QValueAxis& timeAxisOf(const HistogramChart& chart) {
    return *qobject_cast<QValueAxis*>(chart.chart()->axes(Qt::Horizontal).front());
}

PerSide<std::vector<Nanoseconds>> instances(Nanoseconds a, Nanoseconds b) {
    return {{a, a, a + 1}, {b, b, b - 1}};
}

} // namespace

class TestHistogramChart : public QObject {
    Q_OBJECT

private slots:
    /// Pairs follow each other whose durations differ by any factor: a tick for each step of the pair before
    /// would be millions.
    void ticksAreFewWhateverCameBefore() {
        HistogramChart chart;
        chart.resize(300, 92);
        chart.show();
        const std::vector<PerSide<std::vector<Nanoseconds>>> shown{
            instances(1'000, 1'000),
            instances(1'000, 3'600'000'000'000),
            instances(5, 5),
            instances(4'000'000'000'000'000'000, 4'000'000'000'000'000'000),
            instances(163'000, 322'000),
            {{}, {}},
            {{0, 0}, {}},
            instances(1, 4'000'000'000'000'000'000),
            instances(2'000, 2'500)};
        for (std::size_t i = 0; i < shown.size(); ++i) {
            for (std::size_t j = 0; j < shown.size(); ++j) {
                chart.setInstances(shown[i]);
                chart.setInstances(shown[j]);
                const QValueAxis& axis = timeAxisOf(chart);
                QVERIFY((axis.max() - axis.min()) / axis.tickInterval() <= 6);
            }
        }
    }

    void ticksAreRound() {
        HistogramChart chart;
        chart.resize(300, 92);
        chart.setInstances(instances(40'000, 100'000));
        const double interval = timeAxisOf(chart).tickInterval();
        const double digits = interval / std::pow(10.0, std::floor(std::log10(interval)));
        QVERIFY(std::abs(digits - 1) < 1e-9 || std::abs(digits - 2) < 1e-9 || std::abs(digits - 5) < 1e-9);
        QCOMPARE(timeAxisOf(chart).tickAnchor(), 0.0);
    }
};

DIPTYCH_TEST(TestHistogramChart)
#include "tst_histogram_chart.moc"
