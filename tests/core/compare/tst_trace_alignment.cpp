// What stands against what in pairs of real traces that have no truth of their own: a graph replay against an
// eager pass of one model, and two training runs. The invariants of all pairs have a test of their own.

#include "core/compare/alignment.h"
#include "core/compare/compare_traces.h"
#include "core/parse/load_trace.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <map>

using namespace diptych;
using namespace diptych::test;

namespace {

std::shared_ptr<const AnalyzedTrace> analyzedFile(const std::string& path, bool namesOnly) {
    const auto trace = loadTrace(path, {}, {}, {});
    if (!trace) {
        return nullptr;
    }
    AnalysisOptions options;
    options.namesOnly = namesOnly;
    auto result = analyzeTrace(trace.value(), KernelClassifier::builtIn(), options);
    return result ? std::make_shared<const AnalyzedTrace>(std::move(result).value()) : nullptr;
}

bool hasTraces() {
    return !sharedFile("traces/sglang_qwen3_8b_decode.mi300x.json.gz").empty();
}

} // namespace

class TestTraceAlignment : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void decodeStandsAgainstPrefill();
    void trainingStandsAgainstTraining();

private:
    std::shared_ptr<const AnalyzedTrace> trace(const QString& name, bool namesOnly);
    std::map<std::pair<QString, bool>, std::shared_ptr<const AnalyzedTrace>> m_traces;
};

std::shared_ptr<const AnalyzedTrace> TestTraceAlignment::trace(const QString& name, bool namesOnly) {
    auto& kept = m_traces[{name, namesOnly}];
    if (!kept) {
        kept = analyzedFile(sharedFile("traces/" + name.toStdString()), namesOnly);
    }
    return kept;
}

/// A graph replay against the eager prefill of the same model: layer by layer, attention against attention.
void TestTraceAlignment::decodeStandsAgainstPrefill() {
    if (!hasTraces()) {
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

/// Many streams, collectives and different numbers of kernels.
void TestTraceAlignment::trainingStandsAgainstTraining() {
    if (!hasTraces()) {
        QSKIP("the real traces are not there");
    }
    for (const bool namesOnly : {false, true}) {
        const auto control = trace("rec_train_control.a100.json.gz", namesOnly);
        const auto test = trace("rec_train_test.v100.json.gz", namesOnly);
        QVERIFY(control && test);
        const auto result = compareTraces(control, test, {});
        QVERIFY(result);
        const Comparison& comparison = *result.value();
        for (const Side side : kSides) {
            QVERIFY(10 * comparison.coverage.matchedNs[side] >= 6 * comparison.coverage.totalNs[side]);
        }
        const auto isCollective = [&](const KernelPair& pair, Side side) {
            return std::any_of(pair.activities[side].begin(), pair.activities[side].end(),
                               [&](ActivityId id) {
                                   return comparison.sides[side]->classes.of(id).category == "communication";
                               });
        };
        int collectives = 0;
        for (const KernelPair& pair : comparison.pairs) {
            if (pair.presence() == Presence::Both) {
                QCOMPARE(isCollective(pair, Side::A), isCollective(pair, Side::B));
                collectives += isCollective(pair, Side::A) ? 1 : 0;
            }
        }
        QVERIFY(collectives > 0);
        for (const FusionRow& row : comparison.fusion) {
            for (const std::uint32_t index : row.pairs) {
                const KernelPair& pair = comparison.pairs[index];
                QVERIFY(pair.presence() == Presence::Both || pair.partOf);
            }
        }
    }
}

DIPTYCH_TEST(TestTraceAlignment)
#include "tst_trace_alignment.moc"
