// Pages of whole reports: nothing beyond the edges, headers repeated, numbers and bookmarks that lead
// somewhere, whatever the comparison holds.

#include "ui/report/report_pages.h"

#include "tests/support/sample_comparison.h"
#include "tests/support/test_program.h"
#include "tests/ui/comparison_fixture.h"
#include "ui/report/page_flow.h"

#include <QGuiApplication>

using namespace diptych;

Q_DECLARE_METATYPE(std::shared_ptr<const diptych::Comparison>)

namespace {

using Shared = std::shared_ptr<const Comparison>;

std::vector<PaperText> textsOf(const PaperPage& page) {
    std::vector<PaperText> texts;
    for (const PaperItem& item : page.items) {
        if (const auto* const text = std::get_if<PaperText>(&item)) {
            texts.push_back(*text);
        }
    }
    return texts;
}

bool holds(const PaperPage& page, const QString& wanted) {
    for (const PaperText& text : textsOf(page)) {
        if (text.text == wanted) {
            return true;
        }
    }
    return false;
}

PaperDocument pagesOf(const Comparison& comparison, PaperSize size = PaperSize::A4,
                      const ReportOptions& options = {}) {
    return layOutReport(makeReport(comparison, options), {size, QStringLiteral("30 November 2026")});
}

/// Names and notes that are hard to set: no blanks, other scripts, line ends, far too long.
Shared oddSample() {
    auto odd = std::make_shared<Comparison>(*test::servingSample());
    const std::vector<std::string> texts{std::string(4000, 'x'),
                                         "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D",
                                         "\xF0\x9F\x98\x80 \xF0\x9F\x9A\x80",
                                         "line\nend\ttab",
                                         "",
                                         "a\xFF",
                                         "void f<g<h<" + std::string(900, '<')};
    std::size_t next = 0;
    for (OperationRow& row : odd->operations) {
        row.operation = texts[next++ % texts.size()];
    }
    for (KernelPair& pair : odd->pairs) {
        pair.operation = pair.reason = pair.note = texts[next++ % texts.size()];
        for (NameShare& name : pair.names.a) {
            name.name = texts[next++ % texts.size()];
        }
    }
    for (LayerRow& row : odd->layers) {
        row.layer = texts[next++ % texts.size()];
    }
    return odd;
}

} // namespace

