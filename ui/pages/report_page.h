#pragma once
// What the report will hold: chapters, paper, title and author beside a preview of the very pages. Pages are
// laid out on a background thread; the newest wish replaces those before. Writing files is the window's. GUI
// thread.

#include "ui/pages/page_widget.h"
#include "ui/report/pdf_file.h"
#include "ui/session/job_runner.h"

class QCheckBox;
class QGridLayout;
class QLabel;
class QLineEdit;
class QTimer;

namespace diptych {

class ComparisonSession;
class ReportPreview;
class SegmentedSwitch;

class ReportPage : public PageWidget {
    Q_OBJECT

public:
    ReportPage(ComparisonSession* session, ViewState* state, QWidget* parent = nullptr);
    ~ReportPage() override;

    /// What is chosen at present, notes included.
    [[nodiscard]] PdfOptions options() const;
    /// The pages shown; null while the first are laid out.
    [[nodiscard]] const std::shared_ptr<const PaperDocument>& shownPages() const { return m_pages; }

Q_SIGNALS:
    void pdfRequested();
    void xlsxRequested();
    void csvRequested();
    void jsonRequested();

protected:
    void showComparison() override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* makeChoices();
    [[nodiscard]] QGridLayout* makeExportButtons(QWidget* parent);
    void readSettings();
    void saveSettings() const;
    void layOutSoon();
    void layOut();
    void takePages(JobNumber number, std::shared_ptr<const PaperDocument> pages);
    void showPageNumber();

    ComparisonSession* m_session;
    QLineEdit* m_title;
    QLineEdit* m_author;
    SegmentedSwitch* m_paper;
    std::vector<std::pair<ReportChapter, QCheckBox*>> m_chapters;
    ReportPreview* m_preview;
    QLabel* m_pageNumber;
    QTimer* m_delay;
    bool m_isOutdated = false; ///< something changed while the page was hidden
    std::shared_ptr<const PaperDocument> m_pages;
    JobHandle m_job;
    std::unique_ptr<JobRunner> m_runner; ///< last: it waits for its work before anything else goes
};

} // namespace diptych
