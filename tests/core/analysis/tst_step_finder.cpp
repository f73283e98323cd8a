#include "core/analysis/step_finder.h"
#include "tests/support/column_trace.h"
#include "tests/support/test_program.h"

using namespace diptych;
using namespace diptych::test;

namespace {

const std::vector<StepPattern> kPatterns{
    {R"(^execute_context_(?<context>\d+)\((?<context_tokens>\d+)\)_generation_(?<generation>\d+))", "counts",
     "annotation"},
    {R"(^step\[DECODE bs=(?<generation>\d+)\])", "decode", "annotation"},
    {R"(^step\[)", "unknown", "annotation"},
    {R"(^ProfilerStep#\d+$)", "unknown", "profiler_step"},
    {R"(model_runner\.py\(\d+\): forward_extend$)", "prefill", "frame"},
};

/// A trace whose kernels are launched at given times, and ranges over them.
struct StepTrace {
    ColumnTrace columns;
    std::int64_t correlations = 0;

    void kernelLaunchedAt(Nanoseconds launchNs, Nanoseconds startNs = 0) {
        columns.addLaunch("launch", launchNs, ++correlations, columns.mainThread);
        columns.addKernel("k", startNs == 0 ? launchNs + 50 : startNs, 10, correlations);
    }
    void span(const std::string& name, Nanoseconds startNs, Nanoseconds endNs, ThreadId thread = {},
              SpanKind kind = SpanKind::UserAnnotation) {
        Spans& spans = columns.trace.spans;
        spans.kind.push_back(kind);
        spans.name.push_back(columns.trace.strings.intern(name));
        spans.startNs.push_back(startNs);
        spans.durationNs.push_back(endNs - startNs);
        spans.thread.push_back(thread.isValid() ? thread : columns.mainThread);
        spans.device.push_back(kind == SpanKind::GpuAnnotation ? 0 : kAbsentSmall);
        spans.stream.push_back(kind == SpanKind::GpuAnnotation ? 7 : kAbsentSmall);
    }

    /// "source: name phase | name phase; steps of the kernels in order of work".
    QString describe(bool namesOnly = false) {
        columns.link();
        const AnnotatedSteps steps =
            findAnnotatedSteps(columns.trace, 0, 0, StepPatterns(kPatterns), namesOnly);
        std::string text(stepSourceName(steps.source));
        for (const AnnotatedRange& range : steps.ranges) {
            text += " | " + range.step.name + " " + std::string(phaseName(range.step.phase));
        }
        text += ";";
        const WorkOrder order = orderOfWork(columns.trace, 0, 0);
        for (const StepId step : assignSteps(columns.trace, 0, order, steps)) {
            text += step.isValid() ? " " + std::to_string(step.index()) : " -";
        }
        return QString::fromStdString(text);
    }
};

} // namespace

