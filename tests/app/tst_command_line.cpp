// The commands of the built program: every option, every exit status, what they print and where.

#include "tests/support/json_schema.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <csignal>
#include <fstream>

using namespace diptych;
using nlohmann::json;

namespace {

struct Outcome {
    int status = -1;
    QByteArray output;
    QByteArray errors;
};

Outcome finish(QProcess& process) {
    if (!process.waitForFinished(30'000)) {
        process.kill();
        process.waitForFinished();
        return {-1, {}, "no end in 30 s"};
    }
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), process.readAllStandardError()};
}

Outcome run(const QStringList& arguments, const QByteArray& input = {}) {
    QProcess process;
    process.start(DIPTYCH_PROGRAM, arguments);
    process.write(input);
    process.closeWriteChannel();
    return finish(process);
}

/// Two steps of some kernels; `scale` stretches the kernels. `marks` name the steps.
QByteArray traceText(const char* launch, int scale,
                     const QStringList& marks = {"ProfilerStep#0", "ProfilerStep#1"}, int kernels = 2) {
    QByteArray events;
    const auto add = [&](const QByteArray& event) { events += (events.isEmpty() ? "" : ",\n") + event; };
    for (int step = 0; step < 2; ++step) {
        const int at = 1000 + 1000 * step;
        add(QString(R"({"ph":"X","cat":"user_annotation","name":"%1","pid":1,"tid":1,"ts":%2,"dur":900})")
                .arg(marks[step])
                .arg(at)
                .toUtf8());
        for (int i = 0; i < kernels; ++i) {
            const int correlation = 10 + 2 * step + i;
            add(QString(R"({"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":%1,"dur":50,)"
                        R"("args":{"Input Dims":[[64,32],[32,64]]}})")
                    .arg(at + 100 * i)
                    .toUtf8());
            add(QString(R"({"ph":"X","cat":"cuda_runtime","name":"%1","pid":1,"tid":1,"ts":%2,"dur":5,)"
                        R"("args":{"correlation":%3}})")
                    .arg(launch)
                    .arg(at + 100 * i + 10)
                    .arg(correlation)
                    .toUtf8());
            add(QString(R"({"ph":"X","cat":"kernel","name":"gemm_%1","pid":0,"tid":7,"ts":%2,"dur":%3,)"
                        R"("args":{"device":0,"stream":7,"correlation":%4,"grid":[4,1,1],"block":[64,1,1]}})")
                    .arg(i)
                    .arg(at + 100 * i + 30)
                    .arg(10 * scale)
                    .arg(correlation)
                    .toUtf8());
        }
    }
    return R"({"deviceProperties":[{"id":0,"name":"Example GPU","warpSize":32}],"distributedInfo":{"rank":3,"world_size":8},"traceEvents":[)" +
           events + "]}\n";
}

std::string violations(const char* schema, const QByteArray& text) {
    std::ifstream file(DIPTYCH_SOURCE_DIR "/resources/schema/" + std::string(schema) + ".schema.json");
    std::string all;
    for (const std::string& violation : test::schemaViolations(
             json::parse(file), json::parse(text.constData(), text.constData() + text.size()))) {
        all += violation + "\n";
    }
    return all;
}

QByteArray fileText(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestCommandLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void helpAndVersion_data();
    void helpAndVersion();
    void wrongUsage_data();
    void wrongUsage();
    void inspectPrintsAndWrites();
    void inspectNamesOnly();
    void inspectReadsStandardInput();
    void cannotLoad_data();
    void cannotLoad();
    void compareSaysEveryFailure();
    void compareWritesJson();
    void compareWritesCsv();
    void ratiosOfTheTextAreOfTheTimesBesideThem();
    void compareReadsStandardInput();
    void quiet();
    void failAbove_data();
    void failAbove();
    void steps();
    void stepsThatAreNotThere();
    void phase();
    void neitherSideHasThePhase();
    void deviceAndRank_data();
    void deviceAndRank();
    void namesOnlyHidesOps();
    void stacks();
    void rules();
    void badRules();
    void optionsWithEquals();
    void unwritable_data();
    void unwritable();
    void anInputIsNeverOverwritten();
    void closedOutput();
    void interrupted_data();
    void interrupted();

private:
    QString path(const char* name) const { return m_dir->filePath(name); }
    void write(const char* name, const QByteArray& text) {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }

    /// The JSON of comparing a.json with b.json.
    json compare(const QStringList& options) const {
        const Outcome outcome =
            run(QStringList{"compare", path("a.json"), path("b.json"), "--json", "-"} + options);
        return outcome.status == 0 ? json::parse(outcome.output.toStdString())
                                   : json{{"error", outcome.errors.toStdString()}};
    }

    std::unique_ptr<QTemporaryDir> m_dir;
};

