// Rule files: reading both forms, writing back, and the errors that a user's file can hold.

#include "core/analysis/rule_table.h"

#include "core/analysis/kernel_classifier.h"
#include "core/analysis/rule_csv.h"
#include "tests/support/test_program.h"

using namespace diptych;

namespace {

QString reasonOf(const Result<RuleTable>& table) {
    return table ? QString() : QString::fromStdString(describe(table.error()));
}

RuleTable parsed(std::string_view text, const char* name = "rules.json") {
    Result<RuleTable> table = parseRules(text, name);
    if (!table) {
        qWarning("%s", describe(table.error()).c_str());
        return {};
    }
    return std::move(table).value();
}

} // namespace

class TestRuleTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void defaultsAreThere();
    void defaultsSurviveARoundTrip();
    void jsonIsRead();
    void leftOutPartsComeFromTheDefault();
    void unknownFieldsSurvive();
    void csvIsRead();
    void csvKeepsUnknownCategories();
    void csvSurvivesARoundTrip();
    void badFilesAreNamed_data();
    void badFilesAreNamed();
    void badPatternsAreNamed();
    void mangledNamesAreNoRunOfWords();
};

void TestRuleTable::defaultsAreThere() {
    const RuleTable& table = defaultRules();
    QVERIFY(table.rules.size() > 50);
    QVERIFY(!table.cpuOpRules.empty());
    QVERIFY(!table.steps.empty());
    QVERIFY(!table.containerModules.empty());
    for (const Rule& rule : table.rules) {
        const auto& known = knownCategories();
        QVERIFY2(std::find(known.begin(), known.end(), rule.category) != known.end(), rule.category.c_str());
    }
    const Result<KernelClassifier> compiled = KernelClassifier::compile(table);
    QVERIFY2(compiled.isOk(), compiled ? "" : describe(compiled.error()).c_str());
}

void TestRuleTable::defaultsSurviveARoundTrip() {
    const RuleTable again = parsed(writeRules(defaultRules()), "built in");
    QVERIFY(again == defaultRules());
}

void TestRuleTable::jsonIsRead() {
    const RuleTable table = parsed(R"({
        "schema": "diptych.rules/1",
        "rules": [
            {"operation": "My GEMM", "category": "GEMM", "pattern": "my_gemm\\d+", "vendor": "amd", "label": "ours",
             "components": ["gemm", "Norm"], "generic": true},
            {"category": "mine", "pattern": "x"}
        ],
        "steps": [{"source": "annotation", "phase": "decode", "pattern": "^tick$"}],
        "container_modules": ["Box"]
    })");
    QCOMPARE(table.source, std::string("rules.json"));
    QCOMPARE(table.rules.size(), std::size_t{2});
    const Rule expected{"My GEMM", "gemm", "my_gemm\\d+", "AMD", "ours", {"gemm", "norm"}, true, false, {}};
    QVERIFY(table.rules[0] == expected);
    QCOMPARE(table.rules[1].category, std::string("mine"));
    QCOMPARE(table.rules[1].operation, std::string("mine"));
    QCOMPARE(table.steps.size(), std::size_t{1});
    QCOMPARE(table.containerModules, std::vector<std::string>{"Box"});
}

void TestRuleTable::leftOutPartsComeFromTheDefault() {
    const RuleTable table = parsed("\xEF\xBB\xBF  {\"schema\":\"diptych.rules/1\",\"rules\":[]}");
    QVERIFY(table.rules.empty());
    QVERIFY(table.cpuOpRules == defaultRules().cpuOpRules);
    QVERIFY(table.steps == defaultRules().steps);
    QVERIFY(table.containerModules == defaultRules().containerModules);
}

void TestRuleTable::unknownFieldsSurvive() {
    const RuleTable table = parsed(R"({"schema": "diptych.rules/1", "author": {"name": "me"},
        "rules": [{"category": "gemm", "pattern": "x", "since": 2}]})");
    const std::string written = writeRules(table);
    QVERIFY2(written.find("\"since\":2") != std::string::npos, written.c_str());
    QVERIFY2(written.find("\"author\"") != std::string::npos, written.c_str());
    QVERIFY(parsed(written) == table);
}

void TestRuleTable::csvIsRead() {
    const RuleTable table = parsed("Pattern,category ,operation,comment\r\n"
                                   "\"a,\"\"b\"\"{1,2}\",GEMM,Dense GEMM,note\r\n"
                                   "\r\n"
                                   " lead,attention,,\r\n",
                                   "rules.csv");
    QCOMPARE(table.rules.size(), std::size_t{2});
    QCOMPARE(table.rules[0].pattern, std::string("a,\"b\"{1,2}"));
    QCOMPARE(table.rules[0].category, std::string("gemm"));
    QCOMPARE(table.rules[0].operation, std::string("Dense GEMM"));
    QCOMPARE(table.rules[1].pattern, std::string(" lead"));
    QCOMPARE(table.rules[1].operation, std::string("attention"));
    QVERIFY(table.steps == defaultRules().steps);
}

void TestRuleTable::csvSurvivesARoundTrip() {
    RuleTable table = defaultRules();
    table.rules.front().pattern = "a,\"b\"\n c";
    table.rules.front().label = "Réseau, \"own\"";
    table.rules.front().transfer = true;
    const RuleTable again = parsed(writeRulesCsv(table), "rules.csv");
    QCOMPARE(again.rules.size(), table.rules.size());
    for (std::size_t i = 0; i < table.rules.size(); ++i) {
        QVERIFY2(again.rules[i] == table.rules[i], table.rules[i].pattern.c_str());
    }
    QVERIFY(again.cpuOpRules == table.cpuOpRules);
}

