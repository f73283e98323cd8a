#include "core/parse/event_splitter.h"

#include "core/parse/event_borders.h"
#include "tests/core/parse/quoted.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_program.h"

#include <array>
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

/// The same for text that comes in pieces: up to the first cut, up to the next, and so on to the end.
Outcome splitInPieces(const std::string& text, std::vector<std::size_t> cuts) {
    cuts.push_back(text.size());
    EventSplitter splitter;
    Outcome outcome;
    std::size_t begin = 0;
    for (const std::size_t end : cuts) {
        const std::string piece = text.substr(begin, end - begin) + std::string(kMaskBytes, ' ');
        std::vector<EventSpan> spans;
        outcome.result = splitter.split(std::string_view(piece).substr(0, end - begin), 0, begin,
                                        end == text.size(), spans);
        for (const EventSpan& span : spans) {
            outcome.pieces += (span.isDamaged ? "!" : "") +
                              QString::fromStdString(piece.substr(span.begin, span.end - span.begin));
        }
        begin += outcome.result.consumed;
        outcome.result.consumed = begin;
        if (outcome.result.isArrayEnd) {
            break;
        }
    }
    outcome.faults = splitter.faults();
    return outcome;
}

/// All of an outcome.
QStringList describe(const Outcome& outcome) {
    QStringList lines = outcome.pieces;
    const auto add = [&lines](const char* name, const SplitFault& fault) {
        lines += QString("%1 %2 from %3").arg(name).arg(fault.count).arg(fault.first);
    };
    add("stray commas", outcome.faults.strayCommas);
    add("missing commas", outcome.faults.missingCommas);
    add("trailing comma", outcome.faults.trailingComma);
    add("stray closers", outcome.faults.strayClosers);
    add("empty elements", outcome.faults.emptyElements);
    add("stray text", outcome.faults.strayText);
    lines += QString("ends at %1: %2 %3")
                 .arg(outcome.result.consumed)
                 .arg(outcome.result.isArrayEnd)
                 .arg(outcome.result.isInsideElement);
    return lines;
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

    void givesTheSameWhereverABatchBegins_data() {
        QTest::addColumn<QByteArray>("odd");
        const auto row = [](const char* name, const std::string& odd) {
            QTest::newRow(name) << QByteArray::fromStdString(odd);
        };
        row("nothing odd", "");
        row("a quote too many", quoted("{'ph':'X','name':'a'b'},"));
        row("a quote too few", quoted("{'ph':'X','name':'ab},"));
        row("a short event before a hidden one", quoted("{'a':1},{'b':'},{'ph':'X','c':1},"));
        row("events hidden by a quote between them", quoted("{'a':1}'{'ph':'X','b':1},{'ph':'X','c':1},"));
        row("a brace too few", quoted("{'ph':'X','args':{'b':1},"));
        row("a brace too many", quoted("{'ph':'X'}},"));
        row("a bracket too many", quoted("{'ph':'X'}],"));
        row("a bracket of the wrong kind", quoted("{'ph':'X','args':{'b':1]},"));
        row("a cut event", quoted("{'ph':'X','name':'ab"));
        row("elements that are none", "null,,{},[1],what ");
        row("a backslash before a quote", quoted("{'ph':'X','name':'a\\'},"));
        row("a long event", quoted("{'ph':'X','name':'") + std::string(70'000, 'n') + quoted("'},"));
        row("a long event that hides others",
            quoted("{'ph':'X','name':'") + std::string(70'000, '{') + quoted(",{'ph':'X','c':1},"));
    }

    void givesTheSameWhereverABatchBegins() {
        QFETCH(QByteArray, odd);
        const std::string event = quoted("{'ph':'X','name':'n{]','args':{'b':[1,2]}}");
        std::string text;
        for (int i = 0; i < 36; ++i) {
            text += event + ", ";
        }
        const std::size_t middle = text.size();
        text += odd.toStdString();
        for (int i = 0; i < 36; ++i) {
            text += event + ", ";
        }
        text += event + quoted("], 'traceName': 't'}");
        const Outcome whole = splitAll(text);
        QVERIFY(whole.pieces.size() >= 73);
        QVERIFY(whole.result.isArrayEnd);
        const std::size_t last = std::min(text.size(), middle + kLookAhead + 200);
        for (std::size_t cut = middle - 100; cut < last; cut += test::kIsSanitized ? 7 : 1) {
            QCOMPARE(describe(splitInPieces(text, {cut})), describe(whole));
        }
        for (std::size_t margin = 1; margin < 70; ++margin) { // where the blocks of the masks begin
            QCOMPARE(splitAll(std::string(margin, ' ') + text).pieces, whole.pieces);
        }
        for (const std::size_t step : {700, 1100, 1500, 4096}) {
            std::vector<std::size_t> cuts;
            for (std::size_t cut = step; cut < text.size(); cut += step) {
                cuts.push_back(cut);
            }
            QCOMPARE(describe(splitInPieces(text, cuts)), describe(whole));
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
        MaskState fastState;
        MaskState portableState;
        fastestTextMasks()(text.data(), fast.size(), fastState, fast.data());
        fillTextMasksPortably(text.data(), portable.size(), portableState, portable.data());
        QCOMPARE(fastState.inString, portableState.inString);
        QCOMPARE(fastState.isEscaped, portableState.isEscaped);
        bool isInString = false;
        bool isEscaped = false;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const char c = text[i];
            isInString = isInString != (c == '"' && !isEscaped);
            isEscaped = c == '\\' && !isEscaped;
            for (const TextMasks& masks : {fast[i / 64], portable[i / 64]}) {
                const auto has = [i](std::uint64_t bits) { return (bits >> (i % 64) & 1) != 0; };
                QCOMPARE(has(masks.opens), (c == '{' || c == '[') && !isInString);
                QCOMPARE(has(masks.closes), (c == '}' || c == ']') && !isInString);
                QCOMPARE(has(masks.quotedOpens), (c == '{' || c == '[') && isInString);
            }
        }
    }
};

DIPTYCH_TEST(TestEventSplitter)
#include "tst_event_splitter.moc"
