#pragma once
// The charts of the report as blocks: waterfall, composition, pairs of bars lying or standing. Vector only,
// from the document's figures. Any thread.

#include "core/export/report_document.h"
#include "ui/report/paper_block.h"

namespace diptych {

[[nodiscard]] PaperBlock layOutWaterfall(const ReportWaterfall& waterfall, qreal width);
[[nodiscard]] PaperBlock layOutComposition(const ReportComposition& composition, qreal width);
[[nodiscard]] PaperBlock layOutBars(const ReportBars& bars, qreal width);

} // namespace diptych