class TestReportPages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingLeavesThePaper_data() {
        QTest::addColumn<Shared>("comparison");
        QTest::newRow("serving") << test::servingSample();
        QTest::newRow("without steps") << test::stepLessSample();
        QTest::newRow("empty") << test::emptySample();
        QTest::newRow("empty traces") << Shared(std::make_shared<Comparison>(test::emptyComparison()));
        QTest::newRow("hand-made") << Shared(std::make_shared<Comparison>(test::sampleComparison()));
        QTest::newRow("long names") << test::wideSample(80);
        QTest::newRow("odd texts") << oddSample();
    }
    void nothingLeavesThePaper() {
        QFETCH(Shared, comparison);
        for (const PaperSize size : {PaperSize::A4, PaperSize::Letter}) {
            const PaperDocument document = pagesOf(*comparison, size);
            const QRectF paper(QPointF(20, 15), paperExtent(size) - QSizeF(40, 25));
            QVERIFY(!document.pages.empty());
            for (const PaperPage& page : document.pages) {
                QVERIFY(!page.items.empty());
                for (const PaperText& text : textsOf(page)) {
                    const QRectF area(text.baseline - QPointF(0, text.font.points * 0.7),
                                      QSizeF(paperTextWidth(text.font, text.text), text.font.points));
                    QVERIFY2(area.width() == 0 || paper.contains(area), qPrintable(text.text));
                }
            }
        }
    }

    void tablesRepeatTheirHeader() {
        ReportOptions options;
        options.chapters = {ReportChapter::Layers};
        auto many = std::make_shared<Comparison>(*test::servingSample());
        const LayerRow layer = many->layers[1];
        many->layers.insert(many->layers.end(), 90, layer);
        const PaperDocument document = pagesOf(*many, PaperSize::A4, options);
        QVERIFY(document.pages.size() >= 3);
        for (std::size_t i = 1; i < document.pages.size(); ++i) {
            QVERIFY(holds(document.pages[i], QStringLiteral("A − B")));
        }
    }

    /// Wherever on a page a chapter comes to begin, something of it stands below its title; the same holds
    /// for the captions of tables and charts.
    void headingsNeverStandAlone() {
        const Shared sample = test::servingSample();
        for (std::size_t more = 0; more < 48; more += 5) {
            Comparison longer = *sample;
            longer.layers.insert(longer.layers.end(), more, sample->layers[1]);
            for (const PaperSize size : {PaperSize::A4, PaperSize::Letter}) {
                const PaperDocument document = pagesOf(longer, size);
                const qreal foot = paperExtent(size).height() - 46;
                for (std::size_t i = 0; i < document.pages.size(); ++i) {
                    PaperText lowest;
                    for (const PaperText& text : textsOf(document.pages[i])) {
                        const bool isContent = text.baseline.y() < foot && !text.text.isEmpty();
                        lowest = isContent && text.baseline.y() > lowest.baseline.y() ? text : lowest;
                    }
                    const bool isHeading = lowest.font.isBold && lowest.font.points >= 10;
                    QVERIFY2(!isHeading, qPrintable(QStringLiteral("page %1 ends with %2 (%3 layers more)")
                                                        .arg(i + 1)
                                                        .arg(lowest.text)
                                                        .arg(more)));
                }
            }
        }
    }

    void whatIsKeptBackComesWithTheNext() {
        constexpr qreal kHeading = 27;
        for (const qreal below : {5.0, 100.0, 700.0, 2000.0}) { // the last fits on no page
            PageFlow flow(PaperSize::A4);
            PaperBlock filler;
            filler.height = flow.room() - kHeading - 10;
            flow.place(filler);
            PaperBlock heading;
            heading.text(0, 13, QStringLiteral("Chapter"), {{14, true}, Qt::black});
            heading.height = kHeading;
            flow.bookmark(QStringLiteral("Chapter"), 0);
            flow.keepWithNext(heading);
            PaperBlock block;
            block.text(0, 3, QStringLiteral("below"), {{9}, Qt::black});
            block.height = below;
            flow.place(block);
            const PaperDocument document = flow.finish({});
            const PaperPage& page = document.pages.back();
            QVERIFY(holds(page, QStringLiteral("Chapter")) && holds(page, QStringLiteral("below")));
            QCOMPARE(document.bookmarks.front().page, static_cast<int>(document.pages.size()) - 1);
            QCOMPARE(document.pages.size(), std::size_t(below < 10 ? 1 : 2));
        }
    }

    void pagesAreNumbered() {
        const PaperDocument document = pagesOf(*test::servingSample());
        const auto count = static_cast<int>(document.pages.size());
        for (int i = 0; i < count; ++i) {
            QVERIFY(holds(document.pages[static_cast<std::size_t>(i)],
                          QStringLiteral("%1 / %2").arg(i + 1).arg(count)));
        }
    }

    void bookmarksLeadToTheirChapter() {
        const PaperDocument document = pagesOf(*test::servingSample());
        QStringList chapters;
        int page = 0;
        for (const PaperBookmark& bookmark : document.bookmarks) {
            QVERIFY(bookmark.page >= page);
            page = bookmark.page;
            QVERIFY(page < static_cast<int>(document.pages.size()));
            if (bookmark.depth == 0) {
                chapters.append(bookmark.title);
                if (chapters.size() > 1) { // the first one is the head of the report
                    QVERIFY2(holds(document.pages[static_cast<std::size_t>(page)], bookmark.title),
                             qPrintable(bookmark.title));
                }
            }
        }
        QCOMPARE(chapters.size(), static_cast<qsizetype>(reportChapters().size()));
    }

    void findingsNameThePageOfTheirPair() {
        const Shared comparison = test::servingSample();
        QVERIFY(!comparison->findings.empty());
        const PaperDocument document = pagesOf(*comparison);
        int numbers = 0;
        for (const PaperPage& page : document.pages) {
            for (const PaperText& text : textsOf(page)) {
                if (text.anchor.isEmpty()) {
                    continue;
                }
                bool isNumber = false;
                const int number = text.text.toInt(&isNumber);
                QVERIFY2(isNumber, qPrintable(text.anchor));
                QVERIFY(number >= 1 && number <= static_cast<int>(document.pages.size()));
                ++numbers;
            }
        }
        QVERIFY(numbers > 0);
    }

    void chosenChaptersOnly() {
        ReportOptions options;
        options.chapters = {ReportChapter::Health};
        const PaperDocument document = pagesOf(*test::servingSample(), PaperSize::A4, options);
        QCOMPARE(document.bookmarks.size(), std::size_t(1));
        QCOMPARE(document.pages.size(), std::size_t(1));
        QVERIFY(holds(document.pages[0], QStringLiteral("Health")));
    }

    void cancelledEarly() {
        CancelSource source;
        source.cancel();
        const PaperDocument document = layOutReport(makeReport(*test::servingSample()), {}, source.token());
        QVERIFY(document.bookmarks.empty());
    }
};

DIPTYCH_TEST(TestReportPages)
#include "tst_report_pages.moc"
