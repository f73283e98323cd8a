// Cancelling is answered soon whatever a load is at: reading, unpacking, splitting, repairing, putting
// together, linking. Measured in time of the processor, so that other work on the machine does not count.

#include "core/parse/load_trace.h"
#include "tests/core/parse/packed.h"
#include "tests/core/parse/quoted.h"
#include "tests/support/sanitized.h"
#include "tests/support/test_program.h"

#include <atomic>
#include <chrono>
#include <ctime>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>

using namespace diptych;
using diptych::test::gzip;
using diptych::test::kIsSanitized;
using diptych::test::kIsUnoptimised;
using diptych::test::quoted;
using diptych::test::zstd;

namespace {

double processorMs() {
    return static_cast<double>(std::clock()) * 1000.0 / CLOCKS_PER_SEC;
}

/// A file in memory.
class MemoryFile {
public:
    explicit MemoryFile(std::string_view bytes) : m_descriptor(::memfd_create("trace", 0)) {
        while (!bytes.empty()) {
            const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
            bytes.remove_prefix(written > 0 ? static_cast<std::size_t>(written) : bytes.size());
        }
    }
    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;
    ~MemoryFile() { ::close(m_descriptor); }

    [[nodiscard]] std::string path() const { return "/proc/self/fd/" + std::to_string(m_descriptor); }

private:
    int m_descriptor;
};

std::string repeated(const std::string& piece, std::size_t bytes) {
    std::string text;
    text.reserve(bytes + piece.size());
    while (text.size() < bytes) {
        text += piece;
    }
    return text;
}

std::string inTrace(const std::string& events) {
    return "{\"traceEvents\": [" + events + "{}]}";
}

constexpr std::size_t kMuch = std::size_t{kIsSanitized ? 1 : 12} << 20;

/// Rows that no profiler writes in this order: every sort has to work.
std::string unsortedFrames() {
    std::string text;
    std::uint32_t random = 1;
    while (text.size() < kMuch) {
        random = random * 1664525 + 1013904223;
        const std::string number = std::to_string(random >> 4);
        text += quoted("{'ph':'X','cat':'python_function','name':'f','pid':1,'tid':1,'ts':" + number +
                       ",'dur':9},");
        text += quoted("{'ph':'X','cat':'cuda_runtime','name':'l','pid':1,'tid':1,'ts':" + number +
                       ",'dur':1,'args':{'correlation':" + number + "}},");
        text += quoted("{'ph':'X','cat':'kernel','name':'k','pid':0,'tid':7,'ts':" + number +
                       ",'dur':1,'args':{'correlation':" + number + "}},");
    }
    return text;
}

} // namespace

class TestCancelLoad : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void answersSoon_data() {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes);
        };
        const std::string event = quoted(
            "{'ph':'X','cat':'cpu_op','name':'a','pid':1,'tid':1,'ts':10,'dur':5,'args':{'External id':7}},");
        const std::string events = inTrace(repeated(event, kMuch));
        row("events", events);
        row("gzip", gzip(events));
        row("zstd", zstd(events));
        row("sorting", inTrace(unsortedFrames()));
        row("white space in gzip", gzip(std::string(16 * kMuch, ' ')));
        row("one string",
            inTrace(quoted("{'ph':'X','name':'") + std::string(2 * kMuch, 'n') + quoted("'},")));
        row("events to repair",
            inTrace(repeated(quoted("{'ph':'X','ts':nan,'name':'a\x01','pid':1},"), kMuch / 2)));
        row("one event to repair", inTrace(quoted("{'ph':'X','ts':nan,'args':{'a':[") +
                                           repeated("nan,\"a\x01\",", kMuch) + "1]}},"));
        row("a cut event",
            quoted("{'traceEvents': [{'ph':'X','args':{'a':[") + repeated("1, \"b\",", kMuch / 2));
        row("what looks like events in events", inTrace(repeated(quoted("{'name':"), kMuch / 4)));
        row("long metadata", quoted("{'env': [") + repeated(quoted("{'a': [1, 2]},"), kMuch) +
                                 quoted("{}], 'traceEvents': [{}]}"));
        row("long damaged metadata", quoted("{'env': [nan,") + repeated(quoted("{'a': [1, 2]},"), kMuch / 2) +
                                         quoted("{}], 'traceEvents': [{}]}"));
        row("other JSON", quoted("{'a': [") + repeated(quoted("{'a': [1, 2]},"), kMuch) + "{}]}");
        row("events without category",
            inTrace(repeated(quoted("{'ph':'X','name':'a','pid':0,'tid':1,'ts':1,'dur':1},"), kMuch / 2) +
                    quoted("{'ph':'M','name':'process_name','pid':0,'args':{'name':'GPU 0'}},")));
        row("halves", inTrace(repeated(quoted("{'ph':'B','cat':'cpu_op','name':'a','pid':0,'tid':1,'ts':1},"
                                              "{'ph':'E','pid':0,'tid':1,'ts':2},"),
                                       kMuch / 2)));
        row("a zip archive", "PK\x03\x04" + std::string(4 * kMuch, 'z'));
    }

    void answersSoon() {
        QFETCH(QByteArray, bytes);
        constexpr double kSoonMs = kIsSanitized || kIsUnoptimised ? 1000 : 100; // all is ten times slower
        constexpr int kPoints = kIsSanitized ? 3 : 6;
        const MemoryFile file({bytes.data(), std::size_t(bytes.size())});
        const double begin = processorMs();
        const auto undisturbed = loadTrace(file.path(), {}, {}, {});
        const double whole = processorMs() - begin;
        for (int point = 0; point < kPoints; ++point) {
            CancelSource source;
            std::atomic<bool> isDone{false};
            std::atomic<double> cancelledAt{0};
            const double from = processorMs();
            std::jthread canceller([&] {
                while (!isDone && processorMs() - from < whole * point / kPoints) {
                    std::this_thread::sleep_for(std::chrono::microseconds(200));
                }
                cancelledAt = processorMs();
                source.cancel();
            });
            const auto loaded = loadTrace(file.path(), {}, source.token(), {});
            const double returnedAt = processorMs();
            isDone = true;
            canceller.join();
            const double answer = returnedAt - cancelledAt;
            QVERIFY2(answer < kSoonMs,
                     qPrintable(QString("%1 ms of %2, at point %3").arg(answer).arg(whole).arg(point)));
            if (!loaded.isOk() && loaded.error().code != ErrorCode::Cancelled) { // it was too late
                QVERIFY(!undisturbed.isOk());
                QCOMPARE(loaded.error().code, undisturbed.error().code);
            }
        }
    }
};

DIPTYCH_TEST(TestCancelLoad)
#include "tst_cancel_load.moc"
