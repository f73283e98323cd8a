// Kinds of faults that users of trace viewers have met, each in a few spellings: what is kept, what it is
// worth, what is said of it and where.

#include "core/parse/load_trace.h"
#include "tests/core/parse/packed.h"
#include "tests/core/parse/quoted.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <cstdio>

using namespace diptych;
using diptych::test::gzip;
using diptych::test::quoted;

namespace {

/// A launch and two kernels of 40 and 10 microseconds; ' for ".
const QString kBase =
    "{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':100,'tid':1,'ts':1000,'dur':3,"
    "'args':{'correlation':1}},"
    "{'ph':'X','cat':'kernel','name':'gemm','pid':0,'tid':7,'ts':1010,'dur':40,'args':{'device':0,'stream':7,"
    "'correlation':1}},"
    "{'ph':'X','cat':'kernel','name':'relu','pid':0,'tid':7,'ts':1060,'dur':10,'args':{'device':0,'stream':7,"
    "'correlation':1}}";

std::string textWith(const QString& events) {
    return quoted(("{'schemaVersion': 1, 'traceEvents': [" + events + "]}").toStdString());
}

std::shared_ptr<const Trace> loadText(const std::string& text) {
    auto loaded = loadTraceFromMemory(text, {});
    return loaded ? loaded.value() : nullptr;
}

/// "code count" of every diagnostic that is more than information.
QStringList alarmsOf(const Trace& trace) {
    QStringList alarms;
    for (const Diagnostic& diagnostic : trace.diagnostics) {
        if (diagnostic.severity != Severity::Info) {
            alarms += QString("%1 %2").arg(QString::fromStdString(diagnostic.code)).arg(diagnostic.count);
        }
    }
    return alarms;
}

QStringList eventNames(const Trace& trace) {
    QStringList names;
    const auto add = [&](const auto& table) {
        for (const StringId name : table.name) {
            names += QString::fromStdString(std::string(trace.text(name)));
        }
    };
    add(trace.gpu);
    add(trace.ops);
    add(trace.frames);
    add(trace.spans);
    return names;
}

void writeFile(const std::string& path, const std::string& text) {
    std::FILE* const file = std::fopen(path.c_str(), "wb");
    QVERIFY(file);
    QCOMPARE(std::fwrite(text.data(), 1, text.size(), file), text.size());
    std::fclose(file);
}

/// The header of a tar member, with its file and padding.
std::string tarMember(const std::string& name, std::size_t size) {
    std::string member(512 + (size + 511) / 512 * 512, '\0');
    member.replace(0, name.size(), name);
    char octal[12];
    std::snprintf(octal, sizeof octal, "%011o", static_cast<unsigned>(size));
    member.replace(124, 11, octal);
    member[156] = '0';
    member.replace(257, 5, "ustar");
    return member;
}

std::string zipRecord(const std::string& name) {
    std::string record("PK\x01\x02");
    record.resize(46, '\0');
    record[28] = static_cast<char>(name.size());
    return record + name;
}

} // namespace

