// Whole loads: kinds of events and files, compression, progress, cancelling, and that neither workers nor
// batches matter.

#include "core/parse/load_trace.h"
#include "tests/core/parse/packed.h"
#include "tests/core/parse/quoted.h"
#include "tests/core/parse/sketched_trace.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <cstdio>
#include <random>
#include <thread>
#include <unistd.h>

using namespace diptych;
using diptych::test::gzip;
using diptych::test::Layout;
using diptych::test::quoted;
using diptych::test::zstd;

namespace {

LoadOptions options(unsigned workers, std::size_t batchBytes) {
    LoadOptions options;
    options.workers = workers;
    options.batchBytes = batchBytes;
    return options;
}

std::shared_ptr<const Trace> load(std::string_view text) {
    auto loaded = loadTraceFromMemory(text, options(1, 4096));
    return loaded ? loaded.value() : nullptr;
}

std::shared_ptr<const Trace> loadEvents(const std::string& events) {
    return load("{\"traceEvents\": [" + events + "]}");
}

/// Everything that must not depend on how a trace was read.
QStringList describeAll(const Trace& trace) {
    QStringList lines;
    const auto text = [&](StringId id) {
        return QString("%1:%2")
            .arg(id.isValid() ? id.index() : 0)
            .arg(QString::fromStdString(std::string(trace.text(id))));
    };
    const auto add = [&](const char* table, const auto& rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
            lines += QString("%1 %2 %3 %4")
                         .arg(table, text(rows.name[i]))
                         .arg(rows.startNs[i])
                         .arg(rows.durationNs[i]);
        }
    };
    add("gpu", trace.gpu);
    add("launch", trace.launches);
    add("op", trace.ops);
    add("frame", trace.frames);
    add("span", trace.spans);
    for (const StringId dims : trace.ops.inputDims) {
        lines += text(dims);
    }
    for (const LaunchConfigId config : trace.gpu.config) {
        lines += QString::number(config.isValid() ? config.index() : 999);
    }
    for (const Thread& thread : trace.threads) {
        lines += text(thread.process) + text(thread.thread);
    }
    for (const auto& [category, count] : trace.counts.byCategory) {
        lines += QString("%1 %2").arg(QString::fromStdString(category)).arg(count);
    }
    for (const Diagnostic& diagnostic : trace.diagnostics) {
        lines += QString("%1 %2 %3")
                     .arg(QString::fromStdString(diagnostic.code))
                     .arg(diagnostic.count)
                     .arg(diagnostic.byte.value_or(0));
    }
    return lines;
}

} // namespace

