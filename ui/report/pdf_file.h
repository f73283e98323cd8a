#pragma once
// A report as a PDF file: QPdfWriter draws the pages, libqpdf adds what it cannot write (bookmarks, author,
// subject) and a file identifier that depends on the content alone. Equal pages give equal bytes for equal
// dates. Blocking; any thread, when an application object exists.

#include "core/base/cancel_token.h"
#include "core/base/result.h"
#include "core/export/report_document.h"
#include "ui/report/paper.h"

#include <QDateTime>

#include <functional>
#include <string>

namespace diptych {

/// How many of the pages are painted.
using PageProgress = std::function<void(int done, int all)>;

[[nodiscard]] Result<std::string> paperAsPdf(const PaperDocument& document, const QDateTime& created,
                                             const CancelToken& cancel = {},
                                             const PageProgress& progress = {});

struct PdfOptions {
    ReportOptions content;
    PaperSize size = PaperSize::A4;
    QDateTime created; ///< printed on the first page and kept in the file
};

/// Document, pages and file in one go; the file is replaced whole or not at all. "-" is standard output.
[[nodiscard]] Failure writeReportPdf(const Comparison& comparison, const PdfOptions& options,
                                     const std::string& path, const CancelToken& cancel = {},
                                     const PageProgress& progress = {});

/// The time that SOURCE_DATE_EPOCH says, else now: for builds that must be reproducible.
[[nodiscard]] QDateTime reportDate();
/// "30 November 2026", whatever the locale.
[[nodiscard]] QString printedDate(const QDateTime& date);

} // namespace diptych
