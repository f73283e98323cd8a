#include "core/model/stack.h"

#include "tests/support/column_trace.h"
#include "tests/support/test_program.h"

using namespace diptych;
using diptych::test::ColumnTrace;

class TestStack : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void frames_data();
    void frames();
    void fromPythonFrames();
    void fromCallStackArguments();
    void noStack();
};

void TestStack::frames_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("function");
    QTest::addColumn<bool>("module");
    QTest::addColumn<bool>("modelCode");
    const auto row = [](const char* text, const char* file, int line, const char* function, bool module,
                        bool code) { QTest::newRow(text) << file << line << function << module << code; };
    row("vllm/model_executor/models/gpt_oss.py(241): forward", "vllm/model_executor/models/gpt_oss.py", 241,
        "forward", false, true);
    row("train.py(12): <module>", "train.py", 12, "<module>", false, true);
    row("nn.Module: Qwen2MLP_3", "", -1, "Qwen2MLP_3", true, false);
    row("<built-in method mm of type object at 0x7f00>", "", -1, "mm", false, false);
    row("<built-in function linear>", "", -1, "linear", false, false);
    row("torch/nn/modules/module.py(1501): _call_impl", "torch/nn/modules/module.py", 1501, "_call_impl",
        false, false);
    row("/env/lib/python3.7/site-packages/torch/profiler/profiler.py(312): step",
        "/env/lib/python3.7/site-packages/torch/profiler/profiler.py", 312, "step", false, false);
    row("/env/lib/python3.10/site-packages/vllm/layer.py(3): forward",
        "/env/lib/python3.10/site-packages/vllm/layer.py", 3, "forward", false, true);
    row("/usr/lib/python3.11/threading.py(973): run", "/usr/lib/python3.11/threading.py", 973, "run", false,
        false);
    row("threading.py(973): run", "threading.py", 973, "run", false, false);
    row("<string>(2): __init__", "<string>", 2, "__init__", false, false);
    row("<frozen importlib._bootstrap>(1): f", "<frozen importlib._bootstrap>", 1, "f", false, false);
    row("model.py:12 in forward", "model.py", 12, "forward", false, true);
    row("/srv/model (copy).py(7): f", "/srv/model (copy).py", 7, "f", false, true);
    row("no frame at all", "", -1, "no frame at all", false, false);
    row("broken(x): f", "", -1, "broken(x): f", false, false);
    row("big.py(99999999999): f", "", -1, "big.py(99999999999): f", false, false);
}

void TestStack::frames() {
    QFETCH(QString, file);
    QFETCH(int, line);
    QFETCH(QString, function);
    QFETCH(bool, module);
    QFETCH(bool, modelCode);
    const StackFrame frame = parseFrame(QTest::currentDataTag());
    QCOMPARE(QString::fromUtf8(frame.file.data(), qsizetype(frame.file.size())), file);
    QCOMPARE(frame.line.value_or(-1), line);
    QCOMPARE(QString::fromUtf8(frame.function.data(), qsizetype(frame.function.size())), function);
    QCOMPARE(frame.isModule, module);
    QCOMPARE(frame.isModelCode, modelCode);
}

void TestStack::fromPythonFrames() {
    ColumnTrace t;
    t.addFrame("serve.py(1): main", 0, 1000, t.mainThread);
    t.addFrame("nn.Module: Net_0", 10, 900, t.mainThread);
    t.addFrame("net.py(7): forward", 20, 800, t.mainThread);
    t.addFrame("torch/nn/functional.py(9): linear", 30, 100, t.mainThread);
    t.addLaunch("cudaLaunchKernel", 40, 1, t.mainThread);
    const ActivityId kernel = t.addKernel("k", 2000, 10, 1);
    t.link();
    const std::vector<StackFrame> stack = stackOf(t.trace, kernel);
    QCOMPARE(stack.size(), std::size_t{4});
    QCOMPARE(stack.front().function, std::string_view("main"));
    QVERIFY(stack[1].isModule);
    QCOMPARE(stack.back().function, std::string_view("linear"));
    QVERIFY(hasStack(t.trace, kernel));
    QCOMPARE(innermostModelFrame(t.trace, kernel)->text, std::string_view("net.py(7): forward"));
}

void TestStack::fromCallStackArguments() {
    ColumnTrace t;
    t.addOp("aten::conv2d", 0, 100, t.mainThread, 1,
            "torch/nn/conv.py(3): forward;net.py(5): forward;main.py(1): <module>");
    t.addOp("aten::cudnn_convolution", 10, 50, t.mainThread, 2);
    t.addLaunch("cudaLaunchKernel", 20, 1, t.mainThread);
    const ActivityId kernel = t.addKernel("k", 2000, 10, 1);
    t.link();
    const std::vector<StackFrame> stack = stackOf(t.trace, kernel);
    QCOMPARE(stack.size(), std::size_t{3});
    QCOMPARE(stack.front().text, std::string_view("main.py(1): <module>"));
    QCOMPARE(stack.back().text, std::string_view("torch/nn/conv.py(3): forward"));
    QCOMPARE(innermostModelFrame(t.trace, kernel)->line, std::optional<std::int32_t>(5));
    QVERIFY(!findDiagnostic(t.trace.diagnostics, "no-stacks"));
}

void TestStack::noStack() {
    ColumnTrace t;
    const ActivityId kernel = t.addKernel("k", 2000, 10, 1);
    t.link();
    QVERIFY(stackOf(t.trace, kernel).empty());
    QVERIFY(!hasStack(t.trace, kernel));
    QVERIFY(!innermostModelFrame(t.trace, kernel));
}

DIPTYCH_TEST(TestStack)
#include "tst_stack.moc"
