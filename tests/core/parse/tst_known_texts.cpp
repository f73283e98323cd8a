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
        KnownTexts texts;
        const std::string behind(64, '\"');
        QVERIFY(!texts.standsAt(kNoTextNumber, behind.data(), behind.data() + behind.size()));
        for (std::size_t size = 0; size < 200; ++size) {
            std::string text;
            for (std::size_t i = 0; i < size; ++i) {
                text += static_cast<char>('a' + (i * 7 + size) % 26);
            }
            const TextNumber number = texts.learn(0, text);
            std::string room = text + behind + behind;
            const char* const end = room.data() + size + 1;
            QVERIFY(texts.standsAt(number, room.data(), end));
            QVERIFY(!texts.standsAt(number, room.data(), end - 1)); // nothing behind it
            for (std::size_t place = 0; place < size; ++place) {
                room[place] ^= 1;
                QVERIFY(!texts.standsAt(number, room.data(), end));
                room[place] ^= 1;
            }
        }
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
