// What a trace says of itself: on either side of the events, in any spelling, damaged, of absurd size.

#include "core/parse/metadata_reader.h"
#include "tests/core/parse/quoted.h"
#include "tests/support/test_program.h"

using namespace diptych;
using diptych::test::quoted;

namespace {

/// Of members that stand before the events, ' for ".
FileMetadata readHead(const std::string& members) {
    return readMetadata("{" + quoted(members) + ", \"traceEvents\": ", {});
}

TraceMetadata traceOf(const std::string& members) {
    return readHead(members).trace;
}

} // namespace

class TestMetadataReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsDevices() {
        const TraceMetadata metadata = traceOf(
            "'deviceProperties': [{'id': 3, 'name': 'G', 'totalGlobalMem': 1000, 'computeMajor': 9,"
            " 'computeMinor': 0, 'maxThreadsPerBlock': 1024, 'warpSize': 32, 'sharedMemPerBlock': 49152,"
            " 'numSms': 132, 'maxGrid': [1, 2, {'x': []}]}, {'name': 7}, 5, null]");
        QCOMPARE(metadata.devices.size(), std::size_t(2));
        const DeviceInfo& first = metadata.devices[0];
        QCOMPARE(first.index, 3);
        QCOMPARE(first.name, std::string("G"));
        QCOMPARE(first.computeCapability, std::string("9.0"));
        QCOMPARE(first.memoryBytes, std::optional<std::int64_t>(1000));
        QCOMPARE(first.multiprocessors, std::optional<std::int64_t>(132));
        QCOMPARE(first.warpSize, std::optional<std::int64_t>(32));
        QCOMPARE(first.maxThreadsPerBlock, std::optional<std::int64_t>(1024));
        QCOMPARE(first.sharedMemoryPerBlockBytes, std::optional<std::int64_t>(49152));
        QCOMPARE(metadata.devices[1].index, 1); // its place: it says nothing
        QCOMPARE(metadata.devices[1].name, std::string());
        QVERIFY(!metadata.devices[1].warpSize);
        QCOMPARE(metadata.gpu, std::optional<std::string>("G"));
    }

    void platform_data() {
        QTest::addColumn<QString>("members");
        QTest::addColumn<int>("platform");
        const auto row = [](const char* members, Platform platform) {
            QTest::newRow(members) << members << int(platform);
        };
        row("'roctracer_version': 4", Platform::Amd);
        row("'deviceProperties': [{'warpSize': 64}]", Platform::Amd);
        row("'deviceProperties': [{'warpSize': 32}]", Platform::Nvidia);
        row("'deviceProperties': [{'warpSize': '64'}]", Platform::Amd);
        row("'deviceProperties': [{'name': 'x'}]", Platform::Unknown);
        row("'deviceProperties': []", Platform::Unknown);
        row("'deviceProperties': {}", Platform::Unknown);
        row("'cupti_version': 26", Platform::Unknown);
        row("'env': {'roctracer_version': 4}", Platform::Unknown); // not the trace's own
    }

    void platform() {
        QFETCH(QString, members);
        QFETCH(int, platform);
        QCOMPARE(int(traceOf(members.toStdString()).platform), platform);
    }

    void runtime_data() {
        QTest::addColumn<QString>("members");
        QTest::addColumn<QString>("version");
        QTest::newRow("ROCm") << "'hip_runtime_version': 60443483"
                              << "ROCm 6.4";
        QTest::newRow("ROCm driver") << "'hip_driver_version': '70100000'"
                                     << "ROCm 7.1";
        QTest::newRow("CUDA") << "'cuda_runtime_version': 12040, 'cuda_driver_version': 13000"
                              << "CUDA 12.4";
        QTest::newRow("none of use") << "'cuda_runtime_version': -1"
                                     << "";
        QTest::newRow("no number") << "'cuda_runtime_version': 'twelve'"
                                   << "";
        QTest::newRow("beyond 64 bits") << "'cuda_runtime_version': 99999999999999999999"
                                        << "";
    }

    void runtime() {
        QFETCH(QString, members);
        QTEST(QString::fromStdString(traceOf(members.toStdString()).runtimeVersion), "version");
    }

    void readsDistributedInfo() {
        const TraceMetadata metadata =
            traceOf("'distributedInfo': {'pg_config': [{'pg_name': '0', 'ranks': [0, 1]}], 'backend': 'nccl',"
                    " 'rank': 0, 'world_size': '8'}");
        QCOMPARE(metadata.rank, std::optional<std::int64_t>(0)); // 0 is a rank, not nothing
        QCOMPARE(metadata.worldSize, std::optional<std::int64_t>(8));
        QCOMPARE(metadata.backend, std::string("nccl"));
        QVERIFY(!traceOf("'distributedInfo': {'rank': 'one'}").rank);
        QVERIFY(!traceOf("'distributedInfo': []").rank);
    }

    void readsTheRest() {
        const FileMetadata metadata = readHead(
            "'with_stack': 1, 'baseTimeNanoseconds': 1751410836000000000, 'pytorch_version': '2.7.0'");
        QVERIFY(metadata.trace.hasStacks);
        QCOMPARE(metadata.baseTimeNs, std::optional<Nanoseconds>(1751410836000000000));
        QCOMPARE(metadata.trace.torchVersion, std::string("2.7.0"));
        QVERIFY(!traceOf("'with_stack': 0").hasStacks);
    }

    void readsBothSidesOfTheEvents() {
        const std::string head = quoted("{'roctracer_version': 4, 'pytorch_version': '1', 'traceEvents': ");
        const std::string tail = quoted("], 'torch_version': '2', 'distributedInfo': {'rank': 5}}");
        const TraceMetadata both = readMetadata(head, tail).trace;
        QCOMPARE(both.platform, Platform::Amd);
        QCOMPARE(both.torchVersion, std::string("1"));
        QCOMPARE(both.rank, std::optional<std::int64_t>(5));
        QCOMPARE(readMetadata({}, tail).trace.rank, std::optional<std::int64_t>(5));
        QCOMPARE(readMetadata(head, {}).trace.platform, Platform::Amd);
        QCOMPARE(readMetadata({}, {}).trace.platform, Platform::Unknown);
        QCOMPARE(readMetadata(quoted("{'distributedInfo': {'rank': 1}, 'traceEvents': "), tail).trace.rank,
                 std::optional<std::int64_t>(5)); // what was written last counts
    }

    /// Damage costs what is damaged; the other side still counts.
    void readsOnDespiteDamage() {
        QCOMPARE(traceOf("'bandwidth': nan, 'roctracer_version': 4").platform, Platform::Amd);
        QCOMPARE(traceOf("'name': 'a\x01\xFF', 'roctracer_version': 4").platform, Platform::Amd);
        const std::string cut = quoted("], 'torch_version': '2', 'distri");
        const TraceMetadata metadata =
            readMetadata(quoted("{'roctracer_version': 4, 'traceEvents': "), cut).trace;
        QCOMPARE(metadata.platform, Platform::Amd);
        for (std::size_t place = 1; place < 40; ++place) { // whatever stands there, nothing else breaks
            std::string head = quoted("{'with_stack': 1, 'roctracer_version': 4, 'traceEvents': ");
            head[place] = '\0';
            static_cast<void>(readMetadata(head, {}));
        }
    }

    /// Where it stops being JSON; what is repaired is told of all the same.
    void tellsWhereTheDamageIs() {
        const std::string head = quoted("{'roctracer_version': 4, 'traceEvents': ");
        const std::string tail = quoted("], 'torch_version': '2'}");
        QVERIFY(!readMetadata(head, tail).headFault);
        QVERIFY(!readMetadata(head, tail).tailFault);
        QVERIFY(!readMetadata({}, {}).headFault);
        QCOMPARE(readMetadata(quoted("{'bandwidth': nan, 'traceEvents': "), tail).headFault,
                 std::optional<std::size_t>(15)); // the a of nan
        QCOMPARE(readMetadata(head, quoted("], 'torch_version' '2'}")).tailFault,
                 std::optional<std::size_t>(21)); // where the text ends that stands for a colon
        const FileMetadata huge =
            readMetadata(quoted("{'a': 1e999, 'roctracer_version': 4, 'traceEvents': "), {});
        QVERIFY(huge.headFault); // JSON, but no number that anything could hold
        QCOMPARE(huge.trace.platform, Platform::Amd);
    }

    /// Members that nobody reads may hold anything of any size.
    void keepsLittleOfMuch() {
        std::string many = "'env': {'TOKEN': 'secret', 'list': [";
        for (int i = 0; i < 200'000; ++i) {
            many += "{'a': [[1]]},";
        }
        many += "0]}, 'deviceProperties': [";
        for (int i = 0; i < 300'000; ++i) {
            many += "{},";
        }
        many += "{}], 'roctracer_version': 4";
        const TraceMetadata metadata = traceOf(many);
        QVERIFY(metadata.devices.size() <= 1000);
        QVERIFY(!metadata.devices.empty());
        const std::string deep = "'deviceProperties': [{'name': " + std::string(100'000, '[') +
                                 std::string(100'000, ']') + "}], 'roctracer_version': 4";
        QCOMPARE(traceOf(deep).platform, Platform::Amd);
    }

    void returnsWhenCancelled() {
        CancelSource cancel;
        cancel.cancel();
        const std::string head = quoted("{'x': '") + std::string(300'000, 'x') +
                                 quoted("', 'roctracer_version': 4, 'traceEvents': ");
        QCOMPARE(readMetadata(head, {}).trace.platform, Platform::Amd);
        QCOMPARE(readMetadata(head, {}, cancel.token()).trace.platform, Platform::Unknown);
    }

    void formatsMoments() {
        QCOMPARE(formatMoment(0), std::string("1970-01-01 00:00:00 UTC"));
        QCOMPARE(formatMoment(1751410836'999'999'999), std::string("2025-07-01 23:00:36 UTC"));
    }
};

DIPTYCH_TEST(TestMetadataReader)
#include "tst_metadata_reader.moc"
