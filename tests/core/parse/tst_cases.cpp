// Inputs that break trace viewers (../shared/cases) against what they must come to (EXPECT.json).

#include "core/parse/load_trace.h"
#include "tests/support/shared_data.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

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
        if (expected.contains("x_events")) {
            const auto fewest = expected.at("x_events").get<std::uint64_t>();
            QVERIFY(trace.counts.complete >= fewest);
            QVERIFY(trace.counts.complete <= expected.value("x_events_max", fewest));
        }
        if (expected.contains("complete_x_events_in_prefix")) {
            QCOMPARE(trace.counts.complete, expected.at("complete_x_events_in_prefix").get<std::uint64_t>());
        }
        if (expected.contains("kernels")) {
            QCOMPARE(kernelsIn(trace), expected.at("kernels").get<std::uint64_t>());
        }
        if (expected.contains("gpu_busy_us")) {
            QCOMPARE(gpuBusyNs(trace),
                     Nanoseconds(std::llround(expected.at("gpu_busy_us").get<double>() * 1000)));
        }
        if (expected.contains("ranks")) {
            QCOMPARE(trace.ranks.size(), expected.at("ranks").get<std::size_t>());
        }
    }
};

QTEST_APPLESS_MAIN(TestCases)
#include "tst_cases.moc"
