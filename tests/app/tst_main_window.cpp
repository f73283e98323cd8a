#include "app/main_window.h"

#include "app/actions.h"
#include "app/export_actions.h"
#include "app/notice_bar.h"
#include "app/page_registry.h"
#include "app/sample_files.h"
#include "app/selection_panel.h"
#include "app/settings.h"
#include "app/trace_strip.h"
#include "core/export/csv_writer.h"
#include "tests/support/test_program.h"
#include "tests/ui/session/fake_backend.h"
#include "ui/pages/page_widget.h"
#include "ui/pages/pair_dock.h"
#include "ui/pages/welcome_page.h"
#include "ui/style/theme.h"
#include "ui/views/segmented_switch.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QToolButton>

using namespace diptych;
using diptych::test::FakeBackend;

namespace {

constexpr int kLoadTimeout = 60'000;

/// A window over a session, with settings of its own.
struct Fixture {
    explicit Fixture(SessionBackend backend = coreBackend())
        : settings(folder.filePath(QStringLiteral("settings.ini"))),
          theme(*qobject_cast<QApplication*>(QCoreApplication::instance())), session(std::move(backend)),
          window(&session, &state, &settings, &theme) {
        window.show();
    }

    [[nodiscard]] QWidget* currentPage() { return window.findChild<QStackedWidget*>()->currentWidget(); }
    [[nodiscard]] bool showsWelcome() { return qobject_cast<WelcomePage*>(currentPage()) != nullptr; }
    [[nodiscard]] bool isReady() const { return session.comparison() && !session.isComparing(); }

    /// The visible button of that object name, within a part of the window.
    [[nodiscard]] QAbstractButton* button(const QString& name, const QString& within = {}) {
        QWidget* const root =
            within.isEmpty() ? static_cast<QWidget*>(&window) : window.findChild<QWidget*>(within);
        for (auto* const each : root->findChildren<QAbstractButton*>(name)) {
            if (each->isVisible()) {
                return each;
            }
        }
        return nullptr;
    }

    [[nodiscard]] TraceStrip& strip() { return *window.findChild<TraceStrip*>(); }
    [[nodiscard]] SelectionPanel& panel() { return *strip().selectionPanel(); }
    void openSelection() { QTest::mouseClick(strip().selectionButton(), Qt::LeftButton); }

    QTemporaryDir folder;
    Settings settings;
    Theme theme;
    ComparisonSession session;
    ViewState state;
    MainWindow window;
};

void drop(MainWindow& window, const QStringList& files, const QPoint& position) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& file : files) {
        urls << QUrl::fromLocalFile(file);
    }
    data.setUrls(urls);
    QDragEnterEvent enter(position, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(position, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &event);
}

} // namespace

