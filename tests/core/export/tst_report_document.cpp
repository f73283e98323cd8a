// What the report says: chapters, figures taken over from the comparison, what is left out and counted.

#include "core/export/report_document.h"

#include "core/export/device_name.h"
#include "tests/support/sample_comparison.h"
#include "tests/support/test_program.h"

using namespace diptych;

namespace {

const ReportSection* sectionOf(const ReportDocument& document, ReportChapter chapter) {
    for (const ReportSection& section : document.sections) {
        if (section.chapter == chapter) {
            return &section;
        }
    }
    return nullptr;
}

template <class Block>
std::vector<Block> blocksOf(const ReportSection& section) {
    std::vector<Block> blocks;
    for (const ReportBlock& block : section.blocks) {
        if (const auto* const one = std::get_if<Block>(&block)) {
            blocks.push_back(*one);
        }
    }
    return blocks;
}

/// The table whose first column has that title.
std::optional<ReportTable> tableOf(const ReportDocument& document, ReportChapter chapter,
                                   const std::string& firstColumn) {
    for (const ReportTable& table : blocksOf<ReportTable>(*sectionOf(document, chapter))) {
        if (table.columns.front().title == firstColumn) {
            return table;
        }
    }
    return std::nullopt;
}

std::int64_t timeIn(const ReportValue& value) {
    const auto* const ns = std::get_if<std::int64_t>(&value);
    return ns != nullptr ? *ns : -1;
}

std::string textIn(const ReportValue& value) {
    const auto* const text = std::get_if<std::string>(&value);
    return text != nullptr ? *text : "(none)";
}

/// `count` operations, each with a gap of its own.
Comparison withOperations(std::size_t count) {
    Comparison c = test::sampleComparison();
    c.operations.resize(1);
    for (std::size_t i = 1; i < count; ++i) {
        OperationRow row = c.operations.front();
        row.operation = "Operation " + std::to_string(i);
        row.gapNs = static_cast<Nanoseconds>(i);
        c.operations.push_back(row);
        AttributionRow step;
        step.operation = row.operation;
        step.gapNs = row.gapNs;
        c.attribution.push_back(step);
    }
    return c;
}

} // namespace

class TestReportDocument : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyChapterIsThereInOrder();
    void chosenChaptersOnly();
    void figuresAreThoseOfTheComparison();
    void rowsLeftOutAreCounted();
    void waterfallStepsMeet_data();
    void waterfallStepsMeet();
    void pairsOfTheSameKernelsStandTogether();
    void pairsTellTheModelCode();
    void findingsPointAtTheirPair();
    void titlesAndAuthors();
    void notesStandInTheOverview();
    void nothingToReport();
    void deviceModels_data();
    void deviceModels();
};

void TestReportDocument::everyChapterIsThereInOrder() {
    const ReportDocument document = makeReport(test::sampleComparison());
    QCOMPARE(document.sections.size(), reportChapters().size());
    for (std::size_t i = 0; i < document.sections.size(); ++i) {
        QCOMPARE(document.sections[i].chapter, reportChapters()[i]);
        QVERIFY(!document.sections[i].title.empty());
        QVERIFY(!document.sections[i].blocks.empty());
    }
    QCOMPARE(document.verdict, test::sampleComparison().summary.verdict);
}

void TestReportDocument::chosenChaptersOnly() {
    ReportOptions options;
    options.chapters = {ReportChapter::Health, ReportChapter::Layers}; // the order of the pages stays
    const ReportDocument document = makeReport(test::sampleComparison(), options);
    QCOMPARE(document.sections.size(), std::size_t(2));
    QCOMPARE(document.sections[0].chapter, ReportChapter::Layers);
    QCOMPARE(document.sections[1].chapter, ReportChapter::Health);
}

