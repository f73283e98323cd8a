#include "core/export/csv_writer.h"

#include "core/export/kernel_table.h"
#include "tests/support/sample_comparison.h"
#include "tests/support/test_program.h"

using namespace diptych;

namespace {

QByteArray csvOf(const OutputTable& table, const Comparison& comparison) {
    QByteArray text;
    writeCsv(table, comparison, [&](std::string_view piece) {
        text.append(piece.data(), qsizetype(piece.size()));
        return true;
    });
    return text;
}

QByteArray fileText(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("(absent)");
}

} // namespace

class TestCsvWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textCells_data();
    void textCells();
    void headers_data();
    void headers();
    void operationRow();
    void numbersAreNeverQuoted();
    void kernels();
    void namesOnlyKernels();
    void directoryHoldsAllTables();
    void emptyComparison();
    void nothingIsReplacedWhenOneFails();
    void cancelled();
    void aFileIsNoDirectory();
    void progressReachesTheEnd();
    void manyRowsAreWrittenInOrder();
};

void TestCsvWriter::textCells_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const QByteArray& text, const QByteArray& expected) {
        QTest::newRow(name) << text << expected;
    };
    row("plain", "gemm", "gemm");
    row("empty", "", "");
    row("comma", "a,b", "\"a,b\"");
    row("quotes", "a\"b", "\"a\"\"b\"");
    row("line end", "a\nb", "\"a\nb\"");
    row("formula", "=1+1", "'=1+1");
    row("plus", "+x", "'+x");
    row("minus", "-x", "'-x");
    row("at", "@x", "'@x");
    row("tab", "\tx", "'\tx");
    row("return", "\rx", "\"'\rx\"");
    row("formula with comma", "=f(1,2)", "\"'=f(1,2)\"");
    row("sign inside", "a=b-c", "a=b-c");
    row("bad UTF-8", "a\xFF", "a\xEF\xBF\xBD");
    row("zero", QByteArray("a\0,", 3), "\"a ,\"");
    row("emoji", "\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80");
    row("right to left", "\xD7\xA9,", "\"\xD7\xA9,\"");
}

void TestCsvWriter::textCells() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    std::string line;
    appendCsvText(line, std::string_view(text.constData(), std::size_t(text.size())));
    QCOMPARE(QByteArray::fromStdString(line), expected);
}

void TestCsvWriter::headers_data() {
    QTest::addColumn<QByteArray>("header");
    QTest::newRow("operations") << QByteArray(
        "operation,category,phases,a_count,b_count,a_mean_ns,b_mean_ns,a_total_ns,b_total_ns,a_step_ns,b_"
        "step_ns,"
        "ratio,gap_ns,share,status,a_kernel,b_kernel,a_cpu_op,b_cpu_op,a_names,b_names");
    QTest::newRow("layers") << QByteArray(
        "layer,group,type,a_kernels,b_kernels,a_ns,b_ns,ratio,gap_ns,status,presence");
    QTest::newRow("pairs") << QByteArray(
        "pair,layer,position,operation,role,a_kernels,b_kernels,a_count,b_count,a_mean_ns,b_mean_ns,a_median_"
        "ns,"
        "b_median_ns,a_p95_ns,b_p95_ns,a_min_ns,b_min_ns,a_max_ns,b_max_ns,a_step_ns,b_step_ns,ratio,gap_ns,"
        "confidence,reason,same_kernel,within_noise,note");
    QTest::newRow("fusion") << QByteArray("pattern,fuses,occurrences,a_kernels,b_kernels,a_ns,b_ns,gap_ns,a_"
                                          "step_ns,b_step_ns,gap_step_ns,layers,"
                                          "evidence");
    QTest::newRow("kernels") << QByteArray("side,index,ts_ns,dur_ns,device,stream,correlation,name,operation,"
                                           "category,role,phase,step,layer,pair,module,"
                                           "cpu_op,input_dims,grid,block,launch_ts_ns,frame");
}

void TestCsvWriter::headers() {
    QFETCH(QByteArray, header);
    const OutputTable* table = findTable(QTest::currentDataTag());
    QVERIFY(table != nullptr);
    QCOMPARE(csvOf(*table, test::sampleComparison()).split('\r').first(), header);
}

void TestCsvWriter::operationRow() {
    const QList<QByteArray> lines = csvOf(*findTable("operations"), test::sampleComparison()).split('\n');
    QCOMPARE(lines.size(), 3); // the last line ends too
    QCOMPARE(lines.at(1),
             QByteArray("Dense GEMM,gemm,decode; mixed,1,1,3000,2000,3000,2000,3000,2000,,1000,,slower,"
                        "Cijk_A,\"nvjet_\"\"B\"\"\",aten::mm,,\"Cijk_A; second, name\","
                        "\"nvjet_\"\"B\"\"\"\r"));
}

void TestCsvWriter::numbersAreNeverQuoted() {
    const QByteArray text = csvOf(*findTable("pairs"), test::sampleComparison());
    QVERIFY(text.contains(",-1000,"));
    QVERIFY(text.contains("'-odd"));
}

void TestCsvWriter::kernels() {
    const QList<QByteArray> lines = csvOf(kernelTable(), test::sampleComparison()).split('\n');
    QCOMPARE(lines.size(), 6);
    QCOMPARE(lines.at(1),
             QByteArray("A,0,2000,3000,0,7,11,gemm(float*),Dense GEMM,gemm,QKV,decode,0,layer 0,layer 0/0,"
                        ",aten::mm,,4x2x1,128x1x1,1000,net.py(7): forward\r"));
    QCOMPARE(lines.at(2),
             QByteArray("A,1,9000,1000,0,7,0,\"'=HYPERLINK(\"\"x\"\"), unlinked\",Dense GEMM,gemm,,,,"
                        "outside steps,outside steps/0,,,,,,,\r"));
    QVERIFY(lines.at(4).startsWith("B,1,9000"));
    QVERIFY(lines.at(4).contains(",outside steps,,")); // no pair
}

