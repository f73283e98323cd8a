// The four invariants of every comparison, over all its tables: exact sums, mirror under swap, silence of a
// trace against itself, equal results whatever the number of threads. On every pair of the real traces, those
// of unlike workloads among them, and on forged pairs.

#include "core/compare/compare_traces.h"
#include "core/parse/load_trace.h"
#include "tests/support/comparison_text.h"
#include "tests/support/sanitized.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_program.h"
#include "tests/support/trace_forge.h"

#include <algorithm>
#include <filesystem>
#include <map>

using namespace diptych;
using namespace diptych::test;

namespace {

using Analyzed = std::shared_ptr<const AnalyzedTrace>;

Analyzed analyzed(const Result<std::shared_ptr<const Trace>>& trace, bool namesOnly) {
    if (!trace) {
        return nullptr;
    }
    AnalysisOptions options;
    options.namesOnly = namesOnly;
    auto result = analyzeTrace(trace.value(), KernelClassifier::builtIn(), options);
    return result ? std::make_shared<const AnalyzedTrace>(std::move(result).value()) : nullptr;
}

std::vector<std::string> traceFiles() {
    std::vector<std::string> files;
    const std::string folder = sharedFile("traces");
    if (!folder.empty()) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            const std::string name = entry.path().filename().string();
            if (name.ends_with(".json.gz")) {
                files.push_back(name);
            }
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

std::shared_ptr<const Comparison> compared(const Analyzed& a, const Analyzed& b, unsigned threads) {
    CompareOptions options;
    options.threads = threads;
    const auto result = compareTraces(a, b, options);
    return result ? result.value() : nullptr;
}

/// A pair that is called by an operation which none of its kernels has; "" when there is none.
std::string findMisnamed(const Comparison& comparison) {
    for (const KernelPair& pair : comparison.pairs) {
        bool isNamed = false;
        for (const Side side : kSides) {
            const Classification& classes = comparison.sides[side]->classes;
            isNamed =
                isNamed ||
                std::any_of(pair.activities[side].begin(), pair.activities[side].end(), [&](ActivityId id) {
                    return classes.classes[classes.ofActivity[id.index()].index()].operation ==
                           pair.operation;
                });
        }
        if (!isNamed) {
            return pair.id + " is no " + pair.operation;
        }
    }
    return {};
}

/// What breaks the invariants of two traces; "" when nothing does.
std::string findFault(const Analyzed& a, const Analyzed& b) {
    if (!a || !b) {
        return "a side cannot be analysed";
    }
    const auto comparison = compared(a, b, 1);
    const auto mirror = compared(b, a, 1);
    const auto parallel = compared(a, b, 2);
    if (!comparison || !mirror || !parallel) {
        return "no comparison";
    }
    if (std::string fault = findSumFault(*comparison); !fault.empty()) {
        return fault;
    }
    if (std::string fault = findMisnamed(*comparison); !fault.empty()) {
        return fault;
    }
    const std::string text = describeComparison(*comparison, false);
    if (describeComparison(*parallel, false) != text) {
        return "two threads make another result";
    }
    const std::string mirrored = describeComparison(*mirror, true);
    const auto [own, its] = std::mismatch(text.begin(), text.end(), mirrored.begin(), mirrored.end());
    if (own != text.end() || its != mirrored.end()) {
        const auto lineOf = [](const std::string& whole, std::string::const_iterator at) {
            const auto start = std::size_t(at - whole.begin());
            const std::size_t begin = start == 0 ? 0 : whole.rfind('\n', start - 1) + 1;
            return whole.substr(begin, std::min<std::size_t>(whole.find('\n', start) - begin, 600));
        };
        return "not mirrored: " + lineOf(text, own) + "\nagainst " + lineOf(mirrored, its);
    }
    return {};
}

ForgeOptions forged(std::uint32_t seed, bool isNvidia) {
    const auto bit = [&](unsigned i) { return (seed >> i & 1U) != 0; };
    ForgedModel model = bit(0) ? qwen2Model(6) : qwen3MoeModel(6);
    model.engine = bit(1) ? Engine::Vllm : Engine::Sglang;
    model.sideCopies = bit(2) ? 3 : 0;
    ForgeOptions options = isNvidia ? nvidiaOptions(model) : amdOptions(model);
    options.graph = bit(3) != (isNvidia && bit(4));
    options.steps = decodeSteps(isNvidia ? 2 + bit(2) : 3, 16);
    options.kernelsBeforeRecording = bit(4) ? 20 : 0;
    options.dropRate = bit(2) && bit(3) ? 0.01 : 0;
    options.stacks = !bit(1) || !bit(4);
    options.marks = bit(0) && bit(4) ? StepMarks::ProfilerSteps : StepMarks::Serving;
    options.seed = seed + (isNvidia ? 1000 : 0);
    return options;
}

} // namespace

class TestInvariants : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void realTraces_data();
    void realTraces();
    void selfIsSilent_data();
    void selfIsSilent();
    void forgedTraces_data();
    void forgedTraces();

private:
    Analyzed trace(const std::string& name, bool namesOnly);
    std::map<std::pair<std::string, bool>, Analyzed> m_traces;
};

