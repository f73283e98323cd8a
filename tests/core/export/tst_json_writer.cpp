#include "core/export/json_writer.h"

#include "tests/support/json_schema.h"
#include "tests/support/sample_comparison.h"
#include "tests/support/test_program.h"

#include <nlohmann/json.hpp>

#include <fstream>

using namespace diptych;
using nlohmann::json;

namespace {

json schemaOf(const std::string& name) {
    std::ifstream file(DIPTYCH_SOURCE_DIR "/resources/schema/" + name + ".schema.json");
    return json::parse(file);
}

std::string violationsOf(const std::string& schema, const json& document) {
    std::string all;
    for (const std::string& violation : test::schemaViolations(schemaOf(schema), document)) {
        all += violation + "\n";
    }
    return all;
}

} // namespace

class TestJsonWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theValidatorRefuses();
    void inspectFitsItsSchema();
    void comparisonFitsItsSchema();
    void schemaStandsFirst();
    void unknownIsNull();
    void namesOnlyHidesSurroundings();
    void pairsStandInTheirLayer();
};

void TestJsonWriter::theValidatorRefuses() {
    const Comparison c = test::sampleComparison();
    json document = json::parse(inspectJson(*c.sides.a, {1.5, 1000}));
    document["surprise"] = 1;
    QVERIFY(!violationsOf("inspect", document).empty());
    document.erase("surprise");
    QCOMPARE(violationsOf("inspect", document), std::string());
    document["kernels"]["count"] = -1;
    QVERIFY(!violationsOf("inspect", document).empty());
    document["kernels"].erase("count");
    QVERIFY(!violationsOf("inspect", document).empty());
    QVERIFY(!test::schemaViolations(json{{"pattern", "x"}}, "x").empty());
}

void TestJsonWriter::inspectFitsItsSchema() {
    const Comparison sample = test::sampleComparison();
    const json document = json::parse(inspectJson(*sample.sides.a, {1.5, 1000}));
    QCOMPARE(violationsOf("inspect", document), std::string());
    QCOMPARE(document["complete_events"].get<int>(), 4);
    QCOMPARE(document["kernels"]["count"].get<int>(), 2);
    QCOMPARE(document["kernels"]["linked"].get<int>(), 1);
    QCOMPARE(document["kernels"]["with_stack"].get<int>(), 1);
    QCOMPARE(document["kernels"]["sum_ns"].get<int>(), 4000);
    QCOMPARE(document["devices"][0]["kernels"].get<int>(), 2);
    QCOMPARE(document["steps"][0]["phase"].get<std::string>(), std::string("decode"));
    const Comparison empty = test::emptyComparison();
    QCOMPARE(violationsOf("inspect", json::parse(inspectJson(*empty.sides.a, {}))), std::string());
}

void TestJsonWriter::comparisonFitsItsSchema() {
    QCOMPARE(violationsOf("comparison", json::parse(comparisonJson(test::sampleComparison()))),
             std::string());
    QCOMPARE(violationsOf("comparison", json::parse(comparisonJson(test::emptyComparison()))), std::string());
}

void TestJsonWriter::schemaStandsFirst() {
    const Comparison sample = test::sampleComparison();
    QVERIFY(inspectJson(*sample.sides.a, {}).starts_with("{\n  \"schema\": \"diptych.inspect/1\",\n"));
    QVERIFY(comparisonJson(sample).starts_with("{\n  \"schema\": \"diptych.comparison/1\",\n"));
    QCOMPARE(comparisonJson(sample), comparisonJson(sample));
}

void TestJsonWriter::unknownIsNull() {
    const json document = json::parse(comparisonJson(test::sampleComparison()));
    const json& operation = document["operations"][0];
    QVERIFY(operation["ratio"].is_null()); // infinite
    QVERIFY(operation["share"].is_null());
    QVERIFY(operation["b_cpu_op"].is_null());
    QVERIFY(document["layers"][1]["b_ns"].is_null());
    QCOMPARE(operation["a_names"].size(), std::size_t{2});
    QCOMPARE(operation["a_stacks"][0]["frames"].size(), std::size_t{2});
}

void TestJsonWriter::namesOnlyHidesSurroundings() {
    const Comparison sample = test::sampleComparison();
    AnalyzedTrace side = *sample.sides.a;
    side.options.namesOnly = true;
    const json document = json::parse(inspectJson(side, {}));
    QCOMPARE(document["kernels"]["with_stack"].get<int>(), 0);
    QCOMPARE(document["kernels"]["linked"].get<int>(), 1);
}

void TestJsonWriter::pairsStandInTheirLayer() {
    const json document = json::parse(comparisonJson(test::sampleComparison()));
    const json& layer = document["layers"][0];
    QCOMPARE(layer["pairs"].size(), std::size_t{1});
    QCOMPARE(layer["pairs"][0]["pair"].get<std::string>(), std::string("layer 0/0"));
    QCOMPARE(layer["sections"].size(), std::size_t{2});
    QCOMPARE(layer["sections"][0]["instances"][0]["activities"].get<int>(), 1);
    QVERIFY(document["layers"][1]["sections"][0]["instances"][0]["step"].is_null());
}

DIPTYCH_TEST(TestJsonWriter)
#include "tst_json_writer.moc"
