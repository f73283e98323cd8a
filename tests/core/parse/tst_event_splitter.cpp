#include "core/parse/event_splitter.h"
#include "tests/core/parse/quoted.h"

#include <QtTest>

#include <random>
#include <string>

using namespace diptych;
using diptych::test::quoted;

namespace {

struct Outcome {
    QStringList pieces; ///< "!" before those that are damaged
    SplitResult result;
    SplitFaults faults;
};

Outcome splitAll(const std::string& text, EventSplitter::Pace pace = EventSplitter::Pace::Fast) {
    const std::string padded = text + std::string(kMaskBytes, ' ');
    std::vector<EventSpan> spans;
    EventSplitter splitter(pace);
    Outcome outcome;
    outcome.result = splitter.split(std::string_view(padded).substr(0, text.size()), 0, 0, true, spans);
    for (const EventSpan& span : spans) {
        outcome.pieces += (span.isDamaged ? "!" : "") +
                          QString::fromStdString(text.substr(span.begin, span.end - span.begin));
    }
    outcome.faults = splitter.faults();
    return outcome;
}

} // namespace

class TestEventSplitter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void splits_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("pieces");
        QTest::addColumn<bool>("isArrayEnd");
        const auto row = [](const char* name, const std::string& text, const std::vector<std::string>& pieces,
                            bool isArrayEnd) {
            QStringList list;
            for (const std::string& piece : pieces) {
                list += QString::fromStdString(piece);
            }
            QTest::newRow(name) << QString::fromStdString(text) << list << isArrayEnd;
        };
        row("two events", quoted("{'a':1}, {'b':[2]}]"), {quoted("{'a':1}"), quoted("{'b':[2]}")}, true);
        row("brackets in strings", quoted("{'n':'}]{['}, {'n':'\\'}'}]"),
            {quoted("{'n':'}]{['}"), quoted("{'n':'\\'}'}")}, true);
        row("backslashes before a quote", quoted("{'n':'\\\\'}, {'n':'\\\\\\']'}]"),
            {quoted("{'n':'\\\\'}"), quoted("{'n':'\\\\\\']'}")}, true);
        row("no end", quoted("{'a':1},"), {quoted("{'a':1}")}, false);
        row("no event", quoted("]"), {}, true);
        row("elements that are none", quoted("null, [], {}, {'a':1}]"), {"{}", quoted("{'a':1}")}, true);
        row("the rest is not looked at", quoted("{'a':1}], 't': [{'b':2}]}"), {quoted("{'a':1}")}, true);
        row("a quote too many", quoted("{'ph':'X','n':'a'b'}, {'ph':'X'}]"),
            {quoted("!{'ph':'X','n':'a'b'}"), quoted("{'ph':'X'}")}, true);
        row("a brace too few", quoted("{'ph':'X','a':{'b':1}, {'ph':'X'}]"),
            {quoted("!{'ph':'X','a':{'b':1}"), quoted("{'ph':'X'}")}, true);
        row("a brace too many", quoted("{'ph':'X'}}, {'ph':'Y'}]"),
            {quoted("{'ph':'X'}"), quoted("{'ph':'Y'}")}, true);
        row("a bracket too many between events", quoted("{'ph':'X'}], {'ph':'Y'}]"),
            {quoted("{'ph':'X'}"), quoted("{'ph':'Y'}")}, true);
        row("a cut event before a whole one", quoted("{'ph':'X','name':'ab{'ph':'Y','ts':1}]"),
            {quoted("!{'ph':'X','name':'ab"), quoted("{'ph':'Y','ts':1}")}, true);
    }

    void splits() {
        QFETCH(QString, text);
        const Outcome outcome = splitAll(text.toStdString());
        QTEST(outcome.pieces, "pieces");
        QTEST(outcome.result.isArrayEnd, "isArrayEnd");
        QVERIFY(!outcome.result.isInsideElement);
    }

    void countsWhatStandsBetween() {
        const Outcome outcome = splitAll(quoted(", {'a':1},, {'a':2} {'a':3}, null, what {'a':4},]"));
        QCOMPARE(outcome.pieces.size(), 4);
        QCOMPARE(outcome.faults.strayCommas.count, 2ULL);
        QCOMPARE(outcome.faults.strayCommas.first, 0ULL);
        QCOMPARE(outcome.faults.emptyElements.count, 1ULL);
        QCOMPARE(outcome.faults.strayText.count, 1ULL);
        QCOMPARE(outcome.faults.trailingComma.count, 1ULL);
        QVERIFY(outcome.faults.missingCommas.count >= 1);
    }

    void saysWhenTheTextEndsWithinAnEvent() {
        const Outcome outcome = splitAll(quoted("{'a':1}, {'b':"));
        QVERIFY(outcome.result.isInsideElement);
        QCOMPARE(outcome.result.consumed, std::size_t(9));
    }

    void givesTheSameInPieces() {
        std::string text;
        for (int i = 0; i < 200; ++i) {
            text += (i == 0 ? "" : ", ") + std::string(quoted("{'ph':'X','name':'n'}"));
            text += i % 50 == 20 ? quoted(",{'ph':'X','name':'a'b'}") : "";
        }
        text += "], \"traceName\": \"t\"}";
        const Outcome whole = splitAll(text);
        for (const std::size_t step : {1100, 1500, 4096}) {
            QStringList pieces;
            EventSplitter splitter;
            std::size_t begin = 0;
            for (std::size_t end = std::min(step, text.size());; end = std::min(end + step, text.size())) {
                const std::string piece = text.substr(begin, end - begin) + std::string(kMaskBytes, ' ');
                std::vector<EventSpan> spans;
                const SplitResult result = splitter.split(std::string_view(piece).substr(0, end - begin), 0,
                                                          begin, end == text.size(), spans);
                for (const EventSpan& span : spans) {
                    pieces += (span.isDamaged ? "!" : "") +
                              QString::fromStdString(piece.substr(span.begin, span.end - span.begin));
                }
                begin += result.consumed;
                if (result.isArrayEnd || end == text.size()) {
                    break;
                }
            }
            QCOMPARE(pieces, whole.pieces);
        }
    }

    void masksAreTheSameOnEveryMachine() {
        std::mt19937 random(7);
        const std::string letters = "{}[]\"\\a ,:\x5f\x7f\xfb";
        std::string text(64 * 300, ' ');
        for (char& c : text) {
            c = letters[random() % letters.size()];
        }
        std::vector<TextMasks> fast(300);
        std::vector<TextMasks> portable(300);
        fastestTextMasks()(text.data(), fast.size(), fast.data());
        fillTextMasksPortably(text.data(), portable.size(), portable.data());
        for (std::size_t i = 0; i < fast.size(); ++i) {
            QCOMPARE(fast[i].quotes, portable[i].quotes);
            QCOMPARE(fast[i].backslashes, portable[i].backslashes);
            QCOMPARE(fast[i].opens, portable[i].opens);
            QCOMPARE(fast[i].closes, portable[i].closes);
            QCOMPARE(fast[i].quoted, portable[i].quoted);
            for (unsigned bit = 0; bit < 64; ++bit) {
                const char c = text[i * 64 + bit];
                QCOMPARE((fast[i].opens >> bit & 1) != 0, c == '{' || c == '[');
                QCOMPARE((fast[i].closes >> bit & 1) != 0, c == '}' || c == ']');
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestEventSplitter)
#include "tst_event_splitter.moc"
