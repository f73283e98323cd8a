// One run of the command line with every output, without a display: the report holds what it must, all fonts
// are embedded, and every figure of the workbook and many of the report equal the JSON.

#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <map>
#include <set>

using nlohmann::json;

namespace {

struct ProgramEnd {
    int status = -1;
    QByteArray output;
    QByteArray errors;
};

ProgramEnd runProgram(const QString& program, const QStringList& arguments) {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* const name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"}) {
        environment.remove(QString::fromLatin1(name));
    }
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    if (!process.waitForFinished(120'000)) {
        process.kill();
        process.waitForFinished();
        return {-1, {}, "no end"};
    }
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

QByteArray fileBytes(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// As the report writes a time: microseconds with one decimal, rounded half away from zero.
QString microseconds(std::int64_t ns) {
    const std::int64_t tenths = (std::abs(ns) + 50) / 100;
    const QString text = QStringLiteral("%1.%2").arg(tenths / 10).arg(tenths % 10);
    return ns < 0 && tenths != 0 ? QChar(0x2212) + text : text;
}

/// Every number of a document as the report may write it: times in microseconds or milliseconds, shares in
/// percent, ratios, and numbers in texts.
void collectFigures(const json& value, QSet<QString>& figures) {
    if (value.is_structured()) {
        for (const json& each : value) {
            collectFigures(each, figures);
        }
    } else if (value.is_number_integer()) {
        const auto number = value.get<std::int64_t>();
        figures.insert(microseconds(std::abs(number)));
        for (const int decimals : {1, 2, 3}) {
            figures.insert(QString::number(std::abs(static_cast<double>(number)) / 1e6, 'f', decimals));
        }
    } else if (value.is_number()) {
        const double number = std::abs(value.get<double>());
        for (const int decimals : {1, 2}) {
            figures.insert(QString::number(number, 'f', decimals));
            figures.insert(QString::number(number * 100, 'f', decimals));
        }
    } else if (value.is_string()) {
        static const QRegularExpression number(QStringLiteral("\\d+\\.\\d+"));
        auto found = number.globalMatch(QString::fromStdString(value.get<std::string>()));
        while (found.hasNext()) {
            figures.insert(found.next().captured());
        }
    }
}

bool hasTool(const QString& program, const QStringList& arguments) {
    return runProgram(program, arguments).status == 0;
}

/// A Python that can read workbooks; empty when there is none. Another one may stand before the system's,
/// whose packages it lacks.
QString pythonWithOpenpyxl() {
    for (const QString& each : {QStringLiteral("/usr/bin/python3"), QStringLiteral("python3")}) {
        if (hasTool(each, {QStringLiteral("-c"), QStringLiteral("import openpyxl")})) {
            return each;
        }
    }
    return {};
}

/// What outputs trip over, as a kernel's name.
const QList<QByteArray>& oddNames() {
    static const QList<QByteArray> names{
        "gemm, with \"quotes\", commas",
        "=SUM(A1:A9)",
        "=cmd|' /C calc'!A0",
        "+gemm",
        "-gemm",
        "@gemm",
        "\tgemm\tkernel",
        "\rgemm",
        "gemm\nof two\r\nlines",
        "gemm \xF0\x9F\x98\x80\xF0\x9F\x9A\x80",
        "gemm \xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D \xE2\x80\xAEleft",
        "gemm_x0041_kernel",
        "gemm \x01\x1B control",
        "gemm; of; parts",
        "'gemm",
        "gemm \xEF\xBF\xBE no XML",
        QByteArray(40'000, 'x'),
        " gemm ",
        QByteArray("gemm\0zero", 9),
    };
    return names;
}

QByteArray jsonText(const QByteArray& text) {
    return QByteArray::fromStdString(json(text.toStdString()).dump());
}

/// A trace with one kernel of each odd name, in order.
QByteArray oddTrace(int factor) {
    QByteArray events;
    for (qsizetype i = 0; i < oddNames().size(); ++i) {
        const QByteArray start = QByteArray::number(100 + 100 * i);
        events += (i == 0 ? "" : ",") +
                  QByteArray("{\"ph\":\"X\",\"cat\":\"kernel\",\"pid\":0,\"tid\":7,\"name\":") +
                  jsonText(oddNames()[i]) + ",\"ts\":" + start +
                  ",\"dur\":" + QByteArray::number(factor * (10 + i)) +
                  ",\"args\":{\"device\":0,\"stream\":7,\"correlation\":0}}";
    }
    return "{\"deviceProperties\":[{\"id\":0,\"name\":\"Odd, \\\"GPU\\\"\"}],\"traceEvents\":[" + events +
           "]}";
}

/// The records of an RFC 4180 file.
QList<QList<QByteArray>> csvRecords(const QByteArray& text) {
    QList<QList<QByteArray>> records{{QByteArray()}};
    bool isQuoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char c = text.at(i);
        QByteArray& field = records.last().last();
        if (c == '"' && isQuoted && text.mid(i + 1, 1) == "\"") {
            field += text.at(++i);
        } else if (c == '"') {
            isQuoted = !isQuoted;
        } else if (c == ',' && !isQuoted) {
            records.last().append(QByteArray());
        } else if (c == '\r' && !isQuoted && text.mid(i + 1, 1) == "\n") {
            records.append({QByteArray()});
            ++i;
        } else {
            field += c;
        }
    }
    records.removeLast(); // behind the last line's end
    return records;
}

} // namespace

class TestReportFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void oneRunWritesEverything();
    void totalsAreThoseOfTheKernels();
    void reportHoldsVerdictChaptersAndFiles();
    void reportFiguresEqualJson_data();
    void reportFiguresEqualJson();
    void allFontsAreEmbedded();
    void workbookEqualsJsonAndCsv();
    void everyFigureOfTheReportIsInTheJson();
    void largestPairsEqualJson();
    void oddNamesSurviveEveryFormat();
    void equalRunsGiveEqualFiles();
    void oneOutputMayBeStandardOutput();
    void cannotWrite_data();
    void cannotWrite();

private:
    [[nodiscard]] QString path(const char* name) const {
        return m_folder.filePath(QString::fromLatin1(name));
    }
    [[nodiscard]] QStringList compare(const QStringList& more) const {
        const QString sample = QStringLiteral(DIPTYCH_SOURCE_DIR "/resources/sample/");
        return QStringList{
                   QStringLiteral("compare"), sample + QStringLiteral("qwen2_7b_decode.mi300x.json.gz"),
                   sample + QStringLiteral("qwen2_7b_decode.h100.json.gz"), QStringLiteral("--quiet")} +
               more;
    }

    [[nodiscard]] qint64 copiesNs(const QByteArray& side, const char* figure) const;

    QTemporaryDir m_folder;
    ProgramEnd m_outcome;
    json m_json;
    QString m_text; ///< of the report
};

void TestReportFiles::initTestCase() {
    m_outcome = runProgram(
        QStringLiteral(DIPTYCH_PROGRAM),
        compare({QStringLiteral("--json"), path("c.json"), QStringLiteral("--csv"), path("csv"),
                 QStringLiteral("--pdf"), path("r.pdf"), QStringLiteral("--xlsx"), path("w.xlsx")}));
    QVERIFY2(m_outcome.status == 0, m_outcome.errors.constData());
    const QByteArray text = fileBytes(path("c.json"));
    m_json = json::parse(text.constData(), text.constData() + text.size());
    const ProgramEnd read = runProgram(QStringLiteral("pdftotext"),
                                       {QStringLiteral("-layout"), path("r.pdf"), QStringLiteral("-")});
    m_text = QString::fromUtf8(read.output);
}

void TestReportFiles::oneRunWritesEverything() {
    QCOMPARE(m_outcome.errors, QByteArray());
    QVERIFY(fileBytes(path("r.pdf")).startsWith("%PDF"));
    QVERIFY(fileBytes(path("w.xlsx")).startsWith("PK"));
    QVERIFY(QFile::exists(path("csv/kernels.csv")));
}

/// What is told in all is the sum over rows of kernels.csv; what is told per step is that, divided once.
void TestReportFiles::totalsAreThoseOfTheKernels() {
    const QList<QList<QByteArray>> records = csvRecords(fileBytes(path("csv/kernels.csv")));
    const auto column = [&](const char* name) { return records.front().indexOf(QByteArray(name)); };
    std::map<QByteArray, qint64> inAll;
    std::map<QByteArray, qint64> inSteps;
    std::map<QByteArray, std::set<QByteArray>> steps;
    for (const QList<QByteArray>& record : records.mid(1)) {
        if (record[column("pair")].isEmpty()) {
            continue; // of another device
        }
        const QByteArray& side = record[column("side")];
        const qint64 ns = record[column("dur_ns")].toLongLong();
        inAll[side] += ns;
        if (!record[column("step")].isEmpty()) {
            inSteps[side] += ns;
            steps[side].insert(record[column("step")]);
        }
    }
    for (const json& own : m_json["composition"]) {
        const QByteArray side = QByteArray::fromStdString(own["side"].get<std::string>());
        const auto count = static_cast<qint64>(steps[side].size());
        QCOMPARE(own["sum_total_ns"].get<qint64>(), inSteps[side] + copiesNs(side, "steps_ns"));
        QCOMPARE(own["steps"].get<qint64>(), count);
        QCOMPARE(own["sum_ns"].get<qint64>(), (own["sum_total_ns"].get<qint64>() + count / 2) / count);
        qint64 modules = 0;
        for (const json& row : m_json["modules"]) {
            const json& ns = row[side == "A" ? "a_total_ns" : "b_total_ns"];
            modules += row["depth"] == 0 && !ns.is_null() ? ns.get<qint64>() : 0;
        }
        QCOMPARE(modules, inAll[side] + copiesNs(side, "total_ns"));
    }
}

/// Copies and fills, which are no rows of kernels.csv.
qint64 TestReportFiles::copiesNs(const QByteArray& side, const char* figure) const {
    qint64 ns = 0;
    for (const json& row : m_json["operations"]) {
        for (const json& name : row[side == "A" ? "a_names" : "b_names"]) {
            const auto text = QByteArray::fromStdString(name["name"].get<std::string>());
            const bool isCopy = text.startsWith("Memcpy") || text.startsWith("Memset");
            ns += isCopy ? name[figure].get<qint64>() : 0;
        }
    }
    return ns;
}

void TestReportFiles::reportHoldsVerdictChaptersAndFiles() {
    if (m_text.isEmpty()) {
        QSKIP("pdftotext is not installed (poppler-utils)");
    }
    const QString plain = m_text.simplified();
    const QString verdict = QString::fromStdString(m_json["summary"]["verdict"].get<std::string>());
    for (const QString& part : verdict.split(QRegularExpression(QStringLiteral("[()]")))) {
        QVERIFY2(plain.contains(part.trimmed()), qPrintable(part)); // an arrow stands inside the brackets
    }
    for (const char* const title :
         {"Findings", "Operations", "Layers", "Largest kernel pairs", "Fusion", "Budget and composition",
          "Modules", "Health", "How to read this report"}) {
        QVERIFY2(plain.contains(QString::fromLatin1(title)), title);
    }
    for (const char* const side : {"a", "b"}) {
        const QString file = QString::fromStdString(m_json[side]["file"].get<std::string>());
        QVERIFY2(plain.contains(QFileInfo(file).fileName()), qPrintable(file));
    }
}

void TestReportFiles::reportFiguresEqualJson_data() {
    QTest::addColumn<QString>("table");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QStringList>("times");
    const auto row = [](const char* table, const char* name, const QStringList& times) {
        QTest::newRow(table) << QString::fromLatin1(table) << QString::fromLatin1(name) << times;
    };
    row("operations", "operation",
        {QStringLiteral("a_step_ns"), QStringLiteral("b_step_ns"), QStringLiteral("gap_ns"),
         QStringLiteral("a_mean_ns"), QStringLiteral("b_mean_ns")});
    row("layers", "layer", {QStringLiteral("a_ns"), QStringLiteral("b_ns"), QStringLiteral("gap_ns")});
    row("budget", "category",
        {QStringLiteral("a_step_ns"), QStringLiteral("b_step_ns"), QStringLiteral("gap_ns")});
    row("modules", "name", {QStringLiteral("a_ns"), QStringLiteral("b_ns"), QStringLiteral("gap_ns")});
    row("findings", "sentence", {QStringLiteral("gap_ns")});
    row("fusion", "pattern",
        {QStringLiteral("a_ns"), QStringLiteral("b_ns"), QStringLiteral("gap_ns"),
         QStringLiteral("gap_step_ns")});
}

void TestReportFiles::reportFiguresEqualJson() {
    if (m_text.isEmpty()) {
        QSKIP("pdftotext is not installed (poppler-utils)");
    }
    QFETCH(QString, table);
    QFETCH(QString, name);
    QFETCH(QStringList, times);
    const QStringList lines = m_text.split(QLatin1Char('\n'));
    const json& rows = m_json[table.toStdString()];
    QVERIFY(!rows.empty());
    for (const json& row : rows) {
        const QString label = QString::fromStdString(row[name.toStdString()].get<std::string>()).simplified();
        QStringList wanted;
        for (const QString& key : times) {
            // A dash stands where the side runs nothing of the kind.
            const std::string count = key.left(1).toStdString() + "_count";
            const bool isDash = row.contains(count) && row[count] == 0;
            if (row[key.toStdString()].is_number() && !isDash) {
                wanted.append(microseconds(row[key.toStdString()].get<std::int64_t>()));
            }
        }
        const bool isThere = std::any_of(lines.begin(), lines.end(), [&](const QString& line) {
            const QStringList words = line.simplified().split(QLatin1Char(' '));
            return line.simplified().contains(label) &&
                   std::all_of(wanted.begin(), wanted.end(), [&](const QString& figure) {
                       return words.contains(figure) || words.contains(QLatin1Char('+') + figure);
                   });
        });
        QVERIFY2(isThere, qPrintable(table + QStringLiteral(": ") + label + QLatin1Char(' ') +
                                     wanted.join(QLatin1Char(' '))));
    }
}

void TestReportFiles::allFontsAreEmbedded() {
    const ProgramEnd fonts = runProgram(QStringLiteral("pdffonts"), {path("r.pdf")});
    if (fonts.status != 0) {
        QSKIP("pdffonts is not installed (poppler-utils)");
    }
    const QList<QByteArray> lines = fonts.output.trimmed().split('\n').mid(2);
    QVERIFY(!lines.isEmpty());
    for (const QByteArray& line : lines) {
        QVERIFY2(QString::fromLatin1(line).contains(
                     QRegularExpression(QStringLiteral("\\byes (yes|no)\\s+yes\\b"))),
                 line.constData());
    }
}

void TestReportFiles::workbookEqualsJsonAndCsv() {
    const QString python = pythonWithOpenpyxl();
    if (python.isEmpty()) {
        QSKIP("openpyxl is not installed (python3-openpyxl)");
    }
    const ProgramEnd outcome =
        runProgram(python, {QStringLiteral(DIPTYCH_SOURCE_DIR "/tests/app/check_workbook.py"), path("w.xlsx"),
                            path("c.json"), path("csv")});
    QVERIFY2(outcome.status == 0, (outcome.output + outcome.errors).constData());
}

void TestReportFiles::everyFigureOfTheReportIsInTheJson() {
    if (m_text.isEmpty()) {
        QSKIP("pdftotext is not installed (poppler-utils)");
    }
    QSet<QString> known;
    collectFigures(m_json, known);
    static const QRegularExpression figure(QStringLiteral("(?<![\\w.])\\d+\\.\\d+(?![\\w.])"));
    int figures = 0;
    for (const QString& line : m_text.split(QLatin1Char('\n'))) {
        auto found = figure.globalMatch(line);
        while (found.hasNext()) {
            ++figures;
            const QString number = found.next().captured();
            QVERIFY2(known.contains(number),
                     qPrintable(number + QStringLiteral(" in: ") + line.simplified()));
        }
    }
    QVERIFY2(figures > 500, qPrintable(QString::number(figures)));
}

void TestReportFiles::largestPairsEqualJson() {
    if (m_text.isEmpty()) {
        QSKIP("pdftotext is not installed (poppler-utils)");
    }
    const QString plain = m_text.simplified();
    const json& rows = m_json["largest_pairs"];
    QVERIFY(!rows.empty());
    std::map<std::string, json> pairs;
    for (const json& layer : m_json["layers"]) {
        for (const json& pair : layer["pairs"]) {
            pairs[pair["pair"].get<std::string>()] = pair;
        }
    }
    int number = 0;
    for (const json& row : rows) {
        std::int64_t sum = 0;
        for (const json& id : row["pairs"]) {
            sum += pairs.at(id.get<std::string>())["gap_ns"].get<std::int64_t>();
        }
        QCOMPARE(row["places_gap_ns"].get<std::int64_t>(), sum);
        QCOMPARE(row["places"].get<std::size_t>(), row["pairs"].size());
        QVERIFY(row["gap_ns"] == pairs.at(row["pair"].get<std::string>())["gap_ns"]);
        // "1  Dense GEMM, QKV  ▲ +1234.5 µs per step", then where
        QString heading = QString::number(++number) + QLatin1Char(' ') +
                          QString::fromStdString(row["operation"].get<std::string>());
        if (const std::string role = row["role"].get<std::string>(); !role.empty()) {
            heading += QStringLiteral(", ") + QString::fromStdString(role);
        }
        const QRegularExpression line(QRegularExpression::escape(heading) +
                                      QStringLiteral(" [^ ]* ?[+\u2212]?%1 µs")
                                          .arg(QRegularExpression::escape(microseconds(std::abs(sum)))));
        QVERIFY2(plain.contains(line), qPrintable(line.pattern()));
        QVERIFY2(plain.contains(QString::fromStdString(row["pair"].get<std::string>())),
                 qPrintable(line.pattern()));
    }
}

void TestReportFiles::oddNamesSurviveEveryFormat() {
    for (const int factor : {1, 2}) {
        QFile file(path(factor == 1 ? "odd b.json" : "odd, \"a\".json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(oddTrace(factor));
    }
    const ProgramEnd outcome = runProgram(
        QStringLiteral(DIPTYCH_PROGRAM),
        {QStringLiteral("compare"), path("odd, \"a\".json"), path("odd b.json"), QStringLiteral("--quiet"),
         QStringLiteral("--json"), path("odd.out.json"), QStringLiteral("--csv"), path("odd"),
         QStringLiteral("--pdf"), path("odd.pdf"), QStringLiteral("--xlsx"), path("odd.xlsx")});
    QVERIFY2(outcome.status == 0, outcome.errors.constData());

    const QList<QList<QByteArray>> records = csvRecords(fileBytes(path("odd/kernels.csv")));
    QCOMPARE(records.size(), 1 + 2 * oddNames().size());
    const qsizetype column = records.first().indexOf("name");
    for (qsizetype i = 0; i < oddNames().size(); ++i) {
        const QByteArray& name = oddNames()[i];
        const bool isFormula = QByteArray("=+-@\t\r").contains(name.at(0));
        QByteArray expected = isFormula ? "'" + name : name;
        expected.replace('\0', ' '); // which readers of CSV refuse
        QCOMPARE(records[1 + i].at(column), expected);
        QCOMPARE(records[1 + i].size(), records.first().size());
    }

    const QByteArray text = fileBytes(path("odd.out.json"));
    QSet<QByteArray> names;
    const json document = json::parse(text.constData(), text.constData() + text.size());
    for (const json& row : document["operations"]) {
        for (const json& name : row["a_names"]) {
            names.insert(QByteArray::fromStdString(name["name"].get<std::string>()));
        }
    }
    for (const QByteArray& name : oddNames()) {
        QVERIFY2(names.contains(name), name.left(40).constData());
    }
    QVERIFY(fileBytes(path("odd.pdf")).startsWith("%PDF"));
    const QString python = pythonWithOpenpyxl();
    if (python.isEmpty()) {
        QSKIP("openpyxl is not installed (python3-openpyxl): the workbook was not read back");
    }
    const ProgramEnd check =
        runProgram(python, {QStringLiteral(DIPTYCH_SOURCE_DIR "/tests/app/check_workbook.py"),
                            path("odd.xlsx"), path("odd.out.json"), path("odd")});
    QVERIFY2(check.status == 0, (check.output + check.errors).constData());
}

void TestReportFiles::equalRunsGiveEqualFiles() {
    qputenv("SOURCE_DATE_EPOCH", "1700000000");
    QList<QMap<QString, QByteArray>> bytes;
    for (int i = 0; i < 2; ++i) {
        const QDir folder(path("again%1").arg(i));
        QVERIFY(folder.mkpath(QStringLiteral(".")));
        const ProgramEnd outcome =
            runProgram(QStringLiteral(DIPTYCH_PROGRAM),
                       compare({QStringLiteral("--csv"), folder.path(), QStringLiteral("--pdf"),
                                folder.filePath(QStringLiteral("r.pdf")), QStringLiteral("--xlsx"),
                                folder.filePath(QStringLiteral("w.xlsx")), QStringLiteral("--json"),
                                folder.filePath(QStringLiteral("c.json"))}));
        QVERIFY2(outcome.status == 0, outcome.errors.constData());
        QMap<QString, QByteArray> files;
        for (const QString& name : folder.entryList(QDir::Files)) {
            files.insert(name, fileBytes(folder.filePath(name)));
        }
        bytes << files;
    }
    qunsetenv("SOURCE_DATE_EPOCH");
    QCOMPARE(bytes[0].size(), 16);
    for (const QString& name : bytes[0].keys()) {
        QVERIFY2(bytes[0].value(name) == bytes[1].value(name), qPrintable(name));
    }
}

void TestReportFiles::oneOutputMayBeStandardOutput() {
    const ProgramEnd pdf =
        runProgram(QStringLiteral(DIPTYCH_PROGRAM), compare({QStringLiteral("--pdf"), QStringLiteral("-")}));
    QCOMPARE(pdf.status, 0);
    QVERIFY(pdf.output.startsWith("%PDF"));
    QVERIFY(pdf.output.trimmed().endsWith("%%EOF"));
    const ProgramEnd xlsx =
        runProgram(QStringLiteral(DIPTYCH_PROGRAM), compare({QStringLiteral("--xlsx"), QStringLiteral("-")}));
    QVERIFY(xlsx.output.startsWith("PK"));
    const ProgramEnd both =
        runProgram(QStringLiteral(DIPTYCH_PROGRAM), compare({QStringLiteral("--pdf"), QStringLiteral("-"),
                                                             QStringLiteral("--xlsx"), QStringLiteral("-")}));
    QCOMPARE(both.status, 2);
}

void TestReportFiles::cannotWrite_data() {
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("target");
    QTest::newRow("--csv in a file") << QStringLiteral("--csv") << QStringLiteral("/dev/null/x");
    QTest::newRow("--csv is a file") << QStringLiteral("--csv") << QStringLiteral("/dev/null");
    for (const char* const option : {"--pdf", "--xlsx", "--json"}) {
        for (const char* const target : {"/dev/full", "/nonexistent/x", "/tmp"}) {
            QTest::newRow(
                qPrintable(QStringLiteral("%1 %2").arg(QLatin1String(option), QLatin1String(target))))
                << QString::fromLatin1(option) << QString::fromLatin1(target);
        }
    }
}

void TestReportFiles::cannotWrite() {
    QFETCH(QString, option);
    QFETCH(QString, target);
    const ProgramEnd outcome = runProgram(QStringLiteral(DIPTYCH_PROGRAM), compare({option, target}));
    QCOMPARE(outcome.status, 4);
    QVERIFY2(outcome.errors.contains(target.toUtf8()), outcome.errors.constData());
}

DIPTYCH_TEST(TestReportFiles)
#include "tst_report_files.moc"
