#include "app/export_actions.h"

#include "app/actions.h"
#include "app/export_jobs.h"
#include "app/notice_bar.h"
#include "app/settings.h"
#include "ui/pages/report_page.h"
#include "ui/views/window_notice.h"

#include <QDesktopServices>
#include <QFileDialog>
#include <QFileInfo>
#include <QUrl>

namespace diptych {

namespace {

/// "qwen_mi300x_vs_qwen_h100"
QString proposedName(const Comparison& comparison) {
    const auto base = [&](Side side) {
        const QString name =
            QFileInfo(QString::fromStdString(comparison.sides[side]->trace->path)).fileName();
        return name.endsWith(QLatin1String(".gz")) || name.endsWith(QLatin1String(".zst"))
                   ? QFileInfo(name).completeBaseName().section(QStringLiteral(".json"), 0, 0)
                   : QFileInfo(name).completeBaseName();
    };
    return base(Side::A) + QStringLiteral("_vs_") + base(Side::B);
}

} // namespace

ExportActions::ExportActions(Actions& actions, Settings& settings, NoticeBar& notice, QWidget& window)
    : QObject(&window), m_settings(settings), m_notice(notice), m_window(window),
      m_jobs(new ExportJobs(this)) {
    window.installEventFilter(this);
    connect(actions.exportCsv, &QAction::triggered, this, &ExportActions::chooseCsvFolder);
    connect(actions.exportJson, &QAction::triggered, this, &ExportActions::chooseJson);
    connect(actions.exportXlsx, &QAction::triggered, this, &ExportActions::chooseXlsx);
    connect(actions.exportPdf, &QAction::triggered, this, &ExportActions::choosePdf);
    connect(m_jobs, &ExportJobs::progressed, this, [this](const QString& message) {
        m_notice.showNotice(NoticeBar::Kind::Information, message, QStringLiteral("Cancel"),
                            [this] { m_jobs->cancel(); });
    });
    connect(m_jobs, &ExportJobs::written, this, &ExportActions::showWritten);
    connect(m_jobs, &ExportJobs::failed, this,
            [this](const QString& message) { m_notice.showNotice(NoticeBar::Kind::Failure, message); });
    connect(m_jobs, &ExportJobs::cancelled, this,
            [this](const QString& message) { m_notice.showNotice(NoticeBar::Kind::Information, message); });
}

bool ExportActions::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != WindowNotice::eventType()) {
        return QObject::eventFilter(watched, event);
    }
    const auto& notice = static_cast<const WindowNotice&>(*event);
    const bool isDone = notice.kind() == WindowNotice::Kind::Done;
    m_notice.showNotice(isDone ? NoticeBar::Kind::Done : NoticeBar::Kind::Failure, notice.text());
    event->accept();
    return true;
}

void ExportActions::setComparison(std::shared_ptr<const Comparison> comparison) {
    m_comparison = std::move(comparison);
}

void ExportActions::setReportPage(ReportPage* page) {
    m_page = page;
    connect(page, &ReportPage::pdfRequested, this, &ExportActions::choosePdf);
    connect(page, &ReportPage::xlsxRequested, this, &ExportActions::chooseXlsx);
    connect(page, &ReportPage::csvRequested, this, &ExportActions::chooseCsvFolder);
    connect(page, &ReportPage::jsonRequested, this, &ExportActions::chooseJson);
}

void ExportActions::exportCsv(const QString& folder) {
    if (m_comparison) {
        m_jobs->writeCsv(m_comparison, folder);
    }
}

void ExportActions::exportJson(const QString& file) {
    if (m_comparison) {
        m_jobs->writeJson(m_comparison, file);
    }
}

void ExportActions::exportXlsx(const QString& file) {
    if (m_comparison) {
        m_jobs->writeXlsx(m_comparison, file);
    }
}

void ExportActions::exportPdf(const QString& file) {
    if (m_comparison) {
        PdfOptions options;
        options.created = reportDate();
        m_jobs->writePdf(m_comparison, m_page != nullptr ? m_page->options() : options, file);
    }
}

void ExportActions::chooseCsvFolder() {
    auto* const dialog = new QFileDialog(&m_window, QStringLiteral("Write the CSV tables into a folder"),
                                         m_settings.lastFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setLabelText(QFileDialog::Accept, QStringLiteral("Write here"));
    connect(dialog, &QFileDialog::fileSelected, this, &ExportActions::exportCsv);
    dialog->open();
}

void ExportActions::chooseFile(const QString& title, const QString& filter, const QString& suffix,
                               void (ExportActions::*write)(const QString&)) {
    if (!m_comparison) {
        return;
    }
    auto* const dialog = new QFileDialog(&m_window, title, m_settings.lastFolder(), filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(proposedName(*m_comparison) + QLatin1Char('.') + suffix);
    connect(dialog, &QFileDialog::fileSelected, this, write);
    dialog->open();
}

void ExportActions::choosePdf() {
    chooseFile(QStringLiteral("Write the report as PDF"), QStringLiteral("PDF (*.pdf)"),
               QStringLiteral("pdf"), &ExportActions::exportPdf);
}

void ExportActions::chooseXlsx() {
    chooseFile(QStringLiteral("Write all tables as a workbook"), QStringLiteral("Excel workbook (*.xlsx)"),
               QStringLiteral("xlsx"), &ExportActions::exportXlsx);
}

void ExportActions::chooseJson() {
    chooseFile(QStringLiteral("Write the comparison as JSON"), QStringLiteral("JSON (*.json)"),
               QStringLiteral("json"), &ExportActions::exportJson);
}

void ExportActions::showWritten(const QString& target, const QString& message) {
    const QString folder = QFileInfo(target).isDir() ? target : QFileInfo(target).absolutePath();
    m_notice.showNotice(NoticeBar::Kind::Done, message, QStringLiteral("Open the folder"),
                        [folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
}

} // namespace diptych
