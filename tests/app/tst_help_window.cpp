#include "app/help_window.h"

#include <QLineEdit>
#include <QListWidget>
#include <QTextBlock>
#include <QTextBrowser>

using namespace diptych;

namespace {

/// The codes of diagnostics in the sources of the core: words with hyphens, as first member of a diagnostic.
QStringList codesInSources() {
    static const QRegularExpression pattern(
        QStringLiteral(R"re((?:\{|add\(trace, |note\(|add\()\s*"([a-z]+(?:-[a-z0-9]+)+)"\s*,\s*Severity)re"));
    QStringList codes;
    QDirIterator files(QStringLiteral(DIPTYCH_SOURCE_DIR "/core"), {QStringLiteral("*.cpp")}, QDir::Files,
                       QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (!file.open(QIODevice::ReadOnly)) {
            continue;
        }
        auto matches = pattern.globalMatch(QString::fromUtf8(file.readAll()));
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
    void diagnostic();
    void search();
};

void TestHelpWindow::topics() {
    HelpWindow window;
    for (const HelpTopic topic :
         {HelpTopic::Guide, HelpTopic::Diagnostics, HelpTopic::Alignment, HelpTopic::Tools}) {
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

QTEST_MAIN(TestHelpWindow)
#include "tst_help_window.moc"