void TestCsvWriter::namesOnlyKernels() {
    Comparison c = test::sampleComparison();
    auto hidden = std::make_shared<AnalyzedTrace>(*c.sides.a);
    hidden->options.namesOnly = true;
    c.sides.a = hidden;
    QVERIFY(csvOf(kernelTable(), c).split('\n').at(1).endsWith(",layer 0/0,,,,4x2x1,128x1x1,1000,\r"));
}

void TestCsvWriter::directoryHoldsAllTables() {
    QTemporaryDir dir;
    const std::string target = dir.filePath("new/tables").toStdString();
    const Failure failure = writeCsvDirectory(test::sampleComparison(), target);
    QVERIFY2(!failure, failure ? describe(*failure).c_str() : "");
    const QStringList files =
        QDir(dir.filePath("new/tables")).entryList(QDir::Files | QDir::Hidden, QDir::Name);
    QCOMPARE(files,
             QStringList({"ahead.csv", "budget.csv", "composition.csv", "diagnostics.csv", "findings.csv",
                          "fusion.csv", "kernels.csv", "launch_counts.csv", "layers.csv", "modules.csv",
                          "operations.csv", "pairs.csv", "same_kernels.csv"}));
    for (const CsvTable& table : csvTables()) {
        QByteArray text;
        table.write(test::sampleComparison(), [&](std::string_view piece) {
            text.append(piece.data(), qsizetype(piece.size()));
            return true;
        });
        QCOMPARE(fileText(dir.filePath("new/tables/" + QString::fromStdString(table.name) + ".csv")), text);
    }
}

void TestCsvWriter::emptyComparison() {
    for (const OutputTable& table : comparisonTables()) {
        const QByteArray text = csvOf(table, test::emptyComparison());
        QCOMPARE(text.count('\n'), table.name == "composition" ? 3 : 1);
    }
}

void TestCsvWriter::nothingIsReplacedWhenOneFails() {
    QTemporaryDir dir;
    QVERIFY(!writeCsvDirectory(test::emptyComparison(), dir.path().toStdString()));
    const QByteArray before = fileText(dir.filePath("operations.csv"));
    QVERIFY(QFile::remove(dir.filePath("diagnostics.csv")));
    QVERIFY(QDir(dir.path()).mkdir("diagnostics.csv"));
    const Failure failure = writeCsvDirectory(test::sampleComparison(), dir.path().toStdString());
    QVERIFY(failure && failure->code == ErrorCode::CannotWrite);
    QCOMPARE(fileText(dir.filePath("operations.csv")), before);
    QCOMPARE(QDir(dir.path()).entryList(QDir::Files | QDir::Hidden).size(), 12);
}

void TestCsvWriter::cancelled() {
    QTemporaryDir dir;
    CancelSource source;
    source.cancel();
    const Failure failure =
        writeCsvDirectory(test::sampleComparison(), dir.filePath("tables").toStdString(), source.token());
    QVERIFY(failure && failure->code == ErrorCode::Cancelled);
    QVERIFY(!QDir(dir.filePath("tables")).exists());
}

void TestCsvWriter::aFileIsNoDirectory() {
    QTemporaryDir dir;
    QFile file(dir.filePath("file"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const Failure failure = writeCsvDirectory(test::sampleComparison(), file.fileName().toStdString());
    QVERIFY(failure && failure->code == ErrorCode::CannotWrite);
    QCOMPARE(failure->file, file.fileName().toStdString());
}

void TestCsvWriter::progressReachesTheEnd() {
    QTemporaryDir dir;
    std::uint64_t last = 0;
    std::uint64_t whole = 0;
    const Failure failure = writeCsvDirectory(test::sampleComparison(), dir.path().toStdString(), {},
                                              [&](std::uint64_t done, std::uint64_t all) {
                                                  QVERIFY(done >= last && done <= all);
                                                  last = done;
                                                  whole = all;
                                              });
    QVERIFY(!failure);
    QVERIFY(whole > 4);
    QCOMPARE(last, whole);
}

/// Enough rows for many blocks on several threads: each row once, in its place, and the same every time.
void TestCsvWriter::manyRowsAreWrittenInOrder() {
    constexpr std::size_t kRows = 100'001;
    Comparison c = test::sampleComparison();
    c.pairs.resize(1);
    c.pairs.resize(kRows, c.pairs.front());
    for (std::size_t i = 0; i < kRows; ++i) {
        c.pairs[i].id = std::to_string(i);
    }
    const QByteArray text = csvOf(*findTable("pairs"), c);
    const QList<QByteArray> lines = text.split('\n');
    QCOMPARE(lines.size(), qsizetype(kRows + 2)); // header, and nothing behind the last line's end
    for (std::size_t i = 0; i < kRows; ++i) {
        const QByteArray& line = lines[qsizetype(i + 1)];
        QVERIFY2(line.startsWith(QByteArray::number(qulonglong(i)) + ","), line.constData());
    }
    QVERIFY(csvOf(*findTable("pairs"), c) == text);
    std::size_t pieces = 0;
    QVERIFY(!writeCsv(*findTable("pairs"), c, [&](std::string_view) { return ++pieces < 3; }));
    QCOMPARE(pieces, std::size_t(3)); // told to stop, it stops
}

DIPTYCH_TEST(TestCsvWriter)
#include "tst_csv_writer.moc"
