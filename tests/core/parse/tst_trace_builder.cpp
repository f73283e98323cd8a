// Chunks of several workers put together: in the order of the file, whoever read them and whenever they come.

#include "core/parse/trace_builder.h"

#include "core/base/cancel_poll.h"
#include "core/parse/batch_parser.h"
#include "tests/core/parse/quoted.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <cstring>

using namespace diptych;
using diptych::test::quoted;

namespace {

/// The chunk that a worker makes of events, ' for ".
void parse(BatchParser& worker, const std::string& events, std::uint64_t byte, EventChunk& chunk) {
    const std::string text = quoted(events);
    TextBatch batch;
    batch.byte = byte;
    batch.size = text.size();
    batch.room.require(text.size() + kMaskBytes);
    std::memcpy(batch.room.data(), text.data(), text.size());
    std::memset(batch.room.data() + text.size(), ' ', kMaskBytes);
    EventSplitter splitter;
    splitter.split({batch.room.data(), batch.size}, 0, byte, true, batch.spans);
    worker.begin(chunk);
    worker.readSpans(batch);
    worker.finish();
}

const std::vector<std::string> kBatches{
    "{'ph':'X','cat':'kernel','name':'a','pid':0,'tid':7,'ts':1,'dur':1,'args':{'grid':[1,1,1]}},"
    "{'ph':'X','cat':'cpu_op','name':'op','pid':9,'tid':9,'ts':1,'dur':1,'args':{'Input Dims':[[1,2]]}}",
    "{'ph':'X','cat':'kernel','name':'b','pid':0,'tid':8,'ts':2,'dur':1,'args':{'grid':[2,1,1]}},"
    "{'ph':'X','name':'loose','pid':0,'tid':7,'ts':2.5,'dur':1}",
    "{'ph':'X','cat':'kernel','name':'a','pid':0,'tid':7,'ts':3,'dur':1,'args':{'grid':[1,1,1]}},"
    "{'ph':'X','cat':'odd','name':'b','pid':9,'tid':9,'ts':3,'dur':1},"
    "{'ph':'B','cat':'cpu_op','name':'half','pid':9,'tid':9,'ts':1}",
    "{'ph':'M','name':'process_name','pid':0,'args':{'name':'GPU 0'}},"
    "{'ph':'E','cat':'cpu_op','pid':9,'tid':9,'ts':9},{'ph':'X','cat':'cpu_op','name':'late','pid':9}",
};

/// Batch i is read by worker readers[i] and comes as order says.
std::unique_ptr<Trace> build(const std::vector<std::size_t>& readers, const std::vector<std::size_t>& order) {
    std::vector<BatchParser> workers(4);
    TraceBuilder builder;
    std::vector<std::unique_ptr<EventChunk>> chunks;
    for (std::size_t i = 0; i < kBatches.size(); ++i) {
        chunks.push_back(std::make_unique<EventChunk>());
        parse(workers[readers[i]], kBatches[i], 1000 * i, *chunks[i]);
    }
    for (const std::size_t i : order) {
        builder.accept(i, std::move(chunks[i]));
    }
    return builder.finish({});
}

QStringList textOf(const Trace& trace) {
    QStringList lines;
    const auto text = [&](StringId id) { return QString::fromStdString(std::string(trace.text(id))); };
    for (std::size_t i = 0; i < trace.gpu.size(); ++i) {
        lines +=
            QString("gpu %1#%2 %3 device %4 stream %5 grid %6")
                .arg(text(trace.gpu.name[i]))
                .arg(trace.gpu.name[i].index())
                .arg(trace.gpu.startNs[i])
                .arg(trace.gpu.device[i])
                .arg(trace.gpu.stream[i])
                .arg(trace.gpu.config[i].isValid() ? trace.launchConfigs[trace.gpu.config[i].index()].grid[0]
                                                   : -1);
    }
    for (std::size_t i = 0; i < trace.ops.size(); ++i) {
        lines += QString("op %1 %2 %3 thread %4")
                     .arg(text(trace.ops.name[i]), text(trace.ops.inputDims[i]))
                     .arg(trace.ops.durationNs[i])
                     .arg(trace.ops.thread[i].index());
    }
    for (std::size_t i = 0; i < trace.spans.size(); ++i) {
        lines += QString("span %1").arg(text(trace.spans.name[i]));
    }
    for (const auto& [category, count] : trace.counts.byCategory) {
        lines += QString("%1 %2").arg(QString::fromStdString(category)).arg(count);
    }
    for (const Diagnostic& diagnostic : trace.diagnostics) {
        lines += QString("%1 %2 at %3")
                     .arg(QString::fromStdString(diagnostic.code))
                     .arg(diagnostic.count)
                     .arg(diagnostic.byte.value_or(0));
    }
    return lines;
}

} // namespace

