// The workbook, read back as the archive of XML that it is: cells that must stay text, numbers that must stay
// exact, limits, failures. That every figure equals the JSON is tested where both are written, in tests/app.

#include "core/export/xlsx_writer.h"

#include "core/export/kernel_table.h"
#include "tests/support/sample_comparison.h"
#include "tests/support/test_program.h"

#include <zlib.h>

using namespace diptych;

namespace {

quint32 littleEndian(const QByteArray& bytes, qsizetype at, int length) {
    quint32 number = 0;
    for (int i = length - 1; i >= 0; --i) {
        number = number << 8U | static_cast<unsigned char>(bytes.at(at + i));
    }
    return number;
}

QByteArray inflated(const QByteArray& packed, quint32 size) {
    QByteArray text(static_cast<qsizetype>(size), '\0');
    z_stream stream{};
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.constData()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(text.data());
    stream.avail_out = static_cast<uInt>(size);
    inflateInit2(&stream, -MAX_WBITS);
    const int result = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
    return result == Z_STREAM_END ? text : QByteArray();
}

/// The files of an archive by name, from its central directory.
QMap<QString, QByteArray> unpacked(const QByteArray& archive) {
    QMap<QString, QByteArray> files;
    const QByteArray entry("PK\x01\x02", 4);
    for (qsizetype at = archive.indexOf(entry); at >= 0; at = archive.indexOf(entry, at + 4)) {
        const quint32 method = littleEndian(archive, at + 10, 2);
        const quint32 packed = littleEndian(archive, at + 20, 4);
        const quint32 size = littleEndian(archive, at + 24, 4);
        const quint32 nameLength = littleEndian(archive, at + 28, 2);
        const quint32 local = littleEndian(archive, at + 42, 4);
        const QString name = QString::fromUtf8(archive.mid(at + 46, nameLength));
        const qsizetype data =
            local + 30 + littleEndian(archive, local + 26, 2) + littleEndian(archive, local + 28, 2);
        const QByteArray bytes = archive.mid(data, packed);
        files.insert(name, method == 0 ? bytes : inflated(bytes, size));
    }
    return files;
}

QByteArray fileBytes(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QByteArray written(const Comparison& comparison, const XlsxLimits& limits = {}) {
    const QTemporaryDir folder;
    const QString path = folder.filePath("book.xlsx");
    const Failure failure = writeXlsx(comparison, path.toStdString(), {}, {}, limits);
    return failure ? QByteArray() : fileBytes(path);
}

/// The sheet of a table; the first is the Summary.
QByteArray sheetOf(const QMap<QString, QByteArray>& files, std::string_view table) {
    int number = 2;
    for (const OutputTable& each : comparisonTables()) {
        if (each.name == table) {
            return files.value(QString("xl/worksheets/sheet%1.xml").arg(number));
        }
        ++number;
    }
    return files.value(QString("xl/worksheets/sheet%1.xml").arg(table == "kernels" ? number : 1));
}

/// One pair whose texts a spreadsheet could trip over.
Comparison withReason(const std::string& reason) {
    Comparison c = test::sampleComparison();
    c.pairs.front().reason = reason;
    return c;
}

} // namespace

class TestXlsxWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aSheetATable();
    void headersFiltersAndWidths();
    void textStaysText_data();
    void textStaysText();
    void hugeIntegersAreText();
    void rowsAndCharactersAreLimited();
    void ofManyKernelsTheLongestStay();
    void equalInputGivesEqualBytes();
    void emptyComparison();
    void cancelled();
    void cannotWrite_data();
    void cannotWrite();
    void oldFileStaysWhole();
};

void TestXlsxWriter::aSheetATable() {
    const auto files = unpacked(written(test::sampleComparison()));
    const QByteArray book = files.value("xl/workbook.xml");
    QVERIFY(book.contains("<sheet name=\"Summary\" sheetId=\"1\""));
    for (const OutputTable& table : comparisonTables()) {
        QVERIFY(book.contains("<sheet name=\"" + QByteArray(table.name.data(), qsizetype(table.name.size())) +
                              "\""));
    }
    QVERIFY(book.contains("<sheet name=\"kernels\""));
}

void TestXlsxWriter::headersFiltersAndWidths() {
    const QByteArray sheet = sheetOf(unpacked(written(test::sampleComparison())), "operations");
    QVERIFY(sheet.contains("<pane ySplit=\"1\""));
    QVERIFY(sheet.contains("<autoFilter ref=\"A1:U2\""));
    QVERIFY(sheet.contains("<col min=\"1\""));
    QVERIFY(sheet.contains("dataBar"));
    QVERIFY(sheet.contains(">a_total_ns<"));
    QVERIFY(sheet.contains("<v>3000</v>"));
}

void TestXlsxWriter::textStaysText_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char* name, const QByteArray& text, const QByteArray& expected) {
        QTest::newRow(name) << text << expected;
    };
    row("formula", "=1+1", "=1+1");
    row("command", "=cmd|' /C calc'!A0", "=cmd|' /C calc'!A0");
    row("plus", "+1", "+1");
    row("at", "@SUM(1)", "@SUM(1)");
    row("number", "0123", "0123");
    row("markup", "a<b>&\"c\"", "a&lt;b&gt;&amp;\"c\"");
    row("emoji", "\xF0\x9F\x98\x80", "\xF0\x9F\x98\x80");
    row("right to left", "\xD7\xA9\xD7\x9C", "\xD7\xA9\xD7\x9C");
    row("bad UTF-8", "a\xFF", "a\xEF\xBF\xBD");
    row("zero", QByteArray("a\0b", 3), "a b");
    row("line end", "a\nb", "a\nb");
    row("tab", "a\tb", "a\tb");
    row("return", "a\rb", "a_x000D_b");
    row("control", "a\x01\x1F", "a_x0001__x001F_");
    row("looks like an escape", "a_x0041_b", "a_x005F_x0041_b");
    row("almost an escape", "a_x41_b_xZZZZ_", "a_x41_b_xZZZZ_");
    row("no XML", "a\xEF\xBF\xBE\xEF\xBF\xBF", "a\xEF\xBF\xBD\xEF\xBF\xBD");
}

