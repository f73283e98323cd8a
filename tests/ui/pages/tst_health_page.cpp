#include "ui/pages/health_page.h"

#include "tests/support/test_program.h"
#include "ui/pages/health_model.h"
#include "ui/session/comparison_session.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTemporaryDir>

using namespace diptych;

namespace {

std::shared_ptr<const Comparison> someComparison() {
    auto comparison = std::make_shared<Comparison>();
    comparison->diagnostics = {
        {"file-cut", Severity::Loss, 1, 55'662, "The file ends in the middle", Side::B},
        {"no-steps", Severity::Info, 1, {}, "No steps were found.", {}},
        {"unlinked", Severity::Warning, 12, {}, "12 kernels have no launch", Side::A}};
    return comparison;
}

QString cell(const QAbstractItemModel& model, int row, int column) {
    return model.index(row, column).data().toString().replace(QChar(0x00A0), QLatin1Char(' '));
}

} // namespace

class TestHealthPage : public QObject {
    Q_OBJECT

private slots:
    void modelShowsEveryDiagnostic() {
        HealthModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setComparison(someComparison());
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(cell(model, 0, HealthModel::SeverityColumn), QStringLiteral("Loss"));
        QCOMPARE(cell(model, 0, HealthModel::SideColumn), QStringLiteral("B"));
        QCOMPARE(cell(model, 0, HealthModel::MeaningColumn), QStringLiteral("The file ends in the middle."));
        QCOMPARE(cell(model, 0, HealthModel::ByteColumn), QStringLiteral("55 662"));
        QCOMPARE(cell(model, 1, HealthModel::SideColumn), QStringLiteral("A, B"));
        QCOMPARE(cell(model, 1, HealthModel::ByteColumn), QStringLiteral("–"));
        model.setComparison(nullptr);
        QCOMPARE(model.rowCount(), 0);
    }

    void theGravestComesFirst() {
        HealthPage page(nullptr, nullptr);
        page.resize(900, 500);
        page.setComparison(someComparison());
        page.show();
        const auto* const table = page.findChild<QTableView*>(QStringLiteral("healthTable"));
        QCOMPARE(cell(*table->model(), 0, HealthModel::SeverityColumn), QStringLiteral("Loss"));
        QCOMPARE(cell(*table->model(), 1, HealthModel::SeverityColumn), QStringLiteral("Warning"));
        QCOMPARE(page.countOf(*someComparison()), std::optional<std::uint64_t>(3));
        QVERIFY(!page.countOf(Comparison{}));
    }

    void sortsByCount() {
        HealthPage page(nullptr, nullptr);
        page.setComparison(someComparison());
        page.show();
        auto* const table = page.findChild<QTableView*>(QStringLiteral("healthTable"));
        table->sortByColumn(HealthModel::CountColumn, Qt::DescendingOrder);
        QCOMPARE(cell(*table->model(), 0, HealthModel::CountColumn), QStringLiteral("12"));
    }

    void namesAreRepairedOnRequest() {
        ComparisonSession session;
        HealthPage page(&session, nullptr);
        auto comparison = std::make_shared<Comparison>();
        comparison->diagnostics = {{"names-misfit", Severity::Warning, 40, {}, "Names do not fit", Side::B}};
        page.setComparison(comparison);
        page.show();
        auto* const a = page.findChild<QPushButton*>(QStringLiteral("repairNamesA"));
        auto* const b = page.findChild<QPushButton*>(QStringLiteral("repairNamesB"));
        QVERIFY(!a->isVisible());
        QVERIFY(b->isVisible());
        QTest::mouseClick(b, Qt::LeftButton);
        QVERIFY(session.selection().analysis.b.repairNames);
        QVERIFY(!session.selection().analysis.a.repairNames);
        page.setComparison(std::make_shared<Comparison>()); // repaired: nothing to report, and a way back
        QVERIFY(b->isVisible());
        QTest::mouseClick(b, Qt::LeftButton);
        QVERIFY(!session.selection().analysis.b.repairNames);
    }

    void aChosenRowLeadsToTheGuide_data() {
        QTest::addColumn<QString>("way");
        for (const auto* const way : {"button", "menu", "enter"}) {
            QTest::newRow(way) << QString::fromLatin1(way);
        }
    }
    void aChosenRowLeadsToTheGuide() {
        QFETCH(QString, way);
        HealthPage page(nullptr, nullptr);
        page.resize(900, 500);
        page.setComparison(someComparison());
        page.show();
        QSignalSpy asked(&page, &HealthPage::explanationRequested);
        auto* const table = page.findChild<QTableView*>(QStringLiteral("healthTable"));
        auto* const button = page.findChild<QPushButton*>(QStringLiteral("explain"));
        auto* const action = table->findChild<QAction*>(QStringLiteral("explain"));
        QVERIFY(!button->isEnabled() && !action->isEnabled());
        QVERIFY(page.chosenCode().isEmpty());
        table->selectRow(1);
        QVERIFY(button->isEnabled() && action->isEnabled());
        if (way == QLatin1String("button")) {
            QTest::mouseClick(button, Qt::LeftButton);
        } else if (way == QLatin1String("menu")) {
            action->trigger();
        } else {
            QTest::keyClick(table, Qt::Key_Return);
        }
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.front().front().toString(), QStringLiteral("unlinked"));
        page.setComparison(std::make_shared<Comparison>());
        QVERIFY(page.chosenCode().isEmpty());
        QVERIFY(!button->isVisible());
    }

    void anEmptyListSaysSo() {
        HealthPage page(nullptr, nullptr);
        page.setComparison(std::make_shared<Comparison>());
        page.show();
        QVERIFY(!page.findChild<QTableView*>(QStringLiteral("healthTable"))->isVisible());
    }

    void aHiddenPageWaits() {
        HealthPage page(nullptr, nullptr);
        page.setComparison(someComparison());
        const auto* const table = page.findChild<QTableView*>(QStringLiteral("healthTable"));
        QCOMPARE(table->model()->rowCount(), 0);
        page.show();
        QCOMPARE(table->model()->rowCount(), 3);
    }

    void theTableIsExportedAsTheCommandDoes() {
        const QTemporaryDir folder;
        ComparisonSession session;
        ViewState state;
        HealthPage page(&session, &state);
        auto* const action = page.findChild<QAction*>(QStringLiteral("exportCsv"));
        QVERIFY(action && !action->isEnabled());
        page.show();
        page.setComparison(someComparison());
        QVERIFY(action->isEnabled());
        const QString path = folder.filePath(QStringLiteral("diagnostics.csv"));
        page.exportCsv(path);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QCOMPARE(text.count('\n'), 1 + 3);
        QVERIFY(text.contains("file-cut") && text.contains("55662"));
    }
};

DIPTYCH_TEST(TestHealthPage)
#include "tst_health_page.moc"
