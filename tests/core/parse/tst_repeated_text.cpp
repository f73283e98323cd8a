// A short text that is recognised when it comes again, and only then.

#include "core/parse/repeated_text.h"

#include "tests/support/test_program.h"

#include <vector>

using namespace diptych;

class TestRepeatedText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// Every size around the border of a word; others that differ at one place, or in size.
    void tellsTextFromText() {
        for (std::size_t size = 0; size <= 20; ++size) {
            const std::string text = std::string("0123456789abcdefghij").substr(0, size);
            RepeatedText repeated;
            repeated.set(text);
            QVERIFY(repeated.is(text));
            QVERIFY(!repeated.is(text + "0"));
            QVERIFY(size == 0 || !repeated.is(text.substr(1)));
            for (std::size_t place = 0; place < size; ++place) {
                for (const char other : {'x', '\0', '\xFF'}) {
                    std::string changed = text;
                    changed[place] = other;
                    QVERIFY(!repeated.is(changed));
                }
            }
        }
    }

    void isEmptyAtFirst() {
        const RepeatedText repeated;
        QVERIFY(repeated.is({}));
        QVERIFY(!repeated.is("0"));
    }

    void takesAnother() {
        RepeatedText repeated;
        repeated.set("23232");
        repeated.set("7");
        QVERIFY(repeated.is("7"));
        QVERIFY(!repeated.is("23232"));
    }
};

DIPTYCH_TEST(TestRepeatedText)
#include "tst_repeated_text.moc"
