// Inputs that break trace viewers (../shared/cases) against what they must come to (EXPECT.json).

#include "core/parse/load_trace.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

using namespace diptych;

namespace {

nlohmann::json readExpectations() {
    const std::string file = test::sharedFile("cases/EXPECT.json");
    return file.empty() ? nlohmann::json::object() : nlohmann::json::parse(std::ifstream(file));
}

bool warns(const Trace& trace) {
    return std::any_of(trace.diagnostics.begin(), trace.diagnostics.end(),
                       [](const Diagnostic& diagnostic) { return diagnostic.severity != Severity::Info; });
}

Nanoseconds lengthOfOp(const Trace& trace, std::string_view name) {
    for (std::size_t row = 0; row < trace.ops.size(); ++row) {
        if (trace.text(trace.ops.name[row]) == name) {
            return trace.ops.durationNs[row];
        }
    }
    return -1;
}

std::uint64_t kernelsIn(const Trace& trace) {
    return static_cast<std::uint64_t>(
        std::count(trace.gpu.kind.begin(), trace.gpu.kind.end(), ActivityKind::Kernel));
}

} // namespace

class TestCases : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comesToWhatIsExpected_data() {
        QTest::addColumn<QString>("name");
        const nlohmann::json expectations = readExpectations();
        if (expectations.empty()) {
            QSKIP("../shared/cases is not there");
        }
        for (const auto& [name, expected] : expectations.items()) {
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }

    void comesToWhatIsExpected() {
        QFETCH(QString, name);
        const nlohmann::json expected = readExpectations().at(name.toStdString());
        const std::string outcome = expected.at("outcome");
        const auto loaded = loadTrace(test::sharedFile("cases/" + name.toStdString()), {}, {}, {});
        if (outcome.starts_with("error")) {
            QVERIFY(!loaded.isOk());
            QVERIFY(loaded.error().file.ends_with(name.toStdString()));
            QVERIFY(!loaded.error().reason.empty());
            return;
        }
        QVERIFY2(loaded.isOk(), loaded ? "" : describe(loaded.error()).c_str());
        const Trace& trace = *loaded.value();
        QCOMPARE(warns(trace), outcome != "load");
        // Of two documents the first is loaded.
        compareFigures(trace, expected.contains("first") ? expected.at("first") : expected);
        compareDiagnostics(trace, expected);
        compareLinks(trace, expected);
        compareMetadata(trace, expected);
    }

private:
    static void compareFigures(const Trace& trace, const nlohmann::json& expected) {
        if (expected.contains("x_events")) {
            const auto fewest = expected.at("x_events").get<std::uint64_t>();
            QVERIFY(trace.counts.complete >= fewest);
            QVERIFY(trace.counts.complete <= expected.value("x_events_max", fewest));
        }
        const auto compare = [&](const char* key, std::uint64_t value) {
            if (expected.contains(key)) {
                QCOMPARE(value, expected.at(key).get<std::uint64_t>());
            }
        };
        compare("complete_x_events_in_prefix", trace.counts.complete);
        compare("kernels", kernelsIn(trace));
        compare("ranks", trace.ranks.size());
        compare("launches", trace.launches.size());
        const auto compareTime = [&](const char* key, Nanoseconds value) {
            if (expected.contains(key)) {
                QCOMPARE(value, Nanoseconds(std::llround(expected.at(key).get<double>() * 1000)));
            }
        };
        compareTime("gpu_busy_us", gpuBusyNs(trace));
        compareTime("sum_us", kernelSumNs(trace));
        compareTime("naive_sum_us", std::accumulate(trace.gpu.durationNs.begin(), trace.gpu.durationNs.end(),
                                                    Nanoseconds{0}));
        const nlohmann::json spans = expected.value("spans", nlohmann::json::object());
        for (const auto& [name, lengthUs] : spans.items()) {
            QCOMPARE(lengthOfOp(trace, name), Nanoseconds(lengthUs.get<int>()) * 1000);
        }
    }

    /// Counts and places that diagnostics are to give.
    static void compareDiagnostics(const Trace& trace, const nlohmann::json& expected) {
        const auto compareCount = [&](const char* key, std::initializer_list<const char*> codes) {
            if (expected.contains(key)) {
                std::uint64_t count = 0;
                for (const char* const code : codes) {
                    const Diagnostic* const found = findDiagnostic(trace.diagnostics, code);
                    count += found ? found->count : 0;
                }
                QCOMPARE(count, expected.at(key).get<std::uint64_t>());
            }
        };
        compareCount("lost_partial", {"file-cut"});
        compareCount("bad_events", {"events-lost", "events-repaired"});
        compareCount("repaired", {"texts-repaired", "values-repaired"});
        compareCount("ignored", {"empty-events"});
        compareCount("unmatched_end", {"unmatched-ends"});
        compareCount("unfinished", {"unfinished-events"});
        compareCount("kernels_without_time", {"no-time"});
        compareCount("suspect_kernels", {"suspect-times"});
        if (kernelsIn(trace) != 0) {
            compareCount("launches_without_kernel", {"launches-without-kernel"});
        }
        const auto comparePlace = [&](const char* key, const char* code) {
            if (expected.contains(key)) {
                const Diagnostic* const found = findDiagnostic(trace.diagnostics, code);
                QVERIFY(found);
                QCOMPARE(found->byte, std::optional(expected.at(key).get<std::uint64_t>()));
                QVERIFY(!found->message.empty());
            }
        };
        comparePlace("cut_at", "file-cut");
        comparePlace("second_document_at", "second-document");
    }

    static void compareLinks(const Trace& trace, const nlohmann::json& expected) {
        std::uint64_t linked = 0;
        std::map<LaunchId, std::uint64_t> kernelsOf;
        for (std::size_t row = 0; row < trace.gpu.size(); ++row) {
            const LaunchId launch = trace.gpu.launch[row];
            linked += trace.isKernel(ActivityId(row)) && launch.isValid() ? 1 : 0;
            ++kernelsOf[launch];
            const std::string name(trace.text(trace.gpu.name[row]));
            if (const auto links = expected.find("links"); links != expected.end() && links->contains(name)) {
                QVERIFY(launch.isValid());
                const Thread& thread = trace.threads[trace.launches.thread[launch.index()].index()];
                QCOMPARE(std::string(trace.text(thread.process)), links->at(name).get<std::string>());
            }
        }
        if (expected.contains("linked_kernels")) {
            QCOMPARE(linked, expected.at("linked_kernels").get<std::uint64_t>());
        }
        if (expected.contains("unlinked_kernels")) {
            QCOMPARE(kernelsIn(trace) - linked, expected.at("unlinked_kernels").get<std::uint64_t>());
        }
        if (expected.contains("kernels_per_launch")) {
            for (const auto& [launch, count] : kernelsOf) {
                QVERIFY(launch.isValid());
                QCOMPARE(count, expected.at("kernels_per_launch").get<std::uint64_t>());
            }
        }
    }

    static void compareMetadata(const Trace& trace, const nlohmann::json& expected) {
        if (expected.contains("rank")) {
            QCOMPARE(trace.metadata.rank, std::optional(expected.at("rank").get<std::int64_t>()));
        }
        if (expected.contains("world_size")) {
            QCOMPARE(trace.metadata.worldSize, std::optional(expected.at("world_size").get<std::int64_t>()));
        }
        if (expected.contains("device")) {
            QCOMPARE(trace.metadata.gpu, std::optional(expected.at("device").get<std::string>()));
        }
    }
};

DIPTYCH_TEST(TestCases)
#include "tst_cases.moc"
