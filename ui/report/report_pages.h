#pragma once
// Lays a report document out on pages: the first page's head, chapters with bookmarks, tables that break
// across pages with repeated headers, page numbers. Needs fonts, so an application object must exist; any
// thread.

#include "core/base/cancel_token.h"
#include "core/export/report_document.h"
#include "ui/report/paper.h"

namespace diptych {

struct PaperOptions {
    PaperSize size = PaperSize::A4;
    QString date; ///< as printed on the first page; "" for none
};

/// With a cancelled token the pages are of no use.
[[nodiscard]] PaperDocument layOutReport(const ReportDocument& document, const PaperOptions& options,
                                         const CancelToken& cancel = {});

} // namespace diptych
