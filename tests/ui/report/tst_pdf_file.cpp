// The PDF itself: equal pages give equal bytes, title and author are in it, and a file that cannot be written
// leaves the old one whole.

#include "ui/report/pdf_file.h"

#include "tests/support/test_program.h"
#include "tests/ui/comparison_fixture.h"
#include "ui/report/report_pages.h"

#include <QGuiApplication>

#include <qpdf/QPDF.hh>
#include <qpdf/QPDFOutlineDocumentHelper.hh>
#include <qpdf/QPDFPageDocumentHelper.hh>

using namespace diptych;

namespace {

const QDateTime kDate(QDate(2026, 11, 30), QTime(12, 0), Qt::UTC);

PaperDocument sampleReport(PaperSize size = PaperSize::A4) {
    ReportOptions options;
    options.title = "Title \xC3\xBC\xE2\x82\xAC";
    options.author = "An Author";
    return layOutReport(makeReport(*test::servingSample(), options), {size, QString()});
}

std::string pdfOf(const PaperDocument& document, const QDateTime& created = kDate) {
    const Result<std::string> pdf = paperAsPdf(document, created);
    return pdf ? pdf.value() : describe(pdf.error());
}

std::string informationOf(QPDF& pdf, const char* key) {
    QPDFObjectHandle value = pdf.getTrailer().getKey("/Info").getKey(key);
    return value.isString() ? value.getUTF8Value() : "(none)";
}

QByteArray fileBytes(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

class TestPdfFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void holdsTitleAuthorAndBookmarks() {
        const PaperDocument document = sampleReport();
        const std::string bytes = pdfOf(document);
        QPDF pdf;
        pdf.processMemoryFile("report", bytes.data(), bytes.size());
        QCOMPARE(informationOf(pdf, "/Title"), document.title.toStdString());
        QCOMPARE(informationOf(pdf, "/Author"), std::string("An Author"));
        QVERIFY(informationOf(pdf, "/Subject").find("(B)") != std::string::npos);
        QCOMPARE(informationOf(pdf, "/CreationDate"), std::string("D:20261130120000+00'00'"));
        QCOMPARE(QPDFPageDocumentHelper(pdf).getAllPages().size(), document.pages.size());
        const auto outlines = QPDFOutlineDocumentHelper(pdf).getTopLevelOutlines();
        std::vector<std::string> titles;
        std::size_t all = 0;
        for (QPDFOutlineObjectHelper outline : outlines) {
            titles.push_back(outline.getTitle());
            all += 1 + outline.getKids().size();
        }
        QCOMPARE(all, document.bookmarks.size());
        QCOMPARE(titles.front(), std::string("Overview"));
        QCOMPARE(titles.size(), reportChapters().size());
    }

    void papersHaveTheirSize_data() {
        QTest::addColumn<int>("size");
        QTest::addColumn<double>("width");
        QTest::addColumn<double>("height");
        QTest::newRow("A4") << int(PaperSize::A4) << 595.0 << 842.0;
        QTest::newRow("Letter") << int(PaperSize::Letter) << 612.0 << 792.0;
    }
    void papersHaveTheirSize() {
        QFETCH(int, size);
        QFETCH(double, width);
        QFETCH(double, height);
        const std::string bytes = pdfOf(sampleReport(static_cast<PaperSize>(size)));
        QPDF pdf;
        pdf.processMemoryFile("report", bytes.data(), bytes.size());
        const auto box = QPDFPageDocumentHelper(pdf)
                             .getAllPages()
                             .front()
                             .getAttribute("/MediaBox", false)
                             .getArrayAsRectangle();
        QVERIFY(std::abs(box.urx - box.llx - width) < 1);
        QVERIFY(std::abs(box.ury - box.lly - height) < 1);
    }

    void equalPagesGiveEqualBytes() {
        const std::string once = pdfOf(sampleReport());
        QVERIFY(once == pdfOf(sampleReport()));
        // Another date changes the date alone: the files have the same length and the same identifier.
        const std::string later = pdfOf(sampleReport(), kDate.addDays(1));
        const auto identifier = [](const std::string& bytes) {
            const std::size_t at = bytes.find("/ID");
            return at == std::string::npos ? std::string() : bytes.substr(at, 72);
        };
        QVERIFY(!identifier(once).empty());
        QCOMPARE(identifier(later), identifier(once));
        QVERIFY(identifier(once).find("31415926") == std::string::npos);
    }

    void printsDates() {
        QCOMPARE(printedDate(kDate), QStringLiteral("30 November 2026"));
        QCOMPARE(printedDate({}), QString());
        qputenv("SOURCE_DATE_EPOCH", "1700000000");
        QCOMPARE(reportDate().toSecsSinceEpoch(), qint64(1700000000));
        qunsetenv("SOURCE_DATE_EPOCH");
        QVERIFY(reportDate().secsTo(QDateTime::currentDateTime()) < 60);
    }

    void cannotWrite_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("no folder") << QStringLiteral("/nonexistent/report.pdf");
        QTest::newRow("a folder") << QDir::tempPath();
        QTest::newRow("full disk") << QStringLiteral("/dev/full");
    }
    void cannotWrite() {
        QFETCH(QString, path);
        const Failure failure = writeReportPdf(*test::servingSample(), {}, path.toStdString());
        QVERIFY(failure);
        QCOMPARE(failure->code, ErrorCode::CannotWrite);
        QVERIFY(describe(*failure).find(path.toStdString()) != std::string::npos);
    }

    void oldFileStaysWhole() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("report.pdf"));
        PdfOptions options;
        options.created = kDate;
        QVERIFY(!writeReportPdf(*test::servingSample(), options, path.toStdString()));
        const QByteArray before = fileBytes(path);
        QVERIFY(before.startsWith("%PDF"));
        CancelSource source;
        int painted = 0;
        const Failure failure = writeReportPdf(*test::servingSample(), options, path.toStdString(),
                                               source.token(), [&](int done, int) {
                                                   painted = done;
                                                   source.cancel();
                                               });
        QVERIFY(failure);
        QCOMPARE(failure->code, ErrorCode::Cancelled);
        QCOMPARE(painted, 1);
        QCOMPARE(fileBytes(path), before);
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }
};

DIPTYCH_TEST(TestPdfFile)
#include "tst_pdf_file.moc"
