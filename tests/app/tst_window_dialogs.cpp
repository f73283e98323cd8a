// Rules, notes and preferences as the window opens them, and what it keeps of them.

#include "app/actions.h"
#include "app/help_window.h"
#include "app/main_window.h"
#include "app/sample_files.h"
#include "app/settings.h"
#include "tests/support/test_program.h"
#include "ui/dialogs/notes_dialog.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/dialogs/rule_model.h"
#include "ui/dialogs/rules_dialog.h"
#include "ui/pages/budget_page.h"
#include "ui/pages/health_page.h"
#include "ui/pages/pair_dock.h"
#include "ui/session/notes.h"
#include "ui/style/theme.h"
#include "ui/views/note_box.h"

#include <QDialogButtonBox>
#include <QFile>
#include <QPushButton>
#include <QSplitter>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>

using namespace diptych;

namespace {

constexpr int kPatience = 60'000;

struct Fixture {
    explicit Fixture(const QString& settingsFile)
        : settings(settingsFile), theme(*qobject_cast<QApplication*>(QCoreApplication::instance())),
          window(&session, &state, &settings, &theme) {
        window.show();
    }
    [[nodiscard]] bool openSample() {
        window.openSample();
        return waitForComparison();
    }
    [[nodiscard]] bool waitForComparison() const {
        return QTest::qWaitFor([this] { return session.comparison() && !session.isComparing(); }, kPatience);
    }

    Settings settings;
    Theme theme;
    ComparisonSession session;
    ViewState state;
    MainWindow window;
};

} // namespace