class TestCaseKinds : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// What is odd without loss: every event is there, times and sums are as without it.
    void baseStaysWhole_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QStringList>("alarms");
        QTest::addColumn<QStringList>("names"); ///< beside those of the base
        const auto row = [](const char* name, const std::string& text, const QStringList& alarms,
                            const QStringList& names = {}) {
            QTest::newRow(name) << QString::fromLatin1(text.data(), qsizetype(text.size())) << alarms
                                << names;
        };
        const auto odd = [](const QString& event) { return textWith(kBase + "," + event); };
        row("nothing odd", textWith(kBase), {});
        row("unclosed list", quoted(("[" + kBase).toStdString()), {});
        row("unclosed list, comma at its end", quoted(("[" + kBase + ",\n").toStdString()), {});
        row("comma first", textWith("," + kBase), {"stray-commas 1"});
        row("comma last", textWith(kBase + ","), {});
        row("comma first and last", textWith("," + kBase + ","), {"stray-commas 1"});
        row("empty elements", textWith("{}," + kBase + ",null,[],{}"), {});
        row("another document", textWith(kBase) + textWith(kBase), {"second-document 1"});
        row("another list", textWith(kBase) + "\n[1, 2]", {"second-document 1"});
        row("text behind", textWith(kBase) + "\nkilled", {"text-after-document 1"});
        row("control characters",
            odd("{'ph':'X','cat':'cpu_op','name':'a\x01\x1f\x7f','pid':1,'tid':1,'ts':1,'dur':1}"),
            {"texts-repaired 1"}, {QString("a") + QChar(0x2401) + QChar(0x241F) + QChar(0x2421)});
        row("a zero byte",
            odd(QString("{'ph':'X','cat':'cpu_op','name':'a") + QChar(0) +
                "b','pid':1,'tid':1,'ts':1,'dur':1}"),
            {"texts-repaired 1"}, {QString("a") + QChar(0x2400) + "b"});
        row("half a pair", odd("{'ph':'X','cat':'cpu_op','name':'a\\ud83d!','pid':1,'tid':1,'ts':1,'dur':1}"),
            {"texts-repaired 1"}, {QString("a") + QChar(0xFFFD) + "!"});
        row("the other half",
            odd("{'ph':'X','cat':'cpu_op','name':'\\ude00','pid':1,'tid':1,'ts':1,'dur':1}"),
            {"texts-repaired 1"}, {QString(QChar(0xFFFD))});
        row("a whole pair",
            odd("{'ph':'X','cat':'cpu_op','name':'\\ud83d\\ude00','pid':1,'tid':1,'ts':1,'dur':1}"), {},
            {QString::fromUtf8("\xF0\x9F\x98\x80")});
        for (const char* const value :
             {"inf", "-inf", "nan", "-nan", "NaN", "Infinity", "N/A", "", "undefined"}) {
            row(*value ? value : "no value",
                odd(QString("{'ph':'X','cat':'cpu_op','name':'o','pid':1,'tid':1,'ts':1,'dur':1,"
                            "'args':{'bandwidth':%1,'External id':3}}")
                        .arg(value)),
                {"values-repaired 1"}, {"o"});
        }
        row("missing value last",
            odd("{'ph':'X','cat':'cpu_op','name':'o','pid':1,'tid':1,'ts':1,'dur':1,"
                "'args':{'Process Group Description':}}"),
            {"values-repaired 1"}, {"o"});
        row("brackets in strings",
            odd("{'ph':'X','cat':'cpu_op','name':'}]}, \\\"traceEvents\\\": [{','pid':1,"
                "'tid':1,'ts':1,'dur':1}"),
            {}, {"}]}, \"traceEvents\": [{"});
        row("a key twice",
            odd("{'ph':'X','cat':'cpu_op','name':'first','pid':1,'tid':1,'ts':1,'dur':1,'name':'last'}"),
            {"duplicate-keys 1"}, {"last"});
        row("unknown phase", odd("{'ph':'Z','name':'z','pid':1,'tid':1,'ts':1}"), {"events-skipped 1"});
        row("no phase", odd("{'name':'z','pid':1,'tid':1,'ts':1}"), {"events-skipped 1"});
        row("end of a flow without a start", odd("{'ph':'f','id':9,'name':'z','pid':1,'tid':1,'ts':1}"), {});
        row("no name", odd("{'ph':'X','cat':'cpu_op','pid':1,'tid':1,'ts':1,'dur':1}"), {"unnamed-events 1"},
            {"(unnamed)"});
        row("name of another type",
            odd("{'ph':'X','cat':'cpu_op','name':[1],'pid':1,'tid':1,'ts':1,'dur':1}"),
            {"unusable-values 1", "unnamed-events 1"}, {"(unnamed)"});
        row("no start", odd("{'ph':'X','cat':'cpu_op','name':'o','pid':1,'tid':1,'dur':1}"),
            {"events-without-start 1"});
        row("null fields",
            odd("{'ph':'X','cat':'cpu_op','name':'o','pid':null,'tid':null,'ts':1,'dur':null}"),
            {"events-without-duration 1"}, {"o"});
        row("annotations of the GPU",
            odd("{'ph':'X','cat':'gpu_user_annotation','name':'step','pid':0,'tid':7,'ts':1000,'dur':90}"),
            {}, {"step"});
        row("synchronisation of stream -1",
            odd("{'ph':'X','cat':'cuda_sync','name':'sync','pid':0,'tid':-1,'ts':1000,'dur':90,"
                "'args':{'stream':-1}}"),
            {}, {"sync"});
        row("synchronisation of stream 4294967295",
            odd("{'ph':'X','cat':'cuda_sync','name':'sync','pid':0,'tid':7,'ts':1000,'dur':90,"
                "'args':{'stream':4294967295}}"),
            {}, {"sync"});
        row("overhead", odd("{'ph':'X','cat':'overhead','name':'flush','pid':-1,'tid':0,'ts':1000,'dur':90}"),
            {}, {"flush"});
    }

    void baseStaysWhole() {
        QFETCH(QString, text);
        QFETCH(QStringList, alarms);
        QFETCH(QStringList, names);
        const auto trace = loadText(text.toLatin1().toStdString());
        QVERIFY(trace);
        QCOMPARE(alarmsOf(*trace), alarms);
        QStringList found = eventNames(*trace);
        for (const char* const name : {"gemm", "relu"}) {
            QCOMPARE(found.removeAll(name), 1);
        }
        QCOMPARE(found, names);
        QCOMPARE(gpuBusyNs(*trace), Nanoseconds(50'000));
        QCOMPARE(trace->gpu.launch[0], LaunchId(0));
        QCOMPARE(trace->gpu.launch[1], LaunchId(0));
    }

    /// Bytes that are no UTF-8 become substitutes, one for each, wherever they stand.
    void badUtf8IsShown_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QString>("shown");
        const QString substitute(QChar(0xFFFD));
        QTest::newRow("no start") << QByteArray("a\x80z") << "a" + substitute + "z";
        QTest::newRow("never a byte") << QByteArray("\xFF\xFE") << substitute + substitute;
        QTest::newRow("cut character") << QByteArray("\xE2\x82") << substitute + substitute;
        QTest::newRow("too long a form") << QByteArray("\xC0\xAF") << substitute + substitute;
        QTest::newRow("surrogate") << QByteArray("\xED\xA0\x80") << substitute + substitute + substitute;
        QTest::newRow("beyond Unicode") << QByteArray("\xF5\x80\x80\x80") << substitute.repeated(4);
        QTest::newRow("Latin-1") << QByteArray("caf\xE9") << "caf" + substitute;
    }

    void badUtf8IsShown() {
        QFETCH(QByteArray, name);
        QFETCH(QString, shown);
        const std::string text = textWith(kBase).insert(
            textWith(kBase).size() - 2,
            quoted(",{'ph':'X','cat':'cpu_op','pid':1,'tid':1,'ts':1,'dur':1,'name':'") + name.toStdString() +
                "\"}");
        const auto trace = loadText(text);
        QVERIFY(trace);
        QCOMPARE(alarmsOf(*trace), QStringList{"texts-repaired 1"});
        QCOMPARE(QString::fromUtf8(std::string(trace->text(trace->ops.name[0])).c_str()), shown);
    }

    /// Raw quotes and line ends in a name: that event is read or counted as lost, at its place; no other
    /// suffers.
    void rawQuotesCostOneEventAtMost_data() {
        QTest::addColumn<QByteArray>("name");
        for (const char* const name :
             {"f(\"x\")", "a\"b", "\"", "\"\"", "a\", \"b", "line\nend \"q\"", "{\"k\": 1}"}) {
            QTest::newRow(name) << QByteArray(name);
        }
    }

    void rawQuotesCostOneEventAtMost() {
        QFETCH(QByteArray, name);
        const std::string before = quoted(("{'traceEvents': [" + kBase + ",").toStdString());
        const std::string text =
            before + quoted("{'ph':'X','cat':'python_function','pid':1,'tid':1,'ts':1,'dur':1,'name':'") +
            name.toStdString() + quoted("','args':{'Python id':1}},") + quoted((kBase + "]}").toStdString());
        const auto trace = loadText(text);
        QVERIFY(trace);
        QCOMPARE(trace->gpu.size(), std::size_t(4));
        QVERIFY(trace->frames.size() <= 1);
        bool isSaid = false;
        for (const Diagnostic& diagnostic : trace->diagnostics) {
            if (diagnostic.code == "events-repaired" || diagnostic.code == "events-lost") {
                isSaid = true;
                QCOMPARE(diagnostic.count, 1ULL);
                QCOMPARE(diagnostic.byte, std::optional<std::uint64_t>(before.size()));
            }
        }
        QVERIFY(isSaid);
    }

    void numbersAsTexts() {
        const auto trace = loadText(textWith(
            "{'ph':'M','name':'process_name','pid':'6','args':{'name':'6 GPU0'}},"
            "{'ph':'X','name':'k1','pid':'6','tid':'1','ts':'1000','dur':'143117','args':{'BeginNs':'1'}},"
            "{'ph':'X','name':'k2','pid':'6','tid':'2','ts':'2000','dur':'50','args':'text'}"));
        QVERIFY(trace);
        QCOMPARE(trace->gpu.size(), std::size_t(2));
        QCOMPARE(trace->gpu.durationNs[0], Nanoseconds(143'117'000));
        QCOMPARE(gpuBusyNs(*trace), Nanoseconds(143'117'000));
        QCOMPARE(trace->gpu.stream[1], 2);
    }

    void epochTimesKeepTheirNanoseconds() {
        const auto kernel = [](const char* start, const char* duration) {
            return QString("{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'ts':%1,'dur':%2},")
                .arg(start, duration);
        };
        const auto trace = loadText(textWith(kernel("1718000000123456.001", "8.000") +
                                             kernel("1718000000123464.001", "4.001") +
                                             kernel("1718000000123468.003", "4.000") + "{}"));
        QVERIFY(trace);
        QCOMPARE(trace->gpu.startNs[1] - trace->gpu.endNs(ActivityId(0)), Nanoseconds(0));
        QCOMPARE(trace->gpu.startNs[2] - trace->gpu.endNs(ActivityId(1)), Nanoseconds(1));
        QCOMPARE(gpuBusyNs(*trace), Nanoseconds(16'001));
    }

    void zeroTimesAreNoTimes() {
        QString events = kBase;
        for (int i = 0; i < 3; ++i) {
            events += ",{'ph':'X','cat':'kernel','name':'lost','pid':0,'tid':7,'ts':0,'dur':0,'args':{'"
                      "correlation':1}}";
        }
        const auto trace = loadText(textWith(events));
        QVERIFY(trace);
        QCOMPARE(alarmsOf(*trace), QStringList{"no-time 3"});
        QVERIFY(QString::fromStdString(findDiagnostic(trace->diagnostics, "no-time")->message)
                    .startsWith("3 of 5 "));
        QCOMPARE(gpuBusyNs(*trace), Nanoseconds(50'000));
        QCOMPARE(kernelSumNs(*trace), Nanoseconds(50'000));
    }

    void zeroLengthIsALength() {
        const auto kernel = [](const char* start, const char* duration) {
            return QString(",{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'ts':%1,'dur':%2}")
                .arg(start, duration);
        };
        const auto trace =
            loadText(textWith("{}" + kernel("10", "0") + kernel("10", "0.25") + kernel("10.25", "0.5") +
                              kernel("10.75", "0") + kernel("10.75", "0.25")));
        QVERIFY(trace);
        QCOMPARE(alarmsOf(*trace), QStringList());
        QCOMPARE(kernelSumNs(*trace), Nanoseconds(1000));
        QCOMPARE(gpuBusyNs(*trace), Nanoseconds(1000));
    }

    void overrunsAreSuspect() {
        const auto trace = loadText(textWith(
            kBase + ",{'ph':'X','cat':'kernel','name':'relu','pid':0,'tid':7,'ts':1080,'dur':3400000,"
                    "'args':{'device':0,'stream':7,'correlation':1}},"
                    "{'ph':'X','cat':'kernel','name':'relu','pid':0,'tid':7,'ts':1100,'dur':10,"
                    "'args':{'device':0,'stream':7,'correlation':1}}"));
        QVERIFY(trace);
        QCOMPARE(alarmsOf(*trace), QStringList{"suspect-times 1"});
        QCOMPARE(trace->gpu.fault[2], TimeFault::Suspect);
        QCOMPARE(trace->gpu.durationNs[2], Nanoseconds(3'400'000'000)); // as recorded
        QCOMPARE(kernelSumNs(*trace), Nanoseconds(60'000));
    }

    /// One launch owns all kernels of its number; no op is invented for them.
    void graphReplays() {
        QString events = "{'ph':'X','cat':'cpu_op','name':'before','pid':100,'tid':1,'ts':1,'dur':2}";
        for (int replay = 0; replay < 2; ++replay) {
            events +=
                QString(",{'ph':'X','cat':'cuda_runtime','name':'hipGraphLaunch','pid':100,'tid':1,'ts':%1,"
                        "'dur':2,'args':{'correlation':%2}}")
                    .arg(1000 * replay + 10)
                    .arg(replay + 5);
            for (int i = 0; i < 4; ++i) {
                events += QString(",{'ph':'X','cat':'kernel','name':'k%1','pid':0,'tid':7,'ts':%2,'dur':20,"
                                  "'args':{'device':0,'stream':7,'correlation':%3}}")
                              .arg(i)
                              .arg(1000 * replay + 20 + 25 * i)
                              .arg(replay + 5);
            }
        }
        const auto trace = loadText(textWith(events));
        QVERIFY(trace);
        for (std::size_t row = 0; row < 8; ++row) {
            QCOMPARE(trace->gpu.launch[row], LaunchId(row / 4));
            QVERIFY(!trace->gpu.op[row].isValid());
        }
        QCOMPARE(alarmsOf(*trace), QStringList());
        QVERIFY(QString::fromStdString(findDiagnostic(trace->diagnostics, "graph-replay")->message)
                    .startsWith("8 GPU activities run in 2 graph replays"));
    }

    void correlationZeroJoinsNothing() {
        const auto trace = loadText(textWith(
            "{'ph':'X','cat':'cuda_runtime','name':'hipLaunchKernel','pid':100,'tid':1,'ts':1000,'dur':3,"
            "'args':{'correlation':0}},"
            "{'ph':'X','cat':'kernel','name':'rccl','pid':0,'tid':7,'ts':1010,'dur':100,'args':{'correlation'"
            ":0}},"
            "{'ph':'X','cat':'kernel','name':'rccl','pid':0,'tid':7,'ts':1200,'dur':50,'args':{}}"));
        QVERIFY(trace);
        QVERIFY(!trace->gpu.launch[0].isValid() && !trace->gpu.launch[1].isValid());
        QCOMPARE(alarmsOf(*trace), QStringList{"correlation-zero 2"});
        QCOMPARE(kernelSumNs(*trace), Nanoseconds(150'000));
    }

    void anyCallLaunches_data() {
        QTest::addColumn<QString>("category");
        QTest::addColumn<QString>("name");
        for (const char* const name :
             {"cudaLaunchKernel", "cudaLaunchKernelExC", "cudaMemcpyAsync", "INVALID", ""}) {
            QTest::addRow("cuda_runtime %s", name) << "cuda_runtime" << name;
        }
        QTest::newRow("driver") << "cuda_driver"
                                << "cuLaunchKernelEx";
        QTest::newRow("hip") << "hip_runtime"
                             << "hipExtModuleLaunchKernel";
        QTest::newRow("hip driver") << "hip_driver"
                                    << "hipModuleLaunchKernel";
        QTest::newRow("old") << "Runtime"
                             << "cudaLaunchKernel";
    }

    void anyCallLaunches() {
        QFETCH(QString, category);
        QFETCH(QString, name);
        QString events = kBase;
        events.replace("cuda_runtime", category).replace("cudaLaunchKernel", name);
        const auto trace = loadText(textWith(events));
        QVERIFY(trace);
        QCOMPARE(trace->gpu.launch[0], LaunchId(0));
        QCOMPARE(trace->gpu.launch[1], LaunchId(0));
    }

    void gpuEventsThatAreMissingAreSaid() {
        QString events = kBase;
        for (int i = 0; i < 9; ++i) {
            events +=
                QString(",{'ph':'X','cat':'cuda_runtime','name':'cudaLaunchKernel','pid':100,'tid':1,'ts':%1,"
                        "'dur':3,'args':{'correlation':%2}}")
                    .arg(2000 + i)
                    .arg(10 + i);
        }
        QCOMPARE(alarmsOf(*loadText(textWith(events))), QStringList{"launches-without-kernel 9"});
        const QString launchOnly = kBase.left(kBase.indexOf("}},") + 2);
        QCOMPARE(alarmsOf(*loadText(textWith(launchOnly))), QStringList{"no-gpu-events 1"});
        QCOMPARE(
            alarmsOf(*loadText(textWith("{'ph':'M','name':'process_name','pid':1,'args':{'name':'x'}}"))),
            (QStringList{"no-events 1", "no-gpu-events 1"}));
    }

    void equalStartsNestByLength() {
        const auto op = [](const char* name, int start, int length) {
            return QString("{'ph':'X','cat':'cpu_op','name':'%1','pid':1,'tid':1,'ts':%2,'dur':%3},")
                .arg(name)
                .arg(start)
                .arg(length);
        };
        const auto trace =
            loadText(textWith(op("late", 60, 10) + op("child", 10, 20) + op("parent", 10, 90) + "{}"));
        QVERIFY(trace);
        QCOMPARE(trace->ops.parent[0], OpId(2));
        QCOMPARE(trace->ops.parent[1], OpId(2));
        QVERIFY(!trace->ops.parent[2].isValid());
    }

    void framesThatOutliveTheirCaller() {
        const auto frame = [](const char* name, int start, int length) {
            return QString(",{'ph':'X','cat':'python_function','name':'%1','pid':1,'tid':1,'ts':%2,'dur':%3}")
                .arg(name)
                .arg(start)
                .arg(length);
        };
        const auto trace = loadText(textWith(kBase + frame("main", 1000, 1000) + frame("call", 1010, 40) +
                                             frame("acquire", 1020, 280) + frame("backward", 1060, 100)));
        QVERIFY(trace);
        QCOMPARE(alarmsOf(*trace), QStringList{"clipped-frames 1"});
        QCOMPARE(trace->frames.parent[2], FrameId(1));
        QCOMPARE(trace->frames.parent[3], FrameId(0));
    }

    /// Content decides, whatever the file is called.
    void namesOfFilesSayNothing() {
        QTemporaryDir folder;
        const std::string text = textWith(kBase);
        const std::vector<std::pair<std::string, std::string>> files{
            {"plain.json.gz", text}, {"packed.json", gzip(text)}, {"plain.zip", text}, {"none", gzip(text)}};
        for (const auto& [name, bytes] : files) {
            const std::string path = folder.filePath(QString::fromStdString(name)).toStdString();
            writeFile(path, bytes);
            const auto loaded = loadTrace(path, {}, {}, {});
            QVERIFY2(loaded.isOk(), name.c_str());
            QCOMPARE(loaded.value()->counts.complete, 3ULL);
        }
    }

    /// Many members, with extra fields and names, split inside tokens.
    void gzipMembersOfAnyForm() {
        const std::string text = textWith(kBase);
        std::string packed;
        for (std::size_t at = 0; at < text.size(); at += 37) {
            std::string member = gzip(std::string_view(text).substr(at, 37));
            member[3] = static_cast<char>(0x04 | 0x08); // FEXTRA, FNAME
            member.insert(10, std::string("\x06\0mz\x02\0xy", 8) + std::string("part\0", 5));
            packed += member;
        }
        const auto trace = loadText(packed);
        QVERIFY(trace);
        QCOMPARE(trace->counts.complete, 3ULL);
        QCOMPARE(alarmsOf(*trace), QStringList());
    }

    void archivesAreNamedWithTheirMembers_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("reason");
        const std::string end(1024, '\0');
        const std::string two = tarMember("run/rank0.json", 700) + tarMember("run/rank1.json", 5000) + end;
        const std::string zip = std::string("PK\x03\x04", 4) + std::string(3000, 'x') + zipRecord("folder/") +
                                zipRecord("a.json") + zipRecord("b.json");
        const auto row = [](const char* name, const std::string& bytes, const char* reason) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << reason;
        };
        row("tar", two, "tar archive with 2 members: run/rank0.json, run/rank1.json");
        row("tar in gzip", gzip(two), "tar archive with 2 members: run/rank0.json, run/rank1.json");
        row("tar that is cut", two.substr(0, 2100), "tar archive with 2 members");
        row("zip", zip, "zip archive with 2 members: a.json, b.json");
        row("zip that is cut", zip.substr(0, 2000), "zip archive");
        std::string many;
        for (int i = 0; i < 9; ++i) {
            many += tarMember("t" + std::to_string(i), 0);
        }
        row("many members", many + end, "9 members: t0, t1, t2, t3, ...");
    }

    void archivesAreNamedWithTheirMembers() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, reason);
        const auto loaded = loadTraceFromMemory({bytes.data(), std::size_t(bytes.size())}, {});
        QVERIFY(!loaded.isOk());
        QCOMPARE(loaded.error().code, ErrorCode::Archive);
        QVERIFY2(QString::fromStdString(loaded.error().reason).contains(reason),
                 loaded.error().reason.c_str());
        QVERIFY(QString::fromStdString(loaded.error().remedy).contains("Unpack"));
    }
};

DIPTYCH_TEST(TestCaseKinds)
#include "tst_case_kinds.moc"
