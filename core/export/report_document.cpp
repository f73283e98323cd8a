#include "core/export/report_document.h"

#include "core/export/device_name.h"
#include "core/export/report_chapters.h"
#include "core/export/report_pairs.h"

#include <algorithm>
#include <array>
#include <set>

namespace diptych {

namespace {

constexpr std::size_t kTopFindings = 6;
constexpr std::size_t kMostFindings = 40;

std::string fileNameOf(const std::string& path) {
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string joined(const std::vector<std::string>& parts, const char* separator) {
    std::string text;
    for (const std::string& part : parts) {
        if (!part.empty()) {
            text += (text.empty() ? "" : separator) + part;
        }
    }
    return text;
}

/// "12–31", or "12, 14, 20" cut short.
std::string stepNumbers(const std::vector<StepId>& steps) {
    if (steps.empty()) {
        return {};
    }
    const std::size_t first = steps.front().index();
    const std::size_t last = steps.back().index();
    if (last - first + 1 == steps.size()) {
        return first == last ? std::to_string(first)
                             : std::to_string(first) + "\u2013" + std::to_string(last);
    }
    std::string text;
    for (std::size_t i = 0; i < std::min<std::size_t>(steps.size(), 6); ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(steps[i].index());
    }
    return steps.size() > 6 ? text + ", \u2026" : text;
}

/// The phase that all selected steps of both sides have, or "".
std::string commonPhase(const Comparison& c) {
    std::set<Phase> phases;
    for (const Side side : kSides) {
        for (const StepId step : c.selection[side].steps) {
            phases.insert(c.sides[side]->steps.steps[step.index()].phase);
        }
    }
    return phases.size() == 1 && *phases.begin() != Phase::Unknown ? std::string(phaseName(*phases.begin()))
                                                                   : std::string();
}

/// The class of the whole model: a module of both sides that most of the time is spent in.
std::string modelName(const Comparison& c) {
    constexpr std::array<std::string_view, 5> kWrappers{"DataParallel", "DistributedDataParallel",
                                                        "FullyShardedDataParallel", "Sequential", "Module"};
    Nanoseconds allNs = 0;
    Nanoseconds mostNs = 0;
    const ModuleRow* root = nullptr;
    for (const ModuleRow& row : c.modules) {
        const Nanoseconds ns = row.depth == 0 ? row.ns.a.value_or(0) + row.ns.b.value_or(0) : 0;
        allNs += ns;
        if (ns > mostNs) {
            mostNs = ns;
            root = &row;
        }
    }
    if (root == nullptr || mostNs * 2 < allNs || root->kernels.a == 0 || root->kernels.b == 0) {
        return {};
    }
    const bool isModel = root->name.front() != '(' && // "(outside modules)"
                         std::find(kWrappers.begin(), kWrappers.end(), root->name) == kWrappers.end();
    return isModel ? root->name : std::string();
}

std::string gpuOf(const AnalyzedTrace& side) {
    std::string name = deviceNameOf(side);
    if (!name.empty()) {
        return name;
    }
    const Platform platform = side.trace->metadata.platform;
    return platform == Platform::Unknown ? "Unknown GPU"
                                         : std::string(platformName(platform)) + " GPU, model not in trace";
}

std::string shortGpuOf(const AnalyzedTrace& side) {
    const std::string name = deviceNameOf(side);
    if (!name.empty()) {
        return deviceModel(name);
    }
    const Platform platform = side.trace->metadata.platform;
    return platform == Platform::Unknown ? std::string() : std::string(platformName(platform)) + " GPU";
}

std::string stepsText(const Comparison& c) {
    const std::vector<StepId>& a = c.selection.a.steps;
    const std::vector<StepId>& b = c.selection.b.steps;
    if (!c.summary.perStep) {
        return "whole selection, totals";
    }
    const bool isOne = a.size() == 1 && b.size() == 1;
    const auto text = [&](const std::vector<StepId>& steps) {
        return stepNumbers(steps) + (isOne ? "" : " (" + std::to_string(steps.size()) + ")");
    };
    const std::string mean = isOne ? "step " : "mean over steps ";
    return a == b ? mean + text(a) : mean + text(a) + " of A, " + text(b) + " of B";
}

/// Of the rank that is compared; a file may hold several.
std::optional<std::int64_t> rankOf(const AnalyzedTrace& side) {
    const std::vector<RankInfo>& ranks = side.trace->ranks;
    return side.rank < ranks.size() ? ranks[side.rank].rank : std::nullopt;
}

std::string subtitleOf(const Comparison& c) {
    std::vector<std::string> parts;
    const TraceMetadata& a = c.sides.a->trace->metadata;
    const TraceMetadata& b = c.sides.b->trace->metadata;
    if (!a.torchVersion.empty() && a.torchVersion == b.torchVersion) {
        parts.push_back("PyTorch " + a.torchVersion);
    }
    if (a.worldSize && a.worldSize == b.worldSize && *a.worldSize > 1) {
        const std::string all = std::to_string(*a.worldSize);
        const auto rank = rankOf(*c.sides.a);
        parts.push_back(rank && rank == rankOf(*c.sides.b) ? "rank " + std::to_string(*rank) + " of " + all
                                                           : all + " ranks");
    }
    if (c.options.phase != PhaseFilter::All) {
        parts.push_back("phase " + std::string(phaseFilterName(c.options.phase)));
    }
    const std::string facts = joined(parts, ", ");
    return joined({facts, stepsText(c)}, "; ");
}

std::optional<double> shareOf(Nanoseconds part, Nanoseconds whole) {
    return whole > 0 ? std::optional(static_cast<double>(part) / static_cast<double>(whole)) : std::nullopt;
}

ReportSide sideOf(const Comparison& c, Side side) {
    const AnalyzedTrace& analyzed = *c.sides[side];
    const TraceMetadata& metadata = analyzed.trace->metadata;
    const SelectedSide& selected = c.selection[side];
    const std::uint64_t kernels = c.summary.perStep ? kernelsPerStep(selected).value_or(0) : selected.kernels;
    ReportSide shown;
    shown.gpu = gpuOf(analyzed);
    shown.facts =
        joined({metadata.runtimeVersion, std::to_string(kernels) + (kernels == 1 ? " kernel" : " kernels") +
                                             (c.summary.perStep ? " per step" : "")},
               ", ");
    shown.file = fileNameOf(analyzed.trace->path);
    shown.ns = c.summary.ns[side];
    shown.aligned = shareOf(c.coverage.matchedNs[side], c.coverage.totalNs[side]);
    return shown;
}

// ---- the chapters around the tables

std::vector<ReportBlock> overviewBlocks(const Comparison& c, const AnchorOfPair& anchors) {
    std::vector<ReportBlock> blocks;
    ReportWaterfall waterfall;
    waterfall.unit = c.summary.perStep ? "per step" : "in all";
    waterfall.gapNs = c.summary.gapNs;
    PerSide<std::string> labels;
    for (const Side side : kSides) {
        labels[side] = joined({sideName(side), shortGpuOf(*c.sides[side])}, ", ");
    }
    waterfall.steps = waterfallSteps(c, labels, kReportWaterfallRows);
    blocks.emplace_back(std::move(waterfall));
    blocks.emplace_back(ReportComposition{c.composition.a.perStep && c.composition.b.perStep
                                              ? "Composition of one step"
                                              : "Composition of the wall time",
                                          c.composition});
    blocks.emplace_back(wallTimeTable(c, false));
    if (!c.findings.empty()) {
        ReportTable table = findingsTable("Top findings", c.findings, anchors, kTopFindings);
        table.leftOut = 0; // the chapter Findings has them
        table.remark = c.summary.perStep ? "by what A could gain per step" : "by what A could gain";
        blocks.emplace_back(std::move(table));
    }
    return blocks;
}

ReportTable noteTable(const std::vector<ReportNote>& notes) {
    ReportTable table;
    table.caption = "Notes";
    table.columns = {{"On", "", ReportFormat::Text, true, 0.4}, {"Note", "", ReportFormat::Text, false, 2}};
    for (const ReportNote& note : notes) {
        ReportRow line;
        line.cells = {note.attachedTo.empty() ? std::string("the comparison") : note.attachedTo, note.text};
        table.rows.push_back(std::move(line));
    }
    return table;
}

std::vector<ReportBlock> findingBlocks(const Comparison& c, const AnchorOfPair& anchors) {
    std::vector<ReportBlock> blocks;
    if (!c.findings.empty()) {
        blocks.emplace_back(findingsTable("What would close the gap", c.findings, anchors, kMostFindings));
    }
    if (!c.ahead.empty()) {
        blocks.emplace_back(findingsTable("Where A is ahead", c.ahead, anchors, kMostFindings));
    }
    return blocks;
}

/// "profiler_steps" as one reads it.
std::string inWords(std::string_view name) {
    std::string words(name);
    std::replace(words.begin(), words.end(), '_', ' ');
    return words;
}

ReportTable sourceTable(const Comparison& c) {
    ReportTable table;
    table.caption = "The two traces";
    table.columns = {{"", "", ReportFormat::Text, true, 0.6},
                     {"A", "", ReportFormat::Text},
                     {"B", "", ReportFormat::Text}};
    const auto add = [&](const std::string& name, auto text) {
        ReportRow line;
        line.cells = {name, text(*c.sides.a, c.selection.a), text(*c.sides.b, c.selection.b)};
        table.rows.push_back(std::move(line));
    };
    const auto known = [](const std::string& text) {
        return text.empty() ? ReportValue("not in trace") : ReportValue(text);
    };
    using Trace = AnalyzedTrace;
    add("File", [&](const Trace& t, const SelectedSide&) { return known(t.trace->path); });
    add("Bytes on disk",
        [](const Trace& t, const SelectedSide&) { return ReportValue(std::to_string(t.trace->fileBytes)); });
    add("GPU", [&](const Trace& t, const SelectedSide&) { return known(deviceNameOf(t)); });
    add("Runtime",
        [&](const Trace& t, const SelectedSide&) { return known(t.trace->metadata.runtimeVersion); });
    add("PyTorch",
        [&](const Trace& t, const SelectedSide&) { return known(t.trace->metadata.torchVersion); });
    add("Recorded", [&](const Trace& t, const SelectedSide&) { return known(t.trace->metadata.recordedAt); });
    add("Device", [](const Trace& t, const SelectedSide&) { return ReportValue(std::to_string(t.device)); });
    add("Steps found by", [](const Trace& t, const SelectedSide&) {
        return ReportValue(inWords(stepSourceName(t.steps.source)));
    });
    add("Steps compared", [](const Trace& t, const SelectedSide& selected) {
        return ReportValue(t.steps.steps.empty()
                               ? std::string("none found")
                               : stepNumbers(selected.steps) + ", " + std::to_string(selected.steps.size()) +
                                     " of " + std::to_string(t.steps.steps.size()));
    });
    add("Layers found by", [](const Trace& t, const SelectedSide&) {
        return ReportValue(inWords(layerSourceName(t.sections.source)));
    });
    add("Layers in a pass",
        [](const Trace& t, const SelectedSide&) { return ReportValue(std::to_string(t.layersPerPass)); });
    add("Kernels are classified by", [](const Trace& t, const SelectedSide&) {
        return ReportValue(std::string(t.usesBuiltInRules ? "the built-in rules" : "the user's own rules"));
    });
    return table;
}

std::vector<ReportBlock> readingBlocks(const Comparison& c) {
    std::vector<ReportBlock> blocks;
    const auto add = [&](const std::string& heading, const std::string& text) {
        blocks.emplace_back(ReportParagraph{text, heading});
    };
    add("Sides and signs",
        "A is the trace that is examined, B the reference it is held against. A \u2212 B is the time of A "
        "less the time of B: \u25B2 and a plus sign mean that A takes more time, \u25BC and a minus sign "
        "that it takes less. A \u00F7 B above 1 means that A is slower. A dash means that a figure does not "
        "apply, for example because only one side runs such a kernel.");
    add("Times",
        "Times are GPU times as the profiler recorded them: sums of the durations of kernels, copies and "
        "fills. " +
            std::string(
                c.summary.perStep
                    ? "They are divided by the number of selected steps of their side, so that both traces "
                      "may hold a different number of steps. "
                    : "At least one side has no steps, so that times are totals of what is selected. ") +
            "Kernels that run at the same time on several streams each count in full; idle time and overlap "
            "belong to the composition of the wall time only. Activities with impossible times are left out "
            "of every sum; the chapter Health says how many there are.");
    add("Pairs", "Kernels are paired in order, section by section: first by module and CPU op where both "
                 "traces have them, else by operation, name, place and share of time. Neighbours that do one "
                 "piece of work together stand as one group. Statistics of a pair are over its instances, "
                 "one for each step. Pairs whose difference lies within noise are no findings.");
    add("Where the figures come from",
        "Everything here is computed from the two files below and from nothing else. The same figures, with "
        "every row that was left out here, are in the CSV, XLSX and JSON exports of the same comparison.");
    blocks.emplace_back(sourceTable(c));
    return blocks;
}

ReportSection sectionOf(const Comparison& c, ReportChapter chapter, LargestPairs& largest) {
    ReportSection section;
    section.chapter = chapter;
    section.title = chapterTitle(chapter);
    const auto fill = [&](std::vector<ReportBlock> blocks, const std::string& whenEmpty) {
        section.blocks = std::move(blocks);
        if (section.blocks.empty()) {
            section.blocks.emplace_back(ReportParagraph{whenEmpty, {}});
        }
    };
    switch (chapter) {
    case ReportChapter::Overview:
        section.blocks = overviewBlocks(c, largest.anchors);
        break;
    case ReportChapter::Findings:
        fill(findingBlocks(c, largest.anchors), "Nothing stands out: no pair of kernels differs enough.");
        break;
    case ReportChapter::Operations:
        fill(operationBlocks(c), "Neither side has GPU activities in this selection.");
        break;
    case ReportChapter::Layers:
        fill(layerBlocks(c), "No layers were found in this selection.");
        break;
    case ReportChapter::Pairs:
        section.remark = "Pairs of the same kernels in several layers stand together, the one with the "
                         "largest gap with its statistics.";
        for (ReportPair& pair : largest.pairs) {
            section.blocks.emplace_back(std::move(pair));
        }
        fill(std::move(section.blocks), "There is no kernel in this selection.");
        break;
    case ReportChapter::Fusion:
        fill(fusionBlocks(c), "Neither side fuses work that the other side runs as several kernels.");
        break;
    case ReportChapter::Budget:
        fill(budgetBlocks(c), "Neither side has GPU time in this selection.");
        break;
    case ReportChapter::Modules:
        fill(moduleBlocks(c), "The traces hold no nn.Module calls (record with_stack=True).");
        break;
    case ReportChapter::Health:
        fill(healthBlocks(c), "Nothing to report: both traces are whole.");
        break;
    case ReportChapter::Reading:
        section.blocks = readingBlocks(c);
        break;
    }
    return section;
}

} // namespace

const std::vector<ReportChapter>& reportChapters() {
    static const std::vector<ReportChapter> chapters{
        ReportChapter::Overview, ReportChapter::Findings, ReportChapter::Operations, ReportChapter::Layers,
        ReportChapter::Pairs,    ReportChapter::Fusion,   ReportChapter::Budget,     ReportChapter::Modules,
        ReportChapter::Health,   ReportChapter::Reading};
    return chapters;
}

std::string_view chapterTitle(ReportChapter chapter) {
    switch (chapter) {
    case ReportChapter::Overview:
        return "Overview";
    case ReportChapter::Findings:
        return "Findings";
    case ReportChapter::Operations:
        return "Operations";
    case ReportChapter::Layers:
        return "Layers";
    case ReportChapter::Pairs:
        return "Largest kernel pairs";
    case ReportChapter::Fusion:
        return "Fusion";
    case ReportChapter::Budget:
        return "Budget and composition";
    case ReportChapter::Modules:
        return "Modules";
    case ReportChapter::Health:
        return "Health";
    case ReportChapter::Reading:
        return "How to read this report";
    }
    return {};
}

std::optional<std::uint64_t> kernelsPerStep(const SelectedSide& selected) {
    const std::uint64_t steps = selected.steps.size();
    return steps > 0 ? std::optional((selected.kernels + steps / 2) / steps) : std::nullopt;
}

std::string proposedReportTitle(const Comparison& comparison) {
    const std::string a = shortGpuOf(*comparison.sides.a);
    const std::string b = shortGpuOf(*comparison.sides.b);
    const std::string gpus =
        a.empty() && b.empty() ? "Two traces"
        : a == b               ? "Two traces of " + a
                               : (a.empty() ? "Unknown GPU" : a) + " and " + (b.empty() ? "unknown GPU" : b);
    const std::string model = modelName(comparison);
    const std::string phase = commonPhase(comparison);
    const std::string subject = joined({model, phase}, " ");
    return joined({gpus, subject}, ", ");
}

ReportDocument makeReport(const Comparison& comparison, const ReportOptions& options) {
    ReportDocument document;
    document.title = options.title.empty() ? proposedReportTitle(comparison) : options.title;
    document.subtitle = subtitleOf(comparison);
    document.author = options.author;
    document.verdict = comparison.summary.verdict;
    document.perStep = comparison.summary.perStep;
    for (const Side side : kSides) {
        document.sides[side] = sideOf(comparison, side);
    }
    document.subject =
        "Comparison of " + document.sides.a.file + " (A) with " + document.sides.b.file + " (B)";
    const auto isChosen = [&](ReportChapter chapter) {
        return std::find(options.chapters.begin(), options.chapters.end(), chapter) != options.chapters.end();
    };
    LargestPairs largest;
    if (isChosen(ReportChapter::Pairs)) {
        largest = largestPairs(comparison);
    }
    for (const ReportChapter chapter : reportChapters()) {
        if (isChosen(chapter)) {
            document.sections.push_back(sectionOf(comparison, chapter, largest));
            if (chapter == ReportChapter::Overview && !options.notes.empty()) {
                document.sections.back().blocks.emplace_back(noteTable(options.notes));
            }
        }
    }
    return document;
}

} // namespace diptych
