#include "app/text_table.h"

#include "tests/support/test_program.h"

using namespace diptych;

class TestTextTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void columns();
    void figures();
    void shortening();
    void wrapping();
};

void TestTextTable::columns() {
    TextTable table({{"operation", Align::Left}, {"ms"}, {"A is", Align::Left}});
    table.addRow({"Dense GEMM", "1.5", "slower"});
    table.addRow({"µ", "12.5", ""});
    QCOMPARE(table.text("  "), std::string("  operation     ms  A is\n"
                                           "  Dense GEMM   1.5  slower\n"
                                           "  µ           12.5\n"));
}

void TestTextTable::figures() {
    QCOMPARE(millisecondsText({}), std::string("-"));
    QCOMPARE(signedMillisecondsText(412'000), std::string("+0.412"));
    QCOMPARE(signedMillisecondsText(-412'000), std::string("-0.412"));
    QCOMPARE(signedMillisecondsText(0), std::string("0.000"));
    QCOMPARE(signedMillisecondsText(-100), std::string("0.000")); // no sign on a rounded nothing
    QCOMPARE(ratioText(1.834), std::string("1.83x"));
    QCOMPARE(ratioText({}), std::string("-"));
    QCOMPARE(percentText(0.684), std::string("68 %"));
    QCOMPARE(countText(999), std::string("999"));
    QCOMPARE(countText(1'234'567), std::string("1,234,567"));
    QCOMPARE(bytesText(999), std::string("999 bytes"));
    QCOMPARE(bytesText(1'230'000'000), std::string("1.23 GB"));
}

void TestTextTable::shortening() {
    QCOMPARE(shortened("short", 10), std::string("short"));
    QCOMPARE(shortened("abcdefghijklmnop", 10), std::string("abcdef…nop"));
    QCOMPARE(shortened("ääääääääää", 4), std::string("ää…ä"));
}

void TestTextTable::wrapping() {
    QCOMPARE(wrapped("one two three", 7, "  "), std::string("one two\n  three"));
    QCOMPARE(wrapped("averylongwordthatdoesnotfit x", 8, ""), std::string("averylongwordthatdoesnotfit\nx"));
    QCOMPARE(wrapped("", 8, ""), std::string());
}

DIPTYCH_TEST(TestTextTable)
#include "tst_text_table.moc"
