#pragma once
// Everything about writing results from the window: asks where to, starts the export, and shows in the notice
// bar how far it is and how it ended. Owned by the window; GUI thread.

#include "core/compare/comparison.h"

#include <QObject>

#include <memory>

class QWidget;

namespace diptych {

class Actions;
class ExportJobs;
class NoticeBar;
class ReportPage;
class Settings;

class ExportActions : public QObject {
    Q_OBJECT

public:
    ExportActions(Actions& actions, Settings& settings, NoticeBar& notice, QWidget& window);

    /// What is exported from now on; null: nothing.
    void setComparison(std::shared_ptr<const Comparison> comparison);
    /// The page whose choices a PDF follows.
    void setReportPage(ReportPage* page);

    void exportCsv(const QString& folder);
    void exportJson(const QString& file);
    void exportXlsx(const QString& file);
    void exportPdf(const QString& file);

protected:
    /// Shows what tables and charts of the window say of files they wrote.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void chooseCsvFolder();
    void chooseFile(const QString& title, const QString& filter, const QString& suffix,
                    void (ExportActions::*write)(const QString&));
    void choosePdf();
    void chooseXlsx();
    void chooseJson();
    void showWritten(const QString& target, const QString& message);

    Settings& m_settings;
    NoticeBar& m_notice;
    QWidget& m_window;
    ReportPage* m_page = nullptr;
    std::shared_ptr<const Comparison> m_comparison;
    ExportJobs* m_jobs;
};

} // namespace diptych
