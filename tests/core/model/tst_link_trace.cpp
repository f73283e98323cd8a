#include "core/model/link_trace.h"

#include "tests/support/column_trace.h"
#include "tests/support/test_program.h"

using namespace diptych;
using diptych::test::ColumnTrace;

class TestLinkTrace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void launchesJoinByCorrelationWithinTheirRank();
    void zeroAndAbsentJoinNothing();
    void oneGraphLaunchOwnsMany();
    void surroundingsEncloseTheLaunch();
    void enclosureIsInclusive();
    void fileOrderDoesNotMatter();
    void frameThatOutlivesItsCallerKeepsLaterOnesInPlace();
    void endlessNestingOfModules();
    void endlessNestingWithoutModules();
    void externalIdServesWithoutLaunchOnly();
    void platformByNames_data();
    void platformByNames();
    void diagnostics();
    void launchesInsideCaptureRunNothing();
    void noGpuEvents();
    void cancelled();
};

void TestLinkTrace::launchesJoinByCorrelationWithinTheirRank() {
    ColumnTrace t;
    const auto second = t.addRank(1);
    const ThreadId other = t.addThread("200", "200", second);
    const LaunchId ofSecond = t.addLaunch("cudaLaunchKernel", 1000, 11, other);
    const LaunchId ofFirst = t.addLaunch("cudaLaunchKernel", 1000, 11, t.mainThread);
    t.addLaunch("cudaLaunchKernel", 3000, 11, t.mainThread); // the first of equal numbers counts
    ColumnTrace::Gpu gpu;
    gpu.correlation = 11;
    const ActivityId a = t.addGpu("k", 2000, 10, gpu);
    gpu.rank = second;
    const ActivityId b = t.addGpu("k", 2000, 10, gpu);
    gpu.correlation = 12;
    const ActivityId unknown = t.addGpu("k", 2100, 10, gpu);
    t.link();
    QVERIFY(t.trace.gpu.launch[a.index()] == ofFirst);
    QVERIFY(t.trace.gpu.launch[b.index()] == ofSecond);
    QVERIFY(!t.trace.gpu.launch[unknown.index()].isValid());
    QCOMPARE(findDiagnostic(t.trace.diagnostics, "merged-ranks")->count, std::uint64_t{2});
}

void TestLinkTrace::zeroAndAbsentJoinNothing() {
    ColumnTrace t;
    t.addLaunch("hipLaunchKernel", 1000, 0, t.mainThread);
    t.addLaunch("hipLaunchKernel", 1000, kAbsentNumber, t.mainThread);
    t.addKernel("k", 2000, 10, 0);
    t.addKernel("k", 2100, 10, kAbsentNumber);
    t.link();
    QVERIFY(!t.trace.gpu.launch[0].isValid());
    QVERIFY(!t.trace.gpu.launch[1].isValid());
    QCOMPARE(findDiagnostic(t.trace.diagnostics, "correlation-zero")->count, std::uint64_t{2});
}

void TestLinkTrace::oneGraphLaunchOwnsMany() {
    ColumnTrace t;
    const LaunchId launch = t.addLaunch("hipGraphLaunch", 1000, 5, t.mainThread);
    t.addFrame("nn.Module: Model_0", 900, 500, t.mainThread);
    for (int i = 0; i < 300; ++i) {
        t.addKernel("k", 2000 + 20 * i, 10, 5);
    }
    t.link();
    for (std::size_t i = 0; i < 300; ++i) {
        QVERIFY(t.trace.gpu.launch[i] == launch);
        QCOMPARE(t.text(t.trace.gpu.modulePath[i]), std::string_view("Model_0"));
    }
    QVERIFY(findDiagnostic(t.trace.diagnostics, "graph-replay"));
}

