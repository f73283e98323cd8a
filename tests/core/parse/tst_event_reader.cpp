// The strict reader and the shapes: both read the same, and only strict JSON.

#include "core/parse/event_reader.h"
#include "core/parse/event_shape.h"
#include "core/parse/number_scan.h"
#include "tests/core/parse/quoted.h"
#include "tests/support/test_program.h"

#include <cstring>
#include <nlohmann/json.hpp>

using namespace diptych;
using diptych::test::quoted;

namespace {

std::string padded(const std::string& text) {
    return text + std::string(64, '"');
}

bool read(EventReader& reader, const std::string& room, EventFields& fields) {
    return reader.read(room.data(), room.data() + room.size() - 64, fields);
}

bool readByShape(ShapeShelf& shelf, const std::string& room, EventFields& fields) {
    const char* const end = room.data() + room.size() - 64;
    return shelf.read(room.data(), end, fields) == end;
}

const std::vector<std::string> kNotStrict{
    quoted("{"),           quoted("{'a':1"),          quoted("{'a':1,}"),
    quoted("{,'a':1}"),    quoted("{'a' 1}"),         quoted("{'a':}"),
    quoted("{'a':nan}"),   quoted("{'a':01}"),        quoted("{'a':1.}"),
    quoted("{'a':.5}"),    quoted("{'a':+1}"),        quoted("{'a':tru}"),
    quoted("{'a':'\\x'}"), quoted("{'a':'\\ud800'}"), quoted("{'a':[1,]}"),
    quoted("{'a':[1 2]}"), quoted("{'a':{'b':1,}}"),  quoted("{'a':1}}"),
    quoted("{'a':1} x"),   quoted("{a:1}"),           quoted("{'name':'a'b'}"),
    quoted("[1]"),         "{\"name\":\"a\nb\"}",     quoted("{'ts':1e}"),
    quoted("{'ts':1,5}")};

} // namespace

class TestEventReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEveryField() {
        const std::string room = padded(quoted("{'ph': 'X', 'cat': 'kernel', 'name': 'k\\n\\u00e9', 'pid': "
                                               "'[TP00] 1', 'tid': 7, 'ts': 1718000000123456.789,") +
                                        quoted(" 'dur': '2.5', 'args': {'correlation': -3, 'external id': "
                                               "4.0, 'device': 0, 'stream': 4294967295, 'grid': [1, 2, 3],") +
                                        quoted(" 'block': [4, null], 'registers per thread': 32, 'shared "
                                               "memory': 1e3, 'est. achieved occupancy %': 12.5,") +
                                        quoted(" 'Input Dims': [[1,2]], 'Input type': ['a'], 'Call stack': "
                                               "'f;g', 'other': {'x': [true, null, -1.5e3]}}}"));
        EventReader reader;
        EventFields fields;
        QVERIFY(read(reader, room, fields));
        QCOMPARE(fields.name, std::string_view("k\n\xC3\xA9"));
        QCOMPARE(fields.process, std::string_view("[TP00] 1"));
        QCOMPARE(fields.thread, std::string_view("7"));
        QCOMPARE(fields.startNs, Nanoseconds(1718000000123456789));
        QCOMPARE(fields.durationNs, Nanoseconds(2500));
        QCOMPARE(fields.correlation, std::int64_t(-3));
        QCOMPARE(fields.externalId, std::int64_t(4));
        QCOMPARE(smallOf(fields.stream), -1);
        QCOMPARE(fields.grid[2], 3);
        QCOMPARE(fields.block[0], 4);
        QCOMPARE(fields.block[1], kAbsentSmall);
        QCOMPARE(fields.block[2], kAbsentSmall);
        QCOMPARE(fields.sharedMemoryBytes, std::int64_t(1000));
        QCOMPARE(fields.occupancyPercent, 12.5);
        QCOMPARE(fields.inputDims, std::string_view("[[1,2]]"));
        QCOMPARE(fields.callStack, std::string_view("f;g"));
        QVERIFY(fields.unusable.isEmpty());
    }

    void valuesOfTheWrongKindAreAbsent() {
        const std::string room =
            padded(quoted("{'ph':'X','name':['a'],'pid':{},'ts':'soon','dur':null,'args':[1]}"));
        EventReader reader;
        EventFields fields;
        QVERIFY(read(reader, room, fields));
        QVERIFY(!fields.present.has(Field::Name) && fields.unusable.has(Field::Name));
        QVERIFY(!fields.present.has(Field::Process) && fields.unusable.has(Field::Process));
        QVERIFY(!fields.present.has(Field::Start) && fields.unusable.has(Field::Start));
        QVERIFY(!fields.present.has(Field::Duration) && !fields.unusable.has(Field::Duration));
        QVERIFY(!fields.present.has(Field::Args));
    }

    void theLastOfTwoValuesCounts() {
        const std::string room =
            padded(quoted("{'name':'a','name':'b','args':{'stream':1},'args':{'device':2}}"));
        EventReader reader;
        EventFields fields;
        QVERIFY(read(reader, room, fields));
        QVERIFY(fields.hasDuplicateKey);
        QCOMPARE(fields.name, std::string_view("b"));
        QVERIFY(!fields.present.has(Field::Stream));
        QVERIFY(fields.present.has(Field::Device));
    }

    void refusesWhatIsNotStrict_data() {
        QTest::addColumn<QString>("text");
        for (const std::string& text : kNotStrict) {
            QTest::newRow(text.c_str()) << QString::fromStdString(text);
        }
    }

    void refusesWhatIsNotStrict() {
        QFETCH(QString, text);
        const std::string room = padded(text.toStdString());
        EventReader reader;
        EventFields fields;
        QVERIFY(!read(reader, room, fields));
        ShapeShelf shelf;
        shelf.learn(room.data(), room.data() + room.size() - 64);
        QVERIFY(!readByShape(shelf, room, fields));
    }

    void shapesReadOtherValues() {
        const std::string first =
            padded(quoted("{'ph': 'X', 'cat': 'kernel', 'name': 'a', 'pid': 0, 'tid': 7, 'ts': 10.5, 'dur': "
                          "1, 'args': {'grid': [1,1,1], 'x': 5}}"));
        const std::string second =
            padded(quoted("{'ph': 'X', 'cat': 'kernel', 'name': 'longer', 'pid': 12, 'tid': 8, 'ts': "
                          "4909913692364.6315, 'dur': 0.25, 'args': {'grid': [10, 20,  30], 'x': -1.5e3}}"));
        ShapeShelf shelf;
        EventFields shaped;
        QVERIFY(!readByShape(shelf, second, shaped));
        shelf.learn(first.data(), first.data() + first.size() - 64);
        QVERIFY(readByShape(shelf, second, shaped));
        EventReader reader;
        EventFields fields;
        QVERIFY(read(reader, second, fields));
        QCOMPARE(shaped.name, fields.name);
        QCOMPARE(shaped.process, fields.process);
        QCOMPARE(shaped.startNs, fields.startNs);
        QCOMPARE(shaped.durationNs, fields.durationNs);
        QCOMPARE(shaped.grid, fields.grid);
        QCOMPARE(shaped.categoryNumber, fields.categoryNumber);
        QVERIFY(!shaped.present.has(Field::Stream));
    }

    /// Nobody has looked at the text behind an event, or whether it is UTF-8.
    void shapesKnowWhereAnEventEnds() {
        const auto event = [](const std::string& name, const std::string& list, const std::string& thread) {
            return quoted("{'ph':'X','name':'" + name + "','tid':'" + thread + "','args':{'Input type':[" +
                          list + "],'unread':'" + name + "'}}");
        };
        ShapeShelf shelf;
        EventFields fields;
        const std::string first = padded(event("a", "'b'", "c"));
        shelf.learn(first.data(), first.data() + first.size() - 64);
        const std::string good = "\xC3\xA9";
        const std::string bad = "\xC3";
        for (int round = 0; round < 3; ++round) {
            const std::string text = event(good, "'" + good + "'", good);
            for (const char* behind : {"", ", {'ph':'X'}", "}", "]"}) {
                const std::string room = padded(text + behind);
                const char* const end = room.data() + text.size();
                QVERIFY(shelf.read(room.data(), end + std::strlen(behind), fields) == end);
            }
            for (const std::string& spoilt : {event(bad, "'a'", "a"), event("a", "'" + bad + "'", "a"),
                                              event("a", "'a'", bad), event("a", "'a'", "a" + bad)}) {
                QVERIFY(!readByShape(shelf, padded(spoilt), fields));
            }
        }
    }

    /// What stood in a place before is no value of now, however alike.
    void shapesReadListsAnew() {
        const auto event = [](const char* dims, const char* unread) {
            return padded(
                quoted(std::string("{'ph':'X','cat':'cpu_op','name':'a','ts':1,'args':{'Input Dims':") +
                       dims + ",'y':" + unread + "}}"));
        };
        const std::vector<std::pair<const char*, const char*>> values{
            {"[[1, 2]]", "[1]"},  {"[[1, 2]]", "[1]"}, {"[[1, 23]]", "[1, 2]"}, {"[[1, 2], []]", "[]"},
            {"[[1, 2]]", "[[]]"}, {"[]", "[1]"},       {"[[1, 2]]", "['a]']"}};
        ShapeShelf shelf;
        const std::string first = event("[]", "[]");
        shelf.learn(first.data(), first.data() + first.size() - 64);
        for (const auto& [dims, unread] : values) {
            const std::string room = event(dims, unread);
            EventFields fields;
            QVERIFY(readByShape(shelf, room, fields));
            QCOMPARE(fields.inputDims, std::string_view(dims));
        }
        const std::string spoilt = event("[[1, 2]", "[1]");
        EventFields fields;
        QVERIFY(!readByShape(shelf, spoilt, fields));
    }

    /// Numbers of other sizes than before, once or for good: the shape reads what the strict reader reads, or
    /// nothing.
    void shapesReadNumbersOfAnySize() {
        const std::vector<std::string> numbers{"1",
                                               "7",
                                               "10",
                                               "99",
                                               "5",
                                               "0",
                                               "100",
                                               "0",
                                               "1234567890123456",
                                               "12345678901234567",
                                               "12345678901234567890",
                                               "8",
                                               "-8",
                                               "-8",
                                               "-9",
                                               "8",
                                               "1.5",
                                               "2.5",
                                               "1e3",
                                               "1",
                                               "01",
                                               "02",
                                               "03",
                                               "4",
                                               "5",
                                               "x",
                                               "6",
                                               "1 ",
                                               "22",
                                               "33 ",
                                               "444",
                                               "\"5\"",
                                               "null",
                                               "9",
                                               "10",
                                               "11",
                                               "12"};
        for (const std::string& learnt :
             {std::string("1"), std::string("12345678901234567890"), std::string("-1"), std::string("1.5")}) {
            ShapeShelf shelf;
            EventReader reader;
            const auto event = [](const std::string& number, const std::string& other) {
                return padded(quoted("{'ph':'X','cat':'kernel','name':'k','pid':") + other +
                              ",\"tid\":" + number + quoted(",'ts':1,'dur':2,'args':{'a':") + other +
                              quoted(",'correlation':") + number + quoted(",'b':") + number + "}}");
            };
            const std::string first = event(learnt, "3");
            shelf.learn(first.data(), first.data() + first.size() - 64);
            constexpr std::size_t kTimes = 6; // until a shape takes it for granted
            const std::size_t pairs = numbers.size() * numbers.size();
            for (std::size_t i = 0; i < pairs * (1 + kTimes); ++i) {
                const std::size_t pair = i < pairs ? i : i / kTimes % pairs;
                const std::string room =
                    event(numbers[pair % numbers.size()], numbers[pair / numbers.size()]);
                EventFields fields;
                EventFields shaped;
                const bool isStrict = read(reader, room, fields);
                const bool isShaped = readByShape(shelf, room, shaped);
                QVERIFY2(isStrict || !isShaped, room.c_str());
                if (isShaped) {
                    QCOMPARE(shaped.process, fields.process);
                    QCOMPARE(shaped.thread, fields.thread);
                    QVERIFY(fields.present.has(Field::Correlation));
                    QCOMPARE(shaped.correlation, fields.correlation);
                }
            }
            EventFields again; // what is no plain whole number is the reader's
            QCOMPARE(readByShape(shelf, first, again), learnt.size() <= 2);
        }
    }

    /// Likewise for times, each some times and then another.
    void shapesReadTimesOfAnySize() {
        std::vector<std::string> times{"0",       "1",       "10",        "0.5",        "1.25",   "1.125",
                                       "01.5",    "00",      "1.",        ".5",         "1.e1",   "1.5e1",
                                       "1e2",     "-1",      "-1.5",      "1.2345",     "x.5",    "1.5.5",
                                       "1..5",    "123.456", "1234.567",  "123.4x",     "99.99",  "0.001",
                                       "12345.6", "1234567", "1234567.8", "12345678.9", "1.0000", "null",
                                       "\"1.5\"", "1 ",      "1.5 ",      "1.5e",       "1.5E1"};
        for (const std::string whole :
             {"123456789012345", "1718000000123456", "4611686018427386", "4611686018427387",
              "4611686018427388", "9999999999999999", "12345678901234567"}) {
            for (const char* decimals : {"", ".5", ".25", ".125", ".999", ".9995"}) {
                times.push_back(whole + decimals);
            }
        }
        ShapeShelf shelf;
        EventReader reader;
        const auto event = [](const std::string& start, const std::string& duration) {
            return padded(quoted("{'ph':'X','name':'k','pid':1,'ts':") + start + quoted(",'dur':") +
                          duration + quoted(",'tid':2}"));
        };
        const std::string first = event("1.5", "2.5");
        shelf.learn(first.data(), first.data() + first.size() - 64);
        constexpr std::size_t kTimes = 6;
        const std::size_t pairs = times.size() * times.size();
        for (std::size_t i = 0; i < pairs * kTimes; ++i) {
            const std::string& one = times[i / kTimes % times.size()];
            const std::string& other = times[i / kTimes / times.size()];
            const bool isLast = i % kTimes == kTimes - 1;
            const std::string room = isLast ? event(other, one) : event(one, other);
            EventFields fields;
            EventFields shaped;
            const bool isStrict = read(reader, room, fields);
            if (readByShape(shelf, room, shaped)) {
                QVERIFY2(isStrict, room.c_str());
                QVERIFY2(fields.present.has(Field::Start) && fields.present.has(Field::Duration),
                         room.c_str());
                QCOMPARE(shaped.startNs, fields.startNs);
                QCOMPARE(shaped.durationNs, fields.durationNs);
                QCOMPARE(shaped.thread, fields.thread);
            }
        }
    }

    /// A name or list that is expected, and another one with the same beginning.
    void shapesTellLikeTextsApart() {
        ShapeShelf shelf;
        EventReader reader;
        const std::vector<std::pair<std::string, std::string>> values{
            {"a", "[1]"},     {"ab", "[1]"},  {"a", "[[1],[1]]"},   {"", "[]"},       {"[1]", "[1]"},
            {"a\\\"", "[1]"}, {"a", "[1]"},   {"a\x7f", "[\"]\"]"}, {"a", "[1] "},    {"[", "[]"},
            {"b", "[1]"},     {"a", "[[1]]"}, {"a", "{\"x\":1}"},   {"a", "[\"a\"]"}, {"", "[1]"}};
        for (int round = 0; round < 4; ++round) {
            for (const auto& [name, list] : values) {
                const std::string room =
                    padded("{\"ph\":\"X\",\"name\":\"" + name + "\",\"args\":{\"y\":" + list +
                           ",\"Input Dims\":" + list + "}}");
                const char* const end = room.data() + room.size() - 64;
                EventFields fields;
                EventFields shaped;
                const bool isStrict = read(reader, room, fields);
                if (readByShape(shelf, room, shaped)) {
                    QVERIFY(isStrict);
                    QCOMPARE(shaped.name, fields.name);
                    QCOMPARE(shaped.inputDims, fields.inputDims);
                } else if (isStrict) {
                    shelf.learn(room.data(), end);
                }
            }
        }
    }

    void shapesLeaveOtherFormsAlone_data() {
        QTest::addColumn<QString>("text");
        const auto row = [](const char* name, const std::string& text) {
            QTest::newRow(name) << QString::fromStdString(quoted(text));
        };
        row("another category", "{'ph':'X','cat':'cpu_op','name':'a','ts':1,'args':{'x':1}}");
        row("another value kind", "{'ph':'X','cat':'kernel','name':'a','ts':'1','args':{'x':1}}");
        row("nan", "{'ph':'X','cat':'kernel','name':'a','ts':1,'args':{'x':nan}}");
        row("one more field", "{'ph':'X','cat':'kernel','name':'a','ts':1,'args':{'x':1,'y':2}}");
        row("an escape", "{'ph':'X','cat':'kernel','name':'a\\n','ts':1,'args':{'x':1}}");
        row("a leading zero", "{'ph':'X','cat':'kernel','name':'a','ts':01,'args':{'x':1}}");
        row("a huge time", "{'ph':'X','cat':'kernel','name':'a','ts':99999999999999999999,'args':{'x':1}}");
    }

    void shapesLeaveOtherFormsAlone() {
        QFETCH(QString, text);
        const std::string known =
            padded(quoted("{'ph':'X','cat':'kernel','name':'a','ts':1,'args':{'x':1}}"));
        ShapeShelf shelf;
        EventFields fields;
        shelf.learn(known.data(), known.data() + known.size() - 64);
        QVERIFY(readByShape(shelf, known, fields));
        const std::string room = padded(text.toStdString());
        QVERIFY(!readByShape(shelf, room, fields));
    }

    void quickNumbersAreExact_data() {
        QTest::addColumn<QString>("digits");
        for (const char* digits :
             {"0", "7", "12345678", "123456789", "1234567890123456", "0.5", "0.001", "0.0005", "0.00049",
              "12.3456", "1718000000123456.789", "999999999999.9999999999999999", "5.12345678901234567"}) {
            QTest::newRow(digits) << QString(digits);
        }
    }

    void quickNumbersAreExact() {
        QFETCH(QString, digits);
        const std::string room = padded(digits.toStdString());
        Nanoseconds quick = 0;
        const char* const end = json::readTime(room.data(), quick);
        QCOMPARE(end, room.data() + digits.size());
        QCOMPARE(quick, *timeOf(digits.toStdString()));
    }
};

DIPTYCH_TEST(TestEventReader)
#include "tst_event_reader.moc"