void TestXlsxWriter::textStaysText() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const QByteArray sheet = sheetOf(unpacked(written(withReason(text.toStdString()))), "pairs");
    QVERIFY2(sheet.contains(">" + expected + "</t>"), sheet.constData());
    QVERIFY(!sheet.contains("<f>"));
}

void TestXlsxWriter::hugeIntegersAreText() {
    Comparison c = test::sampleComparison();
    c.budget.resize(1);
    c.budget.front().totalNs = {9'007'199'254'740'992, 9'007'199'254'740'993};
    const auto files = unpacked(written(c));
    const QByteArray sheet = sheetOf(files, "budget");
    QVERIFY2(sheet.contains("<v>9007199254740992</v>"), sheet.constData());
    QVERIFY2(sheet.contains(">9007199254740993</t>"), sheet.constData());
}

void TestXlsxWriter::rowsAndCharactersAreLimited() {
    const auto files = unpacked(written(withReason(std::string(50, 'x')), {1, 20}));
    const QByteArray pairs = sheetOf(files, "pairs");
    QVERIFY(pairs.contains(">" + QByteArray(20, 'x') + "</t>"));
    QVERIFY(!pairs.contains(QByteArray(21, 'x')));
    QVERIFY(pairs.contains("<row r=\"2\""));
    QVERIFY(!pairs.contains("<row r=\"3\""));
    const QByteArray summary = files.value("xl/worksheets/sheet1.xml");
    const qsizetype row = summary.indexOf(">pairs<");
    QVERIFY(row > 0);
    const QByteArray cells = summary.mid(row, summary.indexOf("</row>", row) - row);
    QCOMPARE(cells.count("<v>1</v>"), 3); // a row written, a row left out, a text cut
    QVERIFY(!sheetOf(unpacked(written(withReason("\xF0\x9F\x98\x80\xF0\x9F\x98\x80"), {10, 3})), "pairs")
                 .contains("\xF0\x9F\x98\x80\xF0\x9F\x98\x80")); // counted in UTF-16, never cut in half
}

void TestXlsxWriter::ofManyKernelsTheLongestStay() {
    const Comparison c = test::sampleComparison();
    QCOMPARE(longestKernels(c, 10), std::vector<std::size_t>({0, 1, 2, 3}));
    QCOMPARE(longestKernels(c, 0), std::vector<std::size_t>());
    // Row 0 is A's of 3000 ns, row 2 B's only one of a pair; B leaves nothing that A could take.
    QCOMPARE(longestKernels(c, 2), std::vector<std::size_t>({0, 2}));
    XlsxLimits limits;
    limits.kernels = 2;
    const auto files = unpacked(written(c, limits));
    const QByteArray sheet = sheetOf(files, "kernels");
    QVERIFY(sheet.contains("<row r=\"3\""));
    QVERIFY(!sheet.contains("<row r=\"4\""));
    QVERIFY2(sheet.contains(">2 more kernels are in kernels.csv"), sheet.constData());
    QVERIFY(files.value("xl/worksheets/sheet1.xml").contains("Of more than 2 kernels"));
    QVERIFY(!sheetOf(unpacked(written(c)), "kernels").contains("more kernels"));
}

void TestXlsxWriter::equalInputGivesEqualBytes() {
    const QByteArray once = written(test::sampleComparison());
    QVERIFY(!once.isEmpty());
    QCOMPARE(written(test::sampleComparison()), once);
}

void TestXlsxWriter::emptyComparison() {
    const auto files = unpacked(written(test::emptyComparison()));
    QVERIFY(sheetOf(files, "pairs").contains(">pair<"));
}

void TestXlsxWriter::cancelled() {
    const QTemporaryDir folder;
    CancelSource source;
    source.cancel();
    const QString path = folder.filePath("book.xlsx");
    const Failure failure = writeXlsx(test::sampleComparison(), path.toStdString(), source.token());
    QVERIFY(failure);
    QCOMPARE(failure->code, ErrorCode::Cancelled);
    QVERIFY(QDir(folder.path()).isEmpty());
}

void TestXlsxWriter::cannotWrite_data() {
    QTest::addColumn<QString>("path");
    QTest::newRow("no folder") << "/nonexistent/book.xlsx";
    QTest::newRow("a folder") << QDir::tempPath();
    QTest::newRow("full disk") << "/dev/full";
}

void TestXlsxWriter::cannotWrite() {
    QFETCH(QString, path);
    const Failure failure = writeXlsx(test::sampleComparison(), path.toStdString());
    QVERIFY(failure);
    QCOMPARE(failure->code, ErrorCode::CannotWrite);
    QCOMPARE(QString::fromStdString(failure->file), path);
    QVERIFY(!failure->reason.empty());
}

void TestXlsxWriter::oldFileStaysWhole() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("book.xlsx");
    QVERIFY(!writeXlsx(test::emptyComparison(), path.toStdString()));
    const QByteArray before = fileBytes(path);
    CancelSource source;
    source.cancel();
    QVERIFY(writeXlsx(test::sampleComparison(), path.toStdString(), source.token()));
    QCOMPARE(fileBytes(path), before);
}

DIPTYCH_TEST(TestXlsxWriter)
#include "tst_xlsx_writer.moc"
