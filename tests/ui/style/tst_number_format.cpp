#include "ui/style/number_format.h"

#include "tests/support/test_program.h"

#include <cmath>
#include <limits>

using namespace diptych;

namespace {

/// Texts with plain spaces, for reading.
QString plain(QString text) {
    return text.replace(QChar(0x00A0), QLatin1Char(' '));
}

} // namespace

class TestNumberFormat : public QObject {
    Q_OBJECT

private slots:
    void microseconds_data() {
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("gap");
        QTest::newRow("zero") << qint64(0) << "0.0"
                              << "0.0";
        QTest::newRow("rounds to zero") << qint64(49) << "0.0"
                                        << "0.0";
        QTest::newRow("rounds to zero from below") << qint64(-49) << "0.0"
                                                   << "0.0";
        QTest::newRow("half up") << qint64(50) << "0.1"
                                 << "▲ +0.1";
        QTest::newRow("half down") << qint64(-50) << "−0.1"
                                   << "▼ −0.1";
        QTest::newRow("slower") << qint64(33'000) << "33.0"
                                << "▲ +33.0";
        QTest::newRow("faster") << qint64(-71'800) << "−71.8"
                                << "▼ −71.8";
        QTest::newRow("a step") << qint64(9'310'000) << "9310.0"
                                << "▲ +9310.0";
        QTest::newRow("the largest") << std::numeric_limits<qint64>::max() << "9223372036854775.8"
                                     << "▲ +9223372036854775.8";
        QTest::newRow("the smallest") << std::numeric_limits<qint64>::min() << "−9223372036854775.8"
                                      << "▼ −9223372036854775.8";
    }

    void microseconds() {
        QFETCH(qint64, ns);
        QTEST(plain(formatMicroseconds(ns)), "text");
        QTEST(plain(formatGap(ns)), "gap");
    }

    void aColumnHasOneUnit_data() {
        QTest::addColumn<qint64>("largest");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("text");
        QTest::newRow("nothing") << qint64(0) << "µs"
                                 << "0.0";
        QTest::newRow("a step") << qint64(9'310'000) << "µs"
                                << "9310.0";
        QTest::newRow("the largest of microseconds") << qint64(99'999'900) << "µs"
                                                     << "99999.9";
        QTest::newRow("many steps") << qint64(186'240'000) << "ms"
                                    << "186.24";
        QTest::newRow("minutes") << qint64(204'000'000'000) << "s"
                                 << "204.00";
    }
    void aColumnHasOneUnit() {
        QFETCH(qint64, largest);
        const TimeUnit unit = timeUnitFor(largest);
        QTEST(timeUnitName(unit), "unit");
        QTEST(formatTime(largest, unit), "text");
        QCOMPARE(formatTime({}, unit), notApplicable());
    }

    void absentIsADash() {
        QCOMPARE(formatMicroseconds({}), notApplicable());
        QCOMPARE(formatMilliseconds({}), notApplicable());
        QCOMPARE(formatDuration({}), notApplicable());
        QCOMPARE(formatGap({}), notApplicable());
        QCOMPARE(formatRatio({}), notApplicable());
        QCOMPARE(formatShare({}), notApplicable());
    }

    void durations_data() {
        QTest::addColumn<qint64>("ns");
        QTest::addColumn<QString>("text");
        QTest::newRow("us") << qint64(78'600) << "78.6 µs";
        QTest::newRow("last us") << qint64(999'949) << "999.9 µs";
        QTest::newRow("never 1000.0 us") << qint64(999'950) << "1.00 ms";
        QTest::newRow("ms") << qint64(9'310'000) << "9.31 ms";
        QTest::newRow("never 1000.00 ms") << qint64(999'995'000) << "1.00 s";
        QTest::newRow("s") << qint64(2'040'000'000) << "2.04 s";
        QTest::newRow("negative") << qint64(-9'310'000) << "−9.31 ms";
    }

    void durations() {
        QFETCH(qint64, ns);
        QTEST(plain(formatDuration(ns)), "text");
    }

    void ratios_data() {
        QTest::addColumn<double>("ratio");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("arrow");
        QTest::newRow("slower") << 1.829 << "1.83×"
                                << "▲ 1.83×";
        QTest::newRow("faster") << 0.85 << "0.85×"
                                << "▼ 0.85×";
        QTest::newRow("equal") << 1.0 << "1.00×"
                               << "1.00×";
        QTest::newRow("nearly equal has no arrow") << 1.004 << "1.00×"
                                                   << "1.00×";
        QTest::newRow("ten") << 12.34 << "12.3×"
                             << "▲ 12.3×";
        QTest::newRow("hundred") << 1234.5 << "1235×"
                                 << "▲ 1235×";
        QTest::newRow("infinite") << std::numeric_limits<double>::infinity() << "–"
                                  << "–";
        QTest::newRow("not a number") << std::nan("") << "–"
                                      << "–";
    }

    void ratios() {
        QFETCH(double, ratio);
        QTEST(plain(formatRatio(ratio)), "text");
        QTEST(plain(formatRatioWithArrow(ratio)), "arrow");
    }

    void shares_data() {
        QTest::addColumn<double>("fraction");
        QTest::addColumn<QString>("share");
        QTest::addColumn<QString>("percent");
        QTest::newRow("half") << 0.51 << "51.0"
                              << "51.0 %";
        QTest::newRow("all") << 1.0 << "100"
                             << "100 %";
        QTest::newRow("none") << 0.0 << "0.0"
                              << "0 %";
        QTest::newRow("negative") << -0.017 << "−1.7"
                                  << "−1.7 %";
        QTest::newRow("nearly all is not all") << 0.99999 << "100.0"
                                               << "99.9 %";
        QTest::newRow("hardly any is not none") << 0.00001 << "0.0"
                                                << "0.1 %";
    }

    void shares() {
        QFETCH(double, fraction);
        QTEST(plain(formatShare(fraction)), "share");
        QTEST(plain(formatPercent(fraction)), "percent");
    }

    void counts_data() {
        QTest::addColumn<quint64>("count");
        QTest::addColumn<QString>("exact");
        QTest::addColumn<QString>("round");
        QTest::newRow("small") << quint64(999) << "999"
                               << "999";
        QTest::newRow("thousands") << quint64(8'742) << "8 742"
                                   << "8 742";
        QTest::newRow("many") << quint64(412'345) << "412 345"
                              << "412 000";
        QTest::newRow("nearly a million") << quint64(999'500) << "999 500"
                                          << "1.0 million";
        QTest::newRow("millions") << quint64(3'912'000) << "3 912 000"
                                  << "3.9 million";
    }

    void counts() {
        QFETCH(quint64, count);
        QTEST(plain(formatCount(count)), "exact");
        QTEST(plain(formatRoundCount(count)), "round");
    }

    void bytes() {
        QCOMPARE(plain(formatBytes(0)), QStringLiteral("0 bytes"));
        QCOMPARE(plain(formatBytes(1)), QStringLiteral("1 byte"));
        QCOMPARE(plain(formatBytes(999)), QStringLiteral("999 bytes"));
        QCOMPARE(plain(formatBytes(312'000)), QStringLiteral("312 kB"));
        QCOMPARE(plain(formatBytes(1'840'000'000)), QStringLiteral("1.84 GB"));
        QCOMPARE(plain(formatBytesOf(1'310'000'000, 1'840'000'000)), QStringLiteral("1.31 of 1.84 GB"));
        QCOMPARE(plain(formatBytesOf(0, 0)), QStringLiteral("0 of 0 bytes"));
    }

    void seconds() {
        QCOMPARE(plain(formatSeconds(0.2)), QStringLiteral("under 1 s"));
        QCOMPARE(plain(formatSeconds(4.4)), QStringLiteral("4 s"));
        QCOMPARE(plain(formatSeconds(59.9)), QStringLiteral("1 min 0 s"));
        QCOMPARE(plain(formatSeconds(130)), QStringLiteral("2 min 10 s"));
    }
};

DIPTYCH_TEST(TestNumberFormat)
#include "tst_number_format.moc"
