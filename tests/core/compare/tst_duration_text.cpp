#include "core/compare/duration_text.h"

#include "tests/support/test_program.h"

using namespace diptych;

class TestDurationText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasTheUnitOfASize_data() {
        QTest::addColumn<Nanoseconds>("ns");
        QTest::addColumn<QString>("text");
        const auto row = [](Nanoseconds ns, const char* text) {
            QTest::addRow("%lld", static_cast<long long>(ns)) << ns << QString::fromUtf8(text);
        };
        row(0, "0.0 µs");
        row(78'649, "78.6 µs");
        row(999'949, "999.9 µs");
        row(999'950, "1.00 ms"); // never "1000.0 µs"
        row(9'310'000, "9.31 ms");
        row(-9'310'000, "-9.31 ms");
        row(999'994'999, "999.99 ms");
        row(999'995'000, "1.00 s");
        row(2'041'000'000, "2.04 s");
    }
    void hasTheUnitOfASize() {
        QFETCH(Nanoseconds, ns);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(durationText(ns)), text);
    }
};

DIPTYCH_TEST(TestDurationText)
#include "tst_duration_text.moc"