void TestReportDocument::figuresAreThoseOfTheComparison() {
    const Comparison c = test::sampleComparison();
    const ReportDocument document = makeReport(c);
    const auto operations = tableOf(document, ReportChapter::Operations, "Operation");
    QVERIFY(operations);
    QCOMPARE(operations->rows.size(), c.operations.size());
    const OperationRow& row = c.operations.front();
    const std::vector<ReportValue>& cells = operations->rows.front().cells;
    QCOMPARE(textIn(cells[0]), row.operation);
    const bool perStep = c.summary.perStep;
    QCOMPARE(timeIn(cells[1]), perStep ? *row.stats.a.stepNs : row.stats.a.totalNs);
    QCOMPARE(timeIn(cells[2]), perStep ? *row.stats.b.stepNs : row.stats.b.totalNs);
    QCOMPARE(timeIn(cells[3]), row.gapNs);

    const auto layers = tableOf(document, ReportChapter::Layers, "Layer");
    QVERIFY(layers);
    QCOMPARE(layers->rows.size(), c.layers.size());
    QCOMPARE(textIn(layers->rows[1].cells[0]), c.layers[1].layer);
    QCOMPARE(timeIn(layers->rows[1].cells[3]), *c.layers[1].ns.a);
    QVERIFY(std::holds_alternative<std::monostate>(layers->rows[1].cells[4])); // only A has it
    QCOMPARE(textIn(layers->rows[1].cells[7]), std::string("only A"));

    for (const ReportSection& section : document.sections) {
        for (const ReportTable& table : blocksOf<ReportTable>(section)) {
            for (const ReportRow& each : table.rows) {
                QCOMPARE(each.cells.size(), table.columns.size());
            }
        }
    }
}

void TestReportDocument::rowsLeftOutAreCounted() {
    const Comparison c = withOperations(500);
    const auto table = tableOf(makeReport(c), ReportChapter::Operations, "Operation");
    QVERIFY(table);
    QVERIFY(table->rows.size() < 500);
    QCOMPARE(table->rows.size() + table->leftOut, std::size_t(500));
}

void TestReportDocument::waterfallStepsMeet_data() {
    QTest::addColumn<int>("operations");
    for (const int count : {1, 5, 11, 12, 40}) {
        QTest::newRow(qPrintable(QString::number(count))) << count;
    }
}

void TestReportDocument::waterfallStepsMeet() {
    QFETCH(int, operations);
    Comparison c = withOperations(static_cast<std::size_t>(operations));
    Nanoseconds gap = 0;
    for (const AttributionRow& row : c.attribution) {
        gap += row.gapNs;
    }
    c.summary.ns = {1'000'000 + gap, 1'000'000};
    constexpr std::size_t kMost = 8;
    const std::vector<WaterfallStep> steps = waterfallSteps(c, {"A", "B"}, kMost);
    QVERIFY(steps.size() <= kMost);
    QCOMPARE(steps.front().toNs, c.summary.ns.a);
    QCOMPARE(steps.back().toNs, c.summary.ns.b);
    Nanoseconds level = c.summary.ns.a;
    std::size_t merged = 0;
    for (std::size_t i = 1; i + 1 < steps.size(); ++i) {
        QCOMPARE(steps[i].gapNs > 0 ? steps[i].toNs : steps[i].fromNs, level);
        level -= steps[i].gapNs;
        merged += steps[i].merged.empty() ? 1 : steps[i].merged.size();
        QVERIFY(i == 1 || steps[i].gapNs <= steps[i - 1].gapNs);
    }
    QCOMPARE(level, c.summary.ns.b);
    QCOMPARE(merged, c.attribution.size());
}

void TestReportDocument::pairsOfTheSameKernelsStandTogether() {
    Comparison c = test::sampleComparison();
    KernelPair again = c.pairs.front(); // the same kernels in another layer, with a larger gap
    again.id = "layer 1/0";
    again.layer = "layer 1";
    again.gapNs = 4000;
    c.pairs.push_back(again);
    const ReportDocument document = makeReport(c);
    const auto pairs = blocksOf<ReportPair>(*sectionOf(document, ReportChapter::Pairs));
    QCOMPARE(pairs.size(), std::size_t(2));
    QCOMPARE(pairs[0].id, std::string("layer 1/0"));
    QCOMPARE(pairs[0].alike, std::vector<std::string>({"layer 0/0", "layer 1/0"}));
    QCOMPARE(pairs[0].alikeGapNs, Nanoseconds(5000));
    QCOMPARE(pairs[0].gapNs, Nanoseconds(4000));
    QCOMPARE(pairs[1].alike.size(), std::size_t(1));
    QCOMPARE(pairs[1].sides.b.stats.count, std::uint64_t(0));
}

void TestReportDocument::pairsTellTheModelCode() {
    const Comparison c = test::sampleComparison();
    const auto pairs = blocksOf<ReportPair>(*sectionOf(makeReport(c), ReportChapter::Pairs));
    const auto gemm = std::find_if(pairs.begin(), pairs.end(),
                                   [](const ReportPair& pair) { return pair.id == "layer 0/0"; });
    QVERIFY(gemm != pairs.end());
    QCOMPARE(gemm->sides.a.frames, std::vector<std::string>({"net.py(7): forward"}));
    QCOMPARE(gemm->sides.a.cpuOp, std::string("aten::mm"));
    QCOMPARE(gemm->sides.a.names.front().name, std::string("Cijk_A"));

    Comparison hidden = c;
    auto side = std::make_shared<AnalyzedTrace>(*c.sides.a);
    side->options.namesOnly = true;
    hidden.sides.a = side;
    for (const ReportPair& pair :
         blocksOf<ReportPair>(*sectionOf(makeReport(hidden), ReportChapter::Pairs))) {
        QVERIFY(pair.sides.a.frames.empty());
        QVERIFY(pair.sides.a.cpuOp.empty());
    }
}

