#pragma once
// The pages of a report below each other, as wide as there is room for: the same pages, painted by the same
// painter, as the PDF gets. Only what is seen is painted. GUI thread.

#include "ui/report/paper.h"

#include <QAbstractScrollArea>
#include <QPixmap>

#include <map>
#include <memory>

namespace diptych {

class ReportPreview : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit ReportPreview(QWidget* parent = nullptr);

    /// Null: nothing to show yet. The place that is looked at stays where it can.
    void setDocument(std::shared_ptr<const PaperDocument> document);
    [[nodiscard]] int pageCount() const;
    /// The page in the middle, from 0.
    [[nodiscard]] int currentPage() const;
    void showPage(int page);

Q_SIGNALS:
    void currentPageChanged(int page);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    [[nodiscard]] QSize pageSize() const;
    [[nodiscard]] int topOf(int page) const;
    void fitScrollBars();
    [[nodiscard]] const QPixmap& pictureOf(int page);

    std::shared_ptr<const PaperDocument> m_document;
    std::map<int, QPixmap> m_pictures; ///< of pages near those seen
};

} // namespace diptych