class TestLoadTrace : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sameByAnyWorkersAndBatches() {
        std::string text = test::forgeTrace(Layout::Lines, 3000).text;
        text.replace(text.find("frame_900"), 9, "fr\"me_900");
        text.replace(text.find("op_1000\""), 8, "op\xFF\xFF\xFF\xFF\xFF\"");
        text.insert(text.find("{", text.size() / 2), ", null,");
        const auto whole = loadTraceFromMemory(text, options(1, 16 << 20));
        QVERIFY(whole.isOk());
        const QStringList expected = describeAll(*whole.value());
        QVERIFY(expected.size() > 3000);
        for (const unsigned workers : {1U, 2U, 5U}) {
            for (const std::size_t batch : {std::size_t(1), std::size_t(2000), std::size_t(70'001)}) {
                const auto pieces = loadTraceFromMemory(text, options(workers, batch));
                QVERIFY(pieces.isOk());
                QCOMPARE(describeAll(*pieces.value()), expected);
            }
        }
    }

    /// Text that looks like the border between two events, and is none, where a worker may begin; and what is
    /// no strict JSON, there and elsewhere.
    /// A quote is missing in the last whole event, wherever the batches end, and another file begins within
    /// the next.
    void sameWhereTheFileEndsBehindDamage() {
        const std::string tail =
            quoted("\n  {\n    'ph': 'X', 'cat': "
                   "'kernel', 'name': 'demo_kernel_787, 'pid': 0, 'tid': 7,\n    'ts': 1626.000, 'dur': "
                   "10.147,\n    'args': {\n  7   'External id': 32, 'queued': 0, 'device': 0, 'context': 1, "
                   "'stream': 7, 'correlation': 1031, 'grid': [4, 1, 1], 'block': [128, 1, 1]\n    }\n  },\n "
                   " {\n    'ph'8\001") +
            std::string(56, '\0') +
            quoted(
                "{\n  'schemaVersion': 1,\n  'deviceProperties': [\n    {\n      'id': 0, 'name': 'Example "
                "GPU', 'totalGlobalMem': 85899345920,\n      'computeMajor': 9, 'computeMinor': 0,\n      "
                "'maxThreadsPerBlock': 1024, 'maxThreadsPerMultiprocessor': 2048,\n      'warpSize': 32, "
                "'numSms': 132\n    }\n  ],\n  'displayTimeUnit': 'ms',\n  'baseTimeNanosecsK\001") +
            std::string(6, '\0') +
            quoted("00000000000000000,\n  'traceEvents': [\n  {\n    'name': 'process_name',");
        std::string events;
        for (int i = 0; i < 80; ++i) {
            events += quoted("\n  {\n    'ph': 'X', 'cat': 'kernel', 'name': 'k', 'pid': 0, 'tid': 7,\n"
                             "    'ts': 1766.000, 'dur': 10.406,\n    'args': {\n      'External id': 39, "
                             "'queued': 0, 'device': 0, 'context': 1, 'stream': 7, 'correlation': 1038, "
                             "'grid': [4, 1, 1], 'block': [128, 1, 1]\n    }\n  },");
        }
        for (std::size_t shift = 0; shift < 330; shift += 10) {
            const std::string text = "{\"traceEvents\": [" + std::string(shift, ' ') + events + tail;
            const QStringList expected = describeAll(*load(text));
            QVERIFY(!expected.filter("events-repaired").empty());
            QVERIFY(expected.filter("stray-commas").empty());
            for (const unsigned workers : {1U, 2U}) {
                const auto loaded = loadTraceFromMemory(text, options(workers, 600));
                QVERIFY(loaded.isOk());
                QCOMPARE(describeAll(*loaded.value()), expected);
            }
        }
    }

    /// A fault that comes again counts again, whoever has read the one before.
    void everyUnusableValueCounts_data() {
        QTest::addColumn<QString>("value");
        for (const char* const value : {"true", "false", "[1, 2]", "{\"a\": 1}", "\"text\"", "1e99"}) {
            QTest::newRow(value) << QString(value);
        }
    }
    void everyUnusableValueCounts() {
        QFETCH(const QString, value);
        constexpr int kEvents = 40;
        QStringList events;
        for (int i = 0; i < kEvents; ++i) {
            const std::string event =
                quoted("{'ph':'X','cat':'cpu_op','name':'o','pid':1,'tid':1,'ts':%1,'dur':%2}");
            events += QString::fromStdString(event).arg(100 + i).arg(value);
        }
        const std::string text = "{\"traceEvents\": [" + events.join(", ").toStdString() + "]}";
        for (const unsigned workers : {1U, 2U}) {
            for (const std::size_t batch : {std::size_t{600}, std::size_t{4096}}) {
                const auto loaded = loadTraceFromMemory(text, options(workers, batch));
                QVERIFY(loaded.isOk());
                std::uint64_t count = 0;
                for (const Diagnostic& diagnostic : loaded.value()->diagnostics) {
                    count += diagnostic.code == "unusable-values" ? diagnostic.count : 0;
                }
                QCOMPARE(count, std::uint64_t{kEvents});
            }
        }
    }

    void sameWhereverWorkersBegin() {
        const std::string likeEvents = "{'ph':'X','cat':'cpu_op','name':'no event','ts':5,'dur':1}";
        std::string nested = likeEvents;
        for (int i = 0; i < 30; ++i) {
            nested += ", " + likeEvents;
        }
        const std::vector<std::string> pieces{
            ", {'ph':'X','cat':'cpu_op','name':'lists','ts':7,'dur':1,'args':{'list':[" + nested + "]}}",
            ", {'ph':'X','cat':'cpu_op','name':'" + std::string(900, 'n') + "','ts':7,'dur':1}",
            ", {'ph':'X','cat':'cpu_op','name':'" + std::string(9000, 'N') + "','ts':7,'dur':1}",
            ", {'ph':'X','cat':'cpu_op','name':'lo'st','ts':7,'dur':1}",
            ", {'ph':'X','cat':'cpu_op','name':'open','ts':7,'dur':1",
            ", {'ph':'X','cat':'cpu_op','name':'odd','ts':7,'dur':nan}",
            ", {'ph':'X','cat':'cpu_op','name':'\xC3\xA9','ts':7,'dur':2}",
            ", {'ph':'X','cat':'cpu_op','name':'\xC3','ts':7,'dur':2}",
            ", {'ph':'X','cat':'cpu_op','name':'esc\\u00e9\\\\','ts':7,'dur':2}",
            ",, null, ] ,",
            ",\n" + std::string(300, ' ') + "{'ph':'X','cat':'cpu_op','name':'far','ts':8,'dur':1}"};
        std::minstd_rand random(11);
        for (int round = 0; round < (test::kIsSanitized ? 8 : 40); ++round) {
            std::string events = "{'ph':'X','cat':'kernel','name':'first','ts':1,'dur':1}";
            for (int i = 0; i < 200; ++i) {
                const bool isOdd = random() % 8 == 0;
                events += isOdd ? pieces[random() % (round % 4 == 0 ? 3 : pieces.size())]
                                : ", {'ph': 'X', 'cat': 'cpu_op', 'name': 'op_" +
                                      std::to_string(random() % 50) + "', 'ts': " + std::to_string(i) +
                                      ", 'dur': 1, 'args': {'Ev Idx': 4}}";
            }
            const std::string text = quoted("{'traceEvents': [" + events + "], 'traceName': 'x'}");
            const auto whole = loadTraceFromMemory(text, options(1, 16 << 20));
            QVERIFY(whole.isOk());
            const QStringList expected = describeAll(*whole.value());
            for (const unsigned workers : {1U, 2U, 4U}) {
                for (const std::size_t batch : {64U, 400U, 1000U, 5000U}) {
                    const auto parts = loadTraceFromMemory(text, options(workers, batch));
                    QVERIFY(parts.isOk());
                    QCOMPARE(describeAll(*parts.value()), expected);
                }
            }
        }
    }

    void readsEveryCompression_data() {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes);
        };
        const std::string text = test::forgeTrace(Layout::Lines, 400).text;
        row("plain", text);
        row("byte order mark", "\xEF\xBB\xBF" + text);
        row("white space around", std::string(200'000, ' ') + text + std::string(200'000, '\n'));
        row("zeros after it", text + std::string(5000, '\0'));
        row("gzip", gzip(text));
        row("gzip members",
            gzip(text.substr(0, 999)) + gzip("") + gzip(text.substr(999, 1)) + gzip(text.substr(1000)));
        row("gzip and zeros", gzip(text) + std::string(700, '\0'));
        row("gzip twice", gzip(gzip(text)));
        row("zstd", zstd(text));
        row("zstd frames", zstd(text.substr(0, 5000)) + zstd(text.substr(5000)));
    }

    void readsEveryCompression() {
        QFETCH(QByteArray, bytes);
        const auto trace = load(std::string_view(bytes.data(), std::size_t(bytes.size())));
        QVERIFY(trace);
        QCOMPARE(trace->counts.complete, 400ULL);
        QVERIFY(
            std::none_of(trace->diagnostics.begin(), trace->diagnostics.end(),
                         [](const Diagnostic& diagnostic) { return diagnostic.severity == Severity::Loss; }));
    }

    void keepsWhatComesOutOfDamagedCompression_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("code");
        const std::string text = test::forgeTrace(Layout::Lines, 3000).text;
        const auto row = [](const char* name, const std::string& bytes, const char* code) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << code;
        };
        const std::string gz = gzip(text);
        const std::string zs = zstd(text);
        row("gzip cut", gz.substr(0, gz.size() / 2), "gzip-cut");
        row("gzip without its last byte", gz.substr(0, gz.size() - 1), "gzip-cut");
        std::string spoilt = gz;
        spoilt[spoilt.size() - 6] ^= 0x55;
        row("wrong checksum", spoilt, "gzip-damaged");
        spoilt = gz;
        std::fill_n(spoilt.begin() + static_cast<std::ptrdiff_t>(gz.size() / 2), 40, '\xFF');
        row("gzip damaged", spoilt, "gzip-damaged");
        row("gzip damaged before another member", spoilt + gzip(text.substr(text.size() / 2)),
            "gzip-damaged");
        row("something after gzip", gz + "more", "bytes-after-gzip");
        row("zstd cut", zs.substr(0, zs.size() - 5), "zstd-cut");
    }

    void keepsWhatComesOutOfDamagedCompression() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, code);
        const auto trace = load(std::string_view(bytes.data(), std::size_t(bytes.size())));
        QVERIFY(trace);
        QVERIFY2(findDiagnostic(trace->diagnostics, code.toStdString()),
                 qPrintable(describeAll(*trace).last()));
        QVERIFY(trace->counts.complete > (code == "zstd-cut" ? 0U : 1000U));
    }

    void saysWhatIsNoTrace_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char* name, const std::string& bytes, ErrorCode code, const char* reason) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << int(code) << reason;
        };
        row("nothing", "", ErrorCode::Empty, "empty");
        row("white space", "  \n ", ErrorCode::Empty, "white space");
        row("zeros", std::string(9000, '\0'), ErrorCode::Empty, "zero bytes");
        row("gzip of nothing", gzip(""), ErrorCode::Empty, "compressed file holds no data");
        row("text", "hello, world", ErrorCode::NotJson, "not JSON");
        row("other JSON", quoted("{'a': [1, 2]}"), ErrorCode::NotATrace, "no traceEvents");
        row("other events", quoted("{'traceEvents': {'a': 1}}"), ErrorCode::NotATrace, "no list");
        row("execution trace", quoted("{'schema': '1', 'nodes': []}"), ErrorCode::NotATrace,
            "execution trace");
        row("other list", quoted("[1, 2, {'a': 'b'}]"), ErrorCode::NotATrace, "nothing in it is an event");
        row("cut before the events", quoted("{'schemaVersion': 1, 'devi"), ErrorCode::NotATrace,
            "damaged or ends");
        row("UTF-16", std::string("\xFF\xFE{\0\"\0", 6), ErrorCode::Archive, "UTF-16");
        row("xz",
            "\xFD"
            "7zXZ rest",
            ErrorCode::Archive, "xz");
        row("zip", "PK\x03\x04 rest", ErrorCode::Archive, "zip archive");
    }

    void saysWhatIsNoTrace() {
        QFETCH(QByteArray, bytes);
        QFETCH(int, code);
        QFETCH(QString, reason);
        const auto loaded = loadTraceFromMemory({bytes.data(), std::size_t(bytes.size())}, options(1, 4096));
        QVERIFY(!loaded.isOk());
        QCOMPARE(int(loaded.error().code), code);
        QVERIFY2(QString::fromStdString(loaded.error().reason).contains(reason),
                 loaded.error().reason.c_str());
    }

    void readsOldSpellings() {
        const auto trace = loadEvents(
            quoted("{'ph':'X','cat':'Kernel','name':'k','pid':0,'tid':'stream "
                   "7','ts':1,'dur':2,'args':{'device':0,'correlation':5,'external id':3}},") +
            quoted("{'ph':'X','cat':'Runtime','name':'cudaLaunchKernel','pid':1,'tid':2,'ts':0,'dur':1,'args'"
                   ":{'correlation':5}},") +
            quoted("{'ph':'X','cat':'Operator','name':'aten::mm','pid':1,'tid':2,'ts':0,'dur':1,'args':{'"
                   "Call stack':'f;g'}},") +
            quoted("{'ph':'X','cat':'Memset','name':'m','pid':0,'tid':'stream 7','ts':4,'dur':2,'args':{}}"));
        QVERIFY(trace);
        QCOMPARE(trace->gpu.size(), std::size_t(2));
        QCOMPARE(trace->gpu.stream[0], 7);
        QCOMPARE(trace->gpu.externalId[0], std::int64_t(3));
        QCOMPARE(trace->gpu.kind[1], ActivityKind::Memset);
        QCOMPARE(trace->launches.size(), std::size_t(1));
        QCOMPARE(trace->text(trace->ops.callStack[0]), std::string_view("f;g"));
        QVERIFY(trace->metadata.hasStacks);
        QCOMPARE(trace->counts.byCategory.at("kernel"), 1ULL);
        QCOMPARE(trace->counts.byCategory.at("cuda_runtime"), 1ULL);
    }

    void kernelsOfGpuProcessesNeedNoCategory() {
        const auto trace =
            loadEvents(quoted("{'ph':'X','cat':'kernel','name':'first','pid':6,'tid':1,'ts':1,'dur':1},") +
                       quoted("{'ph':'X','name':'second','pid':6,'tid':'1','ts':'2,5','dur':'1'},") +
                       quoted("{'ph':'X','cat':'kernel','name':'third','pid':6,'tid':1,'ts':3,'dur':1},") +
                       quoted("{'ph':'X','name':'host','pid':2,'tid':1,'ts':3,'dur':1},") +
                       quoted("{'ph':'M','name':'process_name','pid':6,'args':{'name':'6 GPU3'}}"));
        QVERIFY(trace);
        QCOMPARE(trace->gpu.size(), std::size_t(3));
        QCOMPARE(trace->text(trace->gpu.name[1]), std::string_view("second"));
        QCOMPARE(trace->gpu.startNs[1], Nanoseconds(2500));
        QCOMPARE(trace->gpu.device[1], 3);
        QCOMPARE(trace->gpu.stream[1], 1);
        QCOMPARE(trace->spans.size(), std::size_t(1));
        QCOMPARE(trace->counts.byCategory.at("kernel"), 3ULL);
    }

    void pairsBeginAndEnd() {
        const auto trace =
            loadEvents(quoted("{'ph':'E','cat':'cpu_op','pid':1,'tid':1,'ts':20},") +
                       quoted("{'ph':'B','cat':'cpu_op','name':'inner','pid':1,'tid':1,'ts':10},") +
                       quoted("{'ph':'B','cat':'cpu_op','name':'outer','pid':1,'tid':1,'ts':0},") +
                       quoted("{'ph':'E','cat':'cpu_op','pid':1,'tid':1,'ts':30},") +
                       quoted("{'ph':'E','cat':'cpu_op','pid':1,'tid':2,'ts':5},") +
                       quoted("{'ph':'B','cat':'kernel','name':'open','pid':0,'tid':7,'ts':25}"));
        QVERIFY(trace);
        QCOMPARE(trace->ops.size(), std::size_t(2));
        QCOMPARE(trace->text(trace->ops.name[0]), std::string_view("inner"));
        QCOMPARE(trace->ops.durationNs[0], Nanoseconds(10'000));
        QCOMPARE(trace->ops.durationNs[1], Nanoseconds(30'000));
        QCOMPARE(trace->gpu.size(), std::size_t(1));
        QCOMPARE(trace->gpu.durationNs[0], Nanoseconds(5000));
        QCOMPARE(findDiagnostic(trace->diagnostics, "unmatched-ends")->count, 1ULL);
        QCOMPARE(findDiagnostic(trace->diagnostics, "unfinished-events")->count, 1ULL);
    }

    void missingTimesAreNeverZero() {
        const auto trace =
            loadEvents(quoted("{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'dur':1},") +
                       quoted("{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'ts':1e300,'dur':null},") +
                       quoted("{'ph':'X','cat':'cpu_op','name':'o','pid':0,'tid':7,'dur':1}"));
        QVERIFY(trace);
        QCOMPARE(trace->counts.complete, 3ULL);
        QCOMPARE(trace->gpu.size(), std::size_t(2));
        QCOMPARE(trace->gpu.startNs[0], kAbsentNumber);
        QCOMPARE(trace->gpu.startNs[1], kAbsentNumber);
        QCOMPARE(trace->gpu.durationNs[1], kAbsentNumber);
        QCOMPARE(trace->ops.size(), std::size_t(0));
        QCOMPARE(findDiagnostic(trace->diagnostics, "events-without-start")->severity, Severity::Loss);
    }

    void tellsMergedRanksApart() {
        const auto trace = loadEvents(
            quoted("{'ph':'X','cat':'kernel','name':'a','pid':'[TP00] 0','tid':7,'ts':1,'dur':1},") +
            quoted("{'ph':'X','cat':'kernel','name':'b','pid':'[TP01] 0','tid':7,'ts':1,'dur':1},") +
            quoted("{'ph':'X','cat':'Trace','name':'c','pid':'Spans','tid':0,'ts':1,'dur':1}"));
        QVERIFY(trace);
        QCOMPARE(trace->ranks.size(), std::size_t(2));
        QCOMPARE(trace->ranks[1].label, std::string("TP01"));
        QCOMPARE(trace->ranks[1].rank, std::optional<std::int64_t>(1));
        QCOMPARE(trace->gpu.rank, (std::vector<std::uint16_t>{0, 1}));
    }

    void readsMetadataOnBothSides() {
        const std::string device = quoted("'deviceProperties': [{'id': 1, 'name': 'G', 'warpSize': 64, "
                                          "'computeMajor': 9, 'computeMinor': 4}]");
        const std::string event =
            quoted("{'ph':'X','cat':'cpu_op','name':'o','pid':0,'tid':7,'ts':1000000,'dur':1}");
        for (const bool isBefore : {true, false}) {
            const std::string more =
                device + quoted(", 'distributedInfo': {'rank': '3', 'world_size': 8, 'backend': 'nccl'},") +
                quoted(" 'hip_runtime_version': 60443483, 'baseTimeNanoseconds': 1751410836000000000,") +
                quoted(" 'HOSTNAME': 'secret', 'env': {'TOKEN': 'secret'}");
            const auto trace = load(isBefore ? "{" + more + ", \"traceEvents\": [" + event + "]}"
                                             : "{\"traceEvents\": [" + event + "], " + more + "}");
            QVERIFY(trace);
            const TraceMetadata& metadata = trace->metadata;
            QCOMPARE(metadata.platform, Platform::Amd);
            QCOMPARE(metadata.gpu, std::optional<std::string>("G"));
            QCOMPARE(metadata.devices[0].index, 1);
            QCOMPARE(metadata.devices[0].computeCapability, std::string("9.4"));
            QCOMPARE(metadata.rank, std::optional<std::int64_t>(3));
            QCOMPARE(metadata.worldSize, std::optional<std::int64_t>(8));
            QCOMPARE(metadata.runtimeVersion, std::string("ROCm 6.4"));
            QCOMPARE(metadata.recordedAt, std::string("2025-07-01 23:00:37 UTC"));
        }
    }

    void boundsHugeTexts() {
        const std::string huge(40 << 20, 'n');
        const std::string event = quoted("{'ph':'X','cat':'kernel','pid':0,'tid':7,'ts':1,'dur':1,'name':'");
        const std::string text = "[" + event + "first\"}," + event + huge + "\"}," + event + "last\"}, x]";
        const auto loaded = loadTraceFromMemory(text, options(1, 4 << 20));
        QVERIFY(loaded.isOk());
        const Trace& trace = *loaded.value();
        QCOMPARE(trace.gpu.size(), std::size_t(3));
        QCOMPARE(trace.text(trace.gpu.name[1]).size(), std::size_t(1) << 20);
        QCOMPARE(trace.text(trace.gpu.name[2]), std::string_view("last"));
        QVERIFY(findDiagnostic(trace.diagnostics, "texts-shortened"));
        const Diagnostic* const stray = findDiagnostic(trace.diagnostics, "stray-text");
        QVERIFY(stray);
        QCOMPARE(stray->byte, std::optional<std::uint64_t>(text.size() - 2));
    }

    void reportsProgressAndCancels() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("t.json").toStdString();
        const std::string text = test::forgeTrace(Layout::Lines, 20'000).text;
        write(path, text);
        std::uint64_t last = 0;
        int calls = 0;
        const auto loaded = loadTrace(path, options(2, 50'000), {}, [&](const Progress& progress) {
            ++calls;
            QCOMPARE(progress.bytesTotal, std::uint64_t(text.size()));
            QVERIFY(progress.bytesRead <= progress.bytesTotal);
            last = std::max(last, progress.events);
        });
        QVERIFY(loaded.isOk());
        QCOMPARE(loaded.value()->fileBytes, std::uint64_t(text.size()));
        QVERIFY(calls > 10);
        QCOMPARE(last, 20'000ULL);

        CancelSource source;
        const auto stopped =
            loadTrace(path, options(2, 50'000), source.token(), [&](const Progress&) { source.cancel(); });
        QVERIFY(!stopped.isOk());
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    }

    void readsAPipeAndHearsCancelWhileItIsSilent() {
        int ends[2];
        QCOMPARE(::pipe(ends), 0);
        const std::string path = "/dev/fd/" + std::to_string(ends[0]);
        const std::string text = test::forgeTrace(Layout::OneLine, 3000).text;
        {
            std::jthread writer([&] {
                QCOMPARE(::write(ends[1], text.data(), text.size()), ssize_t(text.size()));
                ::close(ends[1]);
            });
            const auto loaded = loadTrace(path, options(2, 4096), {}, {});
            QVERIFY(loaded.isOk());
            QCOMPARE(loaded.value()->counts.complete, 3000ULL);
        }
        ::close(ends[0]);

        QCOMPARE(::pipe(ends), 0);
        CancelSource source;
        std::jthread canceller([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            source.cancel();
        });
        QElapsedTimer timer;
        timer.start();
        const auto silent =
            loadTrace("/dev/fd/" + std::to_string(ends[0]), options(2, 4096), source.token(), {});
        QVERIFY(!silent.isOk());
        QCOMPARE(silent.error().code, ErrorCode::Cancelled);
        QVERIFY(timer.elapsed() < 2000);
        ::close(ends[0]);
        ::close(ends[1]);
    }

    void saysWhenTheFileChangesUnderIt_data() {
        QTest::addColumn<QString>("change");
        QTest::addColumn<QString>("reason");
        QTest::newRow("grows") << "grow"
                               << "grew";
        QTest::newRow("shrinks") << "shrink"
                                 << "shorter";
        QTest::newRow("vanishes") << "remove"
                                  << "deleted";
    }

    void saysWhenTheFileChangesUnderIt() {
        QFETCH(QString, change);
        QFETCH(QString, reason);
        QTemporaryDir folder;
        const std::string path = folder.filePath("t.json").toStdString();
        write(path, test::forgeTrace(Layout::Lines, 20'000).text);
        bool isDone = false;
        const auto loaded = loadTrace(path, options(1, 50'000), {}, [&](const Progress&) {
            if (isDone) {
                return;
            }
            isDone = true;
            if (change == "grow") {
                std::FILE* const file = std::fopen(path.c_str(), "ab");
                std::fputs("  ", file);
                std::fclose(file);
            } else if (change == "shrink") {
                QCOMPARE(::truncate(path.c_str(), 1'000'000), 0);
            } else {
                QCOMPARE(::unlink(path.c_str()), 0);
            }
        });
        QVERIFY(!loaded.isOk());
        QCOMPARE(loaded.error().code, ErrorCode::ReadFailed);
        QVERIFY2(QString::fromStdString(loaded.error().reason).contains(reason),
                 loaded.error().reason.c_str());
    }

    void saysWhatCannotBeOpened() {
        QTemporaryDir folder;
        const auto missing = loadTrace(folder.filePath("no").toStdString(), {}, {}, {});
        QCOMPARE(missing.error().code, ErrorCode::CannotOpen);
        const auto directory = loadTrace(folder.path().toStdString(), {}, {}, {});
        QCOMPARE(directory.error().code, ErrorCode::CannotOpen);
        QVERIFY(QString::fromStdString(directory.error().reason).contains("folder"));
    }

    void firstFacts() {
        QTemporaryDir folder;
        const std::string path = folder.filePath("t.json.gz").toStdString();
        const std::string packed = gzip(test::forgeTrace(Layout::Lines, 20'000).text);
        write(path, packed);
        const auto facts = readFirstFacts(path);
        QVERIFY(facts.isOk());
        QCOMPARE(facts.value().fileBytes, std::uint64_t(packed.size()));
        QCOMPARE(facts.value().compression, std::string("gzip"));
        QCOMPARE(facts.value().metadata.gpu, std::optional<std::string>("Example"));
        QVERIFY(facts.value().hasStacks);
    }

private:
    static void write(const std::string& path, const std::string& text) {
        std::FILE* const file = std::fopen(path.c_str(), "wb");
        QVERIFY(file);
        QCOMPARE(std::fwrite(text.data(), 1, text.size(), file), text.size());
        std::fclose(file);
    }
};

DIPTYCH_TEST(TestLoadTrace)
#include "tst_load_trace.moc"
