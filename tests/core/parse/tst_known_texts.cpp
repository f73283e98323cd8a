// Texts that are expected because they came before.

#include "core/parse/known_texts.h"

#include "tests/support/test_program.h"

#include <string>

using namespace diptych;

class TestKnownTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void expectsWhatCameLast() {
        KnownTexts texts;
        QCOMPARE(texts.guess(1), kNoTextNumber);
        const TextNumber first = texts.learn(1, "first");
        const TextNumber second = texts.learn(2, "second");
        QVERIFY(first != second);
        QCOMPARE(texts[texts.guess(1)], std::string_view("first"));
        QCOMPARE(texts[texts.guess(2)], std::string_view("second"));
        QCOMPARE(texts.learn(1, "second"), second);
        QCOMPARE(texts.guess(1), second);
        QCOMPARE(texts[kNoTextNumber], std::string_view());
    }

    void standsOnlyWhereItStands() {
        const std::string text = "abcab";
        const char* const end = text.data() + text.size();
        QVERIFY(standsAt("abc", text.data(), end));
        QVERIFY(standsAt("", text.data(), end));
        QVERIFY(!standsAt("abd", text.data(), end));
        QVERIFY(!standsAt("ab", text.data() + 3, end)); // nothing behind it
        QVERIFY(!standsAt("abc", text.data() + 3, end));
    }

    /// Memory is bounded: what comes when the table is full has no number, what it holds keeps its own.
    void stopsWhenFull() {
        KnownTexts texts;
        const std::string longText(1000, 'x');
        QCOMPARE(texts.learn(0, std::string(100'000, 'y')), kNoTextNumber);
        const TextNumber first = texts.learn(0, longText);
        QVERIFY(first != kNoTextNumber);
        TextNumber last = first;
        for (int i = 0; last != kNoTextNumber && i < 100'000; ++i) {
            last = texts.learn(static_cast<KnownTexts::Context>(i), longText + std::to_string(i));
        }
        QCOMPARE(last, kNoTextNumber);
        QCOMPARE(texts.learn(0, longText), first);
        QCOMPARE(texts[first], std::string_view(longText));
    }
};

DIPTYCH_TEST(TestKnownTexts)
#include "tst_known_texts.moc"
