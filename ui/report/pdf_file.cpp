#include "ui/report/pdf_file.h"

#include "core/export/output_file.h"
#include "ui/report/pdf_metadata.h"
#include "ui/report/report_pages.h"

#include <QBuffer>
#include <QLocale>
#include <QPainter>
#include <QPdfWriter>

namespace diptych {

namespace {

constexpr int kPointsPerInch = 72;

Error cancelled() {
    return {ErrorCode::Cancelled, {}, {}, "stopped", {}};
}

QPageSize::PageSizeId pageSizeOf(PaperSize size) {
    switch (size) {
    case PaperSize::A4:
        return QPageSize::A4;
    case PaperSize::Letter:
        return QPageSize::Letter;
    }
    return QPageSize::A4;
}

/// What QPdfWriter makes of the pages; empty when it was stopped.
QByteArray paintPages(const PaperDocument& document, const CancelToken& cancel,
                      const PageProgress& progress) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setResolution(kPointsPerInch * kPaperUnits);
    writer.setPageSize(QPageSize(pageSizeOf(document.size)));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    writer.setTitle(document.title);
    QPainter painter(&writer);
    const int pages = static_cast<int>(document.pages.size());
    for (int i = 0; i < pages && !cancel.isCancelled(); ++i) {
        if (i > 0) {
            writer.newPage();
        }
        paintPaper(painter, document.pages[static_cast<std::size_t>(i)]);
        if (progress) {
            progress(i + 1, pages);
        }
    }
    painter.end();
    return cancel.isCancelled() ? QByteArray() : buffer.data();
}

} // namespace

Result<std::string> paperAsPdf(const PaperDocument& document, const QDateTime& created,
                               const CancelToken& cancel, const PageProgress& progress) {
    const QByteArray painted = paintPages(document, cancel, progress);
    if (cancel.isCancelled()) {
        return cancelled();
    }
    return addPdfMetadata(painted, document, created);
}

Failure writeReportPdf(const Comparison& comparison, const PdfOptions& options, const std::string& path,
                       const CancelToken& cancel, const PageProgress& progress) {
    const ReportDocument content = makeReport(comparison, options.content);
    const PaperDocument paper = layOutReport(content, {options.size, printedDate(options.created)}, cancel);
    Result<std::string> pdf = paperAsPdf(paper, options.created, cancel, progress);
    if (!pdf) {
        Error error = pdf.error();
        error.file = path;
        return error;
    }
    return writeFile(path, pdf.value());
}

QDateTime reportDate() {
    bool isNumber = false;
    const qint64 seconds = qgetenv("SOURCE_DATE_EPOCH").toLongLong(&isNumber);
    return isNumber ? QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC) : QDateTime::currentDateTime();
}

QString printedDate(const QDateTime& date) {
    return date.isValid() ? QLocale::c().toString(date.date(), QStringLiteral("d MMMM yyyy")) : QString();
}

} // namespace diptych