void TestRuleTable::csvKeepsUnknownCategories() {
    const RuleTable table = parsed("category,pattern\nMy Kernels,foo\nRéseau,bar", "rules.csv");
    QCOMPARE(table.rules[0].category, std::string("My Kernels"));
    QCOMPARE(table.rules[1].category, std::string("Réseau"));
    Result<KernelClassifier> classifier = KernelClassifier::compile(table);
    QVERIFY(classifier.isOk());
    const KernelClass found = classifier.value().classify("void foo<int>()", "", Platform::Unknown);
    QCOMPARE(found.category, std::string("My Kernels"));
    QCOMPARE(found.operation, std::string("My Kernels"));
    QCOMPARE(found.rule, 0);
}

void TestRuleTable::badFilesAreNamed_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    const auto json = [](const char* rest) {
        return QByteArray("{\"schema\":\"diptych.rules/1\",") + rest + "}";
    };
    QTest::newRow("empty") << QByteArray(" \n") << "rules: the file is empty";
    QTest::newRow("no schema") << QByteArray("{}") << "no schema is named";
    QTest::newRow("other schema") << QByteArray(R"({"schema":"diptych.session/1"})") << "diptych.session/1";
    QTest::newRow("list") << QByteArray("[1]") << "no JSON object";
    QTest::newRow("cut") << QByteArray(R"({"schema":)") << "no valid JSON at byte 10";
    QTest::newRow("deep") << QByteArray("{\"schema\":\"diptych.rules/1\",\"x\":") + QByteArray(100000, '[') +
                                 QByteArray(100000, ']') + "}"
                          << "nested too deeply";
    QTest::newRow("invalid UTF-8") << QByteArray("{\"schema\":\"\xff\"}") << "no valid JSON";
    QTest::newRow("rules no list") << json("\"rules\":{}") << "field 'rules' is no list";
    QTest::newRow("rule no object") << json("\"rules\":[1]") << "rule 1 is no object";
    QTest::newRow("no pattern") << json(R"("rules":[{"category":"gemm","pattern":"x"},{"category":"gemm"}])")
                                << "rule 2 has no pattern";
    QTest::newRow("no category") << json(R"("rules":[{"pattern":"x"}])") << "rule 1 has no category";
    QTest::newRow("number") << json(R"("rules":[{"category":3,"pattern":"x"}])")
                            << "rule 1: field 'category' is no text";
    QTest::newRow("vendor") << json(R"("rules":[{"category":"a","pattern":"x","vendor":"intel"}])")
                            << "rule 1: unknown vendor 'intel'";
    QTest::newRow("component") << json(R"("rules":[{"category":"a","pattern":"x","components":["glue"]}])")
                               << "rule 1: unknown component 'glue'";
    QTest::newRow("CPU op") << json(R"("cpu_op_rules":[{"pattern":"x"}])") << "CPU op rule 1 has no category";
    QTest::newRow("step phase") << json(R"("steps":[{"pattern":"x","phase":"later","source":"frame"}])")
                                << "step pattern 1: unknown phase 'later'";
    QTest::newRow("CSV header") << QByteArray("kind,regex\na,b\n") << "row 1 does not name the columns";
    QTest::newRow("CSV pattern") << QByteArray("category,pattern\na,b\n\nc,\"(d\"\n")
                                 << "row 4: missing closing parenthesis";
    QTest::newRow("CSV cell") << QByteArray("category,pattern\na,b\n,c\n") << "row 3 has no category";
    QTest::newRow("CSV quote") << QByteArray("category,pattern\na,\"b\nc,d\n")
                               << "row 2: a quoted cell does not end";
}

void TestRuleTable::badFilesAreNamed() {
    QFETCH(const QByteArray, text);
    QFETCH(const QString, expected);
    const Result<RuleTable> table =
        parseRules({text.constData(), static_cast<std::size_t>(text.size())}, "rules");
    QVERIFY(!table.isOk());
    QVERIFY2(reasonOf(table).contains(expected), qPrintable(reasonOf(table)));
    QVERIFY(reasonOf(table).startsWith("rules: "));
}

void TestRuleTable::badPatternsAreNamed() {
    const RuleTable table = parsed(R"({"schema": "diptych.rules/1", "rules": [
        {"category": "a", "pattern": "fine"}, {"category": "b", "pattern": "bro(ken"}]})",
                                   "rules.json");
    const Result<KernelClassifier> classifier = KernelClassifier::compile(table);
    QVERIFY(!classifier.isOk());
    const QString message = QString::fromStdString(describe(classifier.error()));
    QVERIFY2(message.startsWith("rules.json: rule 2: "), qPrintable(message));
    QVERIFY2(message.contains("at character 8 of the pattern 'bro(ken'") ||
                 message.contains("at character 9 of the pattern 'bro(ken'"),
             qPrintable(message));
}

/// In a mangled name everything is one word: a pattern must not reach from one part to another.
void TestRuleTable::mangledNamesAreNoRunOfWords() {
    const KernelClass attention = KernelClassifier::builtIn().classify(
        "_ZN7ck_tile6kentryILi2ENS_38FmhaBatchPrefillWithPagedKVCacheKernelINS_"
        "40BlockFmhaBatchPrefillPipelineQRKSVS"
        "AsyncINS_22CopyPolicyEEEEEJNS_6KargsEEEEvDpT1_",
        "", Platform::Amd);
    QCOMPARE(attention.operation, std::string("Attention (Prefill)"));
    const KernelClass cache =
        KernelClassifier::builtIn().classify("kv_cache_scatter_kernel", "", Platform::Amd);
    QCOMPARE(cache.operation, std::string("KV Cache"));
}

DIPTYCH_TEST(TestRuleTable)
#include "tst_rule_table.moc"
