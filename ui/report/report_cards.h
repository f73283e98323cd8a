#pragma once
// Kernel pairs and fusion patterns of the report as blocks that stay together. Any thread.

#include "core/export/report_document.h"
#include "ui/report/paper_block.h"

namespace diptych {

/// `number` counts the pairs of the chapter from 1.
[[nodiscard]] PaperBlock layOutPair(const ReportPair& pair, std::size_t number, const QString& timeUnit,
                                    qreal width);
[[nodiscard]] PaperBlock layOutFusion(const ReportFusion& fusion, qreal width);

} // namespace diptych
