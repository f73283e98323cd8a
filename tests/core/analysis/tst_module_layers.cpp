#include "core/analysis/module_layers.h"
#include "tests/support/column_trace.h"
#include "tests/support/test_program.h"

Q_DECLARE_METATYPE(std::vector<std::string>)

using namespace diptych;
using namespace diptych::test;

namespace {

/// A trace with one kernel for every module path.
struct ModuleTrace {
    ColumnTrace columns;
    std::vector<ActivityId> activities;

    explicit ModuleTrace(const std::vector<std::string>& paths) {
        while (activities.size() < paths.size()) {
            activities.push_back(
                columns.addKernel("k", 1000 * static_cast<Nanoseconds>(activities.size()), 10));
        }
        columns.link();
        for (std::size_t i = 0; i < paths.size(); ++i) {
            columns.trace.gpu.modulePath[i] =
                paths[i].empty() ? StringId{} : columns.trace.strings.intern(paths[i]);
        }
    }
};

/// "DecoderLayer x4" for every group, then the place of every kernel.
QString layersOf(const std::vector<std::string>& paths) {
    ModuleTrace forged(paths);
    const ModuleTree tree = buildModuleTree(forged.columns.trace, forged.activities);
    const ModuleLayers layers = findModuleLayers(tree, {"Sequential", "ModuleList"});
    std::string text;
    for (const ModuleLayers::Group& group : layers.groups) {
        text += group.moduleClass + " x" + std::to_string(group.layers) + "; ";
    }
    for (const ActivityId activity : forged.activities) {
        const std::uint32_t node = tree.nodeOf(forged.columns.trace.gpu.modulePath[activity.index()]);
        const bool isLayer = node != ModuleTree::kNoNode && layers.placeOfNode[node].isLayer();
        text += isLayer ? std::to_string(layers.placeOfNode[node].group) + ":" +
                              std::to_string(layers.placeOfNode[node].layer) + " "
                        : "- ";
    }
    return QString::fromStdString(text).trimmed();
}

std::vector<std::string> numbered(const std::string& before, int first, int count, const std::string& after) {
    std::vector<std::string> paths;
    for (int i = first; i < first + count; ++i) {
        paths.push_back(before + std::to_string(i) + after);
    }
    return paths;
}

std::vector<std::string> operator+(std::vector<std::string> x, const std::vector<std::string>& y) {
    x.insert(x.end(), y.begin(), y.end());
    return x;
}

} // namespace

class TestModuleLayers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void parsesNames() {
        QCOMPARE(parseModuleName("Qwen2MLP_3").instance, std::int64_t{3});
        QVERIFY(parseModuleName("Qwen2MLP_3").moduleClass == "Qwen2MLP");
        QVERIFY(parseModuleName("My_Module_12").moduleClass == "My_Module");
        for (const char* name : {"Plain", "Tail_", "Not_a_number", "", "_", "_3"}) {
            QCOMPARE(parseModuleName(name).instance, std::int64_t{-1});
            QVERIFY(parseModuleName(name).moduleClass == name);
        }
    }

    void instanceNumbersAreStripped_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("expected");
        QTest::newRow("each element") << "Model_0/Layer_13/MLP_13"
                                      << "Model/Layer/MLP";
        QTest::newRow("digits of the class stay") << "Conv2d_7/Qwen2"
                                                  << "Conv2d/Qwen2";
        QTest::newRow("only the last number goes") << "Block_2_11"
                                                   << "Block_2";
        QTest::newRow("nothing") << ""
                                 << "";
        QTest::newRow("a number alone") << "_3"
                                        << "_3";
    }

    void instanceNumbersAreStripped() {
        QFETCH(QString, path);
        QTEST(QString::fromStdString(withoutInstanceNumbers(path.toStdString())), "expected");
    }

    void buildsATree() {
        ModuleTrace forged({"M_0/L_0", "M_0", "", "M_0/L_1/X_0"});
        const ModuleTree tree = buildModuleTree(forged.columns.trace, forged.activities);
        QCOMPARE(tree.nodes.size(), std::size_t{4});
        QVERIFY(tree.nodes[0].name == "M_0" && tree.nodes[1].name == "L_0" && tree.nodes[1].parent == 0);
        QVERIFY(tree.nodes[3].name == "X_0" && tree.nodes[3].parent == 2);
    }

    void finds_data() {
        QTest::addColumn<std::vector<std::string>>("paths");
        QTest::addColumn<QString>("layers");
        using Paths = std::vector<std::string>;
        QTest::newRow("no modules") << Paths{"", ""} << "- -";
        QTest::newRow("three are too few") << numbered("M_0/L_", 0, 3, "") << "- - -";
        QTest::newRow("four") << Paths{"M_0"} + numbered("M_0/L_", 0, 4, "/MLP_0")
                              << "L x4; - 0:0 0:1 0:2 0:3";
        QTest::newRow("classes inside a layer are none")
            << numbered("M_0/L_", 0, 4, "/Linear_1") + numbered("M_0/L_", 0, 4, "/Linear_2") +
                   Paths{"M_0/Linear_3", "M_0/Linear_4"}
            << "L x4; 0:0 0:1 0:2 0:3 0:0 0:1 0:2 0:3 - -";
        QTest::newRow("containers are none")
            << numbered("M_0/Sequential_", 0, 4, "/Block_0") + numbered("M_0/Sequential_0/Block_", 1, 3, "")
            << "Block x4; 0:0 0:0 0:0 0:0 0:1 0:2 0:3";
        QTest::newRow("numbers need not start at zero, nor be in order")
            << Paths{"M_0/L_12", "M_0/L_9", "M_0/L_10", "M_0/L_11"} << "L x4; 0:3 0:0 0:1 0:2";
        QTest::newRow("encoder and decoder")
            << numbered("M_0/EncoderLayer_", 0, 4, "") + numbered("M_0/DecoderLayer_", 0, 5, "")
            << "EncoderLayer x4; DecoderLayer x5; 0:0 0:1 0:2 0:3 1:0 1:1 1:2 1:3 1:4";
        QTest::newRow("equal blocks of an encoder and a decoder")
            << numbered("T5_0/T5Stack_0/ModuleList_0/T5Block_", 0, 4, "") +
                   numbered("T5_0/T5Stack_1/ModuleList_1/T5Block_", 4, 4, "")
            << "T5Block x4; T5Block x4; 0:0 0:1 0:2 0:3 1:0 1:1 1:2 1:3";
        QTest::newRow("stages with blocks: the stages are the layers")
            << numbered("Swin_0/Stage_", 0, 4, "/Block_0") + numbered("Swin_0/Stage_2/Block_", 1, 4, "")
            << "Stage x4; 0:0 0:1 0:2 0:3 0:2 0:2 0:2 0:2";
    }
    void finds() {
        QFETCH(std::vector<std::string>, paths);
        QFETCH(QString, layers);
        QCOMPARE(layersOf(paths), layers);
    }
};

DIPTYCH_TEST(TestModuleLayers)
#include "tst_module_layers.moc"
