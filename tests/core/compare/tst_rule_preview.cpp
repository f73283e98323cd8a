#include "core/compare/rule_preview.h"

#include "tests/support/analyzed_fixture.h"
#include "tests/support/test_program.h"

#include <algorithm>

using namespace diptych;
using namespace diptych::test;

namespace {

Rule rule(const char* operation, const char* category, const char* pattern) {
    Rule made;
    made.operation = operation;
    made.category = category;
    made.pattern = pattern;
    return made;
}

FixtureKernel kernel(const std::string& name, const char* operation, const char* category,
                     Nanoseconds startNs, Nanoseconds durationNs) {
    FixtureKernel made;
    made.name = name;
    made.operation = operation;
    made.category = category;
    made.startNs = startNs;
    made.durationNs = durationNs;
    return made;
}

/// Three kernel names on A, two on B, classified as the first table below does it.
PerSide<std::shared_ptr<const AnalyzedTrace>> sides() {
    return {analyzedTrace({kernel("my_gemm_1", "Dense GEMM", "gemm", 0, 100),
                           kernel("my_gemm_1", "Dense GEMM", "gemm", 100, 120),
                           kernel("my_norm", "RMSNorm", "normalization", 300, 50),
                           kernel("my_thing", "Other", "other", 400, 7),
                           kernel("Memcpy HtoD", "Copy/Memory", "memory", 500, 9)}),
            analyzedTrace({kernel("my_gemm_2", "Dense GEMM", "gemm", 0, 60),
                           kernel("my_norm", "RMSNorm", "normalization", 100, 40)})};
}

RuleTable table() {
    RuleTable made;
    made.rules = {rule("Dense GEMM", "gemm", "gemm"), rule("RMSNorm", "normalization", "norm")};
    return made;
}

RulePreview preview(const RuleTable& rules) {
    auto result = previewRules(sides(), rules);
    return result ? std::move(result).value() : RulePreview();
}

} // namespace

class TestRulePreview : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKernelIsDecidedByOneRow() {
        const RulePreview result = preview(table());
        QVERIFY(result.problems.empty());
        QCOMPARE(result.byName[0], (RuleHits{{2, 1}, {220, 60}}));
        QCOMPARE(result.byName[1], (RuleHits{{1, 1}, {50, 40}}));
        QCOMPARE(result.unmatched, (RuleHits{{1, 0}, {7, 0}}));
        QVERIFY(result.changes.empty());
    }

    void theFirstRowThatMatchesDecides() {
        RuleTable rules = table();
        rules.rules.insert(rules.rules.begin(), rule("All", "other", "my_"));
        const RulePreview result = preview(rules);
        QCOMPARE(result.byName[0].kernels, (PerSide<std::uint64_t>{4, 2}));
        QCOMPARE(result.byName[1], RuleHits());
        QCOMPARE(result.changes.size(), std::size_t(5));
        QCOMPARE(result.changes[0].ns, Nanoseconds(220)); // by time
        QCOMPARE(result.changes[0].before, std::string("Dense GEMM"));
        QCOMPARE(result.changes[0].after, std::string("All"));
        QCOMPARE(result.changes[0].count, std::uint64_t(2));
    }

    void aChangeOfCategoryAloneIsAChange() {
        RuleTable rules = table();
        rules.rules[1].category = "fused";
        const RulePreview result = preview(rules);
        QCOMPARE(result.changes.size(), std::size_t(2));
        QCOMPARE(result.changes[0].before, std::string("RMSNorm, normalization"));
        QCOMPARE(result.changes[0].after, std::string("RMSNorm, fused"));
    }

    void problemsAreNamedByRow_data() {
        QTest::addColumn<QString>("category");
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("vendor");
        QTest::newRow("does not compile") << "gemm"
                                          << "bro(ken"
                                          << "";
        QTest::newRow("runs away") << "gemm"
                                   << "(a+)+$"
                                   << "";
        QTest::newRow("no category") << ""
                                     << "x"
                                     << "";
        QTest::newRow("no pattern") << "gemm"
                                    << ""
                                    << "";
        QTest::newRow("no such vendor") << "gemm"
                                        << "x"
                                        << "Intel";
    }
    void problemsAreNamedByRow() {
        QFETCH(QString, category);
        QFETCH(QString, pattern);
        QFETCH(QString, vendor);
        PerSide<std::shared_ptr<const AnalyzedTrace>> traces = sides();
        traces.b = analyzedTrace({kernel(std::string(60, 'a') + "!", "Other", "other", 0, 60)});
        for (const RuleList list : {RuleList::KernelNames, RuleList::CpuOps}) {
            RuleTable rules = table();
            rules.cpuOpRules = rules.rules;
            std::vector<Rule>& rows = list == RuleList::KernelNames ? rules.rules : rules.cpuOpRules;
            Rule bad = rule("Bad", category.toUtf8().constData(), pattern.toUtf8().constData());
            bad.vendor = vendor.toStdString();
            rows.insert(rows.begin() + 1, bad);
            const auto result = previewRules(traces, rules);
            QVERIFY(result.isOk());
            if (list == RuleList::CpuOps && qstrcmp(QTest::currentDataTag(), "runs away") == 0) {
                continue; // these traces have no CPU ops to run away on
            }
            QCOMPARE(result.value().problems.size(), std::size_t(1));
            QCOMPARE(result.value().problems[0].list, list);
            QCOMPARE(result.value().problems[0].row, std::size_t(1));
            QVERIFY(!result.value().problems[0].what.empty());
            QVERIFY(result.value().byName.empty());
        }
    }

    void anEmptySideIsFine() {
        const auto result = previewRules({sides().a, nullptr}, table());
        QVERIFY(result.isOk());
        QCOMPARE(result.value().byName[0], (RuleHits{{2, 0}, {220, 0}}));
    }

    void canBeCancelled() {
        CancelSource cancel;
        cancel.cancel();
        const auto result = previewRules(sides(), table(), cancel.token());
        QVERIFY(!result.isOk());
        QCOMPARE(result.error().code, ErrorCode::Cancelled);
    }
};

DIPTYCH_TEST(TestRulePreview)
#include "tst_rule_preview.moc"
