// Files that hold several ranks, in the ways in which tools merge them; and files of one rank that look like
// it.

#include "core/parse/merged_ranks.h"

#include "core/parse/load_trace.h"
#include "tests/core/parse/quoted.h"
#include "tests/support/test_program.h"

using namespace diptych;
using diptych::test::quoted;

namespace {

/// One rank of a merged file. All ranks count their correlations from the same number where `first` is equal.
struct Part {
    QString host;        ///< process as JSON, ' for "
    QString gpu;         ///< likewise
    QString hostLabel{}; ///< "" for none
    QString gpuLabel{};
    int first = 1;
};
using Parts = QVector<Part>;

/// Each rank launches three kernels; names tell the rank: "launch 0", "kernel 0".
std::string textOf(const Parts& parts) {
    QString events;
    for (int rank = 0; rank < parts.size(); ++rank) {
        const Part& part = parts[rank];
        const auto label = [&](const QString& process, const QString& text) {
            events += text.isEmpty()
                          ? QString()
                          : QString("{'ph':'M','name':'process_name','pid':%1,'args':{'name':'%2'}},")
                                .arg(process, text);
        };
        label(part.host, part.hostLabel);
        label(part.gpu, part.gpuLabel);
        for (int i = 0; i < 3; ++i) {
            events += QString("{'ph':'X','cat':'cuda_runtime','name':'launch %1','pid':%2,'tid':1,'ts':%3,"
                              "'dur':1,'args':{'correlation':%4}},")
                          .arg(rank)
                          .arg(part.host)
                          .arg(100 + 10 * i + rank)
                          .arg(part.first + i);
            events += QString("{'ph':'X','cat':'kernel','name':'kernel %1','pid':%2,'tid':7,'ts':%3,'dur':5,"
                              "'args':{'device':0,'stream':7,'correlation':%4}},")
                          .arg(rank)
                          .arg(part.gpu)
                          .arg(104 + 10 * i + rank)
                          .arg(part.first + i);
        }
    }
    return "{\"traceEvents\": [" + quoted(events.toStdString()) + "{}]}";
}

} // namespace

Q_DECLARE_METATYPE(Parts)

