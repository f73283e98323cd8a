#pragma once
// Stacks blocks onto pages and turns the page when one does not fit. Remembers on which page each anchor
// came to stand, and writes the numbers in at the end. One thread.

#include "ui/report/paper_block.h"
#include "ui/report/report_table.h"

#include <QHash>

namespace diptych {

class PageFlow {
public:
    explicit PageFlow(PaperSize size);

    [[nodiscard]] qreal width() const { return m_area.width(); }
    [[nodiscard]] qreal room() const { return m_area.bottom() - m_y; }
    [[nodiscard]] int pageCount() const { return static_cast<int>(m_pages.size()); }
    [[nodiscard]] bool isAtTop() const { return m_y <= m_area.top(); }

    void space(qreal height);
    void turnPage();
    /// Turns the page when there is less room than that.
    void need(qreal height);
    void place(const PaperBlock& block);
    void placeTable(const PaperTable& table);
    /// Leads to what is placed next.
    void bookmark(const QString& title, int depth);
    /// Keeps a heading back until something stands below it, on the same page.
    void keepWithNext(const PaperBlock& heading);

    /// Writes page numbers; `footer` is what stands at the left of every page's foot.
    [[nodiscard]] PaperDocument finish(const QString& footer);

private:
    struct PendingBookmark {
        QString title;
        int depth = 0;
        bool isBelowHeading = false;
    };

    /// What a table needs so that it does not begin with too little.
    [[nodiscard]] static qreal startHeight(const PaperTable& table);
    void put(const PaperBlock& block);
    void placePending();
    void placeFoot(PaperPage& page, int number, const QString& footer) const;
    void resolvePageNumbers();

    PaperSize m_size;
    QRectF m_area;
    qreal m_y = 0;
    std::vector<PaperPage> m_pages;
    std::vector<PaperBookmark> m_bookmarks;
    std::vector<PendingBookmark> m_pendingBookmarks;
    PaperBlock m_heading; ///< kept back; height 0: none
    QHash<QString, int> m_pageOfAnchor;
};

} // namespace diptych
