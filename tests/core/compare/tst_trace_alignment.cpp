// The invariants of every alignment on the real traces: exact sums, mirror, silence of a trace against
// itself, equal results whatever the number of threads.

#include "core/compare/alignment.h"
#include "core/parse/load_trace.h"
#include "tests/support/alignment_text.h"
#include "tests/support/shared_data.h"

#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <map>

using namespace diptych;
using namespace diptych::test;

namespace {

std::shared_ptr<const AnalyzedTrace> analyzed(const std::string& path, bool namesOnly) {
    const auto trace = loadTrace(path, {}, {}, {});
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

} // namespace

class TestTraceAlignment : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void selfIsSilent_data();
    void selfIsSilent();
    void pairsKeepTheInvariants_data();
    void pairsKeepTheInvariants();
    void decodeStandsAgainstPrefill();

private:
    std::shared_ptr<const AnalyzedTrace> trace(const QString& name, bool namesOnly);
    std::map<std::pair<QString, bool>, std::shared_ptr<const AnalyzedTrace>> m_traces;
};

std::shared_ptr<const AnalyzedTrace> TestTraceAlignment::trace(const QString& name, bool namesOnly) {
    auto& kept = m_traces[{name, namesOnly}];
    if (!kept) {
        kept = analyzed(sharedFile("traces/" + name.toStdString()), namesOnly);
    }
    return kept;
}

void TestTraceAlignment::selfIsSilent_data() {
    QTest::addColumn<QString>("file");
    for (const std::string& file : traceFiles()) {
        QTest::newRow(file.c_str()) << QString::fromStdString(file);
    }
    if (traceFiles().empty()) {
        QTest::newRow("none") << QString();
    }
}

void TestTraceAlignment::selfIsSilent() {
    QFETCH(QString, file);
    if (file.isEmpty()) {
        QSKIP("the real traces are not there");
    }
    for (const bool namesOnly : {false, true}) {
        const auto side = trace(file, namesOnly);
        QVERIFY(side);
        const auto selected = selectActivities(*side, *side, {});
        const ComparedSides sides{{side.get(), side.get()}, {&selected.value().a, &selected.value().b}};
        const Alignment alignment = alignTraces(sides, 1);
        QCOMPARE(findAlignmentFault(sides, alignment), std::string{});
        QCOMPARE(findSelfDifference(alignment), std::string{});
    }
}

/// Every trace with the one after it, so with ones of its own model and with strangers.
void TestTraceAlignment::pairsKeepTheInvariants_data() {
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    const std::vector<std::string> files = traceFiles();
    for (std::size_t i = 0; i + 1 < files.size(); ++i) {
        QTest::newRow((files[i] + " and " + files[i + 1]).c_str())
            << QString::fromStdString(files[i]) << QString::fromStdString(files[i + 1]);
    }
    if (files.size() < 2) {
        QTest::newRow("none") << QString() << QString();
    }
}

void TestTraceAlignment::pairsKeepTheInvariants() {
    QFETCH(QString, a);
    QFETCH(QString, b);
    if (a.isEmpty()) {
        QSKIP("the real traces are not there");
    }
    for (const bool namesOnly : {false, true}) {
        const auto first = trace(a, namesOnly);
        const auto second = trace(b, namesOnly);
        QVERIFY(first && second);
        const auto selected = selectActivities(*first, *second, {});
        const PerSide<Selection>& selections = selected.value();
        const ComparedSides sides{{first.get(), second.get()}, {&selections.a, &selections.b}};
        const ComparedSides mirror{{second.get(), first.get()}, {&selections.b, &selections.a}};
        const Alignment alignment = alignTraces(sides, 1);
        QCOMPARE(findAlignmentFault(sides, alignment), std::string{});
        const std::string text = describeAlignment(alignment, false);
        QVERIFY(describeAlignment(alignTraces(sides, 2), false) == text);
        QVERIFY(describeAlignment(alignTraces(mirror, 1), true) == text);
    }
}

/// A graph replay against the eager prefill of the same model: layer by layer, attention against attention.
void TestTraceAlignment::decodeStandsAgainstPrefill() {
    if (traceFiles().empty()) {
        QSKIP("the real traces are not there");
    }
    const auto decode = trace("sglang_qwen3_8b_decode.mi300x.json.gz", false);
    const auto prefill = trace("sglang_qwen3_8b_prefill.mi300x.json.gz", false);
    QVERIFY(decode && prefill);
    const auto selected = selectActivities(*decode, *prefill, {});
    const ComparedSides sides{{decode.get(), prefill.get()}, {&selected.value().a, &selected.value().b}};
    std::map<std::string, std::map<std::string, int>> matched; // by role or category, by layer
    for (const KernelPair& pair : alignTraces(sides, 1).pairs) {
        if (pair.presence() == Presence::Both && pair.layer.starts_with("layer ")) {
            ++matched[pair.category == "attention" ? pair.category : pair.role][pair.layer];
        }
    }
    for (const char* const part : {"attention", "QKV", "O", "gate/up", "down"}) {
        QCOMPARE(matched[part].size(), std::size_t{36});
        for (const auto& [layer, count] : matched[part]) {
            QCOMPARE(count, 1);
        }
    }
}

QTEST_APPLESS_MAIN(TestTraceAlignment)
#include "tst_trace_alignment.moc"