void TestCommandLine::init() {
    m_dir = std::make_unique<QTemporaryDir>();
    write("a.json", traceText("hipLaunchKernel", 3));
    write("b.json", traceText("cudaLaunchKernel", 2));
}

void TestCommandLine::helpAndVersion_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArrayList>("expected");
    QTest::newRow("general") << QStringList{"--help"} << QByteArrayList{"Usage:", "compare", "inspect"};
    QTest::newRow("version") << QStringList{"--version"} << QByteArrayList{"diptych "};
    QTest::newRow("inspect") << QStringList{"inspect", "--help"}
                             << QByteArrayList{"--json FILE", "--rules FILE", "--names-only"};
    QTest::newRow("compare") << QStringList{"compare", "--help"}
                             << QByteArrayList{"--phase all|prefill|decode|mixed",
                                               "--steps-a FIRST-LAST",
                                               "--steps-b",
                                               "--device-a N",
                                               "--device-b",
                                               "--rank-a N",
                                               "--rank-b",
                                               "--rules FILE",
                                               "--names-only",
                                               "--repair-names",
                                               "--stacks N",
                                               "--json FILE",
                                               "--csv DIR",
                                               "--fail-above RATIO",
                                               "--quiet"};
}

void TestCommandLine::helpAndVersion() {
    QFETCH(QStringList, arguments);
    QFETCH(QByteArrayList, expected);
    const Outcome outcome = run(arguments);
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.errors, QByteArray());
    for (const QByteArray& text : expected) {
        QVERIFY2(outcome.output.contains(text), text.constData());
    }
    for (const QByteArray& line : outcome.output.split('\n')) {
        QVERIFY2(line.size() <= 110, line.constData());
    }
}

void TestCommandLine::wrongUsage_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("named");
    const auto row = [](const char* name, const QStringList& arguments, const char* named) {
        QTest::newRow(name) << arguments << QByteArray(named);
    };
    row("inspect nothing", {"inspect"}, "one trace");
    row("inspect two", {"inspect", "x", "y"}, "one trace");
    row("compare one", {"compare", "x"}, "two traces");
    row("unknown option", {"compare", "x", "y", "--fast"}, "--fast");
    row("option of the other command", {"inspect", "x", "--csv", "d"}, "--csv");
    row("value missing", {"inspect", "x", "--json"}, "--json");
    row("value for a flag", {"inspect", "x", "--names-only=1"}, "--names-only");
    row("empty value", {"inspect", "x", "--json="}, "--json");
    row("phase", {"compare", "x", "y", "--phase", "warm"}, "warm");
    row("steps", {"compare", "x", "y", "--steps-a", "two"}, "--steps-a");
    row("steps backwards", {"compare", "x", "y", "--steps-b", "5-2"}, "--steps-b");
    row("steps negative", {"compare", "x", "y", "--steps-b", "-2"}, "--steps-b");
    row("device", {"compare", "x", "y", "--device-a", "1x"}, "--device-a");
    row("rank", {"compare", "x", "y", "--rank-b", ""}, "--rank-b");
    row("stacks", {"compare", "x", "y", "--stacks", "-1"}, "--stacks");
    row("ratio", {"compare", "x", "y", "--fail-above", "0"}, "--fail-above");
    row("ratio not finite", {"compare", "x", "y", "--fail-above", "inf"}, "--fail-above");
    row("both from standard input", {"compare", "-", "-"}, "standard input");
    row("folder to standard output", {"compare", "x", "y", "--csv", "-"}, "--csv");
}

