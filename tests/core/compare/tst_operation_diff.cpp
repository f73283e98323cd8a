#include "core/compare/budget.h"
#include "core/compare/operation_diff.h"
#include "core/compare/summary.h"
#include "tests/support/analyzed_fixture.h"
#include "tests/support/test_program.h"

#include <map>
#include <numeric>
#include <random>

using namespace diptych;
using namespace diptych::test;

namespace {

using Kernels = std::vector<FixtureKernel>;

/// Two fixtures with their selections, alive as long as the tables are computed.
struct Compared {
    Compared(const Kernels& a, const Kernels& b, CompareOptions chosen = {})
        : sides{analyzedTrace(a), analyzedTrace(b)}, options(std::move(chosen)),
          selections(std::move(selectActivities(*sides.a, *sides.b, options)).value()) {}

    [[nodiscard]] ComparedSides compared() const {
        return {{sides.a.get(), sides.b.get()}, {&selections.a, &selections.b}};
    }
    [[nodiscard]] std::vector<OperationRow> operations() const { return diffOperations(compared(), options); }

    PerSide<std::shared_ptr<const AnalyzedTrace>> sides;
    CompareOptions options;
    PerSide<Selection> selections;
};

const OperationRow* find(const std::vector<OperationRow>& rows, std::string_view operation) {
    for (const OperationRow& row : rows) {
        if (row.operation == operation) {
            return &row;
        }
    }
    return nullptr;
}

FixtureKernel gemm(Nanoseconds ns, int step = -1) {
    return {"Cijk_A", "Dense GEMM", "gemm", 0, ns, step, "", 0, {}};
}
FixtureKernel norm(Nanoseconds ns, int step = -1) {
    return {"rms", "RMSNorm", "normalization", 0, ns, step, "", 0, {}};
}
FixtureKernel normGemm(Nanoseconds ns) {
    return {"rms_gemm", "RMSNorm+GEMM", "normalization", 0, ns, -1, "", 0, {}};
}

Kernels randomKernels(std::mt19937& random, int steps) {
    static const std::vector<std::pair<const char*, const char*>> kOperations{
        {"Dense GEMM", "gemm"},     {"RMSNorm", "normalization"},      {"Rotary", "rope"},
        {"Attention", "attention"}, {"RMSNorm+GEMM", "normalization"}, {"Copy/Memory", "memory"}};
    Kernels kernels(1 + random() % 60);
    for (FixtureKernel& kernel : kernels) {
        const auto& [operation, category] = kOperations[random() % kOperations.size()];
        kernel = {"kernel_" + std::to_string(random() % 9),
                  operation,
                  category,
                  0,
                  Nanoseconds(random() % 90'000),
                  steps == 0 ? -1 : int(random() % steps),
                  "",
                  0,
                  random() % 12 == 0 ? TimeFault::Suspect : TimeFault::None};
    }
    return kernels;
}

} // namespace

class TestOperationDiff : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsBothSides() {
        const Compared both({gemm(100), gemm(300), norm(50)}, {gemm(80)});
        const auto rows = both.operations();
        QCOMPARE(rows.size(), std::size_t(2));
        QCOMPARE(rows[0].operation, std::string("Dense GEMM"));
        QCOMPARE(rows[0].stats.a.count, std::uint64_t(2));
        QCOMPARE(rows[0].stats.a.meanNs, std::optional<Nanoseconds>(200));
        QCOMPARE(rows[0].gapNs, Nanoseconds(320));
        QCOMPARE(rows[0].ratio, std::optional<double>(2.5));
        QCOMPARE(rows[0].status, Status::Slower);
        QCOMPARE(rows[0].names.a.size(), std::size_t(1));
        QCOMPARE(rows[0].names.a[0].count, std::uint64_t(2));
    }

    void oneSidedOperationsAreRows() {
        const Compared both({gemm(100), norm(50)}, {gemm(100)});
        const auto rows = both.operations();
        const OperationRow* const only = find(rows, "RMSNorm");
        QVERIFY(only != nullptr);
        QCOMPARE(only->presence, Presence::OnlyA);
        QVERIFY(!only->ratio);
        QVERIFY(!only->stats.b.meanNs);
        QCOMPARE(only->gapNs, Nanoseconds(50));
    }

    void figuresArePerStepWhereBothHaveSteps() {
        const Compared both({gemm(100, 0), gemm(100, 1), gemm(900)}, {gemm(50, 0)});
        const auto rows = both.operations();
        QCOMPARE(rows[0].stats.a.totalNs, Nanoseconds(1100));
        QCOMPARE(rows[0].stats.a.stepNs, std::optional<Nanoseconds>(100));
        QCOMPARE(rows[0].gapNs, Nanoseconds(50));
    }

    void fusedNormStandsAgainstPlainNorm() {
        for (const bool swapped : {false, true}) {
            const Kernels fuses{normGemm(10), normGemm(20)};
            const Kernels plain{norm(5), norm(5), gemm(7)};
            const Compared both(swapped ? plain : fuses, swapped ? fuses : plain);
            const auto rows = both.operations();
            const OperationRow* const joint = find(rows, "RMSNorm+GEMM, RMSNorm");
            QVERIFY(joint != nullptr);
            QVERIFY(find(rows, "RMSNorm") == nullptr && find(rows, "RMSNorm+GEMM") == nullptr);
            QCOMPARE(joint->presence, Presence::Both);
            QCOMPARE(std::abs(joint->gapNs), Nanoseconds(20));
        }
    }

