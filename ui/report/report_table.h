#pragma once
// A table of the report laid out for a width: caption, header and rows as blocks, which the flow of pages
// stacks and whose header it repeats. Any thread.

#include "core/export/report_document.h"
#include "ui/report/paper_block.h"

#include <vector>

namespace diptych {

struct PaperTable {
    PaperBlock caption; ///< height 0: none
    PaperBlock header;
    std::vector<PaperBlock> rows;
    PaperBlock remark; ///< what was left out; height 0: nothing
};

[[nodiscard]] PaperTable layOutTable(const ReportTable& table, qreal width);

} // namespace diptych