void TestCommandLine::wrongUsage() {
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, named);
    const Outcome outcome = run(arguments);
    QCOMPARE(outcome.status, 2);
    QCOMPARE(outcome.output, QByteArray());
    QVERIFY2(outcome.errors.contains(named), outcome.errors.constData());
}

void TestCommandLine::inspectPrintsAndWrites() {
    const Outcome outcome = run({"inspect", path("a.json"), "--json", path("out.json")});
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.errors, QByteArray());
    QVERIFY(outcome.output.contains("a.json"));
    QVERIFY(outcome.output.contains("Example GPU"));
    const QByteArray text = fileText(path("out.json"));
    QCOMPARE(violations("inspect", text), std::string());
    const json document = json::parse(text.toStdString());
    QCOMPARE(document["file"].get<std::string>(), path("a.json").toStdString());
    QCOMPARE(document["kernels"]["count"].get<int>(), 4);
    QCOMPARE(document["kernels"]["linked"].get<int>(), 4);
    QCOMPARE(document["kernels"]["sum_ns"].get<int>(), 120'000);
    QCOMPARE(document["gpu_busy_ns"].get<int>(), 120'000);
    QCOMPARE(document["world_size"].get<int>(), 8);
    QVERIFY(document["load"]["peak_rss_bytes"].get<std::int64_t>() > 1'000'000);
}

void TestCommandLine::inspectNamesOnly() {
    const Outcome outcome = run({"inspect", "--names-only", path("a.json"), "--json", "-"});
    QCOMPARE(outcome.status, 0);
    QCOMPARE(json::parse(outcome.output.toStdString())["kernels"]["with_stack"].get<int>(), 0);
}

void TestCommandLine::inspectReadsStandardInput() {
    const Outcome outcome = run({"inspect", "-", "--json", "-"}, traceText("hipLaunchKernel", 3));
    QCOMPARE(outcome.status, 0);
    QCOMPARE(violations("inspect", outcome.output), std::string()); // nothing but JSON
    QCOMPARE(json::parse(outcome.output.toStdString())["kernels"]["count"].get<int>(), 4);
}

void TestCommandLine::cannotLoad_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("absent") << "absent.json" << QByteArray();
    QTest::newRow("empty") << "empty.json" << QByteArray();
    QTest::newRow("no trace") << "other.json" << QByteArray("{\"nodes\": []}");
    QTest::newRow("a folder") << "." << QByteArray();
}

void TestCommandLine::cannotLoad() {
    QFETCH(QString, name);
    QFETCH(QByteArray, text);
    if (QByteArray(QTest::currentDataTag()) == "empty" || !text.isEmpty()) {
        write(name.toUtf8().constData(), text);
    }
    for (const QStringList& arguments :
         {QStringList{"inspect", path(name.toUtf8().constData())},
          QStringList{"compare", path(name.toUtf8().constData()), path("b.json")},
          QStringList{"compare", path("a.json"), path(name.toUtf8().constData())}}) {
        const Outcome outcome = run(arguments + QStringList{"--json", path("out.json")});
        QCOMPARE(outcome.status, 3);
        QCOMPARE(outcome.output, QByteArray());
        QVERIFY2(outcome.errors.contains(name.toUtf8()), outcome.errors.constData());
        QVERIFY(!QFile::exists(path("out.json")));
    }
}

void TestCommandLine::compareSaysEveryFailure() {
    const Outcome outcome = run({"compare", path("absent"), path("b.json")});
    QCOMPARE(outcome.status, 3);
    QCOMPARE(outcome.errors.count('\n'), 1);
}

