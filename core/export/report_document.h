#pragma once
// What a report says, before anything is drawn: chapters of texts, tables and chart data with their figures
// unformatted (times in nanoseconds). Painting, page breaks and the writing of numbers are the painter's.
// Built from a comparison and then independent of it; plain values, any thread.

#include "core/compare/comparison.h"
#include "core/export/waterfall.h"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace diptych {

enum class ReportChapter : std::uint8_t {
    Overview,
    Findings,
    Operations,
    Layers,
    Pairs,
    Fusion,
    Budget,
    Modules,
    Health,
    Reading,
};

/// All chapters in the order of the pages.
[[nodiscard]] const std::vector<ReportChapter>& reportChapters();
[[nodiscard]] std::string_view chapterTitle(ReportChapter chapter);

/// How a value is written.
enum class ReportFormat : std::uint8_t {
    Text,         ///< wrapped
    Name,         ///< of a kernel: shortened, the telling part kept
    Microseconds, ///< of integer nanoseconds
    Gap,          ///< the same with arrow and sign
    Ratio,
    Share,   ///< a fraction, written in percent
    Count,   ///< an integer
    Average, ///< a number with one decimal
    Times,   ///< the same as how often something happens
    Mark,    ///< a word in a frame
    Page,    ///< an anchor, written as the number of its page
};

/// monostate: does not apply. Integers are nanoseconds or counts, as the column says.
using ReportValue = std::variant<std::monostate, std::int64_t, std::uint64_t, double, std::string>;

struct ReportColumn {
    std::string title;
    std::string unit; ///< "µs", "%" or ""
    ReportFormat format = ReportFormat::Text;
    bool isSecondary = false; ///< written less strongly
    double stretch = 1;       ///< share of the room that texts and names divide among themselves
};

struct ReportRow {
    std::vector<ReportValue> cells; ///< one a column
    std::string category;           ///< "" or the category whose colour stands before the row
    std::uint32_t indent = 0;       ///< of the first column
    bool isTotal = false;
    std::string anchor; ///< "" or what a Page cell may point at
};

struct ReportTable {
    std::string caption;
    std::string remark; ///< beside the caption
    std::vector<ReportColumn> columns;
    std::vector<ReportRow> rows;
    std::size_t leftOut = 0; ///< rows that the comparison has beyond these
};

struct ReportParagraph {
    std::string text;
    std::string heading; ///< "" for none
};

struct ReportWaterfall {
    std::string unit; ///< "per step" or "in all"
    Nanoseconds gapNs = 0;
    std::vector<WaterfallStep> steps;
};

struct ReportComposition {
    std::string caption;
    PerSide<CompositionSide> sides;
};

/// Both sides' times as pairs of bars, lying (operations, categories) or standing (layers).
struct ReportBars {
    struct Bar {
        std::string label;
        std::string category;
        PerSide<std::optional<Nanoseconds>> ns;
    };
    std::string caption;
    std::string unit;
    bool areStanding = false;
    std::vector<Bar> bars;
};

/// One of the largest kernel pairs, with all that is known of it.
struct ReportPair {
    struct Kernels {
        std::vector<NameShare> names; ///< whole names, modal one first
        DurationStats stats;
        std::string cpuOp; ///< "" when not known
        std::string inputDims;
        std::vector<std::string> frames; ///< model code that launched it most often, outermost first
        std::uint64_t framesCount = 0;   ///< how many launches came that way
        bool hasStack = false;
    };
    std::string id; ///< of the pair whose statistics these are
    std::string layer;
    std::string operation;
    std::string category;
    std::string role;
    PerSide<Kernels> sides;
    PerSide<std::uint32_t> kernels; ///< per instance
    std::optional<double> ratio;
    Nanoseconds gapNs = 0;
    double confidence = 0;
    std::string reason;
    std::string note;
    std::vector<std::string> alike; ///< ids of the pairs of these kernels, this one among them
    Nanoseconds alikeGapNs = 0;     ///< sum over them
    std::string anchor;
};

/// A fusion pattern, before and after.
struct ReportFusion {
    struct Kernel {
        std::string name;
        Nanoseconds ns = 0; ///< once
    };
    std::string pattern;
    std::string evidence;
    std::optional<Side> fuses;
    Nanoseconds gapNs = 0; ///< once, over all places
    std::string drawnPair; ///< the place that is drawn
    PerSide<std::vector<Kernel>> kernels;
    PerSide<std::optional<Nanoseconds>> ns; ///< once, at the place that is drawn
};

using ReportBlock = std::variant<ReportParagraph, ReportTable, ReportWaterfall, ReportComposition, ReportBars,
                                 ReportPair, ReportFusion>;

struct ReportSection {
    ReportChapter chapter = ReportChapter::Overview;
    std::string title;
    std::string remark; ///< a sentence under the title
    std::vector<ReportBlock> blocks;
};

/// One side on the first page.
struct ReportSide {
    std::string gpu;   ///< whole name, or the platform
    std::string facts; ///< runtime, kernels
    std::string file;  ///< without folder
    Nanoseconds ns = 0;
    std::optional<double> aligned; ///< share of its time in pairs of both sides
};

/// A remark of the user and what it is attached to ("layer 14", "" for the comparison).
struct ReportNote {
    std::string attachedTo;
    std::string text;
};

struct ReportOptions {
    std::vector<ReportChapter> chapters = reportChapters();
    std::string title;             ///< "": made from both GPUs, model and phase
    std::string author;            ///< "": nobody is named
    std::vector<ReportNote> notes; ///< stand in the overview
};

struct ReportDocument {
    std::string title;
    std::string subtitle;
    std::string author;
    std::string subject;
    std::string verdict;
    bool perStep = false;
    PerSide<ReportSide> sides;
    std::vector<ReportSection> sections;
};

/// Rows per table are bounded, so that the report of any trace can be read; what is left out is counted.
[[nodiscard]] ReportDocument makeReport(const Comparison& comparison, const ReportOptions& options = {});

/// Activities of a selected step on average, to the nearest whole one; empty without steps.
[[nodiscard]] std::optional<std::uint64_t> kernelsPerStep(const SelectedSide& selected);

/// "MI300X and H100, Qwen2ForCausalLM decode": what makeReport calls the report when nobody says otherwise.
[[nodiscard]] std::string proposedReportTitle(const Comparison& comparison);

} // namespace diptych