class TestTraceBuilder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void putsChunksTogether() {
        const auto trace = build({0, 0, 0, 0}, {0, 1, 2, 3});
        QStringList gpu;
        for (const QString& line : textOf(*trace)) {
            if (line.startsWith("gpu")) {
                gpu += line.section(' ', 1, 1).section('#', 0, 0) + line.section(' ', 2);
            }
        }
        QCOMPARE(gpu, (QStringList{"a1000 device 0 stream 7 grid 1", "b2000 device 0 stream 8 grid 2",
                                   "loose2500 device 0 stream 7 grid -1", "a3000 device 0 stream 7 grid 1"}));
        QVERIFY(trace->gpu.name[0] == trace->gpu.name[3]);
        QVERIFY(trace->gpu.config[0] == trace->gpu.config[3]);
        QCOMPARE(trace->launchConfigs.size(), std::size_t(2));
        QCOMPARE(trace->counts.complete, 7ULL);
        QCOMPARE(trace->counts.byCategory.at("kernel"), 4ULL);
        QCOMPARE(trace->counts.byCategory.at("odd"), 1ULL);
        QCOMPARE(trace->ops.size(), std::size_t(2)); // the late one has no start
        QCOMPARE(trace->ops.durationNs[1], Nanoseconds(8000));
    }

    void neitherReadersNorArrivalMatter() {
        const QStringList expected = textOf(*build({0, 0, 0, 0}, {0, 1, 2, 3}));
        for (const std::vector<std::size_t>& readers :
             {std::vector<std::size_t>{0, 1, 2, 3}, {1, 0, 1, 0}, {3, 3, 0, 3}}) {
            std::vector<std::size_t> order{0, 1, 2, 3};
            do {
                QCOMPARE(textOf(*build(readers, order)), expected);
            } while (std::next_permutation(order.begin(), order.end()));
        }
    }

    void talliesWhatCameInOrder() {
        BatchParser worker;
        TraceBuilder builder;
        auto first = builder.takeChunk();
        parse(worker, kBatches[0], 0, *first);
        auto second = builder.takeChunk();
        parse(worker, kBatches[1], 1000, *second);
        QVERIFY(!builder.hasEvents());
        TraceBuilder::Tally tally = builder.accept(1, std::move(second)); // its turn has not come
        QCOMPARE(tally.events, 0ULL);
        tally = builder.accept(0, std::move(first));
        QCOMPARE(tally.events, 4ULL);
        QCOMPARE(tally.kernels, 2ULL);
        QVERIFY(builder.hasEvents());
        auto again = builder.takeChunk(); // the room of one that was taken over
        QCOMPARE(again->complete, 0ULL);
        QVERIFY(again->gpu.empty() && again->newTexts.empty());
    }

    void addsNotesOfTheReader() {
        TraceBuilder builder;
        LoadNotes notes;
        notes.add(Oddity::StrayComma, 3, 17);
        const auto trace = builder.finish(notes);
        QCOMPARE(trace->diagnostics.size(), std::size_t(1));
        QCOMPARE(trace->diagnostics.front().count, 3ULL);
        QCOMPARE(trace->diagnostics.front().byte, std::optional<std::uint64_t>(17));
        QCOMPARE(trace->ranks.size(), std::size_t(1));
    }

    void stopsWhenCancelled() {
        BatchParser worker;
        TraceBuilder builder;
        auto chunk = builder.takeChunk();
        std::string events;
        for (int i = 0; i < 20'000; ++i) {
            events += "{'ph':'X','name':'loose','pid':0,'tid':7,'ts':2.5,'dur':1},";
        }
        parse(worker, events, 0, *chunk);
        builder.accept(0, std::move(chunk));
        CancelSource cancel;
        cancel.cancel();
        QVERIFY_THROWS_EXCEPTION(Stopped, static_cast<void>(builder.finish({}, cancel.token())));
    }
};

DIPTYCH_TEST(TestTraceBuilder)
#include "tst_trace_builder.moc"
