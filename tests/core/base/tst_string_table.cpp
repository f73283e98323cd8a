#include "core/base/string_table.h"

#include "tests/support/test_program.h"

#include <string>

using namespace diptych;

class TestStringTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void givesEqualTextsOneId() {
        StringTable table;
        const StringId first = table.intern("aten::mm");
        QCOMPARE(table.intern(std::string("aten::mm")), first);
        QVERIFY(table.intern("aten::mm ") != first);
        QCOMPARE(table[first], std::string_view("aten::mm"));
        QCOMPARE(table.size(), std::size_t(2));
    }

    void keepsViewsWhileItGrows() {
        StringTable table;
        const std::string_view early = table[table.intern("early")];
        for (int i = 0; i < 100'000; ++i) {
            QCOMPARE(table.intern("text " + std::to_string(i)).index(), std::uint32_t(i + 1));
        }
        QCOMPARE(early, std::string_view("early"));
        QCOMPARE(table.find("text 77777").index(), 77778U);
        QVERIFY(!table.find("text 100000").isValid());
    }

    void holdsTextsOfAnySize() {
        StringTable table;
        const std::string large(5 << 20, 'x');
        const std::string zero("a\0b", 3);
        QCOMPARE(table[table.intern(large)].size(), large.size());
        QCOMPARE(table[table.intern(zero)], std::string_view(zero));
        QCOMPARE(table[table.intern("")], std::string_view());
        QVERIFY(table.intern(std::string_view()) == table.intern("")); // without a place in memory
        QCOMPARE(table[StringId()], std::string_view());
    }
};

DIPTYCH_TEST(TestStringTable)
#include "tst_string_table.moc"
