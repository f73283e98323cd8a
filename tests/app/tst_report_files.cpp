// One run of the command line with every output, without a display: the report holds what it must, all fonts
// are embedded, and every figure of the workbook and many of the report equal the JSON.

#include <QtTest>
#include <nlohmann/json.hpp>

using nlohmann::json;

namespace {

struct Outcome {
    int status = -1;
    QByteArray output;
    QByteArray errors;
};

Outcome run(const QString& program, const QStringList& arguments) {
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

bool hasTool(const QString& program, const QStringList& arguments) {
    return run(program, arguments).status == 0;
}

} // namespace

class TestReportFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void oneRunWritesEverything();
    void reportHoldsVerdictChaptersAndFiles();
    void reportFiguresEqualJson_data();
    void reportFiguresEqualJson();
    void allFontsAreEmbedded();
    void workbookEqualsJsonAndCsv();
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

    QTemporaryDir m_folder;
    Outcome m_outcome;
    json m_json;
    QString m_text; ///< of the report
};

void TestReportFiles::initTestCase() {
    m_outcome =
        run(QStringLiteral(DIPTYCH_PROGRAM),
            compare({QStringLiteral("--json"), path("c.json"), QStringLiteral("--csv"), path("csv"),
                     QStringLiteral("--pdf"), path("r.pdf"), QStringLiteral("--xlsx"), path("w.xlsx")}));
    QVERIFY2(m_outcome.status == 0, m_outcome.errors.constData());
    const QByteArray text = fileBytes(path("c.json"));
    m_json = json::parse(text.constData(), text.constData() + text.size());
    const Outcome read =
        run(QStringLiteral("pdftotext"), {QStringLiteral("-layout"), path("r.pdf"), QStringLiteral("-")});
    m_text = QString::fromUtf8(read.output);
}

void TestReportFiles::oneRunWritesEverything() {
    QCOMPARE(m_outcome.errors, QByteArray());
    QVERIFY(fileBytes(path("r.pdf")).startsWith("%PDF"));
    QVERIFY(fileBytes(path("w.xlsx")).startsWith("PK"));
    QVERIFY(QFile::exists(path("csv/kernels.csv")));
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
    const Outcome fonts = run(QStringLiteral("pdffonts"), {path("r.pdf")});
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
    // Another Python may stand before the system's, whose packages it lacks.
    QString python;
    for (const QString& each : {QStringLiteral("/usr/bin/python3"), QStringLiteral("python3")}) {
        if (python.isEmpty() && hasTool(each, {QStringLiteral("-c"), QStringLiteral("import openpyxl")})) {
            python = each;
        }
    }
    if (python.isEmpty()) {
        QSKIP("openpyxl is not installed (python3-openpyxl)");
    }
    const Outcome outcome = run(python, {QStringLiteral(DIPTYCH_SOURCE_DIR "/tests/app/check_workbook.py"),
                                         path("w.xlsx"), path("c.json"), path("csv")});
    QVERIFY2(outcome.status == 0, (outcome.output + outcome.errors).constData());
}

void TestReportFiles::equalRunsGiveEqualFiles() {
    qputenv("SOURCE_DATE_EPOCH", "1700000000");
    QList<QByteArray> bytes;
    for (int i = 0; i < 2; ++i) {
        const Outcome outcome =
            run(QStringLiteral(DIPTYCH_PROGRAM), compare({QStringLiteral("--pdf"), path("again.pdf"),
                                                          QStringLiteral("--xlsx"), path("again.xlsx")}));
        QVERIFY2(outcome.status == 0, outcome.errors.constData());
        bytes << fileBytes(path("again.pdf")) + fileBytes(path("again.xlsx"));
    }
    qunsetenv("SOURCE_DATE_EPOCH");
    QVERIFY(bytes[0] == bytes[1]);
}

void TestReportFiles::oneOutputMayBeStandardOutput() {
    const Outcome pdf =
        run(QStringLiteral(DIPTYCH_PROGRAM), compare({QStringLiteral("--pdf"), QStringLiteral("-")}));
    QCOMPARE(pdf.status, 0);
    QVERIFY(pdf.output.startsWith("%PDF"));
    QVERIFY(pdf.output.trimmed().endsWith("%%EOF"));
    const Outcome xlsx =
        run(QStringLiteral(DIPTYCH_PROGRAM), compare({QStringLiteral("--xlsx"), QStringLiteral("-")}));
    QVERIFY(xlsx.output.startsWith("PK"));
    const Outcome both =
        run(QStringLiteral(DIPTYCH_PROGRAM), compare({QStringLiteral("--pdf"), QStringLiteral("-"),
                                                      QStringLiteral("--xlsx"), QStringLiteral("-")}));
    QCOMPARE(both.status, 2);
}

void TestReportFiles::cannotWrite_data() {
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("target");
    for (const char* const option : {"--pdf", "--xlsx"}) {
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
    const Outcome outcome = run(QStringLiteral(DIPTYCH_PROGRAM), compare({option, target}));
    QCOMPARE(outcome.status, 4);
    QVERIFY2(outcome.errors.contains(target.toUtf8()), outcome.errors.constData());
}

QTEST_GUILESS_MAIN(TestReportFiles)
#include "tst_report_files.moc"
