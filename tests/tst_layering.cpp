// Reads every source's #include lines and fails where one breaks the layering: app -> ui -> core, and inside
// core export -> compare -> analysis -> model -> base and parse -> model. The window's folders have an order
// of their own.

#include "tests/support/test_program.h"

#include <QDir>
#include <QDirIterator>
#include <QRegularExpression>

#include <functional>
#include <map>

namespace {

struct Layer {
    QString folder;
    QStringList mayInclude; ///< folders besides its own
};

const QList<Layer>& layers() {
    static const QStringList kCore{"core/base",     "core/model",   "core/parse",
                                   "core/analysis", "core/compare", "core/export"};
    static const QList<Layer> kLayers{
        {"core/base", {}},
        {"core/model", {"core/base"}},
        {"core/parse", {"core/base", "core/model"}},
        {"core/analysis", {"core/base", "core/model"}},
        {"core/compare", {"core/base", "core/model", "core/analysis"}},
        {"core/export", {"core/base", "core/model", "core/analysis", "core/compare"}},
        {"ui/style", {"core"}},
        {"ui/session", {"core"}},
        {"ui/models", {"core", "ui/session", "ui/style"}},
        {"ui/views", {"core", "ui/session", "ui/style", "ui/models"}},
        {"ui/charts", {"core", "ui/session", "ui/style", "ui/models", "ui/views"}},
        {"ui/report", {"core", "ui/session", "ui/style", "ui/models", "ui/charts"}},
        {"ui/dialogs", {"core", "ui/session", "ui/style", "ui/models", "ui/views", "ui/charts", "ui/report"}},
        {"ui/pages",
         {"core", "ui/session", "ui/style", "ui/models", "ui/views", "ui/charts", "ui/report", "ui/dialogs"}},
        {"app", {"core", "ui"}},
    };
    return kLayers;
}

bool isInFolder(const QString& file, const QString& folder) {
    return file.startsWith(folder + '/');
}

const Layer* layerOf(const QString& file) {
    for (const Layer& layer : layers()) {
        if (isInFolder(file, layer.folder)) {
            return &layer;
        }
    }
    return nullptr;
}

/// "ui/pages/summary_page.h" is a page; "ui/pages/page_widget.h" is what pages are made of.
QString pageOf(const QString& file) {
    static const QRegularExpression kPage("^ui/pages/(\\w+_page)\\.(h|cpp)$");
    return kPage.match(file).captured(1);
}

/// Why `file` must not include `included` (as written between quotes); "" when it may.
QString faultOfQuoted(const QString& file, const QString& included) {
    if (included.endsWith(".moc")) {
        return {};
    }
    if (!included.contains('/') || included.startsWith('.')) {
        return "is not written from the root of the tree";
    }
    const Layer* const layer = layerOf(file);
    if (!layer) {
        return {}; // tests may include everything
    }
    const QString page = pageOf(included);
    if (isInFolder(file, "ui/pages") && !page.isEmpty() && page != pageOf(file)) {
        return "is another page";
    }
    if (isInFolder(included, layer->folder)) {
        return {};
    }
    for (const QString& folder : layer->mayInclude) {
        if (isInFolder(included, folder)) {
            return {};
        }
    }
    return "is no layer below " + layer->folder;
}

QString faultOfAngled(const QString& file, const QString& included) {
    static const QRegularExpression kQt("^Q[A-Z]|^Qt|^q[a-z]+\\.h$");
    static const QRegularExpression kWidgets(
        "Widget|^QtWidgets|^QApplication|^QPainter|^QtGui|^QtCharts|^QIcon|^QPixmap");
    static const QRegularExpression kJson("^nlohmann/|^simdjson");
    if (isInFolder(file, "core") && kQt.match(included).hasMatch()) {
        return "is Qt, and the core has none";
    }
    if (isInFolder(file, "core") && file.endsWith(".h") && kJson.match(included).hasMatch()) {
        return "is a JSON library in a header";
    }
    if (isInFolder(file, "ui/session") && kWidgets.match(included).hasMatch()) {
        return "draws, and the session has no widgets";
    }
    return {};
}

/// "file: include reason", one a fault.
QStringList faultsOf(const QString& file, const QString& text) {
    static const QRegularExpression kInclude("^\\s*#\\s*include\\s*(?:\"([^\"]+)\"|<([^>]+)>)",
                                             QRegularExpression::MultilineOption);
    QStringList faults;
    for (auto matches = kInclude.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        const QString quoted = match.captured(1);
        const QString angled = match.captured(2);
        const QString fault = quoted.isEmpty() ? faultOfAngled(file, angled) : faultOfQuoted(file, quoted);
        if (!fault.isEmpty()) {
            faults << file + ": " + (quoted.isEmpty() ? angled : quoted) + ' ' + fault;
        }
    }
    return faults;
}

/// What `declared` finds in more than one header: the linker would take one for the other without a word.
QStringList twinsIn(const std::map<QString, QString>& texts,
                    const std::function<QStringList(const QString&)>& declared) {
    std::map<QString, QString> declaredIn;
    QStringList twins;
    for (const auto& [file, text] : texts) {
        if (!file.endsWith(".h")) {
            continue;
        }
        for (const QString& name : declared(text)) {
            const auto [place, isNew] = declaredIn.try_emplace(name, file);
            if (!isNew && place->second != file) {
                twins << name + ": " + place->second + " and " + file;
            }
        }
    }
    return twins;
}

QStringList typesIn(const QString& text) {
    static const QRegularExpression kType("^(?:struct|class) (\\w+)[^;\\n]*\\{",
                                          QRegularExpression::MultilineOption);
    QStringList names;
    for (auto matches = kType.globalMatch(text); matches.hasNext();) {
        names << matches.next().captured(1);
    }
    return names;
}

/// Free functions that a source defines, with the types of what they take: "gapOf(const PerSide<..>&,bool)".
QStringList functionsIn(const QString& text) {
    static const QRegularExpression kFunction(
        "^(?:\\[\\[nodiscard\\]\\] )?[a-zA-Z][\\w:<>,&* ]*[ &*](\\w+)\\(([^()]*)\\);",
        QRegularExpression::MultilineOption);
    static const QRegularExpression kDefault(" *=.*");
    static const QRegularExpression kName("(?<=[&*> ])\\w+$");
    QStringList functions;
    for (auto matches = kFunction.globalMatch(text); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        QStringList types = match.captured(2).simplified().split(", ");
        for (QString& type : types) {
            type = type.remove(kDefault).remove(kName).trimmed();
        }
        functions << match.captured(1) + '(' + types.join(',') + ')';
    }
    return functions;
}

std::map<QString, QString> sources() {
    const QDir root(QStringLiteral(DIPTYCH_SOURCE_DIR));
    std::map<QString, QString> texts;
    for (const char* folder : {"core", "ui", "app", "tests"}) {
        QDirIterator files(root.filePath(folder), {"*.h", "*.cpp"}, QDir::Files,
                           QDirIterator::Subdirectories);
        while (files.hasNext()) {
            QFile file(files.next());
            if (file.open(QIODevice::ReadOnly)) {
                texts[root.relativeFilePath(file.fileName())] = QString::fromUtf8(file.readAll());
            }
        }
    }
    return texts;
}

} // namespace