class TestMergedRanks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsLabels_data() {
        QTest::addColumn<QString>("process");
        QTest::addColumn<QString>("label");
        const auto row = [](const char* process, const char* label) {
            QTest::newRow(process) << process << label;
        };
        row("[TP01] 100", "TP01");
        row("[TP01-DP00] 100", "TP01-DP00");
        row("[rank 3", "");
        row("rank 3: 100", "rank 3");
        row("Rank_3/100", "Rank_3");
        row("rank3", "rank3");
        row("rank=3 python", "rank=3");
        row("100 (rank 3)", "rank 3");
        row("GPU 0 rank 3", "rank 3");
        row("node1/rank3/100", "node1/rank3");
        row("host-2 rank 3", "host-2 rank 3");
        row("TP0-PP1/100", "TP0-PP1");
        row("DP_01 TP_3 100", "DP_01 TP_3");
        row("tp1_100", "tp1");
        row("worker 2", "worker 2");
        row("r5:100", "r5");
        row("100", "");
        row("", "");
        row("GPU 0", "");
        row("python3", "");
        row("python3.10", "");
        row("CPU", "");
        row("Spans", "");
        row("PyTorch Profiler", "");
        row("ranking 3", "");
        row("frank 3", "");
        row("rank", "");
        row("ray::IDLE", "");
        row("sglang::scheduler", "");
        row("tp1x", "");
    }

    void readsLabels() {
        QFETCH(QString, process);
        QFETCH(QString, label);
        const std::string text = process.toStdString();
        QCOMPARE(QString::fromStdString(std::string(rankLabelOf(text))), label);
    }

    void tellsRanksApart_data() {
        QTest::addColumn<Parts>("parts");
        QTest::addColumn<QStringList>("labels"); ///< empty: one rank
        QTest::newRow("texts in brackets")
            << Parts{{"'[TP00] 100'", "'[TP00] 0'"}, {"'[TP01] 101'", "'[TP01] 0'"}}
            << QStringList{"TP00", "TP01"};
        QTest::newRow("texts in words")
            << Parts{{"'rank1: 100'", "'rank1: 0'"}, {"'rank0: 100'", "'rank0: 0'"}}
            << QStringList{"rank1", "rank0"};
        QTest::newRow("number before the process")
            << Parts{{"'0:100'", "'0:0'"}, {"'1:100'", "'1:0'"}} << QStringList{"0", "1"};
        QTest::newRow("names of processes")
            << Parts{{"100", "0", "python rank 0", "GPU rank 0"}, {"200", "1", "python rank 1", "GPU rank 1"}}
            << QStringList{"rank 0", "rank 1"};
        QTest::newRow("names of the launching processes only")
            << Parts{{"100", "0", "rank 4", "GPU 0"}, {"200", "1", "rank 5", "GPU 1"}}
            << QStringList{"rank 4", "rank 5"};
        QTest::newRow("texts of the launching processes only")
            << Parts{{"'rank 4'", "0"}, {"'rank 5'", "1"}} << QStringList{"rank 4", "rank 5"};
        QTest::newRow("offset numbers")
            << Parts{{"1234", "0"}, {"1001234", "1000001"}, {"2001299", "2000002"}}
            << QStringList{"rank 0", "rank 1", "rank 2"};
        QTest::newRow("processes as they were")
            << Parts{{"3113936", "0"}, {"3113937", "1"}} << QStringList{"process 3113936", "process 3113937"};
        QTest::newRow("processes as they were, correlations of their own")
            << Parts{{"100", "1", "", "", 1}, {"101", "0", "", "", 500}}
            << QStringList{"process 100", "process 101"};
        QTest::newRow("one GPU process, correlations of their own")
            << Parts{{"100", "0", "", "", 1}, {"101", "0", "", "", 500}}
            << QStringList{"process 100", "process 101"};
        QTest::newRow("one rank") << Parts{{"100", "0", "python3", "GPU 0"}} << QStringList();
        QTest::newRow("one rank that says which") << Parts{{"'rank 3'", "0"}} << QStringList();
        QTest::newRow("one process, two GPUs")
            << Parts{{"100", "0", "", "", 1}, {"100", "1", "", "", 500}} << QStringList();
    }

    void tellsRanksApart() {
        QFETCH(Parts, parts);
        QFETCH(QStringList, labels);
        const auto loaded = loadTraceFromMemory(textOf(parts), {});
        QVERIFY(loaded.isOk());
        const Trace& trace = *loaded.value();
        QStringList found;
        for (const RankInfo& rank : trace.ranks) {
            found += QString::fromStdString(rank.label);
        }
        QCOMPARE(found, labels.isEmpty() ? QStringList{""} : labels);
        for (std::size_t row = 0; row < trace.gpu.size(); ++row) {
            const std::string_view kernel = trace.text(trace.gpu.name[row]);
            QVERIFY(trace.gpu.launch[row].isValid());
            const std::string_view launch = trace.text(trace.launches.name[trace.gpu.launch[row].index()]);
            QCOMPARE(launch.back(), kernel.back());
            QCOMPARE(int(trace.gpu.rank[row]), labels.isEmpty() ? 0 : kernel.back() - '0');
        }
        QCOMPARE(findDiagnostic(trace.diagnostics, "merged-ranks") != nullptr, !labels.isEmpty());
    }

    void knowsNumbersOfRanks() {
        const auto numbersOf = [](const Parts& parts) {
            std::vector<std::optional<std::int64_t>> numbers;
            const auto loaded = loadTraceFromMemory(textOf(parts), {});
            for (const RankInfo& rank : loaded.value()->ranks) {
                numbers.push_back(rank.rank);
            }
            return numbers;
        };
        using Numbers = std::vector<std::optional<std::int64_t>>;
        QCOMPARE(numbersOf({{"'rank 7'", "0"}, {"'rank 2'", "1"}}), (Numbers{7, 2}));
        QCOMPARE(numbersOf({{"3001234", "3000000"}, {"5001234", "5000000"}}), (Numbers{3, 5}));
        QCOMPARE(numbersOf({{"1234", "0"}, {"1235", "1"}}), (Numbers{std::nullopt, std::nullopt}));
        QCOMPARE(numbersOf({{"'TP0-PP1/1'", "'TP0-PP1/0'"}, {"'TP1-PP1/1'", "'TP1-PP1/0'"}}),
                 (Numbers{std::nullopt, std::nullopt}));
    }

    /// Spans and the like carry no rank; they disturb nobody.
    void processesWithoutRankDisturbNothing() {
        std::string text = textOf({{"'[TP00] 100'", "'[TP00] 0'"}, {"'[TP01] 101'", "'[TP01] 0'"}});
        text.replace(text.find("{}]"), 2,
                     quoted("{'ph':'X','cat':'Trace','name':'t','pid':'Spans','tid':0,'ts':1,'dur':1}"));
        const auto loaded = loadTraceFromMemory(text, {});
        QVERIFY(loaded.isOk());
        QCOMPARE(loaded.value()->ranks.size(), std::size_t(2));
    }

    /// Many processes with equal numbers must not cost the square of their count.
    void manyRanks() {
        Parts parts;
        for (int rank = 0; rank < 300; ++rank) {
            parts.push_back({QString("'rank %1'").arg(rank), QString::number(rank), "", "", 1 + 5 * rank});
        }
        const auto loaded = loadTraceFromMemory(textOf(parts), {});
        QVERIFY(loaded.isOk());
        QCOMPARE(loaded.value()->ranks.size(), std::size_t(300));
        QCOMPARE(int(loaded.value()->gpu.rank.back()), 299);
    }
};

DIPTYCH_TEST(TestMergedRanks)
#include "tst_merged_ranks.moc"
