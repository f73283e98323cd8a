// Long sequences: anchors and bands give what the full alignment gives, and time stays near linear.

#include "core/compare/sequence_aligner.h"

#include "tests/support/sketch_trace.h"
#include "tests/support/test_program.h"

#include <random>

using namespace diptych;
using namespace diptych::test;

namespace {

struct Sequences {
    explicit Sequences(const std::string& a, const std::string& b)
        : sides("whole: " + a, "whole: " + b, "x", "x"),
          vocabulary(buildVocabulary(*sides.traces.a, *sides.traces.b)) {
        for (const Side side : kSides) {
            for (const ActivityId id : sides.traces[side]->order) {
                items[side].push_back({vocabulary.work[side][id.index()]});
            }
        }
    }

    SketchedSides sides;
    WorkVocabulary vocabulary;
    PerSide<TemplateItems> items;
};

/// Words with a vocabulary of names wide enough that runs are rare, and the same with some lost and some
/// added.
std::pair<std::string, std::string> driftingSequences(int length, std::uint32_t seed) {
    static const std::vector<std::string> kKinds{"gemm", "norm", "attn", "copy", "mul",
                                                 "add",  "act",  "rope", "comm", "quant"};
    std::mt19937 random(seed);
    std::string a;
    std::string b;
    for (int i = 0; i < length; ++i) {
        const std::string word = kKinds[random() % kKinds.size()] + ' ';
        a += random() % 100 == 0 ? "" : word;
        b += random() % 100 == 0 ? "copy " + word : word;
    }
    return {a, b};
}

std::int64_t totalScore(const WorkScorer& scorer, const std::vector<AlignedItems>& columns) {
    std::int64_t total = 0;
    for (const AlignedItems& column : columns) {
        total += column.isBoth()                     ? scorer.score(column.a, column.b)
                 : column.a != AlignedItems::kNoItem ? scorer.gapA(column.a)
                                                     : scorer.gapB(column.b);
    }
    return total;
}

void checkOrder(const std::vector<AlignedItems>& columns, std::size_t sizeA, std::size_t sizeB) {
    std::uint32_t a = 0;
    std::uint32_t b = 0;
    for (const AlignedItems& column : columns) {
        if (column.a != AlignedItems::kNoItem) {
            QCOMPARE(column.a, a++);
        }
        if (column.b != AlignedItems::kNoItem) {
            QCOMPARE(column.b, b++);
        }
    }
    QCOMPARE(std::size_t{a}, sizeA);
    QCOMPARE(std::size_t{b}, sizeB);
}

} // namespace

class TestSequenceAligner : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void emptySequences();
    void anchorsAndBandsLoseNothing();
    void unequalLengthsStayInBand();
    void longSequencesAreNearLinear();
    void cancelledLeavesTheRestUnmatched();
};

void TestSequenceAligner::emptySequences() {
    const Sequences none("", "");
    QVERIFY(alignSequences(WorkScorer(none.vocabulary, none.items.a, none.items.b)).empty());
    const Sequences one("gemm copy", "");
    const auto columns = alignSequences(WorkScorer(one.vocabulary, one.items.a, one.items.b));
    checkOrder(columns, 2, 0);
}

void TestSequenceAligner::anchorsAndBandsLoseNothing() {
    for (std::uint32_t seed = 0; seed < 10; ++seed) {
        const auto [a, b] = driftingSequences(800, seed);
        const Sequences sequences(a, b);
        const WorkScorer scorer(sequences.vocabulary, sequences.items.a, sequences.items.b);
        const auto full = alignSequences(scorer);
        const auto pieces = alignSequences(scorer, {2000, std::size_t{1} << 20, 40});
        checkOrder(full, sequences.items.a.size(), sequences.items.b.size());
        checkOrder(pieces, sequences.items.a.size(), sequences.items.b.size());
        QVERIFY(totalScore(scorer, pieces) >= totalScore(scorer, full) * 995 / 1000);
    }
}

void TestSequenceAligner::unequalLengthsStayInBand() {
    std::string a;
    std::string b;
    for (int i = 0; i < 600; ++i) {
        a += "gemm norm ";
        b += i % 3 == 0 ? "gemm norm " : "";
    }
    const Sequences sequences(a, b);
    const WorkScorer scorer(sequences.vocabulary, sequences.items.a, sequences.items.b);
    const auto columns = alignSequences(scorer, {100, 1 << 20, 20});
    checkOrder(columns, sequences.items.a.size(), sequences.items.b.size());
    const auto matched =
        std::count_if(columns.begin(), columns.end(), [](const AlignedItems& x) { return x.isBoth(); });
    QCOMPARE(static_cast<std::size_t>(matched), sequences.items.b.size());
}

void TestSequenceAligner::longSequencesAreNearLinear() {
    const auto [a, b] = driftingSequences(30000, 7);
    const Sequences sequences(a, b);
    const WorkScorer scorer(sequences.vocabulary, sequences.items.a, sequences.items.b);
    QElapsedTimer timer;
    timer.start();
    const auto columns = alignSequences(scorer);
    const auto elapsedMs = timer.elapsed();
    checkOrder(columns, sequences.items.a.size(), sequences.items.b.size());
    const auto matched =
        std::count_if(columns.begin(), columns.end(), [](const AlignedItems& x) { return x.isBoth(); });
    QVERIFY(static_cast<double>(matched) > 0.98 * static_cast<double>(sequences.items.a.size()));
    QVERIFY2(elapsedMs < 5000, qPrintable(QString::number(elapsedMs))); // in full it would be 10^9 cells
}

void TestSequenceAligner::cancelledLeavesTheRestUnmatched() {
    CancelSource source;
    source.cancel();
    const Sequences sequences("gemm norm", "gemm norm");
    const auto columns = alignSequences(
        WorkScorer(sequences.vocabulary, sequences.items.a, sequences.items.b), {}, source.token());
    checkOrder(columns, 2, 2);
    QCOMPARE(columns.size(), std::size_t{4});
}

DIPTYCH_TEST(TestSequenceAligner)
#include "tst_sequence_aligner.moc"