class TestLayering : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void treeKeepsTheLayers() {
        const std::map<QString, QString> texts = sources();
        QVERIFY(texts.count("core/base/ids.h") == 1);
        QStringList faults;
        for (const auto& [file, text] : texts) {
            faults << faultsOf(file, text);
        }
        QVERIFY2(faults.isEmpty(), qPrintable('\n' + faults.join('\n')));
    }

    void everySourceIsInALayer() {
        QStringList outside;
        for (const auto& [file, text] : sources()) {
            const bool isPrecompiled = QFileInfo(file).baseName() == "precompiled";
            if (!layerOf(file) && !isInFolder(file, "tests") && !isPrecompiled) {
                outside << file;
            }
        }
        QVERIFY2(outside.isEmpty(), qPrintable(outside.join('\n')));
    }

    void everyQuotedIncludeExists() {
        static const QRegularExpression kInclude("^#include \"([^\"]+/[^\"]+)\"",
                                                 QRegularExpression::MultilineOption);
        const std::map<QString, QString> texts = sources();
        QStringList missing;
        for (const auto& [file, text] : texts) {
            for (auto matches = kInclude.globalMatch(text); matches.hasNext();) {
                const QString included = matches.next().captured(1);
                if (texts.count(included) == 0) {
                    missing << file + ": " + included;
                }
            }
        }
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
    }

    void typeNamesAreUnique() {
        std::map<QString, QString> texts = sources();
        QStringList twins = twinsIn(texts, typesIn);
        QVERIFY2(twins.isEmpty(), qPrintable(twins.join('\n')));
        texts["core/base/planted.h"] = "struct TraceMetadata final {\n";
        QCOMPARE(twinsIn(texts, typesIn).size(), 1);
    }

    void functionsAreUnique() {
        std::map<QString, QString> texts = sources();
        QStringList twins = twinsIn(texts, functionsIn);
        QVERIFY2(twins.isEmpty(), qPrintable(twins.join('\n')));
        texts["core/base/planted.h"] = "[[nodiscard]] std::string durationText(Nanoseconds length = 0);\n"
                                       "std::string durationText(double seconds);\n"; // an overload
        QCOMPARE(twinsIn(texts, functionsIn).size(), 1);
    }

    void findsPlantedFaults_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("line");
        QTest::addColumn<bool>("isFault");
        const auto row = [](const char* name, const char* file, const char* line, bool isFault) {
            QTest::newRow(name) << QString(file) << QString(line) << isFault;
        };
        row("core includes ui", "core/base/x.cpp", "#include \"ui/style/tokens.h\"", true);
        row("core includes app", "core/export/x.cpp", "#include \"app/settings.h\"", true);
        row("ui includes app", "ui/pages/x_page.cpp", "#include \"app/settings.h\"", true);
        row("base includes model", "core/base/x.h", "#include \"core/model/trace.h\"", true);
        row("analysis includes compare", "core/analysis/x.h", "#include \"core/compare/comparison.h\"", true);
        row("analysis includes parse", "core/analysis/x.h", "#include \"core/parse/load_trace.h\"", true);
        row("parse includes analysis", "core/parse/x.h", "#include \"core/analysis/steps.h\"", true);
        row("compare includes export", "core/compare/x.cpp", "#include \"core/export/csv_writer.h\"", true);
        row("core includes tests", "core/model/x.cpp", "#include \"tests/support/trace_forge.h\"", true);
        row("core includes Qt", "core/base/x.cpp", "#include <QString>", true);
        row("core includes a Qt header by file", "core/base/x.cpp", "#include <QtCore/qstring.h>", true);
        row("JSON in a core header", "core/export/x.h", "#include <nlohmann/json.hpp>", true);
        row("page includes page", "ui/pages/summary_page.cpp", "#include \"ui/pages/layers_page.h\"", true);
        row("model includes view", "ui/models/x.cpp", "#include \"ui/views/table_view.h\"", true);
        row("session has a widget", "ui/session/x.cpp", "#include <QWidget>", true);
        row("not from the root", "core/base/x.cpp", "#include \"ids.h\"", true);
        row("relative", "core/base/x.cpp", "#include \"../model/trace.h\"", true);
        row("indented, spaced", "core/base/x.cpp", "  #  include  \"ui/style/tokens.h\"", true);
        row("app includes ui", "app/main.cpp", "#include \"ui/pages/summary_page.h\"", false);
        row("export includes compare", "core/export/x.cpp", "#include \"core/compare/comparison.h\"", false);
        row("parse includes model", "core/parse/x.cpp", "#include \"core/model/trace.h\"", false);
        row("JSON in a core source", "core/export/x.cpp", "#include <nlohmann/json.hpp>", false);
        row("page includes its own header", "ui/pages/summary_page.cpp",
            "#include \"ui/pages/summary_page.h\"", false);
        row("page includes its base", "ui/pages/summary_page.cpp", "#include \"ui/pages/page_widget.h\"",
            false);
        row("page includes a chart", "ui/pages/summary_page.cpp", "#include \"ui/charts/axis_ticks.h\"",
            false);
        row("moc", "ui/pages/x_page.cpp", "#include \"x_page.moc\"", false);
        row("standard library", "core/base/x.cpp", "#include <queue>", false);
        row("tests include all", "tests/app/tst_x.cpp", "#include \"app/settings.h\"", false);
        row("a comment is no include", "core/base/x.cpp", "// #include <QString>", false);
    }
    void findsPlantedFaults() {
        QFETCH(QString, file);
        QFETCH(QString, line);
        QFETCH(bool, isFault);
        QCOMPARE(faultsOf(file, "#pragma once\n" + line + "\n").size(), isFault ? 1 : 0);
    }
};

DIPTYCH_TEST(TestLayering)
#include "tst_layering.moc"
