#include "core/base/nanoseconds.h"

#include "tests/support/test_program.h"

using namespace diptych;

class TestNanoseconds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("expected");
        QTest::newRow("whole") << "5" << qint64(5000);
        QTest::newRow("decimals") << "5.001" << qint64(5001);
        QTest::newRow("one decimal") << "0.5" << qint64(500);
        QTest::newRow("epoch microseconds keep the nanosecond")
            << "1718000000123456.789" << qint64(1718000000123456789);
        QTest::newRow("rounds half up") << "1.0005" << qint64(1001);
        QTest::newRow("rounds down") << "1.00049" << qint64(1000);
        QTest::newRow("negative") << "-2.5" << qint64(-2500);
        QTest::newRow("rounds half away from zero") << "-1.0005" << qint64(-1001);
        QTest::newRow("exponent") << "1.5e3" << qint64(1500000);
        QTest::newRow("no whole part") << ".25" << qint64(250);
        QTest::newRow("no fraction") << "7." << qint64(7000);
    }

    void parses() {
        QFETCH(QString, text);
        const auto value = parseMicroseconds(text.toStdString());
        QVERIFY(value.has_value());
        QTEST(qint64(*value), "expected");
    }

    void refuses_data() {
        QTest::addColumn<QString>("text");
        for (const char* text :
             {"", "-", ".", "abc", "1x", "nan", "inf", "99999999999999999999", "1e30", "1 2", "0x10"}) {
            QTest::newRow(text) << QString(text);
        }
    }

    void refuses() {
        QFETCH(QString, text);
        QVERIFY(!parseMicroseconds(text.toStdString()).has_value());
    }
};

DIPTYCH_TEST(TestNanoseconds)
#include "tst_nanoseconds.moc"
