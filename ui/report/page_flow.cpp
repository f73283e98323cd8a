#include "ui/report/page_flow.h"

#include "ui/report/report_style.h"
#include "ui/style/number_format.h"

#include <algorithm>
#include <utility>

namespace diptych {

namespace {

constexpr qreal kSideMargin = 42;
constexpr qreal kTopMargin = 34;
constexpr qreal kBottomMargin = 46;
constexpr std::size_t kRowsKeptTogether = 3; ///< at the start of a table

} // namespace

PageFlow::PageFlow(PaperSize size)
    : m_size(size), m_area(QRectF(QPointF(0, 0), paperExtent(size))
                               .adjusted(kSideMargin, kTopMargin, -kSideMargin, -kBottomMargin)),
      m_y(m_area.top()), m_pages(1) {}

void PageFlow::space(qreal height) {
    if (!isAtTop()) {
        m_y += height;
    }
}

void PageFlow::turnPage() {
    m_pages.emplace_back();
    m_y = m_area.top();
}

void PageFlow::need(qreal height) {
    if (m_heading.height + height > room() && !isAtTop()) {
        turnPage();
    }
}

void PageFlow::place(const PaperBlock& block) {
    need(block.height);
    placePending();
    put(block);
}

/// The heading that was kept back, and what the bookmarks lead to.
void PageFlow::placePending() {
    for (const PendingBookmark& pending : std::exchange(m_pendingBookmarks, {})) {
        const qreal below = pending.isBelowHeading ? m_heading.height : 0;
        m_bookmarks.push_back({pending.title, pageCount() - 1, m_y + below, pending.depth});
    }
    if (m_heading.height > 0) {
        put(std::exchange(m_heading, {}));
    }
}

void PageFlow::put(const PaperBlock& block) {
    if (!block.anchor.isEmpty()) {
        m_pageOfAnchor.insert(block.anchor, pageCount());
    }
    PaperBlock placed;
    placed.add(block, m_area.left(), m_y);
    std::vector<PaperItem>& items = m_pages.back().items;
    items.insert(items.end(), placed.items.begin(), placed.items.end());
    m_y += block.height;
}

qreal PageFlow::startHeight(const PaperTable& table) {
    qreal height = table.caption.height + table.header.height;
    for (std::size_t i = 0; i < std::min(table.rows.size(), kRowsKeptTogether); ++i) {
        height += table.rows[i].height;
    }
    return height;
}

void PageFlow::placeTable(const PaperTable& table) {
    need(startHeight(table));
    placePending();
    place(table.caption);
    place(table.header);
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        qreal height = table.rows[i].height;
        if (i + 2 >= table.rows.size()) { // the last row never stands alone
            height += table.remark.height + (i + 2 == table.rows.size() ? table.rows.back().height : 0);
        }
        if (height > room() && !isAtTop()) {
            turnPage();
            place(table.header);
        }
        place(table.rows[i]);
    }
    if (table.remark.height > 0) {
        place(table.remark);
    }
}

void PageFlow::bookmark(const QString& title, int depth) {
    m_pendingBookmarks.push_back({title, depth, m_heading.height > 0});
}

void PageFlow::keepWithNext(const PaperBlock& heading) {
    if (m_heading.height > 0) {
        placePending();
    }
    m_heading = heading;
}

PaperDocument PageFlow::finish(const QString& footer) {
    placePending();
    resolvePageNumbers();
    for (int i = 0; i < pageCount(); ++i) {
        placeFoot(m_pages[static_cast<std::size_t>(i)], i + 1, footer);
    }
    PaperDocument document;
    document.size = m_size;
    document.pages = std::move(m_pages);
    document.bookmarks = std::move(m_bookmarks);
    return document;
}

void PageFlow::placeFoot(PaperPage& page, int number, const QString& footer) const {
    PaperBlock foot;
    const QString count = QStringLiteral("%1 / %2").arg(number).arg(pageCount());
    const qreal countWidth = foot.text(m_area.width(), 9, count, paperstyle::small(), PaperAlign::Right);
    foot.text(0, 9, fitPaperText(footer, paperstyle::kSmall, m_area.width() - countWidth - 20),
              paperstyle::small());
    PaperBlock placed;
    placed.add(foot, m_area.left(), m_area.bottom() + 14);
    page.items.insert(page.items.end(), placed.items.begin(), placed.items.end());
}

void PageFlow::resolvePageNumbers() {
    for (PaperPage& page : m_pages) {
        for (PaperItem& item : page.items) {
            auto* const text = std::get_if<PaperText>(&item);
            if (text != nullptr && !text->anchor.isEmpty()) {
                const int number = m_pageOfAnchor.value(text->anchor, 0);
                text->text = number > 0 ? QString::number(number) : notApplicable();
                text->baseline.rx() -= paperTextWidth(text->font, text->text);
            }
        }
    }
}

} // namespace diptych