class TestMainWindow : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }

    void startsOnTheWelcomePage() {
        Fixture fixture;
        QVERIFY(fixture.showsWelcome());
        QVERIFY(!fixture.window.findChild<QWidget*>(QStringLiteral("stripA"))->isVisible());
        QVERIFY(fixture.button(QStringLiteral("choose"), QStringLiteral("panelA")));
        QVERIFY(fixture.button(QStringLiteral("choose"), QStringLiteral("panelB")));
        QVERIFY(!fixture.window.actions().exportCsv->isEnabled());
        QVERIFY(!fixture.window.actions().swapSides->isEnabled());
    }

    void opensTheSample() {
        Fixture fixture;
        QVERIFY(hasSample());
        QTest::mouseClick(fixture.button(QStringLiteral("sample")), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(fixture.isReady(), kLoadTimeout);
        QVERIFY(!fixture.showsWelcome());
        QVERIFY(fixture.window.findChild<QWidget*>(QStringLiteral("stripA"))->isVisible());
        QCOMPARE(fixture.state.page(), pageEntries().front().page); // what is shown is what everybody is told
        fixture.state.setPair(QString::fromStdString(fixture.session.comparison()->pairs.front().id));
        QVERIFY(fixture.window.findChild<PairDock*>()->isVisible()); // before any page was asked for
        for (const PageEntry& entry : pageEntries()) {
            fixture.window.actions().showPage.at(entry.page)->trigger();
            auto* const page = qobject_cast<PageWidget*>(fixture.currentPage());
            QVERIFY(page);
            QCOMPARE(page->page(), entry.page);
            QCOMPARE(page->comparison(), fixture.session.comparison());
        }
        QCOMPARE(fixture.settings.recents().size(), std::size_t(1));
    }

    void exportsTheSample() {
        Fixture fixture;
        fixture.window.openSample();
        QTRY_VERIFY_WITH_TIMEOUT(fixture.isReady(), kLoadTimeout);
        const QString folder = fixture.folder.filePath(QStringLiteral("tables"));
        fixture.window.exports().exportCsv(folder);
        const auto isWritten = [&fixture](const QString& target) {
            return fixture.window.notice().text().contains(QStringLiteral("written to ") + target);
        };
        QTRY_VERIFY_WITH_TIMEOUT(isWritten(folder), kLoadTimeout);
        QCOMPARE(QDir(folder).entryList({QStringLiteral("*.csv")}).size(), qsizetype(csvTables().size()));

        const QString file = fixture.folder.filePath(QStringLiteral("comparison.json"));
        fixture.window.exports().exportJson(file);
        QTRY_VERIFY_WITH_TIMEOUT(isWritten(file), kLoadTimeout);
        QFile json(file);
        QVERIFY(json.open(QIODevice::ReadOnly));
        QCOMPARE(QJsonDocument::fromJson(json.readAll()).object().value(QLatin1String("schema")).toString(),
                 QStringLiteral("diptych.comparison/1"));
    }

    void aFailedExportSaysSo() {
        Fixture fixture;
        fixture.window.openSample();
        QTRY_VERIFY_WITH_TIMEOUT(fixture.isReady(), kLoadTimeout);
        const QString blocked = fixture.folder.filePath(QStringLiteral("a file"));
        QVERIFY(QFile(blocked).open(QIODevice::WriteOnly));
        fixture.window.exports().exportCsv(blocked);
        QTRY_VERIFY_WITH_TIMEOUT(fixture.window.notice().text().contains(blocked), kLoadTimeout);
        QVERIFY(!fixture.window.notice().text().contains(QStringLiteral("were written")));
    }

    void cancelsOneSideAndTriesAgain() {
        FakeBackend backend;
        Fixture fixture(backend.functions());
        fixture.window.openFiles(QStringLiteral("slow a"), QStringLiteral("slow b"));
        QTRY_VERIFY(fixture.button(QStringLiteral("cancel"), QStringLiteral("panelA")));
        QTest::mouseClick(fixture.button(QStringLiteral("cancel"), QStringLiteral("panelA")), Qt::LeftButton);
        QCOMPARE(fixture.session.slot(Side::A).state, SlotState::Cancelled);
        QCOMPARE(fixture.session.slot(Side::B).state, SlotState::Loading);
        backend.release("slow a");
        backend.release("slow b");
        QTest::mouseClick(fixture.button(QStringLiteral("retry"), QStringLiteral("panelA")), Qt::LeftButton);
        QTRY_VERIFY(fixture.isReady());
        QVERIFY(!fixture.showsWelcome());
    }

    void cancelsBoth() {
        FakeBackend backend;
        Fixture fixture(backend.functions());
        fixture.window.openFiles(QStringLiteral("slow a"), QStringLiteral("slow b"));
        QTest::mouseClick(fixture.button(QStringLiteral("cancelBoth")), Qt::LeftButton);
        QCOMPARE(fixture.session.slot(Side::A).state, SlotState::Cancelled);
        QCOMPARE(fixture.session.slot(Side::B).state, SlotState::Cancelled);
        QVERIFY(fixture.showsWelcome());
    }

    void aFailureNamesFileByteAndReason() {
        FakeBackend backend;
        Fixture fixture(backend.functions());
        fixture.window.openFile(Side::B, QStringLiteral("/somewhere/bad.json"));
        QTRY_VERIFY(fixture.button(QStringLiteral("retry"), QStringLiteral("panelB")));
        QString shown;
        for (const auto* const label :
             fixture.window.findChild<QWidget*>(QStringLiteral("panelB"))->findChildren<QLabel*>()) {
            if (label->isVisible()) {
                shown += label->text() + QLatin1Char('\n');
            }
        }
        for (const char* const part :
             {"/somewhere/bad.json", "The file is not JSON", "byte 17", "Choose another"}) {
            QVERIFY2(shown.contains(QLatin1String(part)), qPrintable(shown));
        }
    }

    void swapsFromTheStrip() {
        FakeBackend backend;
        Fixture fixture(backend.functions());
        fixture.window.openFiles(QStringLiteral("one"), QStringLiteral("two"));
        QTRY_VERIFY(fixture.isReady());
        QTest::mouseClick(fixture.button(QStringLiteral("stripSwap")), Qt::LeftButton);
        QVERIFY(!fixture.showsWelcome()); // the old comparison stays until the new one is there
        QTRY_VERIFY(fixture.isReady());
        QCOMPARE(fixture.session.comparison()->sides.a->trace->path, std::string("two"));
        QVERIFY(fixture.window.findChild<QWidget*>(QStringLiteral("stripA"))
                    ->accessibleName()
                    .contains(QStringLiteral("two")));
    }

    void replacingASideGoesBackToLoading() {
        FakeBackend backend;
        Fixture fixture(backend.functions());
        fixture.window.openFiles(QStringLiteral("one"), QStringLiteral("two"));
        QTRY_VERIFY(fixture.isReady());
        fixture.window.openFile(Side::A, QStringLiteral("slow three"));
        QVERIFY(fixture.showsWelcome());
        QVERIFY(!fixture.window.actions().exportCsv->isEnabled());
        backend.release("slow three");
        QTRY_VERIFY(fixture.isReady());
        QVERIFY(!fixture.showsWelcome());
        fixture.window.actions().closeComparison->trigger();
        QVERIFY(fixture.showsWelcome());
    }

    void theStartPageLeadsBack() {
        FakeBackend backend;
        Fixture fixture(backend.functions());
        fixture.window.openFiles(QStringLiteral("one"), QStringLiteral("two"));
        QTRY_VERIFY(fixture.isReady());
        fixture.window.actions().startPage->trigger();
        QVERIFY(fixture.showsWelcome());
        QTest::mouseClick(fixture.button(QStringLiteral("show")), Qt::LeftButton);
        QVERIFY(!fixture.showsWelcome());
    }

    void anImpossibleSelectionShowsWhy() {
        FakeBackend backend;
        Fixture fixture(backend.functions());
        fixture.window.openFiles(QStringLiteral("one"), QStringLiteral("two"));
        QTRY_VERIFY(fixture.isReady());
        SessionSelection selection;
        selection.phase = PhaseFilter::Prefill;
        fixture.session.setSelection(selection);
        QTRY_VERIFY(fixture.session.comparisonError());
        bool isSaid = false;
        for (const auto* const label : fixture.currentPage()->findChildren<QLabel*>()) {
            isSaid |= label->text().contains(QStringLiteral("Neither side has a prefill step"));
        }
        QVERIFY(isSaid);
    }

    void aFailedSelectionCanBeLeft() {
        FakeBackend backend;
        Fixture fixture(backend.functions());
        fixture.window.openFiles(QStringLiteral("one"), QStringLiteral("two"));
        QTRY_VERIFY(fixture.isReady());
        SessionSelection selection;
        selection.phase = PhaseFilter::Prefill;
        fixture.session.setSelection(selection);
        QTRY_VERIFY(fixture.session.comparisonError());
        QVERIFY(fixture.strip().isVisible());
        fixture.openSelection();
        QTest::mouseClick(fixture.panel().resetButton(), Qt::LeftButton);
        QTRY_VERIFY(fixture.isReady());
        QCOMPARE(fixture.session.selection().phase, PhaseFilter::All);
    }

    void theSelectionIsChosenInTheStrip() {
        FakeBackend backend;
        Fixture fixture(backend.functions());
        fixture.window.openFiles(QStringLiteral("four a"), QStringLiteral("four b"));
        QTRY_VERIFY(fixture.isReady());
        QVERIFY(fixture.strip().selectionButton()->text().startsWith(QStringLiteral("Steps 0")));
        fixture.openSelection();
        SelectionPanel& panel = fixture.panel();
        QVERIFY(panel.isVisible());
        QCOMPARE(panel.lastStep(Side::A)->value(), 3);
        panel.firstStep(Side::A)->setValue(1);
        QVERIFY(fixture.session.selection().steps.a == (StepRange{1, 3}));
        QVERIFY(!fixture.session.selection().steps.b); // the other side is left alone
        QTRY_VERIFY(fixture.isReady());
        QVERIFY(fixture.session.comparison()->options.steps.a == (StepRange{1, 3}));
        QVERIFY(fixture.strip().selectionButton()->text().startsWith(QStringLiteral("A 3, B 4 steps")));
        QCOMPARE(panel.leaveOutFirst(Side::A)->isChecked(), true);
        panel.leaveOutFirst(Side::A)->click();
        QVERIFY(!fixture.session.selection().steps.a);

        auto* const decode = panel.phaseSwitch()->findChildren<QAbstractButton*>().at(2);
        auto* const prefill = panel.phaseSwitch()->findChildren<QAbstractButton*>().at(1);
        QVERIFY(decode->isEnabled());
        QVERIFY(!prefill->isEnabled());
        QVERIFY(prefill->toolTip().contains(QStringLiteral("4 decode")));
        decode->click();
        QCOMPARE(fixture.session.selection().phase, PhaseFilter::Decode);
        QTRY_VERIFY(fixture.isReady());
        QVERIFY(!panel.deviceBox(Side::A)->isEnabled()); // the fake has no activity
        QVERIFY(!panel.deviceBox(Side::A)->toolTip().isEmpty());
        QTest::keyClick(&panel, Qt::Key_Escape);
        QVERIFY(!panel.isVisible());
    }

    void aSlowFirstStepIsLeftOutWithOneClick() {
        FakeBackend backend;
        Fixture fixture(backend.functions());
        fixture.window.openFiles(QStringLiteral("four a"), QStringLiteral("two"));
        QTRY_VERIFY(fixture.isReady());
        QToolButton* const flag = fixture.strip().slowFirstStepButton();
        QVERIFY(flag->isVisible());
        QVERIFY(flag->toolTip().contains(QStringLiteral("4.0 times")));
        QTest::mouseClick(flag, Qt::LeftButton);
        QVERIFY(fixture.session.selection().steps.a == (StepRange{1, 3}));
        QVERIFY(!fixture.session.selection().steps.b);
        QVERIFY(!flag->isVisible());
    }

    void withoutStepsTheStripSaysWhy() {
        FakeBackend backend;
        Fixture fixture(backend.functions());
        fixture.window.openFiles(QStringLiteral("one"), QStringLiteral("four b"));
        QTRY_VERIFY(fixture.isReady());
        fixture.openSelection();
        SelectionPanel& panel = fixture.panel();
        QVERIFY(!panel.firstStep(Side::A)->isEnabled());
        QVERIFY(panel.firstStep(Side::A)->toolTip().contains(QStringLiteral("whole trace")));
        QVERIFY(panel.firstStep(Side::B)->isEnabled());
        auto* const perStep = panel.periodSwitch()->findChildren<QAbstractButton*>().at(0);
        QVERIFY(!perStep->isEnabled());
        QVERIFY(perStep->toolTip().contains(QStringLiteral("No steps were found in A")));
    }

    void figuresOfAnotherSelectionAreNoNewOnes() {
        FakeBackend backend;
        Fixture fixture(backend.functions());
        fixture.window.openFiles(QStringLiteral("four a"), QStringLiteral("four b"));
        QTRY_VERIFY(fixture.isReady());
        const auto before = fixture.session.comparison();
        backend.holdComparisons = true;
        SessionSelection selection;
        selection.steps = {StepRange{1, 3}, StepRange{1, 3}};
        fixture.session.setSelection(selection);
        selection.steps = {StepRange{2, 3}, StepRange{2, 3}}; // overtakes the first
        fixture.session.setSelection(selection);
        QVERIFY(fixture.session.isComparing());
        auto* const page = qobject_cast<PageWidget*>(fixture.currentPage());
        QCOMPARE(page->comparison(), before); // until the new one is there
        backend.holdComparisons = false;
        QTRY_VERIFY(fixture.isReady());
        QVERIFY(page->comparison() != before);
        QVERIFY(page->comparison()->options.steps.a == (StepRange{2, 3}));
    }

    void stripAndNavigationStandStill() {
        FakeBackend backend;
        Fixture fixture(backend.functions());
        fixture.window.openFiles(QStringLiteral("four a"), QStringLiteral("four b"));
        QTRY_VERIFY(fixture.isReady());
        const auto places = [&] {
            QList<QRect> found;
            for (const char* const name : {"export", "find", "stripSelection", "stripSwap", "pageSummary",
                                           "pageReport", "pageHealth"}) {
                const auto* const part = fixture.window.findChild<QWidget*>(QLatin1String(name));
                found.append(QRect(part->mapTo(&fixture.window, QPoint()), part->size()));
            }
            return found;
        };
        fixture.state.setPage(Page::Summary);
        QCoreApplication::processEvents();
        const QList<QRect> before = places();
        for (const PageEntry& entry : pageEntries()) {
            fixture.state.setPage(entry.page);
            QCoreApplication::processEvents();
            QCOMPARE(places(), before);
        }
    }

    void theSelectionCoversNothing() {
        FakeBackend backend;
        Fixture fixture(backend.functions());
        fixture.window.resize(1100, 700);
        fixture.window.openFiles(QStringLiteral("four a"), QStringLiteral("four b"));
        QTRY_VERIFY(fixture.isReady());
        fixture.openSelection();
        QCoreApplication::processEvents();
        const auto area = [&](const QWidget& part) {
            return QRect(part.mapTo(&fixture.window, QPoint()), part.size());
        };
        const QRect panel = area(fixture.panel());
        QVERIFY(fixture.panel().isVisible() && panel.height() > 0);
        QVERIFY(!panel.intersects(area(fixture.strip())));
        QVERIFY(!panel.intersects(area(*fixture.currentPage())));
        for (const auto* const part : fixture.panel().findChildren<QWidget*>()) {
            QVERIFY(!part->isVisible() || panel.contains(area(*part)));
        }
        QTest::mouseClick(fixture.strip().selectionButton(), Qt::LeftButton);
        QVERIFY(!fixture.panel().isVisible());
        QVERIFY(!fixture.strip().selectionButton()->isChecked());
    }

    void tabsKeepTheNavigation() {
        FakeBackend backend;
        Fixture fixture(backend.functions());
        fixture.window.openFiles(QStringLiteral("one"), QStringLiteral("two"));
        QTRY_VERIFY(fixture.isReady());
        fixture.state.setPage(Page::LaunchCounts);
        QCOMPARE(qobject_cast<PageWidget*>(fixture.currentPage())->page(), Page::LaunchCounts);
        auto* const fusion = fixture.button(QStringLiteral("pageFusion"));
        QVERIFY(fusion && fusion->isChecked());
        QVERIFY(!fixture.button(QStringLiteral("pageLaunch counts")));
    }

    void dropsGoToTheHalfTheyFallOn_data() {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<double>("where");
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::newRow("left") << QStringList{QStringLiteral("/x/one")} << 0.25 << "/x/one"
                              << "";
        QTest::newRow("right") << QStringList{QStringLiteral("/x/one")} << 0.75 << ""
                               << "/x/one";
        QTest::newRow("two") << QStringList{QStringLiteral("/x/one"), QStringLiteral("/x/two")} << 0.75
                             << "/x/one"
                             << "/x/two";
        QTest::newRow("three") << QStringList{QStringLiteral("/x/one"), QStringLiteral("/x/two"),
                                              QStringLiteral("/x/3")}
                               << 0.25 << "/x/one"
                               << "/x/two";
    }

    void dropsGoToTheHalfTheyFallOn() {
        QFETCH(QStringList, files);
        QFETCH(double, where);
        FakeBackend backend;
        Fixture fixture(backend.functions());
        drop(fixture.window, files, QPoint(int(fixture.window.width() * where), 300));
        QTEST(fixture.session.slot(Side::A).path, "a");
        QTEST(fixture.session.slot(Side::B).path, "b");
        QCOMPARE(!fixture.window.notice().text().isEmpty(), files.size() > 2);
    }

    void recentsAndWindowPersist() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("settings.ini"));
        const RecentComparison first{
            {{QStringLiteral("/a"), QStringLiteral("MI300X")}, {QStringLiteral("/b"), {}}},
            1.5,
            QDateTime::currentDateTime()};
        RecentComparison second = first;
        second.traces.b.path = QStringLiteral("/c");
        second.ratio.reset();
        {
            Settings settings(file);
            settings.addRecent(first);
            settings.addRecent(second);
            settings.addRecent(first);
            settings.setTheme(ThemeChoice::Dark);
        }
        Settings settings(file);
        const std::vector<RecentComparison> recents = settings.recents();
        QCOMPARE(recents.size(), std::size_t(2));
        QVERIFY(recents[0] == first);
        QVERIFY(recents[1] == second);
        QCOMPARE(settings.theme(), ThemeChoice::Dark);
        for (int i = 0; i < 20; ++i) {
            second.traces.a.path = QString::number(i);
            settings.addRecent(second);
        }
        QCOMPARE(settings.recents().size(), std::size_t(8));
        QCOMPARE(settings.recents().front().traces.a.path, QStringLiteral("19"));
    }

    void shortcutsAreUnique() {
        Fixture fixture;
        QSet<QKeySequence> seen;
        for (const QAction* const action : fixture.window.actions().findChildren<QAction*>()) {
            if (!action->shortcut().isEmpty()) {
                QVERIFY2(!seen.contains(action->shortcut()), qPrintable(action->text()));
                seen.insert(action->shortcut());
            }
        }
    }

    void theThemeChangesWhileThePagesShow() {
        FakeBackend backend;
        Fixture fixture(backend.functions());
        fixture.window.openFiles(QStringLiteral("one"), QStringLiteral("two"));
        QTRY_VERIFY(fixture.isReady());
        fixture.window.actions().theme.at(ThemeChoice::Dark)->trigger();
        QVERIFY(tokensOf(fixture.window.palette()).isDark);
        QCOMPARE(fixture.settings.theme(), ThemeChoice::Dark);
        fixture.window.actions().theme.at(ThemeChoice::Light)->trigger();
        QVERIFY(!tokensOf(fixture.window.palette()).isDark);
    }
};

DIPTYCH_TEST(TestMainWindow)
#include "tst_main_window.moc"
