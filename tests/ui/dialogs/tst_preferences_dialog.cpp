#include "ui/dialogs/preferences_dialog.h"

#include "tests/support/test_program.h"
#include "tests/ui/page_picture.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTableWidget>
#include <QTest>

using namespace diptych;

namespace {

Preferences somePreferences() {
    Preferences preferences;
    preferences.theme = ThemeChoice::Dark;
    preferences.thresholds.operationGapNs = 2'500'000;
    preferences.thresholds.layerGapNs = 250'000;
    preferences.thresholds.layerRatio = 1.5;
    preferences.thresholds.improveRatio = 1.1;
    preferences.thresholds.countRatio = 2;
    preferences.source.editor = QStringLiteral("vi +{line} {file}");
    preferences.source.mappings = {{QStringLiteral("/opt/venv"), QStringLiteral("/home/me/src")}};
    preferences.searches = {{QStringLiteral("Own"), QStringLiteral("https://example.org/?q={kernel}")}};
    return preferences;
}

void compareSearches(const std::vector<PriorArtSearch>& x, const std::vector<PriorArtSearch>& y) {
    QCOMPARE(x.size(), y.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
        QCOMPARE(x[i].project, y[i].project);
        QCOMPARE(x[i].urlTemplate, y[i].urlTemplate);
    }
}

} // namespace

class TestPreferencesDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::useTestSettings(); }

    void whatGoesInComesOut_data() {
        QTest::addColumn<bool>("isDefault");
        QTest::newRow("defaults") << true;
        QTest::newRow("own") << false;
    }
    void whatGoesInComesOut() {
        QFETCH(bool, isDefault);
        const Preferences given = isDefault ? Preferences() : somePreferences();
        const PreferencesDialog dialog(given);
        const Preferences read = dialog.preferences();
        QCOMPARE(read.theme, given.theme);
        QVERIFY(read.thresholds == given.thresholds);
        QCOMPARE(read.source.editor, given.source.editor);
        QCOMPARE(read.source.mappings.size(), given.source.mappings.size());
        compareSearches(read.searches, isDefault ? defaultPriorArtSearches() : given.searches);
    }

    void defaultsAreTakenBack() {
        PreferencesDialog dialog(somePreferences());
        auto* const buttons = dialog.findChild<QDialogButtonBox*>();
        buttons->button(QDialogButtonBox::RestoreDefaults)->click();
        QVERIFY(dialog.preferences().thresholds == Thresholds());
        QVERIFY(dialog.preferences().source.mappings.empty());
        QCOMPARE(dialog.preferences().theme, ThemeChoice::System);
    }

    void rowsThatAreNotCompleteAreLeftOut() {
        const PreferencesDialog dialog(somePreferences());
        dialog.mappingTable()->insertRow(0);
        dialog.mappingTable()->setItem(0, 1, new QTableWidgetItem(QStringLiteral("/somewhere")));
        dialog.searchTable()->insertRow(1);
        dialog.searchTable()->setItem(1, 0, new QTableWidgetItem(QStringLiteral("No address")));
        QCOMPARE(dialog.preferences().source.mappings.size(), std::size_t(1));
        QCOMPARE(dialog.preferences().searches.size(), std::size_t(1));
    }

    void onlyOkApplies() {
        PreferencesDialog dialog(somePreferences());
        QSignalSpy applied(&dialog, &PreferencesDialog::applied);
        auto* const buttons = dialog.findChild<QDialogButtonBox*>();
        buttons->button(QDialogButtonBox::Cancel)->click();
        QCOMPARE(applied.count(), 0);
        buttons->button(QDialogButtonBox::Ok)->click();
        QCOMPARE(applied.count(), 1);
    }

    void pictures_data() {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void pictures() {
        QFETCH(bool, isDark);
        const test::ThemeScope theme(isDark);
        PreferencesDialog dialog(somePreferences());
        auto* const tabs = dialog.findChild<QTabWidget*>();
        for (int tab = 0; tab < tabs->count(); ++tab) {
            tabs->setCurrentIndex(tab);
            QVERIFY(test::savePagePicture(dialog, QSize(620, 480), QStringLiteral("preferences_%1").arg(tab),
                                          isDark));
        }
    }
};

DIPTYCH_TEST(TestPreferencesDialog)
#include "tst_preferences_dialog.moc"