void TestLinkTrace::surroundingsEncloseTheLaunch() {
    ColumnTrace t;
    const ThreadId backward = t.addThread("100", "101");
    t.addFrame("model.py(3): main", 0, 10000, t.mainThread);
    t.addFrame("nn.Module: Net_0", 100, 5000, t.mainThread);
    t.addFrame("net.py(7): forward", 200, 4000, t.mainThread);
    t.addFrame("nn.Module: Linear_1", 300, 1000, t.mainThread);
    t.addFrame("nn.Module: Linear_2", 1400, 1000, t.mainThread);
    const FrameId inner = t.addFrame("linear.py(9): forward", 1500, 700, t.mainThread);
    const OpId outer = t.addOp("aten::linear", 1600, 500, t.mainThread);
    const OpId mm = t.addOp("aten::mm", 1700, 300, t.mainThread);
    t.addOp("aten::elsewhere", 1700, 300, backward);
    t.addLaunch("cudaLaunchKernel", 1800, 1, t.mainThread);
    t.addLaunch("cudaLaunchKernel", 1800, 2, backward);
    t.addKernel("gemm", 900000, 10, 1); // runs long after all of them
    t.addKernel("gemm", 900100, 10, 2);
    t.link();
    const GpuActivities& gpu = t.trace.gpu;
    QVERIFY(gpu.frame[0] == inner);
    QVERIFY(gpu.op[0] == mm);
    QVERIFY(gpu.outermostOp[0] == outer);
    QCOMPARE(t.text(gpu.modulePath[0]), std::string_view("Net_0/Linear_2"));
    QVERIFY(t.trace.ops.parent[mm.index()] == outer);
    QCOMPARE(t.text(t.trace.ops.name[gpu.op[1].index()]), std::string_view("aten::elsewhere"));
    QVERIFY(!gpu.frame[1].isValid());
    QCOMPARE(t.text(gpu.modulePath[1]), std::string_view("-"));
}

void TestLinkTrace::enclosureIsInclusive() {
    ColumnTrace t;
    t.addFrame("nn.Module: A_0", 100, 100, t.mainThread);
    t.addLaunch("l", 100, 1, t.mainThread);
    t.addLaunch("l", 200, 2, t.mainThread);
    t.addLaunch("l", 99, 3, t.mainThread);
    t.addLaunch("l", 201, 4, t.mainThread);
    for (int i = 1; i <= 4; ++i) {
        t.addKernel("k", 1000 * i, 1, i);
    }
    t.link();
    QCOMPARE(t.text(t.trace.gpu.modulePath[0]), std::string_view("A_0"));
    QCOMPARE(t.text(t.trace.gpu.modulePath[1]), std::string_view("A_0"));
    QCOMPARE(t.text(t.trace.gpu.modulePath[2]), std::string_view("-"));
    QCOMPARE(t.text(t.trace.gpu.modulePath[3]), std::string_view("-"));
}

void TestLinkTrace::fileOrderDoesNotMatter() {
    ColumnTrace t;
    const FrameId child =
        t.addFrame("nn.Module: Child_0", 100, 20, t.mainThread); // before its parent, same start
    const FrameId late = t.addFrame("late", 150, 10, t.mainThread);
    const FrameId parent = t.addFrame("nn.Module: Parent_0", 100, 100, t.mainThread);
    t.addLaunch("l", 110, 1, t.mainThread);
    t.addKernel("k", 1000, 1, 1);
    t.link();
    QVERIFY(t.trace.frames.parent[child.index()] == parent);
    QVERIFY(t.trace.frames.parent[late.index()] == parent);
    QVERIFY(!t.trace.frames.parent[parent.index()].isValid());
    QCOMPARE(t.text(t.trace.gpu.modulePath[0]), std::string_view("Parent_0/Child_0"));
}

void TestLinkTrace::frameThatOutlivesItsCallerKeepsLaterOnesInPlace() {
    ColumnTrace t;
    const FrameId main = t.addFrame("main", 0, 1000, t.mainThread);
    const FrameId forward = t.addFrame("forward", 10, 40, t.mainThread);
    const FrameId acquire = t.addFrame("acquire", 20, 280, t.mainThread);
    const FrameId backward = t.addFrame("backward", 60, 100, t.mainThread);
    const FrameId step = t.addFrame("step", 50, 5, t.mainThread); // begins as its elder sister ends
    t.addLaunch("l", 70, 1, t.mainThread);
    t.addLaunch("l", 250, 2, t.mainThread);
    t.addKernel("k", 1000, 1, 1);
    t.addKernel("k", 2000, 1, 2);
    t.link();
    const auto& parent = t.trace.frames.parent;
    QVERIFY(parent[forward.index()] == main);
    QVERIFY(parent[acquire.index()] == forward);
    QVERIFY(parent[step.index()] == main);
    QVERIFY(parent[backward.index()] == main);
    QVERIFY(t.trace.gpu.frame[0] == backward);
    QVERIFY(t.trace.gpu.frame[1] == acquire); // by its own times it is around this launch
    QCOMPARE(findDiagnostic(t.trace.diagnostics, "clipped-frames")->count, std::uint64_t{1});
}

