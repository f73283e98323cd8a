// Real traces of many profilers against figures that another program counted (../shared/traces/FACTS.json).

#include "core/parse/load_trace.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_program.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

using namespace diptych;

namespace {

nlohmann::json readFacts() {
    const std::string file = test::sharedFile("traces/FACTS.json");
    return file.empty() ? nlohmann::json::object() : nlohmann::json::parse(std::ifstream(file));
}

struct Figures {
    std::uint64_t count = 0;
    Nanoseconds sumNs = 0;
};

Figures figuresOf(const Trace& trace, ActivityKind kind) {
    Figures figures;
    for (std::size_t i = 0; i < trace.gpu.size(); ++i) {
        if (trace.gpu.kind[i] == kind) {
            ++figures.count;
            figures.sumNs += trace.gpu.durationNs[i];
        }
    }
    return figures;
}

std::size_t kernelNames(const Trace& trace) {
    std::set<StringId> names;
    for (std::size_t i = 0; i < trace.gpu.size(); ++i) {
        if (trace.gpu.kind[i] == ActivityKind::Kernel) {
            names.insert(trace.gpu.name[i]);
        }
    }
    return names.size();
}

} // namespace

class TestRealTraces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void agreesWithFacts_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<unsigned>("workers");
        QTest::addColumn<int>("batchBytes");
        const nlohmann::json facts = readFacts();
        if (facts.empty()) {
            QSKIP("../shared/traces is not there");
        }
        for (const auto& [name, figures] : facts.items()) {
            const QString text = QString::fromStdString(name);
            QTest::addRow("%s, whole", qPrintable(text)) << text << 1U << (4 << 20);
            QTest::addRow("%s, small batches", qPrintable(text)) << text << 3U << 20'000;
        }
    }

    void agreesWithFacts() {
        QFETCH(QString, name);
        QFETCH(unsigned, workers);
        QFETCH(int, batchBytes);
        const nlohmann::json facts = readFacts().at(name.toStdString());
        LoadOptions options;
        options.workers = workers;
        options.batchBytes = static_cast<std::size_t>(batchBytes);
        const auto loaded = loadTrace(test::sharedFile("traces/" + name.toStdString()), options, {}, {});
        QVERIFY2(loaded.isOk(), loaded ? "" : describe(loaded.error()).c_str());
        const Trace& trace = *loaded.value();

        const Figures kernels = figuresOf(trace, ActivityKind::Kernel);
        const Figures copies = figuresOf(trace, ActivityKind::Memcpy);
        const Figures fills = figuresOf(trace, ActivityKind::Memset);
        QCOMPARE(trace.counts.complete, facts.at("complete_events").get<std::uint64_t>());
        QCOMPARE(kernels.count, facts.at("kernels").get<std::uint64_t>());
        QCOMPARE(kernels.sumNs, facts.at("kernel_sum_ns").get<Nanoseconds>());
        QCOMPARE(kernelNames(trace), facts.at("kernel_names").get<std::size_t>());
        QCOMPARE(copies.count, facts.at("memcpy").get<std::uint64_t>());
        QCOMPARE(fills.count, facts.at("memset").get<std::uint64_t>());
        QCOMPARE(copies.sumNs + fills.sumNs, facts.at("copy_fill_sum_ns").get<Nanoseconds>());
        if (facts.at("gpu").is_string() && facts.at("gpu") != "") {
            QCOMPARE(trace.metadata.gpu, std::optional(facts.at("gpu").get<std::string>()));
        }
        if (facts.at("amd").is_boolean()) {
            QCOMPARE(trace.metadata.platform == Platform::Amd, facts.at("amd").get<bool>());
        }
    }
};

DIPTYCH_TEST(TestRealTraces)
#include "tst_real_traces.moc"
