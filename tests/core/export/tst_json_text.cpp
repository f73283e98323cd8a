#include "core/export/json_text.h"

#include "tests/support/test_program.h"

#include <limits>

using namespace diptych;

class TestJsonText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void layout();
    void strings_data();
    void strings();
    void numbers();
};

void TestJsonText::layout() {
    JsonText json;
    json.beginObject();
    json.member("first", 1);
    json.key("list");
    json.beginArray();
    json.value("x");
    json.value(true);
    json.endArray();
    json.key("empty");
    json.beginObject();
    json.endObject();
    json.member("none", std::optional<int>());
    json.endObject();
    QCOMPARE(json.take(), std::string("{\n"
                                      "  \"first\": 1,\n"
                                      "  \"list\": [\n"
                                      "    \"x\",\n"
                                      "    true\n"
                                      "  ],\n"
                                      "  \"empty\": {},\n"
                                      "  \"none\": null\n"
                                      "}\n"));
}

void TestJsonText::strings_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("plain") << QByteArray("gemm<float>") << QByteArray("\"gemm<float>\"");
    QTest::newRow("quotes") << QByteArray("a\"b\\c") << QByteArray("\"a\\\"b\\\\c\"");
    QTest::newRow("controls") << QByteArray("a\nb\tc\x01\x7f", 7)
                              << QByteArray("\"a\\nb\\tc\\u0001\\u007f\"");
    QTest::newRow("umlaut") << QByteArray("\xC3\xA4") << QByteArray("\"\xC3\xA4\"");
    QTest::newRow("four bytes") << QByteArray("\xF0\x9F\x99\x82") << QByteArray("\"\xF0\x9F\x99\x82\"");
    QTest::newRow("stray byte") << QByteArray("a\xFFz") << QByteArray("\"a\xEF\xBF\xBDz\"");
    QTest::newRow("cut sequence") << QByteArray("a\xC3") << QByteArray("\"a\xEF\xBF\xBD\"");
    QTest::newRow("overlong") << QByteArray("\xC0\x80") << QByteArray("\"\xEF\xBF\xBD\xEF\xBF\xBD\"");
    QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80")
                               << QByteArray("\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
    QTest::newRow("beyond Unicode") << QByteArray("\xF4\x90\x80\x80")
                                    << QByteArray("\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\"");
}

void TestJsonText::strings() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    JsonText json;
    json.value(std::string_view(text.constData(), std::size_t(text.size())));
    QCOMPARE(QByteArray::fromStdString(json.take()), expected + "\n");
}

void TestJsonText::numbers() {
    JsonText json;
    json.beginArray();
    json.value(std::numeric_limits<std::int64_t>::min());
    json.value(std::numeric_limits<std::uint64_t>::max());
    json.value(0.1);
    json.value(std::numeric_limits<double>::infinity());
    json.value(std::numeric_limits<double>::quiet_NaN());
    json.endArray();
    QCOMPARE(
        json.take(),
        std::string("[\n  -9223372036854775808,\n  18446744073709551615,\n  0.1,\n  null,\n  null\n]\n"));
}

DIPTYCH_TEST(TestJsonText)
#include "tst_json_text.moc"
