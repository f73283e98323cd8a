// What the window writes and reads besides traces: reports, workbooks and sessions, from the menu's actions
// to the message in the notice bar.

#include "app/actions.h"
#include "app/export_actions.h"
#include "app/main_window.h"
#include "app/notice_bar.h"
#include "app/session_files.h"
#include "app/settings.h"
#include "tests/support/test_program.h"
#include "ui/pages/report_page.h"
#include "ui/report/report_preview.h"
#include "ui/session/notes.h"
#include "ui/style/theme.h"
#include "ui/views/table_view.h"
#include "ui/views/window_notice.h"

#include <QApplication>
#include <QCheckBox>
#include <QDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QMenu>

using namespace diptych;

namespace {

constexpr int kTimeout = 60'000;

/// A window with settings of its own over copies of the sample's traces.
struct Fixture {
    Fixture()
        : settings(folder.filePath(QStringLiteral("settings.ini"))),
          theme(*qobject_cast<QApplication*>(QCoreApplication::instance())),
          window(&session, &state, &settings, &theme) {
        const QString sample = QStringLiteral(DIPTYCH_SOURCE_DIR "/resources/sample/qwen2_7b_decode.");
        QFile::copy(sample + QStringLiteral("mi300x.json.gz"), a());
        QFile::copy(sample + QStringLiteral("h100.json.gz"), b());
        window.show();
    }

    [[nodiscard]] QString path(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }
    [[nodiscard]] QString a() const { return path("a.json.gz"); }
    [[nodiscard]] QString b() const { return path("b.json.gz"); }
    [[nodiscard]] bool isReady() const { return session.comparison() && !session.isComparing(); }
    void openBoth() {
        window.openFiles(a(), b());
        QTRY_VERIFY_WITH_TIMEOUT(isReady(), kTimeout);
    }
    [[nodiscard]] ReportPage& report() { return *window.findChild<ReportPage*>(); }
    [[nodiscard]] QString said() const { return window.notice().text(); }

    QTemporaryDir folder;
    Settings settings;
    Theme theme;
    ComparisonSession session;
    ViewState state;
    MainWindow window;
};

QByteArray fileBytes(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool writeBytes(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

const QByteArray kLaterSession = R"({"schema": "diptych.session/1", "a": {"file": "a.json.gz"},
            "b": {"file": "b.json.gz"}, "later": {"x": 1}})";

} // namespace

class TestWindowFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { QSettings().clear(); }

    void writesReportAndWorkbook() {
        Fixture fixture;
        QVERIFY(!fixture.window.actions().exportPdf->isEnabled());
        fixture.openBoth();
        QVERIFY(fixture.window.actions().exportPdf->isEnabled());
        QVERIFY(fixture.window.actions().exportXlsx->isEnabled());
        fixture.window.exports().exportPdf(fixture.path("r.pdf"));
        QTRY_VERIFY_WITH_TIMEOUT(fixture.said().contains(fixture.path("r.pdf")), kTimeout);
        QTRY_VERIFY_WITH_TIMEOUT(fileBytes(fixture.path("r.pdf")).startsWith("%PDF"), kTimeout);
        fixture.window.exports().exportXlsx(fixture.path("w.xlsx"));
        QTRY_VERIFY_WITH_TIMEOUT(fileBytes(fixture.path("w.xlsx")).startsWith("PK"), kTimeout);
        QTRY_VERIFY_WITH_TIMEOUT(fixture.said().startsWith(QStringLiteral("The workbook was written to")),
                                 kTimeout);
    }

    void failuresAreSaidWithTheirReason_data() {
        QTest::addColumn<QString>("target");
        QTest::newRow("full disk") << QStringLiteral("/dev/full");
        QTest::newRow("no folder") << QStringLiteral("/nonexistent/r.pdf");
        QTest::newRow("a folder") << QDir::tempPath();
    }
    void failuresAreSaidWithTheirReason() {
        QFETCH(QString, target);
        Fixture fixture;
        fixture.openBoth();
        for (const bool isPdf : {true, false}) {
            fixture.window.notice().hide();
            if (isPdf) {
                fixture.window.exports().exportPdf(target);
            } else {
                fixture.window.exports().exportXlsx(target);
            }
            QTRY_VERIFY_WITH_TIMEOUT(fixture.said().startsWith(target + QStringLiteral(": ")), kTimeout);
        }
        fixture.window.notice().hide();
        QVERIFY(!fixture.window.sessionFiles().save(target));
        QVERIFY2(fixture.said().startsWith(target + QStringLiteral(": ")), qPrintable(fixture.said()));
    }

    void tablesAndChartsSayHowItWent() {
        Fixture fixture;
        fixture.openBoth();
        fixture.state.setPage(Page::Operations);
        const QList<TableView*> tables = fixture.window.findChildren<TableView*>();
        const auto shown = std::find_if(tables.begin(), tables.end(), [](const TableView* each) {
            return each->isVisible() && each->model()->rowCount() > 0;
        });
        QVERIFY(shown != tables.end());
        TableView* const table = *shown;
        table->exportCsv(QStringLiteral("/nonexistent/t.csv"));
        QTRY_VERIFY_WITH_TIMEOUT(fixture.said().startsWith(QStringLiteral("/nonexistent/t.csv: ")), kTimeout);
        table->exportCsv(fixture.path("t.csv"));
        QTRY_VERIFY_WITH_TIMEOUT(fixture.said().contains(fixture.path("t.csv")), kTimeout);
        QVERIFY(fileBytes(fixture.path("t.csv")).contains("\r\n"));
        QDialog dialog(&fixture.window); // its notices go to the window that it belongs to
        QWidget chart(&dialog);
        tellWindow(chart, WindowNotice::Kind::Failure, QStringLiteral("no picture"));
        QCOMPARE(fixture.said(), QStringLiteral("no picture"));
        QWidget alone;
        tellWindow(alone, WindowNotice::Kind::Failure, QStringLiteral("nobody hears this"));
        QCOMPARE(fixture.said(), QStringLiteral("no picture"));
    }

    void reportPageShowsWhatIsWritten() {
        Fixture fixture;
        fixture.openBoth();
        fixture.state.setPage(Page::Report);
        ReportPage& page = fixture.report();
        QTRY_VERIFY_WITH_TIMEOUT(page.shownPages() != nullptr, kTimeout);
        const std::size_t all = page.shownPages()->pages.size();
        auto* const preview = page.findChild<ReportPreview*>();
        QCOMPARE(preview->pageCount(), static_cast<int>(all));
        QVERIFY(!preview->grab().toImage().isNull());

        fixture.window.exports().exportPdf(fixture.path("r.pdf"));
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(fixture.path("r.pdf")), kTimeout);
        const QByteArray pdf = fileBytes(fixture.path("r.pdf"));
        QVERIFY(!pdf.isEmpty());

        for (QCheckBox* const box : page.findChildren<QCheckBox*>()) {
            box->setChecked(box->text() == QLatin1String("Health"));
        }
        page.findChild<QLineEdit*>(QStringLiteral("reportTitle"))->setText(QStringLiteral("Mine"));
        page.findChild<QLineEdit*>(QStringLiteral("reportAuthor"))->setText(QStringLiteral("Me"));
        QTRY_VERIFY_WITH_TIMEOUT(page.shownPages()->pages.size() < all, kTimeout);
        QTRY_COMPARE_WITH_TIMEOUT(page.shownPages()->title, QStringLiteral("Mine"), kTimeout);
        QCOMPARE(page.shownPages()->author, QStringLiteral("Me"));
        QCOMPARE(page.options().content.chapters, std::vector<ReportChapter>{ReportChapter::Health});

        fixture.session.notes().write(
            {{NoteTarget::Layer, QStringLiteral("layer 1")}, QStringLiteral("odd"), {}});
        QCOMPARE(page.options().content.notes.size(), std::size_t(1));
        QCOMPARE(page.options().content.notes.front().text, std::string("odd"));
    }

    void sessionsComeBack() {
        const QTemporaryDir kept;
        QString session;
        Fixture first;
        first.openBoth();
        SessionSelection selection = first.session.selection();
        selection.steps.a = StepRange{1, 2};
        selection.thresholds.layerRatio = 1.5;
        first.session.setSelection(selection);
        QTRY_VERIFY_WITH_TIMEOUT(first.isReady(), kTimeout);
        first.state.setPage(Page::Layers);
        first.state.setLayer(QStringLiteral("layer 3"));
        first.state.setPerStep(false);
        first.session.notes().write({{NoteTarget::Comparison, {}}, QStringLiteral("why?"), {}});
        session = first.path("s.diptych");
        QVERIFY(first.window.sessionFiles().save(session));
        QCOMPARE(first.window.sessionFiles().path(), session);
        QVERIFY(first.said().contains(session));
        QCOMPARE(first.settings.recentSessions(), QStringList{session});

        Fixture second;
        second.window.openFile(Side::A, session); // wherever a file is chosen or dropped
        QTRY_VERIFY_WITH_TIMEOUT(second.isReady(), kTimeout);
        QCOMPARE(second.session.slot(Side::A).path, first.a());
        QVERIFY(second.session.selection().steps.a == selection.steps.a);
        QCOMPARE(second.session.selection().thresholds.layerRatio, 1.5);
        QCOMPARE(second.state.page(), Page::Layers);
        QCOMPARE(second.state.layer(), QStringLiteral("layer 3"));
        QVERIFY(!second.state.perStep());
        QCOMPARE(second.session.notes().all().size(), std::size_t(1));
        QCOMPARE(second.window.sessionFiles().path(), session);
        second.window.actions().saveSession->trigger(); // no question: it has a name
        QTRY_VERIFY_WITH_TIMEOUT(second.said().contains(session), kTimeout);

        second.window.openFiles(first.b(), first.b()); // other traces: no longer that session
        QCOMPARE(second.window.sessionFiles().path(), QString());
    }

    void unknownFieldsSurviveASave() {
        Fixture fixture;
        const QString session = fixture.path("s.diptych");
        QVERIFY(writeBytes(session, kLaterSession));
        fixture.window.openSession(session);
        QTRY_VERIFY_WITH_TIMEOUT(fixture.isReady(), kTimeout);
        QVERIFY(fixture.window.sessionFiles().save(session));
        const QJsonObject written = QJsonDocument::fromJson(fileBytes(session)).object();
        QCOMPARE(written.value(QStringLiteral("later")).toObject().value(QStringLiteral("x")).toInt(), 1);
        QVERIFY(written.contains(QStringLiteral("selection")));
    }

    void lostAndChangedTracesAreSaid() {
        Fixture fixture;
        fixture.openBoth();
        const QString session = fixture.path("s.diptych");
        QVERIFY(fixture.window.sessionFiles().save(session));
        const QByteArray trace = fileBytes(fixture.a());
        QVERIFY(QFile::remove(fixture.a()));
        Fixture other;
        other.window.openSession(session);
        QVERIFY2(other.said().contains(fixture.a()), qPrintable(other.said()));
        QVERIFY(!other.isReady());

        QVERIFY(writeBytes(fixture.a(), trace)); // the same bytes at another time
        QFile file(fixture.a());
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(
            file.setFileTime(QDateTime::currentDateTime().addDays(-1), QFileDevice::FileModificationTime));
        file.close();
        other.window.openSession(session);
        QVERIFY2(other.said().contains(QStringLiteral("has changed")), qPrintable(other.said()));
        QTRY_VERIFY_WITH_TIMEOUT(other.isReady(), kTimeout);
    }

    void whatIsNoSessionIsRefused() {
        Fixture fixture;
        const QString session = fixture.path("s.diptych");
        QVERIFY(writeBytes(session, "{\"schema\": \"diptych.session/9\"}"));
        fixture.window.openSession(session);
        QVERIFY2(fixture.said().contains(QStringLiteral("newer Diptych")), qPrintable(fixture.said()));
        QVERIFY(writeBytes(session, "{\"schema\""));
        fixture.window.openSession(session);
        QVERIFY2(fixture.said().contains(QStringLiteral("damaged")), qPrintable(fixture.said()));
        fixture.window.openSession(fixture.folder.path());
        QVERIFY2(fixture.said().contains(QStringLiteral("folder")), qPrintable(fixture.said()));
        QVERIFY(!fixture.window.sessionFiles().save(fixture.path("x.diptych"))); // nothing is open
    }
};

DIPTYCH_TEST(TestWindowFiles)
#include "tst_window_files.moc"