void TestCommandLine::compareWritesJson() {
    const Outcome outcome = run({"compare", path("a.json"), path("b.json"), "--json", "-"});
    QCOMPARE(outcome.status, 0);
    QCOMPARE(violations("comparison", outcome.output), std::string()); // and no summary
    const json document = json::parse(outcome.output.toStdString());
    QCOMPARE(document["a"]["platform"].get<std::string>(), std::string("NVIDIA"));
    QVERIFY(!document["a"].contains("load"));
    const Outcome again = run({"compare", path("a.json"), path("b.json"), "--json", "-"});
    QCOMPARE(again.output, outcome.output);
}

void TestCommandLine::compareWritesCsv() {
    const Outcome outcome = run({"compare", path("a.json"), path("b.json"), "--csv", path("tables")});
    QCOMPARE(outcome.status, 0);
    QVERIFY(!outcome.output.isEmpty());
    const QByteArray kernels = fileText(path("tables/kernels.csv"));
    QCOMPARE(kernels.count("\r\n"), 9); // header, 4 and 4
    QCOMPARE(QDir(path("tables")).entryList(QDir::Files | QDir::Hidden).size(), 13);
}

void TestCommandLine::ratiosOfTheTextAreOfTheTimesBesideThem() {
    write("many.json", traceText("cudaLaunchKernel", 3)); // 60 µs a step in two kernels
    write("few.json", traceText("cudaLaunchKernel", 4, {"ProfilerStep#0", "ProfilerStep#1"}, 1)); // 40 in one
    const Outcome outcome = run({"compare", path("many.json"), path("few.json")});
    QCOMPARE(outcome.status, 0);
    QByteArray head;
    QByteArray row;
    for (const QByteArray& line : outcome.output.split('\n')) {
        head = line.startsWith("operation ") ? line : head;
        row = line.startsWith("Dense GEMM ") ? line : row;
    }
    QVERIFY2(head.contains(" A/B ") && !head.contains("mean"), head.constData());
    QVERIFY2(row.contains(" 0.060 ") && row.contains(" 0.040 ") && row.contains(" 1.50x "), row.constData());
    const Outcome file = run({"compare", path("many.json"), path("few.json"), "--json", "-"});
    QCOMPARE(json::parse(file.output.toStdString())["operations"][0]["ratio"].get<double>(),
             0.75); // of means
}

void TestCommandLine::compareReadsStandardInput() {
    const Outcome outcome =
        run({"compare", "-", path("b.json"), "--json", "-"}, traceText("hipLaunchKernel", 3));
    QCOMPARE(outcome.status, 0);
    QCOMPARE(json::parse(outcome.output.toStdString())["a"]["kernels"]["count"].get<int>(), 4);
}

void TestCommandLine::quiet() {
    const Outcome outcome =
        run({"compare", "--quiet", path("a.json"), path("b.json"), "--json", path("c.json")});
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.output + outcome.errors, QByteArray());
    QVERIFY(QFile::exists(path("c.json")));
}

void TestCommandLine::failAbove_data() {
    QTest::addColumn<QString>("limit");
    QTest::addColumn<int>("status");
    QTest::newRow("below") << "1.6" << 0;
    QTest::newRow("equal") << "1.5" << 0;
    QTest::newRow("above") << "1.4" << 1;
}

void TestCommandLine::failAbove() {
    QFETCH(QString, limit);
    QFETCH(int, status);
    const Outcome outcome =
        run({"compare", path("a.json"), path("b.json"), "--fail-above", limit, "--json", path("c.json")});
    QCOMPARE(outcome.status, status);
    QVERIFY(QFile::exists(path("c.json"))); // the outputs are written all the same
}

