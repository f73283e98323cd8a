#include "ui/dialogs/rules_dialog.h"

#include "tests/support/test_program.h"
#include "tests/ui/page_picture.h"
#include "ui/dialogs/rule_model.h"
#include "ui/models/table_model.h"
#include "ui/session/comparison_session.h"
#include "ui/views/data_table.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace diptych;

namespace {

const char* const kTrace = R"({"traceEvents": [
 {"ph":"X","cat":"kernel","name":"my_gemm","pid":0,"tid":7,"ts":100,"dur":50,"args":{"stream":7,"device":0}},
 {"ph":"X","cat":"kernel","name":"my_gemm","pid":0,"tid":7,"ts":200,"dur":50,"args":{"stream":7,"device":0}},
 {"ph":"X","cat":"kernel","name":"a_secret_thing","pid":0,"tid":7,"ts":300,"dur":20,"args":{"stream":7,"device":0}}
]})";

/// A session that compares two tiny traces.
struct Fixture {
    QTemporaryDir folder;
    ComparisonSession session;
    std::unique_ptr<RulesDialog> dialog;

    Fixture() {
        for (const QString& name : {QStringLiteral("a.json"), QStringLiteral("b.json")}) {
            QFile file(folder.filePath(name));
            if (file.open(QIODevice::WriteOnly)) {
                file.write(kTrace);
            }
        }
        session.openBoth(folder.filePath(QStringLiteral("a.json")),
                         folder.filePath(QStringLiteral("b.json")));
        isReady = QTest::qWaitFor([this] { return session.comparison() && !session.isComparing(); }, 20000);
        dialog = std::make_unique<RulesDialog>(&session);
        dialog->show();
    }
    [[nodiscard]] bool waitForPreview() const {
        return QTest::qWaitFor([this] { return !dialog->isPreviewing(); }, 20000);
    }
    [[nodiscard]] RuleModel& model() const { return *dialog->model(); }
    void edit(int row, RuleModel::Column column, const char* text) const {
        model().setData(model().index(row, column), QLatin1String(text), Qt::EditRole);
    }
    /// A rule of the user's own before all others.
    void addOwnRule() const {
        model().insertRule(0);
        edit(0, RuleModel::OperationColumn, "Secret");
        edit(0, RuleModel::CategoryColumn, "My own");
        edit(0, RuleModel::PatternColumn, "secret");
    }
    bool isReady = false;
};

} // namespace

class TestRulesDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::useTestSettings(); }

    void theModelIsSound() {
        RuleModel model(defaultRules());
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), static_cast<int>(defaultRules().rules.size()));
        QCOMPARE(model.insertRule(3), 3);
        QVERIFY(
            model.setData(model.index(3, RuleModel::VendorColumn), QStringLiteral(" amd "), Qt::EditRole));
        QCOMPARE(model.ruleTable().rules[3].vendor, std::string("AMD"));
        QVERIFY(!model.setData(model.index(3, RuleModel::HitsAColumn), 5, Qt::EditRole));
        QCOMPARE(model.moveRule(3, 1), 4);
        QCOMPARE(model.moveRule(0, -1), 0);
        QCOMPARE(model.moveRule(4, -1), 3);
        model.removeRules({3, 3, 100000});
        QVERIFY(model.ruleTable() == defaultRules());
        model.showList(RuleList::CpuOps);
        QCOMPARE(model.rowCount(), static_cast<int>(defaultRules().cpuOpRules.size()));
        while (model.canUndo()) {
            model.undo();
        }
        QVERIFY(model.ruleTable() == defaultRules());
        model.redo();
        QCOMPARE(model.ruleTable().rules.size(), defaultRules().rules.size() + 1);
    }

    void showsWhatChangesBeforeItIsApplied() {
        const Fixture fixture;
        QVERIFY(fixture.isReady);
        QVERIFY(fixture.waitForPreview());
        QVERIFY(fixture.model().preview()->changes.empty());
        fixture.addOwnRule();
        QVERIFY(fixture.waitForPreview());
        QCOMPARE(fixture.model().index(0, RuleModel::HitsAColumn).data().toString(), QStringLiteral("1"));
        QCOMPARE(fixture.dialog->changes()->view()->table()->rowCount(), 2); // one a side
        QCOMPARE(fixture.model().preview()->changes[0].after, std::string("Secret"));
        QCOMPARE(fixture.session.comparison()->reclassified.size(), std::size_t(0)); // not applied
    }

    void applyingComparesAgainWithoutReloading() {
        const Fixture fixture;
        fixture.addOwnRule();
        QVERIFY(fixture.waitForPreview());
        const auto trace = fixture.session.slot(Side::A).trace;
        const auto before = fixture.session.comparison();
        fixture.dialog->apply();
        QVERIFY(QTest::qWaitFor(
            [&] {
                return fixture.session.comparison() != before && !fixture.session.isComparing() &&
                       fixture.session.rules() == fixture.model().ruleTable();
            },
            20000));
        QCOMPARE(fixture.session.slot(Side::A).trace, trace);
        QCOMPARE(fixture.session.comparison()->reclassified.size(), std::size_t(2));
        QCOMPARE(fixture.session.comparison()->reclassified[0].after, std::string("Secret"));
        QVERIFY(fixture.waitForPreview());
        QVERIFY(fixture.model().preview()->changes.empty()); // against what is in use now
        // What was applied can be undone and applied again.
        while (fixture.model().canUndo()) {
            fixture.dialog->model()->undo();
        }
        fixture.dialog->apply();
        QVERIFY(QTest::qWaitFor(
            [&] {
                return fixture.session.rules() == defaultRules() && !fixture.session.isComparing() &&
                       fixture.session.comparison()->reclassified.empty();
            },
            20000));
    }

    void aRowThatCannotBeUsedIsNamed_data() {
        QTest::addColumn<QString>("pattern");
        QTest::newRow("does not compile") << "bro(ken";
        QTest::newRow("is empty") << "";
    }
    void aRowThatCannotBeUsedIsNamed() {
        QFETCH(QString, pattern);
        const Fixture fixture;
        const auto before = fixture.session.comparison();
        fixture.addOwnRule();
        fixture.edit(0, RuleModel::PatternColumn, pattern.toLatin1().constData());
        QVERIFY(fixture.waitForPreview());
        QVERIFY2(fixture.dialog->statusText().startsWith(QStringLiteral("Row 1: ")),
                 qPrintable(fixture.dialog->statusText()));
        QVERIFY(fixture.model().index(0, 0).data(RuleModel::ProblemRole).toBool());
        QVERIFY(!fixture.model().index(1, 0).data(RuleModel::ProblemRole).toBool());
        QCOMPARE(fixture.session.comparison(), before);
    }

    void filesAreSavedAndLoaded_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("JSON") << "own.json";
        QTest::newRow("CSV") << "own.csv";
    }
    void filesAreSavedAndLoaded() {
        QFETCH(QString, name);
        const Fixture fixture;
        fixture.addOwnRule();
        const std::vector<Rule> rules = fixture.model().ruleTable().rules;
        const QString path = fixture.folder.filePath(name);
        QVERIFY(fixture.dialog->saveFile(path));
        fixture.dialog->resetToDefaults();
        QVERIFY(fixture.model().ruleTable() == defaultRules());
        QVERIFY(fixture.dialog->loadFile(path));
        QVERIFY(fixture.model().ruleTable().rules == rules);
        fixture.dialog->model()->undo();
        QVERIFY(fixture.model().ruleTable() == defaultRules());
    }

    void badFilesChangeNothing() {
        const Fixture fixture;
        const QString path = fixture.folder.filePath(QStringLiteral("bad.csv"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("category,pattern\ngemm,\n");
        file.close();
        QVERIFY(!fixture.dialog->loadFile(path));
        QVERIFY2(fixture.dialog->statusText().contains(QStringLiteral("row 2")),
                 qPrintable(fixture.dialog->statusText()));
        QVERIFY(!fixture.dialog->loadFile(fixture.folder.filePath(QStringLiteral("none.json"))));
        QVERIFY(!fixture.dialog->saveFile(fixture.folder.filePath(QStringLiteral("no/such/folder.json"))));
        QVERIFY(!fixture.model().canUndo());
    }

    void pictures_data() {
        QTest::addColumn<bool>("isDark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void pictures() {
        QFETCH(bool, isDark);
        const test::ThemeScope theme(isDark);
        const Fixture fixture;
        fixture.addOwnRule();
        QVERIFY(fixture.waitForPreview());
        QVERIFY(test::savePagePicture(*fixture.dialog, QSize(1000, 680), QStringLiteral("rules"), isDark));
        fixture.edit(2, RuleModel::PatternColumn, "bro(ken");
        QVERIFY(fixture.waitForPreview());
        QVERIFY(
            test::savePagePicture(*fixture.dialog, QSize(1000, 680), QStringLiteral("rules_broken"), isDark));
    }
};

DIPTYCH_TEST(TestRulesDialog)
#include "tst_rules_dialog.moc"
