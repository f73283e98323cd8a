// The strict reader and the shapes: both read the same, and only strict JSON.

#include "core/parse/event_reader.h"
#include "core/parse/event_shape.h"
#include "core/parse/number_scan.h"
#include "tests/core/parse/quoted.h"
#include "tests/support/test_program.h"

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
        QVERIFY(!shelf.read(room.data(), room.data() + room.size() - 64, fields));
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
        QVERIFY(!shelf.read(second.data(), second.data() + second.size() - 64, shaped));
        shelf.learn(first.data(), first.data() + first.size() - 64);
        QVERIFY(shelf.read(second.data(), second.data() + second.size() - 64, shaped));
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
            QVERIFY(shelf.read(room.data(), room.data() + room.size() - 64, fields));
            QCOMPARE(fields.inputDims, std::string_view(dims));
        }
        const std::string spoilt = event("[[1, 2]", "[1]");
        EventFields fields;
        QVERIFY(!shelf.read(spoilt.data(), spoilt.data() + spoilt.size() - 64, fields));
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
            for (std::size_t i = 0; i < numbers.size() * numbers.size(); ++i) {
                const std::string room = event(numbers[i % numbers.size()], numbers[i / numbers.size()]);
                EventFields fields;
                EventFields shaped;
                const bool isStrict = read(reader, room, fields);
                const bool isShaped = shelf.read(room.data(), room.data() + room.size() - 64, shaped);
                QVERIFY2(isStrict || !isShaped, room.c_str());
                if (isShaped) {
                    QCOMPARE(shaped.process, fields.process);
                    QCOMPARE(shaped.thread, fields.thread);
                    QVERIFY(fields.present.has(Field::Correlation));
                    QCOMPARE(shaped.correlation, fields.correlation);
                }
            }
            EventFields again; // what is no plain whole number is the reader's
            QCOMPARE(shelf.read(first.data(), first.data() + first.size() - 64, again), learnt.size() <= 2);
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
                if (shelf.read(room.data(), end, shaped)) {
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
        QVERIFY(shelf.read(known.data(), known.data() + known.size() - 64, fields));
        const std::string room = padded(text.toStdString());
        QVERIFY(!shelf.read(room.data(), room.data() + room.size() - 64, fields));
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
