#include "core/parse/event_repair.h"
#include "tests/core/parse/quoted.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

using namespace diptych;
using diptych::test::quoted;

class TestEventRepair : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void repairs_data() {
        QTest::addColumn<QByteArray>("spoilt");
        QTest::addColumn<QByteArray>("strict"); ///< the same value in strict JSON
        const auto row = [](const char* name, const std::string& spoilt, const std::string& strict) {
            QTest::newRow(name) << QByteArray::fromStdString(spoilt) << QByteArray::fromStdString(strict);
        };
        row("nothing to do", quoted("{'a': [1, 'x', {'b': null}]}"), quoted("{'a': [1, 'x', {'b': null}]}"));
        row("no numbers", quoted("{'a': nan, 'b': -inf, 'c': N/A, 'd': Infinity, 'e': None}"),
            quoted("{'a': null, 'b': null, 'c': null, 'd': null, 'e': null}"));
        row("missing value", quoted("{'a': , 'b': 1, 'c':}"), quoted("{'a': null, 'b': 1, 'c': null}"));
        row("decimal comma", quoted("{'ts': 1000,5, 'dur': 2}"), quoted("{'ts': 1000.5, 'dur': 2}"));
        row("commas of lists stay", quoted("{'a': [1,5], 'b': x}"), quoted("{'a': [1,5], 'b': null}"));
        row("other notations", quoted("{'a': +1, 'b': .5, 'c': 5., 'd': 007, 'e': 0x1F}"),
            quoted("{'a': 1, 'b': 0.5, 'c': 5.0, 'd': 7, 'e': 31}"));
        row("a sign too many", quoted("{'ts': --9.5, 'dur': +-3, 'name': 'k'}"),
            quoted("{'ts': null, 'dur': null, 'name': 'k'}"));
        row("beyond all bounds", quoted("{'a': 1e999, 'b': -1e999, 'c': nan}"),
            quoted("{'a': null, 'b': null, 'c': null}"));
        row("stray quotes", quoted("{'name': 'f('_x', 'Y')', 'pid': 1}"),
            quoted("{'name': 'f(\\'_x\\', \\'Y\\')', 'pid': 1}"));
        row("one stray quote", quoted("{'name': 'a'b', 'pid': 1}"), quoted("{'name': 'a\\'b', 'pid': 1}"));
        row("lost quote at the end", quoted("{'name': 'abc, 'pid': 1}"), quoted("{'name': 'abc', 'pid': 1}"));
        row("folder name", quoted("{'name': 'C:\\dir\\', 'pid': 1}"),
            quoted("{'name': 'C:\\\\dir\\\\', 'pid': 1}"));
        row("bad escape", quoted("{'a': '\\x41\\q\\u12'}"), quoted("{'a': '\\\\x41\\\\q\\\\u12'}"));
        row("half a pair", quoted("{'a': 'x\\ud800y', 'b': '\\udc00', 'c': '\\ud83d\\ude00'}"),
            "{\"a\": \"x\xEF\xBF\xBDy\", \"b\": \"\xEF\xBF\xBD\", \"c\": \"\xF0\x9F\x98\x80\"}");
        row("control characters", std::string("{\"a\": \"x\0\n\x7fy\"}", 14),
            "{\"a\": \"x\xE2\x90\x80\xE2\x90\x8A\xE2\x90\xA1y\"}");
        row("bytes that are no UTF-8", "{\"a\": \"x\xFF\xC3(\"}", "{\"a\": \"x\xEF\xBF\xBD\xEF\xBF\xBD(\"}");
        row("commas too many", quoted("{,'a': 1,, 'b': [1,,2,],}"), quoted("{'a': 1, 'b': [1, 2]}"));
        row("comma missing", quoted("{'a': 1 'name': 'x' 'grid': [1 2]}"),
            quoted("{'a': 1, 'name': 'x', 'grid': [1, 2]}"));
        row("bracket missing", quoted("{'grid': [1, 2, 'block': [3]}"),
            quoted("{'grid': [1, 2], 'block': [3]}"));
        row("keys without quotes", quoted("{a: 1, b: 'x'}"), quoted("{'a': 1, 'b': 'x'}"));
        row("colon missing", quoted("{'ts' 1, 'dur'% 2}"), quoted("{'ts': 1, 'dur': 2}"));
    }

    void repairs() {
        QFETCH(QByteArray, spoilt);
        QFETCH(QByteArray, strict);
        const RepairedObject repaired =
            repairObject({spoilt.data(), std::size_t(spoilt.size())}, Unclosed::Lost);
        QVERIFY(repaired.isWhole);
        const nlohmann::json value =
            nlohmann::json::parse(repaired.text.substr(0, repaired.size), nullptr, false);
        QVERIFY2(!value.is_discarded(), repaired.text.c_str());
        QCOMPARE(QByteArray::fromStdString(value.dump()),
                 QByteArray::fromStdString(nlohmann::json::parse(strict.toStdString()).dump()));
        QCOMPARE(repaired.kinds.any(), spoilt != strict);
    }

    /// Wherever a text ends, nothing beyond it is read or said to be used up.
    void staysWithinTheText() {
        const std::string deep = std::string(300, '[') + quoted("'\\\\'") + std::string(300, ']');
        for (const std::string& whole :
             {quoted(
                  "{'a': 'x\\u00e9\\ud83d\\ude00', 'b': [1,5, 'q'q'], c: nan, 'd': 1,5, 'e' 7, 'args': {}}"),
              quoted("{'args': {'v': ") + deep + quoted("}, 'b': 'C:\\'}")}) {
            for (std::size_t size = 0; size <= whole.size(); ++size) {
                for (const Unclosed unclosed : {Unclosed::Lost, Unclosed::Accepted}) {
                    const RepairedObject repaired = repairObject(whole.substr(0, size), unclosed);
                    QVERIFY(repaired.consumed <= size);
                    QVERIFY(!repaired.isWhole ||
                            nlohmann::json::accept(std::string_view(repaired.text).substr(0, repaired.size)));
                }
            }
        }
    }

    void givesUp_data() {
        QTest::addColumn<QByteArray>("spoilt");
        QTest::newRow("cut") << QByteArray::fromStdString(quoted("{'a': 1, 'b': 'x"));
        QTest::newRow("cut between members") << QByteArray::fromStdString(quoted("{'a': 1"));
        QTest::newRow("no object") << QByteArray("[1, 2]");
        QTest::newRow("nothing") << QByteArray("");
        QTest::newRow("zeros of a disk")
            << QByteArray("{\"a\": \"x") + QByteArray(40, '\0') + QByteArray("y\"}");
    }

    void givesUp() {
        QFETCH(QByteArray, spoilt);
        QVERIFY(!repairObject({spoilt.data(), std::size_t(spoilt.size())}, Unclosed::Lost).isWhole);
    }

    void aMissingBraceMayBeAccepted() {
        const std::string spoilt = quoted("{'ph': 'X', 'args': {'a': 1}");
        QVERIFY(!repairObject(spoilt, Unclosed::Lost).isWhole);
        QVERIFY(repairObject(spoilt, Unclosed::Accepted).isWhole);
        QVERIFY(!repairObject(quoted("{'ph': 'X', 'ts': 1"), Unclosed::Accepted).isWhole);
    }

    void boundsDepth() {
        const std::string spoilt =
            quoted("{'a': ") + std::string(100'000, '[') + std::string(100'000, ']') + quoted(", 'b': 1}");
        const RepairedObject repaired = repairObject(spoilt, Unclosed::Lost);
        QVERIFY(repaired.isWhole);
        QVERIFY(repaired.kinds.hasDepth);
        QVERIFY(repaired.size < 2000);
    }

    void stopsAtTheEndOfTheObject() {
        const RepairedObject repaired = repairObject(quoted("{'a': nan}, {'b': 1}"), Unclosed::Lost);
        QCOMPARE(repaired.consumed, std::size_t(10));
    }
};

DIPTYCH_TEST(TestEventRepair)
#include "tst_event_repair.moc"
