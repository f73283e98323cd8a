#include "core/export/report_json.h"

#include "core/export/report_chapters.h"
#include "core/export/report_pairs.h"
#include "core/export/wall_time.h"
#include "core/export/waterfall.h"

namespace diptych {

namespace {

void writeTexts(JsonText& json, std::string_view name, const std::vector<std::string>& texts) {
    json.key(name);
    json.beginArray();
    for (const std::string& text : texts) {
        json.value(std::string_view(text));
    }
    json.endArray();
}

/// An empty text is an unknown one.
void writeText(JsonText& json, std::string_view name, const std::string& text) {
    json.member(name, text.empty() ? std::nullopt : std::optional<std::string_view>(text));
}

/// The row of a side has no operation, a row that stands for the rest has several.
void writeWaterfall(JsonText& json, const Comparison& comparison) {
    json.key("waterfall");
    json.beginArray();
    for (const WaterfallStep& step : waterfallSteps(comparison, {}, kReportWaterfallRows)) {
        json.beginObject();
        json.member("side", step.side ? std::optional(sideName(*step.side)) : std::nullopt);
        writeTexts(json, "operations",
                   step.side || !step.merged.empty() ? step.merged : std::vector{step.operation});
        json.member("from_ns", step.fromNs);
        json.member("to_ns", step.toNs);
        json.member("gap_ns", step.side ? std::nullopt : std::optional(step.gapNs));
        json.member("share", step.share);
        json.endObject();
    }
    json.endArray();
}

void writeWallTime(JsonText& json, const Comparison& comparison) {
    json.key("wall_time");
    json.beginArray();
    for (const WallTimeRow& row : wallTimeRows(comparison.composition)) {
        json.beginObject();
        json.member("part", wallTimePartName(row.part));
        json.member("a_ns", row.ns.a);
        json.member("a_share", row.share.a);
        json.member("b_ns", row.ns.b);
        json.member("b_share", row.share.b);
        json.member("gap_ns", row.ns.a - row.ns.b);
        json.endObject();
    }
    json.endArray();
}

void writeLargestPairs(JsonText& json, const Comparison& comparison) {
    json.key("largest_pairs");
    json.beginArray();
    for (const ReportPair& pair : largestPairs(comparison).pairs) {
        json.beginObject();
        json.member("pair", std::string_view(pair.id));
        json.member("operation", std::string_view(pair.operation));
        json.member("role", std::string_view(pair.role));
        json.member("gap_ns", pair.gapNs);
        json.member("places", pair.alike.size());
        json.member("places_gap_ns", pair.alikeGapNs);
        writeTexts(json, "pairs", pair.alike);
        writeText(json, "a_cpu_op", pair.sides.a.cpuOp);
        writeText(json, "b_cpu_op", pair.sides.b.cpuOp);
        writeText(json, "a_input_dims", pair.sides.a.inputDims);
        writeText(json, "b_input_dims", pair.sides.b.inputDims);
        writeTexts(json, "a_frames", pair.sides.a.frames);
        writeTexts(json, "b_frames", pair.sides.b.frames);
        json.endObject();
    }
    json.endArray();
}

void writeDrawnKernels(JsonText& json, std::string_view name,
                       const std::vector<ReportFusion::Kernel>& kernels) {
    json.key(name);
    json.beginArray();
    for (const ReportFusion::Kernel& kernel : kernels) {
        json.beginObject();
        json.member("name", std::string_view(kernel.name));
        json.member("ns", kernel.ns);
        json.endObject();
    }
    json.endArray();
}

void writeDrawnFusions(JsonText& json, const Comparison& comparison) {
    json.key("drawn_fusions");
    json.beginArray();
    for (const ReportFusion& fusion : fusionDrawings(comparison)) {
        json.beginObject();
        json.member("pattern", std::string_view(fusion.pattern));
        json.member("fuses", fusion.fuses ? std::optional(sideName(*fusion.fuses)) : std::nullopt);
        json.member("gap_ns", fusion.gapNs);
        writeText(json, "pair", fusion.drawnPair);
        json.member("a_ns", fusion.ns.a);
        json.member("b_ns", fusion.ns.b);
        writeDrawnKernels(json, "a_kernels", fusion.kernels.a);
        writeDrawnKernels(json, "b_kernels", fusion.kernels.b);
        json.endObject();
    }
    json.endArray();
}

} // namespace

void writeReportMembers(JsonText& json, const Comparison& comparison) {
    writeWaterfall(json, comparison);
    writeWallTime(json, comparison);
    writeLargestPairs(json, comparison);
    writeDrawnFusions(json, comparison);
}

} // namespace diptych