class TestWindowDialogs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("diptych-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("tst_window_dialogs"));
        QSettings().clear();
        QVERIFY(hasSample());
    }
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void theGuideExplainsWhatHealthSays() {
        const auto sample = findSample();
        QVERIFY(sample);
        QFile whole(sample->a);
        QFile cut(m_folder->filePath(QStringLiteral("cut.json.gz")));
        QVERIFY(whole.open(QIODevice::ReadOnly) && cut.open(QIODevice::WriteOnly));
        cut.write(whole.read(whole.size() / 2));
        cut.close();
        Fixture fixture(file());
        fixture.window.openFiles(cut.fileName(), sample->b);
        QVERIFY(fixture.waitForComparison());
        fixture.window.actions().guide->trigger();
        auto* const guide = fixture.window.findChild<HelpWindow*>();
        QVERIFY(guide && guide->isVisible());
        QCOMPARE(guide->topic(), HelpTopic::Guide);

        fixture.state.setPage(Page::Health);
        const auto heading = [guide] { return guide->text().textCursor().block().text(); };
        auto* const table = fixture.window.findChild<QTableView*>(QStringLiteral("healthTable"));
        QVERIFY(table->model()->rowCount() > 0);
        fixture.window.actions().guide->trigger(); // F1, and nothing is chosen
        QCOMPARE(guide->topic(), HelpTopic::Guide);
        table->selectRow(0);
        const QString code = fixture.window.findChild<HealthPage*>()->chosenCode();
        QVERIFY(!code.isEmpty());
        fixture.window.actions().guide->trigger();
        QCOMPARE(guide->topic(), HelpTopic::Diagnostics);
        QCOMPARE(heading(), code);
        guide->showTopic(HelpTopic::Alignment);
        QTest::keyClick(table, Qt::Key_Return);
        QCOMPARE(heading(), code);
        QCOMPARE(fixture.window.findChildren<HelpWindow*>().size(), qsizetype(1));

        fixture.state.setPage(Page::Summary); // elsewhere F1 leaves the guide where it is
        guide->showTopic(HelpTopic::Tools);
        fixture.window.actions().guide->trigger();
        QCOMPARE(guide->topic(), HelpTopic::Tools);
    }

    void rulesAreEditedFromTheBudgetAndUndone() {
        Fixture fixture(file());
        QVERIFY(fixture.openSample());
        fixture.state.setPage(Page::Budget);
        fixture.window.findChild<BudgetPage*>()->rulesButton()->click();
        auto* const dialog = fixture.window.findChild<RulesDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        RuleModel& model = *dialog->model();
        model.insertRule(0);
        model.setData(model.index(0, RuleModel::CategoryColumn), QStringLiteral("mine"), Qt::EditRole);
        model.setData(model.index(0, RuleModel::PatternColumn), QStringLiteral("."), Qt::EditRole);
        QVERIFY(QTest::qWaitFor([&] { return !dialog->isPreviewing(); }, kPatience));
        const std::size_t before = fixture.session.comparison()->budget.size();
        QVERIFY(before > 3);
        dialog->apply();
        QVERIFY(QTest::qWaitFor(
            [&] {
                return fixture.waitForComparison() && fixture.session.comparison()->budget.size() < before;
            },
            kPatience));
        QVERIFY(!fixture.session.comparison()->reclassified.empty());
        while (model.canUndo()) {
            model.undo();
        }
        dialog->apply();
        QVERIFY(QTest::qWaitFor(
            [&] {
                return fixture.waitForComparison() && fixture.session.comparison()->budget.size() == before;
            },
            kPatience));
        dialog->close();
        fixture.window.actions().editRules->trigger();
        QCOMPARE(fixture.window.findChildren<RulesDialog*>().size(), qsizetype(1)); // with its history
        QVERIFY(model.canRedo());
    }

    void preferencesAreKept() {
        Thresholds wanted;
        {
            Fixture fixture(file());
            fixture.window.actions().editPreferences->trigger();
            auto* const dialog = fixture.window.findChild<PreferencesDialog*>();
            QVERIFY(dialog);
            Preferences preferences = dialog->preferences();
            preferences.theme = ThemeChoice::Dark;
            preferences.thresholds.operationGapNs = 3'000'000;
            preferences.thresholds.layerRatio = 1.5;
            preferences.source.editor = QStringLiteral("vi +{line} {file}");
            wanted = preferences.thresholds;
            dialog->setPreferences(preferences);
            dialog->findChild<QDialogButtonBox*>()->button(QDialogButtonBox::Ok)->click();
            QCOMPARE(fixture.theme.choice(), ThemeChoice::Dark);
            QVERIFY(fixture.session.selection().thresholds == wanted);
        }
        const Fixture again(file());
        QVERIFY(again.session.selection().thresholds == wanted);
        QCOMPARE(again.settings.theme(), ThemeChoice::Dark);
        QCOMPARE(readSourcePreferences().editor, QStringLiteral("vi +{line} {file}"));
    }

    void notesAreWrittenFromTheMenu() {
        Fixture fixture(file());
        fixture.window.actions().editNotes->trigger();
        auto* const dialog = fixture.window.findChild<NotesDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        dialog->box()->setPlainText(QStringLiteral("second run"));
        QCOMPARE(fixture.session.notes().textAt({}), QStringLiteral("second run"));
    }

    void theDockKeepsItsWidth() {
        int width = 0;
        {
            Fixture fixture(file());
            QVERIFY(fixture.openSample());
            fixture.window.resize(1440, 900);
            fixture.state.setPage(Page::Layers);
            fixture.state.setPair(QString::fromStdString(fixture.session.comparison()->pairs.front().id));
            auto* const splitter = fixture.window.findChild<QSplitter*>(QStringLiteral("dock_splitter"));
            auto* const dock = fixture.window.findChild<PairDock*>();
            QVERIFY(dock->isVisible());
            splitter->setSizes({splitter->width() - 420, 420});
            width = dock->width();
            QVERIFY(width > 380);
            fixture.window.close();
        }
        Fixture again(file());
        QVERIFY(again.openSample());
        again.state.setPage(Page::Layers);
        again.state.setPair(QString::fromStdString(again.session.comparison()->pairs.front().id));
        QTRY_COMPARE(again.window.findChild<PairDock*>()->width(), width);
    }

private:
    [[nodiscard]] QString file() const { return m_folder->filePath(QStringLiteral("settings.ini")); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

DIPTYCH_TEST(TestWindowDialogs)
#include "tst_window_dialogs.moc"
