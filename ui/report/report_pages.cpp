#include "ui/report/report_pages.h"

#include "ui/report/page_flow.h"
#include "ui/report/report_cards.h"
#include "ui/report/report_charts.h"
#include "ui/report/report_head.h"
#include "ui/report/report_style.h"

namespace diptych {

namespace {

/// With less room than that a chapter begins on the next page.
constexpr qreal kLeastRoomForChapter = 200;

QString text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

PaperBlock chapterHead(const ReportSection& section, qreal width) {
    PaperBlock block;
    block.text(0, 13, text(section.title), {paperstyle::kChapter, lightTokens().text});
    block.height = 27;
    if (!section.remark.empty()) {
        const QStringList lines = wrapPaperText(text(section.remark), paperstyle::kBody, width, 3);
        block.height = block.lines(0, 27, lines, paperstyle::dimmed(), paperstyle::kLeading) + 9;
    }
    return block;
}

PaperBlock paragraphBlock(const ReportParagraph& paragraph, qreal width) {
    PaperBlock block = captionBlock(text(paragraph.heading), {}, width);
    const PaperFont font{9.2};
    const QStringList lines = wrapPaperText(text(paragraph.text), font, width, 40);
    block.height = block.lines(0, block.height + 8, lines, {font, lightTokens().text}, 12.6) + 4;
    return block;
}

/// Puts the blocks of one chapter onto pages. The chapter's head waits for the first of them, so that it
/// never stands alone at the foot of a page.
class SectionPlacer {
public:
    SectionPlacer(PageFlow& flow, const ReportDocument& document, const ReportSection& section,
                  bool isHeadless)
        : m_flow(flow), m_document(document), m_chapter(text(section.title)) {
        if (!isHeadless) {
            m_head = chapterHead(section, flow.width());
        }
    }

    void operator()(const ReportParagraph& paragraph) { whole(paragraphBlock(paragraph, m_flow.width())); }
    void operator()(const ReportTable& table) {
        const PaperTable laidOut = layOutTable(table, m_flow.width());
        begin(table.caption.empty() ? 6 : paperstyle::kSpacing, PageFlow::startHeight(laidOut));
        m_flow.placeTable(laidOut);
    }
    void operator()(const ReportWaterfall& waterfall) { whole(layOutWaterfall(waterfall, m_flow.width())); }
    void operator()(const ReportComposition& composition) {
        whole(layOutComposition(composition, m_flow.width()));
    }
    void operator()(const ReportBars& bars) { whole(layOutBars(bars, m_flow.width())); }
    void operator()(const ReportPair& pair) {
        ++m_pairs;
        const QString unit = m_document.perStep ? QStringLiteral("µs per step") : QStringLiteral("µs");
        const PaperBlock block = layOutPair(pair, m_pairs, unit, m_flow.width());
        begin(paperstyle::kSpacing, block.height);
        const QString role = pair.role.empty() ? QString() : QStringLiteral(", ") + text(pair.role);
        m_flow.bookmark(text(pair.operation) + role + QStringLiteral(" (") + text(pair.id) + QLatin1Char(')'),
                        1);
        m_flow.place(block);
    }
    void operator()(const ReportFusion& fusion) { whole(layOutFusion(fusion, m_flow.width())); }

private:
    void whole(const PaperBlock& block) {
        begin(paperstyle::kSpacing, block.height);
        m_flow.place(block);
    }

    /// Makes room for a block of that height, behind the head where it is the first.
    void begin(qreal spacing, qreal height) {
        if (m_head) {
            m_flow.need(m_head->height + height);
            m_flow.bookmark(m_chapter, 0);
            m_flow.place(*m_head);
            m_head.reset();
            return;
        }
        m_flow.space(spacing);
        m_flow.need(height);
    }

    PageFlow& m_flow;
    const ReportDocument& m_document;
    std::optional<PaperBlock> m_head;
    QString m_chapter;
    std::size_t m_pairs = 0;
};

/// The remarks at the foot of the first page stand as low as there is room for.
void placeSigns(PageFlow& flow, const ReportDocument& document) {
    const PaperBlock signs = layOutSigns(document, flow.width());
    if (flow.pageCount() == 1 && signs.height + 8 <= flow.room()) {
        flow.space(flow.room() - signs.height);
        flow.place(signs);
    }
}

void placeSection(PageFlow& flow, const ReportDocument& document, const ReportSection& section) {
    const bool isOverview = section.chapter == ReportChapter::Overview;
    if (isOverview) {
        flow.bookmark(text(section.title), 0);
    } else if (section.chapter == ReportChapter::Reading) {
        flow.need(flow.room() + 1); // a page of its own
    } else {
        flow.space(paperstyle::kSpacing * 1.6);
        flow.need(kLeastRoomForChapter);
    }
    SectionPlacer placer(flow, document, section, isOverview);
    for (const ReportBlock& block : section.blocks) {
        std::visit(placer, block);
    }
    if (isOverview) {
        placeSigns(flow, document);
    }
}

} // namespace

PaperDocument layOutReport(const ReportDocument& document, const PaperOptions& options,
                           const CancelToken& cancel) {
    PageFlow flow(options.size);
    flow.place(layOutHead(document, options.date, flow.width()));
    for (const ReportSection& section : document.sections) {
        if (cancel.isCancelled()) {
            break;
        }
        placeSection(flow, document, section);
    }
    PaperDocument paper = flow.finish(text(document.title));
    paper.title = text(document.title);
    paper.author = text(document.author);
    paper.subject = text(document.subject);
    return paper;
}

} // namespace diptych