void TestCommandLine::steps() {
    const json document = compare({"--steps-a", "1-1", "--steps-b", "0"});
    QCOMPARE(document["selection"]["a"]["steps"], json::array({1}));
    QCOMPARE(document["selection"]["b"]["steps"], json::array({0}));
    QCOMPARE(document["selection"]["a"]["kernels"].get<int>(), 2);
    QCOMPARE(document["summary"]["a_ns"].get<int>(), 60'000);
}

void TestCommandLine::stepsThatAreNotThere() {
    const Outcome outcome = run({"compare", path("a.json"), path("b.json"), "--steps-b", "1-2"});
    QCOMPARE(outcome.status, 3);
    QVERIFY2(outcome.errors.contains("b.json"), outcome.errors.constData());
}

void TestCommandLine::phase() {
    const QStringList marks{"step[EXTEND bs=1 toks=64]", "step[DECODE bs=8]"};
    write("a.json", traceText("hipLaunchKernel", 3, marks));
    write("b.json", traceText("cudaLaunchKernel", 2, marks));
    QCOMPARE(compare({"--phase", "prefill"})["selection"]["a"]["steps"], json::array({0}));
    QCOMPARE(compare({"--phase", "decode"})["selection"]["b"]["steps"], json::array({1}));
    QCOMPARE(compare({"--phase", "all"})["selection"]["b"]["steps"], json::array({0, 1}));
}

void TestCommandLine::neitherSideHasThePhase() {
    const Outcome outcome =
        run({"compare", path("a.json"), path("b.json"), "--phase", "decode", "--json", path("c.json")});
    QCOMPARE(outcome.status, 3);
    QVERIFY2(outcome.errors.contains("decode"), outcome.errors.constData());
    QVERIFY(!QFile::exists(path("c.json")));
}

void TestCommandLine::deviceAndRank_data() {
    QTest::addColumn<QString>("option");
    QTest::addColumn<int>("there");
    QTest::newRow("device of A") << "--device-a" << 0;
    QTest::newRow("device of B") << "--device-b" << 0;
    QTest::newRow("rank of A") << "--rank-a" << 3;
    QTest::newRow("rank of B") << "--rank-b" << 3;
}

void TestCommandLine::deviceAndRank() {
    QFETCH(QString, option);
    QFETCH(int, there);
    QCOMPARE(compare({option, QString::number(there)})["selection"]["a"]["kernels"].get<int>(), 4);
    const Outcome absent = run({"compare", path("a.json"), path("b.json"), option, "7"});
    QCOMPARE(absent.status, 3);
    const char* const file = option.endsWith('a') ? "a.json" : "b.json";
    QVERIFY2(absent.errors.contains(file), absent.errors.constData());
    QCOMPARE(absent.errors.count('\n'), 1);
}

void TestCommandLine::namesOnlyHidesOps() {
    QCOMPARE(compare({})["operations"][0]["a_cpu_op"].get<std::string>(), std::string("aten::mm"));
    const json document = compare({"--names-only"});
    QVERIFY(document["operations"][0]["a_cpu_op"].is_null());
    QVERIFY(document["selection"]["names_only"].get<bool>());
    QCOMPARE(document["a"]["kernels"]["linked"].get<int>(), 4);
    QCOMPARE(document["a"]["steps"].size(), std::size_t{2});
}

void TestCommandLine::stacks() {
    const auto count = [&](const char* most) {
        return compare({"--stacks", most})["operations"][0]["a_stacks"].size();
    };
    QByteArray frames;
    for (int i = 0; i < 4; ++i) {
        frames +=
            QString(
                R"({"ph":"X","cat":"python_function","name":"net.py(%1): f","pid":1,"tid":1,"ts":%2,"dur":40},)")
                .arg(i)
                .arg(1000 * (1 + i / 2) + 100 * (i % 2) + 5)
                .toUtf8();
    }
    write("a.json",
          traceText("hipLaunchKernel", 3).replace("\"traceEvents\":[", "\"traceEvents\":[" + frames));
    QCOMPARE(count("1"), std::size_t{1});
    QCOMPARE(count("3"), std::size_t{3});
    QCOMPARE(count("0"), std::size_t{4});
}

void TestCommandLine::rules() {
    write("rules.csv", "category,pattern\nmine,gemm_1\n");
    const Outcome outcome = run(
        {"compare", path("a.json"), path("b.json"), "--rules", path("rules.csv"), "--csv", path("tables")});
    QCOMPARE(outcome.status, 0);
    QCOMPARE(fileText(path("tables/kernels.csv")).count(",mine,mine,"), 4);
    QVERIFY(outcome.output.contains("Classified by rules.csv: 2 of A's kernels and 2 of B's"));
}

void TestCommandLine::badRules() {
    write("rules.csv", "category,pattern\nmine,(\n");
    const QStringList rules{"--rules", path("rules.csv")};
    const Outcome inspect = run(QStringList{"inspect", path("a.json")} + rules);
    QCOMPARE(inspect.status, 2);
    QVERIFY(inspect.errors.contains("rules.csv"));
    QCOMPARE(run(QStringList{"compare", path("a.json"), path("b.json")} + rules).status, 2);
}

void TestCommandLine::optionsWithEquals() {
    const Outcome outcome = run({"inspect", "--json=-", "--", path("a.json")});
    QCOMPARE(outcome.status, 0);
    QVERIFY(outcome.output.startsWith("{"));
}

void TestCommandLine::unwritable_data() {
    QTest::addColumn<QStringList>("output");
    QTest::newRow("JSON in no folder") << QStringList{"--json", "absent/out.json"};
    QTest::newRow("JSON onto a folder") << QStringList{"--json", "folder"};
    QTest::newRow("CSV onto a file") << QStringList{"--csv", "a.json"};
    if (QFile::exists("/dev/full")) {
        QTest::newRow("full disk") << QStringList{"--json", "/dev/full"};
    }
}

void TestCommandLine::unwritable() {
    QFETCH(QStringList, output);
    QVERIFY(QDir(m_dir->path()).mkdir("folder"));
    const QStringList before = QDir(m_dir->path()).entryList(QDir::AllEntries | QDir::Hidden);
    output.last() = output.last().startsWith('/') ? output.last() : path(output.last().toUtf8().constData());
    const Outcome outcome = run(QStringList{"compare", path("a.json"), path("b.json")} + output);
    QCOMPARE(outcome.status, 4);
    QVERIFY2(outcome.errors.contains(output.last().toUtf8()), outcome.errors.constData());
    QCOMPARE(QDir(m_dir->path()).entryList(QDir::AllEntries | QDir::Hidden), before);
}

void TestCommandLine::anInputIsNeverOverwritten() {
    const QByteArray before = fileText(path("a.json"));
    QCOMPARE(run({"inspect", path("a.json"), "--json", path("./a.json")}).status, 2);
    QCOMPARE(run({"compare", path("a.json"), path("b.json"), "--json", path("a.json")}).status, 2);
    QCOMPARE(fileText(path("a.json")), before);
}

void TestCommandLine::closedOutput() {
    QProcess process;
    process.setProgram("/bin/sh");
    process.setArguments(
        {"-c", QString("exec \"%1\" inspect \"%2\" >&-").arg(DIPTYCH_PROGRAM, path("a.json"))});
    process.start();
    QCOMPARE(finish(process).status, 4);
}

void TestCommandLine::interrupted_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("inspect") << QStringList{"inspect", "-", "--json", "out.json"};
    QTest::newRow("compare, B waits") << QStringList{"compare", "a.json", "-", "--csv", "tables"};
}

/// The program waits for standard input, which stays open.
void TestCommandLine::interrupted() {
    QFETCH(QStringList, arguments);
    QProcess process;
    process.setWorkingDirectory(m_dir->path());
    process.start(DIPTYCH_PROGRAM, arguments);
    process.write("{\"traceEvents\": [");
    QVERIFY(process.waitForStarted());
    QTest::qWait(300); // until the handler stands
    QVERIFY(::kill(pid_t(process.processId()), SIGINT) == 0);
    const Outcome outcome = finish(process);
    QCOMPARE(outcome.status, 130);
    QVERIFY(!QFile::exists(path("out.json")));
    QVERIFY(!QFile::exists(path("tables")));
}

DIPTYCH_TEST(TestCommandLine)
#include "tst_command_line.moc"
