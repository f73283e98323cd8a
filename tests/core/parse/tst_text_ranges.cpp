// Text whose numbers may have other digits, compared at once.

#include "core/parse/text_ranges.h"

#include "tests/support/test_program.h"

using namespace diptych;

namespace {

bool fits(const TextRanges& ranges, std::string_view text, char behind) {
    const std::string room = std::string(text) + std::string(64, behind);
    const bool doesFit = ranges.fit(room.data());
    if (doesFit != ranges.fitPortably(room.data())) {
        QTest::qFail("machines differ", __FILE__, __LINE__);
    }
    return text.size() == ranges.size() && doesFit;
}

} // namespace

class TestTextRanges : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsTextFromText() {
        for (std::size_t size = 1; size < 140; size += size < 70 ? 1 : 13) {
            TextRanges ranges;
            const std::string text(size, 'a');
            ranges.addText(text);
            QCOMPARE(ranges.size(), size);
            for (const char behind : {'a', '\0', '\xFF'}) {
                QVERIFY(fits(ranges, text, behind));
                for (std::size_t place = 0; place < size; ++place) {
                    for (const char other : {'b', '`', '\0', '\xE1'}) {
                        std::string changed = text;
                        changed[place] = other;
                        QVERIFY(!fits(ranges, changed, behind));
                    }
                }
            }
        }
    }

    void takesTheNumbersOfJson() {
        TextRanges ranges;
        ranges.addText("\"a\": ");
        ranges.addNumber(3);
        ranges.addText(", \"b\": ");
        ranges.addNumber(1);
        ranges.addText("}");
        QVERIFY(fits(ranges, "\"a\": 123, \"b\": 0}", ' '));
        QVERIFY(fits(ranges, "\"a\": 900, \"b\": 9}", ' '));
        QVERIFY(!fits(ranges, "\"a\": 012, \"b\": 0}", ' ')); // a leading zero
        QVERIFY(!fits(ranges, "\"a\": 1.2, \"b\": 0}", ' '));
        QVERIFY(!fits(ranges, "\"a\": 123, \"b\": -}", ' '));
        QVERIFY(!fits(ranges, "\"a\": 12:, \"b\": 1}", ' '));
        QVERIFY(!fits(ranges, "\"a\": 12/, \"b\": 1}", ' '));
        ranges.clear();
        QCOMPARE(ranges.size(), std::size_t{0});
    }
};

DIPTYCH_TEST(TestTextRanges)
#include "tst_text_ranges.moc"