Analyzed TestInvariants::trace(const std::string& name, bool namesOnly) {
    Analyzed& kept = m_traces[{name, namesOnly}];
    if (!kept) {
        kept = analyzed(loadTrace(sharedFile("traces/" + name), {}, {}, {}), namesOnly);
    }
    return kept;
}

/// A row a trace: it against every one that follows it in the alphabet; against the next by names too.
void TestInvariants::realTraces_data() {
    QTest::addColumn<QString>("file");
    QTest::newRow("none") << QString();
    for (const std::string& file : traceFiles()) {
        QTest::newRow(file.c_str()) << QString::fromStdString(file);
    }
}

void TestInvariants::realTraces() {
    QFETCH(QString, file);
    const std::vector<std::string> files = traceFiles();
    if (files.empty()) {
        QSKIP("the real traces are not there");
    }
    const std::string own = file.toStdString();
    auto next = std::upper_bound(files.begin(), files.end(), own);
    if (!own.empty() && next != files.end()) {
        const std::string fault = findFault(trace(own, true), trace(*next, true));
        QVERIFY2(fault.empty(), (*next + " by names: " + fault).c_str());
    }
    for (; !own.empty() && next != files.end() && !kIsSanitized; ++next) {
        const std::string fault = findFault(trace(own, false), trace(*next, false));
        QVERIFY2(fault.empty(), (*next + ": " + fault).c_str());
    }
}

void TestInvariants::selfIsSilent_data() {
    realTraces_data();
}

void TestInvariants::selfIsSilent() {
    QFETCH(QString, file);
    if (traceFiles().empty()) {
        QSKIP("the real traces are not there");
    }
    for (const bool namesOnly : {false, true}) {
        if (!file.isEmpty()) {
            const Analyzed side = trace(file.toStdString(), namesOnly);
            QVERIFY(side);
            const auto comparison = compared(side, side, 1);
            QCOMPARE(QString::fromStdString(findSelfFault(*comparison)), QString());
            QCOMPARE(QString::fromStdString(findSumFault(*comparison)), QString());
            QVERIFY(!findDiagnostic(comparison->diagnostics, "names-misfit")); // all of them are healthy
            for (const BudgetRow& row : comparison->budget) {
                QVERIFY(row.category != "other" || row.share.a <= 0.01);
            }
        }
    }
}

void TestInvariants::forgedTraces_data() {
    QTest::addColumn<int>("seed");
    for (int seed = 0; seed < (kIsSanitized ? 4 : 32); ++seed) {
        QTest::addRow("%d", seed) << seed;
    }
}

void TestInvariants::forgedTraces() {
    QFETCH(int, seed);
    const auto number = static_cast<std::uint32_t>(seed);
    const Analyzed a =
        analyzed(loadTraceFromMemory(forgeTrace(forged(number, false)).text, {}), seed % 3 == 0);
    const Analyzed b =
        analyzed(loadTraceFromMemory(forgeTrace(forged(number, true)).text, {}), seed % 3 == 0);
    QCOMPARE(QString::fromStdString(findFault(a, b)), QString());
    QCOMPARE(QString::fromStdString(findSelfFault(*compared(a, a, 1))), QString());
}

DIPTYCH_TEST(TestInvariants)
#include "tst_invariants.moc"