/// A launch at every level: neither time nor texts may grow with the square of the depth.
void TestLinkTrace::endlessNestingOfModules() {
    constexpr int kDepth = 20'000;
    ColumnTrace t;
    for (int level = 0; level < kDepth; ++level) {
        t.addFrame("nn.Module: Block_" + std::to_string(level), 10 * level, 1'000'000 - 20 * level,
                   t.mainThread);
        t.addLaunch("cudaLaunchKernel", 10 * level + 5, level + 1, t.mainThread);
        t.addKernel("k", 2'000'000 + level, 1, level + 1);
    }
    t.link();
    QCOMPARE(t.text(t.trace.gpu.modulePath[1]), std::string_view("Block_0/Block_1"));
    const std::string_view deepest = t.text(t.trace.gpu.modulePath.back());
    QVERIFY(deepest.ends_with("/Block_19999"));
    QVERIFY(deepest.size() < 5000);
}

/// The same of frames and ops that hold nothing sought: what is around them is looked for once, not by each.
void TestLinkTrace::endlessNestingWithoutModules() {
    constexpr int kDepth = 100'000;
    ColumnTrace t;
    const OpId outermost = t.addOp("outermost", 0, 10'000'000, t.mainThread);
    for (int level = 1; level < kDepth; ++level) {
        t.addFrame("f.py(1): f", 10 * level, 10'000'000 - 20 * level, t.mainThread);
        t.addOp("aten::mm", 10 * level, 10'000'000 - 20 * level, t.mainThread);
        t.addLaunch("cudaLaunchKernel", 10 * level + 5, level, t.mainThread);
        t.addKernel("k", 20'000'000 + level, 1, level);
    }
    t.link();
    QVERIFY(t.trace.gpu.outermostOp.front() == outermost);
    QVERIFY(t.trace.gpu.outermostOp.back() == outermost);
    QVERIFY(!t.trace.gpu.modulePath.back().isValid());
    QVERIFY(t.trace.gpu.stack.back().isValid());
}

void TestLinkTrace::externalIdServesWithoutLaunchOnly() {
    ColumnTrace t;
    t.addFrame("nn.Module: Net_0", 0, 1000, t.mainThread);
    const OpId named = t.addOp("aten::mm", 100, 50, t.mainThread, 77);
    const OpId around = t.addOp("aten::relu", 200, 50, t.mainThread, 78);
    t.addLaunch("cudaLaunchKernel", 210, 1, t.mainThread);
    const auto add = [&](std::int64_t correlation, std::int64_t externalId, Nanoseconds startNs) {
        ColumnTrace::Gpu gpu;
        gpu.correlation = correlation;
        gpu.externalId = externalId;
        return t.addGpu("k", startNs, 1, gpu).index();
    };
    const auto linked = add(1, 77, 1000);
    const auto unlinked = add(9, 77, 2000);
    const auto uncorrelated = add(0, 77, 3000);
    const auto repeating = add(77, 77, 4000);
    const auto early = add(9, 77, 50); // before the op began: the number is of another recording
    t.link();
    const GpuActivities& gpu = t.trace.gpu;
    QVERIFY(gpu.op[linked] == around);
    QVERIFY(gpu.op[unlinked] == named);
    QCOMPARE(t.text(gpu.modulePath[unlinked]), std::string_view("Net_0"));
    QVERIFY(gpu.op[uncorrelated] == named);
    QVERIFY(!gpu.op[repeating].isValid());
    QVERIFY(!gpu.op[early].isValid());
}

