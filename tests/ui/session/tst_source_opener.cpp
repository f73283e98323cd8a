#include "ui/session/source_opener.h"

#include "tests/support/test_program.h"

#include <QCoreApplication>
#include <QSettings>
#include <QStandardPaths>
#include <QTest>

using namespace diptych;

class TestSourceOpener : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("diptych-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("tst_source_opener"));
        QSettings().clear();
    }

    void pathsAreMapped_data() {
        QTest::addColumn<QString>("recorded");
        QTest::addColumn<QString>("expected");
        QTest::newRow("mapped") << "/opt/venv/lib/qwen2.py"
                                << "/home/me/src/qwen2.py";
        QTest::newRow("the first that fits") << "/opt/other/a.py"
                                             << "/elsewhere/other/a.py";
        QTest::newRow("not mapped") << "vllm/qwen2.py"
                                    << "vllm/qwen2.py";
    }
    void pathsAreMapped() {
        QFETCH(QString, recorded);
        QFETCH(QString, expected);
        const std::vector<PathMapping> mappings{
            {QString(), QStringLiteral("/never")},
            {QStringLiteral("/opt/venv/lib"), QStringLiteral("/home/me/src")},
            {QStringLiteral("/opt"), QStringLiteral("/elsewhere")}};
        QCOMPARE(mapSourcePath(recorded, mappings), expected);
    }

    void commandsKeepPathsWithSpacesWhole() {
        QCOMPARE(
            editorCommand(QStringLiteral("code -g {file}:{line}"), QStringLiteral("/my src/a.py"), 12),
            QStringList({QStringLiteral("code"), QStringLiteral("-g"), QStringLiteral("/my src/a.py:12")}));
        QCOMPARE(editorCommand(QStringLiteral("\"/my editor\" +{line} {file}"), QStringLiteral("a"), 0),
                 QStringList({QStringLiteral("/my editor"), QStringLiteral("+1"), QStringLiteral("a")}));
        QVERIFY(editorCommand(QString(), QStringLiteral("a"), 1).isEmpty());
    }

    void preferencesAreKept() {
        QCOMPARE(readSourcePreferences().editor, QStringLiteral("code -g {file}:{line}"));
        writeSourcePreferences({QStringLiteral("vi {file}"), {{QStringLiteral("/a"), QStringLiteral("/b")}}});
        const SourcePreferences read = readSourcePreferences();
        QCOMPARE(read.editor, QStringLiteral("vi {file}"));
        QCOMPARE(read.mappings.size(), std::size_t(1));
        QCOMPARE(read.mappings[0].here, QStringLiteral("/b"));
    }

    void aMissingFileIsSaid() {
        const std::optional<QString> failure = openSource(QStringLiteral("/nowhere/a.py"), 1);
        QVERIFY(failure);
        QVERIFY(failure->contains(QStringLiteral("/nowhere/a.py")));
    }
};

DIPTYCH_TEST(TestSourceOpener)
#include "tst_source_opener.moc"
