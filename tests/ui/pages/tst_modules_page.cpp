#include "ui/pages/modules_page.h"

#include "tests/support/test_program.h"
#include "tests/ui/comparison_fixture.h"
#include "tests/ui/page_picture.h"
#include "ui/models/module_table.h"
#include "ui/models/rank_proxy.h"
#include "ui/session/comparison_session.h"
#include "ui/style/elided_label.h"
#include "ui/views/data_table.h"
#include "ui/views/filter_box.h"
#include "ui/views/table_columns.h"
#include "ui/views/tree_view.h"

#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QTemporaryDir>
#include <QTest>

using namespace diptych;

namespace {

struct Fixture {
    ComparisonSession session;
    ViewState viewState;
    ModulesPage page{&session, &viewState};

    explicit Fixture(std::shared_ptr<const Comparison> comparison) {
        page.resize(1284, 808);
        page.setComparison(std::move(comparison));
        page.show();
    }
    [[nodiscard]] TreeView* tree() const { return page.tree(); }
    void choose(const QString& path) {
        const TreeModel& model = tree()->treeModel();
        tree()->setCurrentIndex(model.indexOfRow(model.rowOfId(path)));
    }
};

QString pathOf(const QString& name) {
    for (const ModuleRow& row : test::servingSample()->modules) {
        if (row.name == name.toStdString()) {
            return QString::fromStdString(row.path);
        }
    }
    return {};
}

std::shared_ptr<const Comparison> withoutModules() {
    const auto comparison = std::make_shared<Comparison>(*test::servingSample());
    comparison->modules.clear();
    return comparison;
}

} // namespace

class TestModulesPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::useTestSettings(); }

    void startsAtTheOutermostModule() {
        const Fixture fixture(test::servingSample());
        QCOMPARE(fixture.tree()->currentId(),
                 QString::fromStdString(test::servingSample()->modules.front().path));
        QVERIFY(fixture.page.kernelTable(Side::A)->view()->table()->rowCount() > 5);
        QVERIFY(fixture.tree()->isExpanded(fixture.tree()->treeModel().index(0, 0)));
        QCOMPARE(fixture.viewState.pair(), QString()); // nobody chose
    }

    void choosingAModuleShowsItsKernelsAndItsPair() {
        Fixture fixture(test::servingSample());
        fixture.choose(pathOf(QStringLiteral("SiluAndMul")));
        QCOMPARE(fixture.viewState.module(), pathOf(QStringLiteral("SiluAndMul")));
        QCOMPARE(fixture.page.kernelTable(Side::A)->view()->table()->rowCount(), 3);
        QCOMPARE(fixture.page.kernelTable(Side::B)->view()->table()->rowCount(), 1);
        QVERIFY(fixture.viewState.pair().endsWith(QStringLiteral("/10")));
    }

    void theKeyboardReachesEverything() {
        Fixture fixture(test::servingSample());
        fixture.tree()->setFocus();
        const QModelIndex root = fixture.tree()->treeModel().index(0, 0);
        QTest::keyClick(fixture.tree(), Qt::Key_Left); // closes
        QVERIFY(!fixture.tree()->isExpanded(root));
        QTest::keyClick(fixture.tree(), Qt::Key_Right);
        QVERIFY(fixture.tree()->isExpanded(root));
        QTest::keyClick(fixture.tree(), Qt::Key_Down);
        QCOMPARE(fixture.tree()->currentIndex().parent(), root);
        QCOMPARE(fixture.viewState.module(), fixture.tree()->currentId());
        fixture.viewState.setPage(Page::Modules);
        QTest::keyClick(fixture.tree(), Qt::Key_Return);
        QCOMPARE(fixture.viewState.page(), Page::Layers);
        QVERIFY(fixture.viewState.pair().startsWith(fixture.viewState.layer() + QLatin1Char('/')));
    }

    void aPairOfAnotherModuleIsFollowed() {
        Fixture fixture(test::servingSample());
        fixture.choose(pathOf(QStringLiteral("SiluAndMul")));
        fixture.viewState.setPair(QStringLiteral("layer 5/1"));
        QCOMPARE(fixture.tree()->currentId(), pathOf(QStringLiteral("QKVParallelLinear")));
        const QString model = QString::fromStdString(test::servingSample()->modules.front().path);
        fixture.choose(model); // holds the pair: it stays
        QCOMPARE(fixture.viewState.pair(), QStringLiteral("layer 5/1"));
        QCOMPARE(fixture.tree()->currentId(), model);
    }

    void aKernelLeadsToItsPair() {
        Fixture fixture(test::servingSample());
        fixture.choose(pathOf(QStringLiteral("SiluAndMul")));
        TableView* const kernels = fixture.page.kernelTable(Side::A)->view();
        fixture.viewState.setPair({});
        kernels->setCurrentIndex(kernels->model()->index(1, 0));
        QVERIFY(fixture.viewState.pair().endsWith(QStringLiteral("/10")));
    }

    void followsThePeriod() {
        Fixture fixture(test::unequalSample());
        const auto unit = [&] {
            const Table& table = *fixture.tree()->treeModel().table();
            return table.column(2).unit;
        };
        const auto says = [&](const QString& part) {
            const QList<ElidedLabel*> labels = fixture.page.findChildren<ElidedLabel*>();
            return std::any_of(labels.begin(), labels.end(),
                               [&](const ElidedLabel* label) { return label->fullText().contains(part); });
        };
        fixture.choose(pathOf(QStringLiteral("SiluAndMul")));
        QCOMPARE(unit(), QStringLiteral("µs per step"));
        QVERIFY(!says(QStringLiteral("A has 20 steps, B 15")));
        fixture.viewState.setPerStep(false);
        QCOMPARE(unit(), QStringLiteral("µs in all"));
        QVERIFY(says(QStringLiteral("A has 20 steps, B 15")));
        QVERIFY(says(QStringLiteral("launches in all")));
        QCOMPARE(fixture.tree()->currentId(), pathOf(QStringLiteral("SiluAndMul"))); // the place stays
        fixture.page.hide();
        fixture.viewState.setPerStep(true); // a hidden page follows when it is shown
        fixture.page.show();
        QCOMPARE(unit(), QStringLiteral("µs per step"));
    }

    void filterFindsModulesMarksAndKernels_data() {
        QTest::addColumn<QString>("filter");
        QTest::addColumn<bool>("finds");
        QTest::newRow("module") << "SiluAndMul" << true;
        QTest::newRow("mark") << "fusion" << true;
        QTest::newRow("kernel") << "cast_bf16" << true;
        QTest::newRow("nothing") << "no such module" << false;
    }
    void filterFindsModulesMarksAndKernels() {
        QFETCH(QString, filter);
        QFETCH(bool, finds);
        Fixture fixture(test::servingSample());
        fixture.page.filterBox()->setText(filter);
        const std::vector<int> rows = fixture.tree()->treeModel().shownRows();
        QCOMPARE(!rows.empty(), finds);
        QVERIFY(rows.size() < test::servingSample()->modules.size());
        fixture.page.filterBox()->clear();
        QCOMPARE(fixture.tree()->treeModel().shownRows().size(), test::servingSample()->modules.size());
    }

    void whatIsOpenSurvivesSortingAndNewComparisons() {
        Fixture fixture(test::servingSample());
        fixture.tree()->collapseAll();
        const QString first = QString::fromStdString(test::servingSample()->modules.front().path);
        const auto indexOfFirst = [&] {
            return fixture.tree()->treeModel().indexOfRow(fixture.tree()->treeModel().rowOfId(first));
        };
        fixture.tree()->expand(indexOfFirst());
        fixture.tree()->sortByKey(modulecolumn::kModule, Qt::AscendingOrder);
        QVERIFY(fixture.tree()->isExpanded(indexOfFirst()));
        fixture.page.setComparison(test::stepLessSample());
        QVERIFY(fixture.tree()->isExpanded(indexOfFirst()));
    }

    void rowsAreCopiedAndExported() {
        Fixture fixture(test::servingSample());
        fixture.choose(pathOf(QStringLiteral("SiluAndMul")));
        fixture.tree()->copyRows();
        const QString copied = QApplication::clipboard()->text();
        QVERIFY(copied.startsWith(pathOf(QStringLiteral("SiluAndMul")) + QLatin1Char('\t')));
        QVERIFY(copied.contains(QStringLiteral("FUSION")));
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("modules.csv"));
        QVERIFY(fixture.tree()->exportCsv(file));
        QFile csv(file);
        QVERIFY(csv.open(QIODevice::ReadOnly));
        QCOMPARE(csv.readAll().count('\n'), qsizetype(test::servingSample()->modules.size()) + 1);
    }

    void columnsAreChosenAndRemembered() {
        Fixture fixture(test::servingSample());
        const int shown = static_cast<int>(fixture.tree()->columns().seen().size());
        fixture.tree()->columns().setShown(1, false);
        fixture.tree()->columns().setShown(0, false); // the tree itself stays
        QCOMPARE(static_cast<int>(fixture.tree()->columns().seen().size()), shown - 1);
        const Fixture again(test::servingSample());
        QCOMPARE(static_cast<int>(again.tree()->columns().seen().size()), shown - 1);
        fixture.tree()->columns().setShown(1, true);
    }

    void withoutModulesThePageSaysWhy() {
        Fixture fixture(withoutModules());
        QVERIFY(!fixture.tree()->isVisible());
        bool isSaid = false;
        for (const auto* const label : fixture.page.findChildren<QLabel*>()) {
            isSaid |= label->isVisible() && label->text().contains(QStringLiteral("with_stack"));
        }
        QVERIFY(isSaid);
        fixture.page.setComparison(test::servingSample());
        QVERIFY(fixture.tree()->isVisible());
    }

    void survivesNothing() {
        Fixture fixture(nullptr);
        fixture.page.setComparison(test::emptySample());
        fixture.page.setComparison(test::servingSample());
        fixture.page.setComparison(nullptr);
        QCOMPARE(fixture.tree()->treeModel().rowCount(), 0);
    }

    void pictures_data() { test::addPictureRows(); }
    void pictures() {
        QFETCH(bool, isDark);
        QFETCH(QSize, size);
        QFETCH(QString, content);
        const test::ThemeScope theme(isDark);
        Fixture fixture(test::comparisonOf(content));
        QVERIFY(test::savePagePicture(fixture.page, size, QStringLiteral("modules_") + content, isDark));
    }
};

DIPTYCH_TEST(TestModulesPage)
#include "tst_modules_page.moc"
