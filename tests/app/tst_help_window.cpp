#include "app/help_window.h"

#include "tests/support/test_program.h"

#include <QLineEdit>
#include <QListWidget>
#include <QTextBlock>
#include <QTextBrowser>

using namespace diptych;

namespace {

/// Every file of that pattern in the core and the application.
QStringList sources(const QString& pattern) {
    QStringList files;
    for (const char* const folder : {"/core", "/app"}) {
        QDirIterator all(QLatin1String(DIPTYCH_SOURCE_DIR) + QLatin1String(folder), {pattern}, QDir::Files,
                         QDirIterator::Subdirectories);
        while (all.hasNext()) {
            files << all.next();
        }
    }
    return files;
}

QString textOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The codes of diagnostics in the sources of the core: words with hyphens, as first member of a diagnostic.
QStringList codesInSources() {
    static const QRegularExpression pattern(
        QStringLiteral(R"re((?:\{|add\(trace, |note\(|add\()\s*"([a-z]+(?:-[a-z0-9]+)+)"\s*,\s*Severity)re"));
    QStringList codes;
    for (const QString& file : sources(QStringLiteral("*.cpp"))) {
        auto matches = pattern.globalMatch(textOf(file));
        while (matches.hasNext()) {
            codes.append(matches.next().captured(1));
        }
    }
    codes.removeDuplicates();
    return codes;
}

} // namespace

class TestHelpWindow : public QObject {
    Q_OBJECT

private slots:
    void topics();
    void everyDiagnosticIsExplained();
    void sourcesOfRulesExist();
    void diagnostic();
    void search();
};

void TestHelpWindow::topics() {
    HelpWindow window;
    for (const HelpTopic topic : {HelpTopic::Guide, HelpTopic::Diagnostics, HelpTopic::Semantics,
                                  HelpTopic::Alignment, HelpTopic::Tools}) {
        window.showTopic(topic);
        QCOMPARE(window.topic(), topic);
        QVERIFY(window.text().document()->characterCount() > 1000);
        QVERIFY(window.text().document()->begin().blockFormat().headingLevel() == 1);
    }
}

void TestHelpWindow::everyDiagnosticIsExplained() {
    const QStringList codes = codesInSources();
    QVERIFY2(codes.size() > 40, qPrintable(QString::number(codes.size())));
    const QStringList lines = helpText(HelpTopic::Diagnostics).split(QLatin1Char('\n'));
    for (const QString& code : codes) {
        QVERIFY2(lines.contains(QStringLiteral("### ") + code), qPrintable(code));
    }
}

/// Headers name the source of a rule: SEMANTICS, "Alignment". It is the heading of a text that is there.
void TestHelpWindow::sourcesOfRulesExist() {
    static const QRegularExpression lineBreak(QLatin1String(R"(\n\s*//+<? )"));
    static const QRegularExpression pattern(QLatin1String(R"re(SEMANTICS, ((?:"[^"]+",? ?)+))re"));
    static const QRegularExpression quoted(QLatin1String(R"re("([^"]+)")re"));
    const QStringList lines = helpText(HelpTopic::Semantics).split(QLatin1Char('\n'));
    int found = 0;
    for (const QString& file : sources(QStringLiteral("*.h"))) {
        auto sourcesInFile = pattern.globalMatch(textOf(file).replace(lineBreak, QStringLiteral(" ")));
        while (sourcesInFile.hasNext()) {
            auto headings = quoted.globalMatch(sourcesInFile.next().captured(1));
            for (; headings.hasNext(); ++found) {
                const QString heading = headings.next().captured(1);
                QVERIFY2(lines.contains(QStringLiteral("## ") + heading), qPrintable(file + heading));
            }
        }
    }
    QVERIFY2(found > 40, qPrintable(QString::number(found)));
}

void TestHelpWindow::diagnostic() {
    HelpWindow window;
    window.show();
    window.showDiagnostic(QStringLiteral("clock-skew"));
    QCOMPARE(window.topic(), HelpTopic::Diagnostics);
    QCOMPARE(window.text().textCursor().block().text(), QStringLiteral("clock-skew"));
    window.showDiagnostic(QStringLiteral("no-such-code"));
    QCOMPARE(window.text().textCursor().position(), 0);
}

void TestHelpWindow::search() {
    HelpWindow window;
    window.showTopic(HelpTopic::Guide);
    window.findChild<QLineEdit*>()->setText(QStringLiteral("Perfetto"));
    window.findNext();
    QCOMPARE(window.topic(), HelpTopic::Tools);
    QCOMPARE(window.text().textCursor().selectedText(), QStringLiteral("Perfetto"));
    window.findChild<QLineEdit*>()->setText(QStringLiteral("five minutes"));
    window.findNext();
    QCOMPARE(window.topic(), HelpTopic::Guide);
}

DIPTYCH_TEST(TestHelpWindow)
#include "tst_help_window.moc"
