#pragma once
// The chapters of the report that are tables and charts of a comparison. For makeReport, and the JSON, which
// has the same figures; pure.

#include "core/export/report_document.h"

#include <string>
#include <vector>

namespace diptych {

/// "µs per step" or "µs".
[[nodiscard]] std::string timeUnit(const Comparison& comparison);

/// What a Page cell of a finding points at; "" when the pair is not in the report.
using AnchorOfPair = std::vector<std::string>;

[[nodiscard]] ReportTable findingsTable(const std::string& caption, const std::vector<FindingRow>& findings,
                                        const AnchorOfPair& anchors, std::size_t mostRows);
/// The parts that add up to the wall time; with `isWhole` also what these are made of.
[[nodiscard]] ReportTable wallTimeTable(const Comparison& comparison, bool isWhole);

/// The patterns that are drawn, before and after.
[[nodiscard]] std::vector<ReportFusion> fusionDrawings(const Comparison& comparison);

[[nodiscard]] std::vector<ReportBlock> operationBlocks(const Comparison& comparison);
[[nodiscard]] std::vector<ReportBlock> layerBlocks(const Comparison& comparison);
[[nodiscard]] std::vector<ReportBlock> fusionBlocks(const Comparison& comparison);
[[nodiscard]] std::vector<ReportBlock> budgetBlocks(const Comparison& comparison);
[[nodiscard]] std::vector<ReportBlock> moduleBlocks(const Comparison& comparison);
[[nodiscard]] std::vector<ReportBlock> healthBlocks(const Comparison& comparison);

} // namespace diptych