    void bothPlainNormsStayApartFromFusedOnes() {
        const Compared both({normGemm(10), norm(4)}, {norm(5)});
        QVERIFY(find(both.operations(), "RMSNorm+GEMM, RMSNorm") == nullptr);
    }

    void suspectsAreLeftOut() {
        FixtureKernel suspect = gemm(5'000'000'000);
        suspect.fault = TimeFault::Suspect;
        const Compared both({gemm(100), suspect}, {gemm(100)});
        QCOMPARE(both.operations()[0].stats.a.count, std::uint64_t(1));
        QCOMPARE(both.operations()[0].gapNs, Nanoseconds(0));
    }

    void aSmallGapHasNoShares() {
        const Compared both({gemm(100'000), norm(100)}, {gemm(100'000), norm(99)});
        for (const OperationRow& row : both.operations()) {
            QVERIFY(!row.share);
            QCOMPARE(row.status, Status::Similar);
        }
    }

    void sumsAreExact() {
        std::mt19937 random(3);
        for (int round = 0; round < 200; ++round) {
            const int steps = int(random() % 4);
            const Compared both(randomKernels(random, steps), randomKernels(random, steps));
            const auto rows = both.operations();
            const ComparedSides sides = both.compared();
            const auto budget = budgetOf(sides);
            const auto attribution = attributeGap(rows, sides);
            for (const Side side : kSides) {
                Nanoseconds total = 0;
                Nanoseconds step = 0;
                Nanoseconds budgetTotal = 0;
                for (const OperationRow& row : rows) {
                    total += row.stats[side].totalNs;
                    step += row.stats[side].stepNs.value_or(0);
                }
                for (const BudgetRow& row : budget) {
                    budgetTotal += row.totalNs[side];
                }
                QCOMPARE(total, both.selections[side].figures.totalNs);
                QCOMPARE(budgetTotal, total);
                QCOMPARE(step, both.selections[side].figures.stepNs.value_or(0));
            }
            Nanoseconds gap = 0;
            for (const AttributionRow& row : attribution) {
                gap += row.gapNs;
            }
            QCOMPARE(gap, sides.headlineGapNs());
        }
    }

    /// The budget goes by the kernels' own categories, whatever rows the operations form.
    void budgetKeepsTheCategories() {
        const FixtureKernel joined{"rms_gemm", "RMSNorm+GEMM", "gemm", 0, 700, 0, "", 0, {}};
        const Compared both({joined, joined}, {norm(100, 0), norm(100, 0), gemm(900, 0)});
        QVERIFY(find(both.operations(), "RMSNorm+GEMM, RMSNorm"));
        std::map<std::string, PerSide<Nanoseconds>> times;
        for (const BudgetRow& row : budgetOf(both.compared())) {
            times[row.category] = row.totalNs;
        }
        QCOMPARE(times["gemm"], (PerSide<Nanoseconds>{1400, 900}));
        QCOMPARE(times["normalization"], (PerSide<Nanoseconds>{0, 200}));
    }

    void swappingMirrors() {
        std::mt19937 random(11);
        for (int round = 0; round < 100; ++round) {
            const int steps = int(random() % 3);
            const Kernels a = randomKernels(random, steps);
            const Kernels b = randomKernels(random, steps);
            const auto rows = Compared(a, b).operations();
            const auto mirrored = Compared(b, a).operations();
            QCOMPARE(rows.size(), mirrored.size());
            for (std::size_t i = 0; i < rows.size(); ++i) {
                QCOMPARE(rows[i].operation, mirrored[i].operation);
                QCOMPARE(rows[i].gapNs, -mirrored[i].gapNs);
                QCOMPARE(rows[i].stats.a.totalNs, mirrored[i].stats.b.totalNs);
                QCOMPARE(rows[i].stats.b.stepNs, mirrored[i].stats.a.stepNs);
            }
        }
    }

    void theVerdictSaysWhoNeedsMore() {
        const Compared both({gemm(2'000'000, 0), norm(100'000, 0)}, {gemm(1'000'000, 0), norm(100'000, 0)});
        const Summary summary = summarize(both.compared(), both.operations(), {});
        QCOMPARE(summary.verdict,
                 std::string("A needs 2.10 ms per step where B needs 1.10 ms (1.91\u00d7 slower); "
                             "100 % of the gap is Dense GEMM."));
        QCOMPARE(summary.gapNs, Nanoseconds(1'000'000));
    }

    void nothingComparedIsNoCrash() {
        const Compared both({}, {});
        QVERIFY(both.operations().empty());
        const Summary summary = summarize(both.compared(), {}, {});
        QVERIFY(!summary.ratio);
        QVERIFY(!summary.verdict.empty());
    }
};

DIPTYCH_TEST(TestOperationDiff)
#include "tst_operation_diff.moc"
