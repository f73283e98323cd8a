#include "core/export/json_writer.h"

#include "core/export/report_document.h"
#include "core/export/report_json.h"
#include "core/export/tables.h"
#include "core/export/trace_json.h"

namespace diptych {

namespace {

/// One cell of a table as a JSON value.
struct CellWriter {
    JsonText& json;

    void operator()(std::monostate) const { json.null(); }
    void operator()(const TextList& texts) const {
        json.beginArray();
        for (const std::string_view text : texts) {
            json.value(text);
        }
        json.endArray();
    }
    void operator()(const std::vector<NameShare>* names) const {
        json.beginArray();
        for (const NameShare& name : *names) {
            json.beginObject();
            json.member("name", std::string_view(name.name));
            json.member("count", name.count);
            json.member("total_ns", name.totalNs);
            json.member("steps_count", name.insideStepsCount);
            json.member("steps_ns", name.insideStepsNs);
            json.endObject();
        }
        json.endArray();
    }
    void operator()(const std::vector<StackCount>* stacks) const {
        json.beginArray();
        for (const StackCount& stack : *stacks) {
            json.beginObject();
            json.member("count", stack.count);
            json.key("frames");
            (*this)(TextList(stack.frames.begin(), stack.frames.end()));
            json.endObject();
        }
        json.endArray();
    }
    template <class Plain>
    void operator()(Plain plain) const {
        json.value(plain);
    }
};

void writeCells(JsonText& json, const OutputTable& table, TableReader& reader, std::size_t row) {
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        json.key(table.columns[column].name);
        std::visit(CellWriter{json}, reader.cell(row, column));
    }
}

void writeTable(JsonText& json, std::string_view name, const Comparison& comparison) {
    const OutputTable& table = *findTable(name);
    const std::unique_ptr<TableReader> reader = table.read(comparison);
    json.key(name);
    json.beginArray();
    for (std::size_t row = 0; row < reader->rowCount(); ++row) {
        json.beginObject();
        writeCells(json, table, *reader, row);
        json.endObject();
    }
    json.endArray();
}

template <class T>
void writeSides(JsonText& json, std::string_view nameA, std::string_view nameB, const PerSide<T>& sides) {
    json.member(nameA, sides.a);
    json.member(nameB, sides.b);
}

void writeSelectedSide(JsonText& json, const Comparison& comparison, Side side) {
    const SelectedSide& selected = comparison.selection[side];
    const AnalyzedTrace& analyzed = *comparison.sides[side];
    json.key(side == Side::A ? "a" : "b");
    json.beginObject();
    json.member("rank", analyzed.trace->ranks[analyzed.rank].rank);
    json.member("device", analyzed.device);
    json.key("steps");
    json.beginArray();
    for (const StepId step : selected.steps) {
        json.value(step.index());
    }
    json.endArray();
    json.member("everything", selected.everything);
    json.member("kernels", selected.kernels);
    json.member("total_ns", selected.totalNs);
    json.member("steps_ns", selected.stepsNs);
    json.member("step_ns", selected.stepNs);
    json.member("step_wall_ns", selected.stepWallNs);
    json.member("step_kernels", kernelsPerStep(selected));
    json.endObject();
}

void writeThresholds(JsonText& json, const Thresholds& thresholds) {
    json.key("thresholds");
    json.beginObject();
    json.member("operation_gap_ns", thresholds.operationGapNs);
    json.member("layer_gap_ns", thresholds.layerGapNs);
    json.member("layer_ratio", thresholds.layerRatio);
    json.member("improve_ratio", thresholds.improveRatio);
    json.member("count_ratio", thresholds.countRatio);
    json.endObject();
}

void writeSelection(JsonText& json, const Comparison& comparison) {
    json.key("selection");
    json.beginObject();
    json.member("phase", phaseFilterName(comparison.options.phase));
    json.member("names_only", comparison.sides.a->options.namesOnly);
    json.member("repair_names", comparison.sides.a->options.repairNames);
    writeSelectedSide(json, comparison, Side::A);
    writeSelectedSide(json, comparison, Side::B);
    writeThresholds(json, comparison.options.thresholds);
    json.endObject();
}

void writeSummary(JsonText& json, const Summary& summary) {
    json.key("summary");
    json.beginObject();
    json.member("per_step", summary.perStep);
    writeSides(json, "a_ns", "b_ns", summary.ns);
    json.member("gap_ns", summary.gapNs);
    json.member("ratio", summary.ratio);
    json.member("verdict", std::string_view(summary.verdict));
    json.key("dominant_operation");
    if (summary.dominantOperation) {
        json.value(std::string_view(*summary.dominantOperation));
    } else {
        json.null();
    }
    json.member("dominant_share", summary.dominantShare);
    json.endObject();
}

PerSide<std::optional<double>> matchedShares(const Coverage& coverage) {
    PerSide<std::optional<double>> shares;
    for (const Side side : kSides) {
        if (coverage.totalNs[side] > 0) {
            shares[side] =
                static_cast<double>(coverage.matchedNs[side]) / static_cast<double>(coverage.totalNs[side]);
        }
    }
    return shares;
}

void writeCoverage(JsonText& json, const Coverage& coverage) {
    json.key("coverage");
    json.beginObject();
    writeSides(json, "a_total_ns", "b_total_ns", coverage.totalNs);
    writeSides(json, "a_matched_ns", "b_matched_ns", coverage.matchedNs);
    writeSides(json, "a_matched_share", "b_matched_share", matchedShares(coverage));
    writeSides(json, "a_exact_ns", "b_exact_ns", coverage.exactNs);
    writeSides(json, "a_rule_ns", "b_rule_ns", coverage.ruleNs);
    writeSides(json, "a_inferred_ns", "b_inferred_ns", coverage.inferredNs);
    writeSides(json, "a_one_to_one_kernels", "b_one_to_one_kernels", coverage.oneToOneKernels);
    writeSides(json, "a_grouped_kernels", "b_grouped_kernels", coverage.groupedKernels);
    writeSides(json, "a_only_kernels", "b_only_kernels", coverage.onlyKernels);
    writeSides(json, "a_one_to_one_ns", "b_one_to_one_ns", coverage.oneToOneNs);
    writeSides(json, "a_grouped_ns", "b_grouped_ns", coverage.groupedNs);
    writeSides(json, "a_only_ns", "b_only_ns", coverage.onlyNs);
    json.endObject();
}

std::string_view sectionKindName(SectionKind kind) {
    switch (kind) {
    case SectionKind::Whole:
        return "whole";
    case SectionKind::Prologue:
        return "prologue";
    case SectionKind::Layer:
        return "layer";
    case SectionKind::Between:
        return "between";
    case SectionKind::Epilogue:
        return "epilogue";
    case SectionKind::Earlier:
        return "earlier";
    case SectionKind::Later:
        return "later";
    case SectionKind::Outside:
        return "outside";
    }
    return "whole";
}

/// The sections of both sides that bear a layer's name, and how often each occurs.
void writeSections(JsonText& json, const std::string& layer, const Comparison& comparison) {
    json.key("sections");
    json.beginArray();
    for (const Side side : kSides) {
        const Sections& sections = comparison.sides[side]->sections;
        for (std::size_t i = 0; i < sections.sections.size(); ++i) {
            const Section& section = sections.sections[i];
            if (section.name != layer) {
                continue;
            }
            json.beginObject();
            json.member("side", sideName(side));
            json.member("kind", sectionKindName(section.kind));
            json.member("group", section.group);
            json.member("layer", section.layer);
            json.member("type", section.type);
            json.key("instances");
            json.beginArray();
            for (const SectionInstance& instance : sections.instances) {
                if (instance.section == SectionId(i)) {
                    json.beginObject();
                    json.key("step");
                    if (instance.step.isValid()) {
                        json.value(instance.step.index());
                    } else {
                        json.null();
                    }
                    json.member("activities", instance.end - instance.begin);
                    json.endObject();
                }
            }
            json.endArray();
            json.endObject();
        }
    }
    json.endArray();
}

void writeLayers(JsonText& json, const Comparison& comparison) {
    const OutputTable& layers = *findTable("layers");
    const OutputTable& pairs = *findTable("pairs");
    const std::unique_ptr<TableReader> layerReader = layers.read(comparison);
    const std::unique_ptr<TableReader> pairReader = pairs.read(comparison);
    json.key(layers.name);
    json.beginArray();
    for (std::size_t row = 0; row < comparison.layers.size(); ++row) {
        json.beginObject();
        writeCells(json, layers, *layerReader, row);
        writeSections(json, comparison.layers[row].layer, comparison);
        json.key(pairs.name);
        json.beginArray();
        for (const std::uint32_t pair : comparison.layers[row].pairs) {
            json.beginObject();
            writeCells(json, pairs, *pairReader, pair);
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }
    json.endArray();
}

void writeFusionTally(JsonText& json, const FusionTally& tally) {
    json.key("fusion_tally");
    json.beginObject();
    writeSides(json, "a_patterns", "b_patterns", tally.patterns);
    json.endObject();
}

void writeLaunchGroups(JsonText& json, const LaunchCounts& counts) {
    json.key("launch_count_groups");
    json.beginObject();
    writeSides(json, "a_groups", "b_groups", counts.groups);
    json.member("matches", counts.matches);
    json.endObject();
}

void writeSide(JsonText& json, std::string_view name, const AnalyzedTrace& side) {
    json.key(name);
    json.beginObject();
    writeTraceMembers(json, side);
    writeDiagnostics(json, allDiagnostics(side));
    json.endObject();
}

} // namespace

std::string inspectJson(const AnalyzedTrace& side, const LoadFigures& load) {
    JsonText json;
    json.beginObject();
    json.member("schema", "diptych.inspect/1");
    writeTraceMembers(json, side);
    json.key("load");
    json.beginObject();
    json.member("seconds", load.seconds);
    json.member("peak_rss_bytes", load.peakRssBytes);
    json.endObject();
    writeDiagnostics(json, allDiagnostics(side));
    json.endObject();
    return json.take();
}

std::string comparisonJson(const Comparison& comparison) {
    JsonText json;
    json.beginObject();
    json.member("schema", "diptych.comparison/1");
    writeSide(json, "a", *comparison.sides.a);
    writeSide(json, "b", *comparison.sides.b);
    writeSelection(json, comparison);
    writeSummary(json, comparison.summary);
    writeTable(json, "operations", comparison);
    writeLayers(json, comparison);
    writeTable(json, "fusion", comparison);
    writeFusionTally(json, comparison.fusionTally);
    writeTable(json, "launch_counts", comparison);
    writeLaunchGroups(json, comparison.launchCounts);
    writeTable(json, "same_kernels", comparison);
    json.member("same_kernels_mean_ratio", comparison.sameKernels.meanRatio);
    for (const std::string_view name : {"budget", "composition", "idle_gaps", "modules", "findings", "ahead",
                                        "attribution", "reclassified"}) {
        writeTable(json, name, comparison);
    }
    writeReportMembers(json, comparison);
    writeCoverage(json, comparison.coverage);
    writeTable(json, "diagnostics", comparison);
    json.endObject();
    return json.take();
}

} // namespace diptych