void TestReportDocument::findingsPointAtTheirPair() {
    Comparison c = test::sampleComparison();
    c.findings.resize(1);
    c.findings[0].mark = Mark::Improve;
    c.findings[0].sentence = "QKV GEMM takes longer";
    c.findings[0].pairs = {0};
    const ReportDocument document = makeReport(c);
    const auto table = tableOf(document, ReportChapter::Overview, "Kind");
    QVERIFY(table);
    const std::string anchor = textIn(table->rows.front().cells.back());
    const auto pairs = blocksOf<ReportPair>(*sectionOf(document, ReportChapter::Pairs));
    QVERIFY(std::any_of(pairs.begin(), pairs.end(), [&](const ReportPair& pair) {
        return pair.anchor == anchor && pair.id == "layer 0/0";
    }));

    ReportOptions without; // nothing to point at
    without.chapters = {ReportChapter::Overview};
    const auto alone = tableOf(makeReport(c, without), ReportChapter::Overview, "Kind");
    QVERIFY(std::holds_alternative<std::monostate>(alone->rows.front().cells.back()));
}

void TestReportDocument::titlesAndAuthors() {
    Comparison c = test::sampleComparison();
    QCOMPARE(proposedReportTitle(c), std::string("Two traces of Example GPU, decode"));
    ReportOptions options;
    options.title = "Why is it slow?";
    options.author = "R\u00F6sti";
    const ReportDocument document = makeReport(c, options);
    QCOMPARE(document.title, options.title);
    QCOMPARE(document.author, options.author);
    QVERIFY(document.subject.find(document.sides.a.file) != std::string::npos);

    ModuleRow root;
    root.name = root.path = "LlamaForCausalLM";
    root.kernels = {1, 1};
    root.ns = {1'000'000, 1'000'000};
    c.modules.insert(c.modules.begin(), root);
    QCOMPARE(proposedReportTitle(c), std::string("Two traces of Example GPU, LlamaForCausalLM decode"));
    c.modules.front().name = "(outside modules)";
    QCOMPARE(proposedReportTitle(c), std::string("Two traces of Example GPU, decode"));
    c.modules.front().name = root.name;
    c.modules.front().kernels.b = 0; // only one side tells it
    QCOMPARE(proposedReportTitle(c), std::string("Two traces of Example GPU, decode"));
}

void TestReportDocument::notesStandInTheOverview() {
    ReportOptions options;
    options.notes = {{"", "whole"}, {"layer 0", "odd"}};
    const auto table = tableOf(makeReport(test::sampleComparison(), options), ReportChapter::Overview, "On");
    QVERIFY(table);
    QCOMPARE(table->rows.size(), std::size_t(2));
    QCOMPARE(textIn(table->rows[0].cells[0]), std::string("the comparison"));
    QCOMPARE(textIn(table->rows[1].cells[1]), std::string("odd"));
}

void TestReportDocument::nothingToReport() {
    const ReportDocument document = makeReport(test::emptyComparison());
    QCOMPARE(document.sections.size(), reportChapters().size());
    for (const ReportSection& section : document.sections) {
        QVERIFY2(!section.blocks.empty(), section.title.c_str());
    }
}

void TestReportDocument::deviceModels_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const char* expected) {
        QTest::newRow(name) << QString(name) << QString(expected);
    };
    row("AMD Instinct MI300X", "MI300X");
    row("NVIDIA H100 80GB HBM3", "H100");
    row("NVIDIA A100-SXM4-80GB", "A100");
    row("NVIDIA GeForce RTX 4090", "NVIDIA GeForce RTX 4090"); // figures alone are no model
    row("Radeon RX 6900XT", "6900XT");
    row("NVIDIA H200 NVL8", "H200");
    row("  Some   accelerator ", "Some accelerator");
    row("", "");
}

void TestReportDocument::deviceModels() {
    QFETCH(QString, name);
    QFETCH(QString, expected);
    QCOMPARE(QString::fromStdString(deviceModel(name.toStdString())), expected);
}

DIPTYCH_TEST(TestReportDocument)
#include "tst_report_document.moc"
