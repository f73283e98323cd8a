#include "ui/report/report_pages.h"

#include "ui/report/page_flow.h"
#include "ui/report/report_cards.h"
#include "ui/report/report_charts.h"
#include "ui/report/report_head.h"
#include "ui/report/report_style.h"

#include <utility>

namespace diptych {

namespace {

/// With less room than that a chapter begins on the next page.
constexpr qreal kLeastRoomForChapter = 200;

QString pageText(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

PaperBlock chapterHead(const ReportSection& section, qreal width) {
    PaperBlock block;
    block.text(0, 13, pageText(section.title), {paperstyle::kChapter, lightTokens().text});
    block.height = 27;
    if (!section.remark.empty()) {
        const QStringList lines = wrapPaperText(pageText(section.remark), paperstyle::kBody, width, 3);
        block.height = block.lines(0, 27, lines, paperstyle::dimmed(), paperstyle::kLeading) + 9;
    }
    return block;
}

PaperBlock paragraphBlock(const ReportParagraph& paragraph, qreal width) {
    PaperBlock block = captionBlock(pageText(paragraph.heading), {}, width);
    const PaperFont font{9.2};
    const QStringList lines = wrapPaperText(pageText(paragraph.text), font, width, 40);
    block.height = block.lines(0, block.height + 8, lines, {font, lightTokens().text}, 12.6) + 4;
    return block;
}

/// Puts the blocks of one chapter onto pages.
class SectionPlacer {
public:
    SectionPlacer(PageFlow& flow, const ReportDocument& document, bool isBelowHead)
        : m_flow(flow), m_document(document), m_isBelowHead(isBelowHead) {}

    void operator()(const ReportParagraph& paragraph) { whole(paragraphBlock(paragraph, m_flow.width())); }
    void operator()(const ReportTable& table) {
        const PaperTable laidOut = layOutTable(table, m_flow.width());
        space(table.caption.empty() ? 6 : paperstyle::kSpacing);
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
        space(paperstyle::kSpacing);
        const QString role = pair.role.empty() ? QString() : QStringLiteral(", ") + pageText(pair.role);
        m_flow.bookmark(
            pageText(pair.operation) + role + QStringLiteral(" (") + pageText(pair.id) + QLatin1Char(')'), 1);
        m_flow.place(block);
    }
    void operator()(const ReportFusion& fusion) { whole(layOutFusion(fusion, m_flow.width())); }

private:
    void whole(const PaperBlock& block) {
        space(paperstyle::kSpacing);
        m_flow.place(block);
    }

    /// Between two blocks; the first follows its chapter's head at once.
    void space(qreal height) {
        if (!std::exchange(m_isBelowHead, false)) {
            m_flow.space(height);
        }
    }

    PageFlow& m_flow;
    const ReportDocument& m_document;
    bool m_isBelowHead;
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
    if (!isOverview) {
        flow.space(paperstyle::kSpacing * 1.6);
        const bool isOwnPage = section.chapter == ReportChapter::Reading;
        flow.need(isOwnPage ? flow.room() + 1 : kLeastRoomForChapter);
        flow.bookmark(pageText(section.title), 0);
        flow.keepWithNext(chapterHead(section, flow.width()));
    }
    SectionPlacer placer(flow, document, !isOverview);
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
    const bool hasOverview =
        !document.sections.empty() && document.sections.front().chapter == ReportChapter::Overview;
    if (hasOverview && !cancel.isCancelled()) {
        flow.bookmark(pageText(document.sections.front().title), 0);
    }
    flow.place(layOutHead(document, options.date, flow.width()));
    for (const ReportSection& section : document.sections) {
        if (cancel.isCancelled()) {
            break;
        }
        placeSection(flow, document, section);
    }
    PaperDocument paper = flow.finish(pageText(document.title));
    paper.title = pageText(document.title);
    paper.author = pageText(document.author);
    paper.subject = pageText(document.subject);
    return paper;
}

} // namespace diptych
