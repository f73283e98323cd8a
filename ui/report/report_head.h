#pragma once
// What stands at the top of the first page: the program, title, verdict and a card a side; and the remarks at
// its foot. Any thread.

#include "core/export/report_document.h"
#include "ui/report/paper_block.h"

namespace diptych {

[[nodiscard]] PaperBlock layOutHead(const ReportDocument& document, const QString& date, qreal width);
/// How much is aligned and how signs read.
[[nodiscard]] PaperBlock layOutSigns(const ReportDocument& document, qreal width);

} // namespace diptych