void TestLinkTrace::platformByNames_data() {
    QTest::addColumn<QString>("launch");
    QTest::addColumn<QString>("kernel");
    QTest::addColumn<Platform>("told");
    QTest::addColumn<Platform>("expected");
    QTest::newRow("metadata win") << "cudaLaunchKernel"
                                  << "nvjet_x" << Platform::Amd << Platform::Amd;
    QTest::newRow("hip") << "hipLaunchKernel"
                         << "k" << Platform::Unknown << Platform::Amd;
    QTest::newRow("cuda") << "cudaLaunchKernel"
                          << "k" << Platform::Unknown << Platform::Nvidia;
    QTest::newRow("driver") << "cuLaunchKernelEx"
                            << "k" << Platform::Unknown << Platform::Nvidia;
    QTest::newRow("Tensile") << ""
                             << "Cijk_Ailk_Bljk" << Platform::Unknown << Platform::Amd;
    QTest::newRow("nvjet") << ""
                           << "nvjet_hsh_128x64" << Platform::Unknown << Platform::Nvidia;
    QTest::newRow("untold") << ""
                            << "triton_poi_fused_0" << Platform::Unknown << Platform::Unknown;
}

void TestLinkTrace::platformByNames() {
    QFETCH(QString, launch);
    QFETCH(QString, kernel);
    QFETCH(Platform, told);
    QFETCH(Platform, expected);
    ColumnTrace t;
    t.trace.metadata.platform = told;
    if (!launch.isEmpty()) {
        t.addLaunch(launch.toStdString(), 100, 1, t.mainThread);
    }
    t.addKernel(kernel.toStdString(), 1000, 1, 1);
    t.link();
    QCOMPARE(t.trace.metadata.platform, expected);
}

void TestLinkTrace::diagnostics() {
    ColumnTrace t;
    t.addLaunch("cudaLaunchKernel", 100'000, 1, t.mainThread);
    t.addLaunch("cudaLaunchKernel", 300'000, 2, t.mainThread);
    t.addLaunch("cudaLaunchHostFunc", 300'000, 4, t.mainThread); // runs no kernel
    t.addLaunch("cudaEventRecord", 300'000, 5, t.mainThread);
    t.addKernel("early", 90'000, 10, 1);
    t.addKernel("before the recording", 50'000, 10, 99);
    t.addKernel("__amd_rocclr_copyBuffer", 60'000, 10, 98);
    t.link();
    const Diagnostics& all = t.trace.diagnostics;
    const auto check = [&](const char* code, Severity severity, std::uint64_t count) {
        const Diagnostic* found = findDiagnostic(all, code);
        return found != nullptr && found->severity == severity && found->count == count &&
               !found->message.empty();
    };
    QVERIFY(check("clock-skew", Severity::Warning, 1));
    QVERIFY(check("unlinked-kernels", Severity::Info, 2));
    QVERIFY(check("launches-without-kernel", Severity::Warning, 1));
    QVERIFY(check("copies-as-kernels", Severity::Info, 1));
    QVERIFY(check("no-stacks", Severity::Info, 1));
    QCOMPARE(all.size(), std::size_t{5});
}

void TestLinkTrace::launchesInsideCaptureRunNothing() {
    ColumnTrace t;
    const ThreadId other = t.addThread("100", "101");
    t.addLaunch("hipStreamBeginCapture", 100, 1, t.mainThread);
    t.addLaunch("hipLaunchKernel", 200, 2, t.mainThread);
    t.addLaunch("hipLaunchKernel", 250, 3, other); // of another thread
    t.addLaunch("hipStreamEndCapture", 300, 4, t.mainThread);
    t.addLaunch("hipLaunchKernel", 400, 5, t.mainThread);
    t.addKernel("k", 1000, 1, 77);
    t.link();
    QCOMPARE(findDiagnostic(t.trace.diagnostics, "launches-without-kernel")->count, std::uint64_t{2});
}

void TestLinkTrace::noGpuEvents() {
    ColumnTrace t;
    t.addLaunch("cudaLaunchKernel", 100, 1, t.mainThread);
    t.link();
    QCOMPARE(t.trace.diagnostics.size(), std::size_t{1});
    QCOMPARE(t.trace.diagnostics.front().code, std::string("no-gpu-events"));
    ColumnTrace empty;
    empty.link();
    QVERIFY(findDiagnostic(empty.trace.diagnostics, "no-gpu-events"));
}

void TestLinkTrace::cancelled() {
    ColumnTrace t;
    t.addKernel("k", 1000, 1, 1);
    CancelSource source;
    source.cancel();
    QVERIFY(!linkTrace(t.trace, 1, source.token()));
}

DIPTYCH_TEST(TestLinkTrace)
#include "tst_link_trace.moc"