class TestStepFinder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsPhases_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("mark");
        QTest::newRow("prefill") << "execute_context_2(900)_generation_0"
                                 << "prefill 900 0";
        QTest::newRow("decode") << "execute_context_0(0)_generation_16"
                                << "decode 0 16";
        QTest::newRow("mixed") << "execute_context_1(50)_generation_3"
                               << "mixed 50 3";
        QTest::newRow("nothing to do") << "execute_context_0(0)_generation_0"
                                       << "unknown 0 0";
        QTest::newRow("fixed") << "step[DECODE bs=32]"
                               << "decode 0 32";
        QTest::newRow("not told") << "step[IDLE]"
                                  << "unknown 0 0";
        QTest::newRow("no step") << "nccl:all_reduce"
                                 << "";
        QTest::newRow("a number too large") << "step[DECODE bs=99999999999999999999999]"
                                            << "decode 0 0";
    }
    void tellsPhases() {
        QFETCH(QString, text);
        QFETCH(QString, mark);
        const auto found = StepPatterns(kPatterns).markOf(text.toStdString());
        const QString told = found ? QString("%1 %2 %3")
                                         .arg(QString::fromUtf8(phaseName(found->phase).data()))
                                         .arg(found->contextTokens)
                                         .arg(found->generationRequests)
                                   : QString();
        QCOMPARE(told, mark);
    }

    void assignsByLaunch() {
        StepTrace forged;
        forged.span("ProfilerStep#1", 100, 200);
        forged.span("ProfilerStep#2", 201, 300);
        forged.kernelLaunchedAt(50);
        forged.kernelLaunchedAt(100);       // inclusive
        forged.kernelLaunchedAt(200, 9000); // far later on the GPU
        forged.kernelLaunchedAt(250);
        forged.kernelLaunchedAt(301);
        QCOMPARE(forged.describe(),
                 QString("profiler_steps | ProfilerStep#1 unknown | ProfilerStep#2 unknown; - 0 0 1 -"));
    }

    void mergesNestedRanges() {
        StepTrace forged;
        forged.span("execute_context_1(50)_generation_0", 100, 500);
        forged.span("step[DECODE bs=4]", 200, 400);
        forged.span("execute_context_1(60)_generation_0", 600, 900);
        forged.span("step[IDLE]", 700, 800);
        forged.kernelLaunchedAt(150);
        forged.kernelLaunchedAt(300);
        forged.kernelLaunchedAt(650);
        QCOMPARE(forged.describe(), QString("annotations | step[DECODE bs=4] decode | "
                                            "execute_context_1(60)_generation_0 prefill; 0 0 1"));
    }

    void lastStartedWinsWhereRangesOverlap() {
        StepTrace forged;
        const ThreadId other = forged.columns.addThread("100", "101");
        forged.span("step[DECODE bs=1]", 100, 1000);
        forged.span("step[DECODE bs=2]", 300, 500, other);
        forged.kernelLaunchedAt(200);
        forged.kernelLaunchedAt(400);
        forged.kernelLaunchedAt(600);
        QCOMPARE(forged.describe(),
                 QString("annotations | step[DECODE bs=1] decode | step[DECODE bs=2] decode; 0 1 0"));
    }

    void prefersTheBestSource() {
        StepTrace forged;
        forged.span("ProfilerStep#1", 0, 1000);
        forged.span("step[DECODE bs=1]", 100, 400);
        forged.kernelLaunchedAt(200);
        forged.kernelLaunchedAt(600);
        QCOMPARE(forged.describe(), QString("annotations | step[DECODE bs=1] decode; 0 -"));
    }

    void takesFramesButNotWithNamesOnly() {
        StepTrace forged;
        forged.span("ProfilerStep#1", 0, 1000);
        forged.columns.addFrame("sglang/model_runner.py(30): forward_extend", 100, 300,
                                forged.columns.mainThread);
        forged.columns.addFrame("aiter_backend.py(30): forward_extend", 500, 100, forged.columns.mainThread);
        forged.kernelLaunchedAt(200);
        QCOMPARE(forged.describe(),
                 QString("frames | sglang/model_runner.py(30): forward_extend prefill; 0"));
        QCOMPARE(forged.describe(true), QString("profiler_steps | ProfilerStep#1 unknown; 0"));
    }

    void takesOperatorsOfOldTraces() {
        StepTrace forged;
        forged.columns.addOp("ProfilerStep#5", 100, 100, forged.columns.mainThread);
        forged.kernelLaunchedAt(150);
        QCOMPARE(forged.describe(), QString("profiler_steps | ProfilerStep#5 unknown; 0"));
    }

    void takesGpuAnnotationsForUnlinkedKernels() {
        StepTrace forged;
        forged.span("step[DECODE bs=1]", 100, 200);
        forged.span("step[DECODE bs=1]", 300, 400);
        forged.span("step[DECODE bs=1]", 5000, 6000, {}, SpanKind::GpuAnnotation);
        forged.span("step[DECODE bs=1]", 7000, 8000, {}, SpanKind::GpuAnnotation);
        forged.columns.addKernel("unlinked", 4000, 10);
        forged.columns.addKernel("unlinked", 5500, 10);
        forged.columns.addKernel("unlinked", 7500, 10);
        QCOMPARE(forged.describe(),
                 QString("annotations | step[DECODE bs=1] decode | step[DECODE bs=1] decode; - 0 1"));
    }

    void takesGpuAnnotationsOfATraceWithoutCpu() {
        StepTrace forged;
        forged.span("ProfilerStep#3", 5000, 6000, {}, SpanKind::GpuAnnotation);
        forged.columns.addKernel("unlinked", 5500, 10);
        QCOMPARE(forged.describe(), QString("profiler_steps | ProfilerStep#3 unknown; 0"));
    }

    void leavesOtherRanksAlone() {
        StepTrace forged;
        const std::uint16_t rank = forged.columns.addRank(1);
        const ThreadId other = forged.columns.addThread("200", "200", rank);
        forged.span("ProfilerStep#1", 0, 1000, other);
        forged.kernelLaunchedAt(200);
        QCOMPARE(forged.describe(), QString("none; -"));
    }

    void measures() {
        StepTrace forged;
        forged.span("ProfilerStep#1", 100, 200);
        forged.kernelLaunchedAt(120, 1000);
        forged.kernelLaunchedAt(130, 2000);
        ColumnTrace::Gpu copy;
        copy.kind = ActivityKind::Memcpy;
        copy.correlation = forged.correlations + 1;
        forged.columns.addLaunch("copy", 140, copy.correlation, forged.columns.mainThread);
        forged.columns.addGpu("Memcpy", 3000, 7, copy);
        forged.columns.link();
        const Trace& trace = forged.columns.trace;
        const AnnotatedSteps steps = findAnnotatedSteps(trace, 0, 0, StepPatterns(kPatterns), false);
        const WorkOrder order = orderOfWork(trace, 0, 0);
        std::vector<Step> measured{steps.ranges.at(0).step};
        measureSteps(trace, order, assignSteps(trace, 0, order, steps), false, measured);
        QCOMPARE(measured[0].kernels, 2U);
        QCOMPARE(measured[0].gpuNs, Nanoseconds{27});
        QCOMPARE(measured[0].wallNs, Nanoseconds{2007});
        QCOMPARE(measured[0].startNs, Nanoseconds{100});
    }
};

DIPTYCH_TEST(TestStepFinder)
#include "tst_step_finder.moc"
