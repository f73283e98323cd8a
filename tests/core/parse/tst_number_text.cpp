// Numbers in the notations that traces are seen with, and in none.

#include "core/parse/number_text.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>
#include <random>

using namespace diptych;

class TestNumberText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void strict_data() {
        QTest::addColumn<QString>("token");
        QTest::addColumn<QString>("number");
        const auto row = [](const char* token, const char* number) {
            QTest::newRow(token) << QString::fromLatin1(token) << QString::fromLatin1(number);
        };
        row("12", "12");
        row("-1.5e3", "-1.5e3");
        row("+1", "1");
        row(".5", "0.5");
        row("-.5", "-0.5");
        row("5.", "5.0");
        row("5.e3", "5.0e3");
        row("007", "7");
        row("-007.5", "-7.5");
        row("00", "0");
        row("0x1F", "31");
        row("-0X1f", "-31");
        for (const char* const none : {"",
                                       "-",
                                       "+",
                                       ".",
                                       "-.",
                                       "--5",
                                       "+-5",
                                       "-+5",
                                       "++5",
                                       "0x",
                                       "0x-1",
                                       "0xg",
                                       "0x1FFFFFFFFFFFFFFFF",
                                       "nan",
                                       "-inf",
                                       "e5",
                                       "1e",
                                       "1.2.3",
                                       "5-",
                                       "1,5",
                                       "true"}) {
            row(none, "null");
        }
    }
    void strict() {
        QFETCH(QString, token);
        QTEST(QString::fromStdString(strictNumber(token.toStdString())), "number");
    }

    /// Whatever it is given, it returns strict JSON: no repaired event is refused because of it.
    void isAlwaysJson() {
        const QRegularExpression json(QStringLiteral("^(null|-?(0|[1-9]\\d*)(\\.\\d+)?([eE][+-]?\\d+)?)$"));
        const auto isJson = [&json](const std::string& text) {
            return json.match(QString::fromStdString(text)).hasMatch();
        };
        constexpr std::string_view kLetters = "++--00123.xXeEa,";
        std::minstd_rand random(11);
        for (int i = 0; i < 50'000; ++i) {
            std::string token(random() % 7, ' ');
            for (char& c : token) {
                c = kLetters[random() % kLetters.size()];
            }
            const std::string number = strictNumber(token);
            QVERIFY2(isJson(number), (token + " as " + number).c_str());
            QVERIFY2(!isJson(token) || number == token, token.c_str());
        }
    }

    void timesAndIntegers() {
        QCOMPARE(timeOf("1.5"), std::optional<Nanoseconds>(1500));
        QCOMPARE(timeOf("1,5"), std::optional<Nanoseconds>(1500));
        QCOMPARE(timeOf("4611686018427388"), std::nullopt); // its end could not be told
        QCOMPARE(integerOf("7.0"), std::optional<std::int64_t>(7));
        QCOMPARE(integerOf("7.5"), std::nullopt);
        QCOMPARE(integerOf("18446744073709551615"), std::nullopt);
        QCOMPARE(smallOf(4294967295), -1);
        QCOMPARE(smallOf(4294967296), kAbsentSmall);
        QCOMPARE(numberOf("1e400"), std::nullopt);
        QCOMPARE(trimmed(" \t a b\r\n"), std::string_view("a b"));
        QCOMPARE(trimmed(" \n"), std::string_view());
    }
};

DIPTYCH_TEST(TestNumberText)
#include "tst_number_text.moc"
