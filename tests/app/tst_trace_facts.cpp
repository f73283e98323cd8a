// What inspect says of real traces, against figures that an independent program took from them.

#include "tests/support/json_schema.h"
#include "tests/support/shared_data.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <fstream>

using namespace diptych;
using nlohmann::json;

namespace {

json facts() {
    const std::string path = test::sharedFile("traces/FACTS.json");
    if (path.empty()) {
        return json::object();
    }
    std::ifstream file(path);
    return json::parse(file);
}

QByteArray inspect(const std::string& path) {
    QProcess process;
    process.start(DIPTYCH_PROGRAM, {"inspect", QString::fromStdString(path), "--json", "-"});
    return process.waitForFinished(60'000) && process.exitCode() == 0 ? process.readAllStandardOutput()
                                                                      : QByteArray();
}

} // namespace

class TestTraceFacts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void facts_data();
    void facts();
};

void TestTraceFacts::facts_data() {
    QTest::addColumn<QString>("name");
    const json all = ::facts();
    for (const auto& [name, content] : all.items()) {
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    if (all.empty()) {
        QTest::newRow("absent") << QString();
    }
}

void TestTraceFacts::facts() {
    QFETCH(QString, name);
    if (name.isEmpty()) {
        QSKIP("the real traces are not here");
    }
    const json expected = ::facts()[name.toStdString()];
    const QByteArray text = inspect(test::sharedFile("traces/" + name.toStdString()));
    QVERIFY(!text.isEmpty());
    const json got = json::parse(text.toStdString());
    const auto check = [&](const char* what, const json& value, const json& fact) {
        return value == fact ||
               (qWarning() << what << value.dump().c_str() << "expected" << fact.dump().c_str(), false);
    };
    QVERIFY(check("complete events", got["complete_events"], expected["complete_events"]));
    const json& kernels = got["kernels"];
    QVERIFY(check("kernels", kernels["count"], expected["kernels"]));
    QVERIFY(check("names", kernels["names"], expected["kernel_names"]));
    QVERIFY(check("linked", kernels["linked"], expected["linked_kernels"]));
    QVERIFY(check("in modules", kernels["with_module"], expected["module_kernels"]));
    QVERIFY(check("sum", kernels["sum_ns"], expected["kernel_sum_ns"]));
    QVERIFY(check("suspect", kernels["suspect"], 0));
    QVERIFY(check("busy", got["gpu_busy_ns"], expected["busy_ns"]));
    QVERIFY(check("copies", got["events"].value("gpu_memcpy", 0), expected["memcpy"]));
    QVERIFY(check("fills", got["events"].value("gpu_memset", 0), expected["memset"]));
    const std::string gpu = expected["gpu"].is_null() ? std::string() : expected["gpu"].get<std::string>();
    QVERIFY(check("gpu", got["gpu"], gpu.empty() ? json() : json(gpu)));
    if (!expected["amd"].is_null()) {
        QVERIFY(check("platform", got["platform"], expected["amd"].get<bool>() ? "AMD" : "NVIDIA"));
    }
}

DIPTYCH_TEST(TestTraceFacts)
#include "tst_trace_facts.moc"
