// No event may keep the window's thread busy for over 50 ms of processor time, on a pair of traces of a size
// that a test can afford. bench_responsiveness does the same with any size.

#include "tests/app/turn_meter.h"
#include "tests/support/sanitized.h"
#include "tests/support/trace_forge.h"

#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace diptych;

namespace {

constexpr double kMostMs = test::kIsSanitized ? 1000 : 50;

test::ForgeOptions manySteps(test::ForgeOptions options) {
    options.steps = test::decodeSteps(60, 16);
    options.stacks = false;
    options.noise = 0.05;
    return options;
}

} // namespace

class TestResponsiveness : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("diptych-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("tst_responsiveness"));
    }

    void theMeterSeesALongEvent() {
        auto& application = *static_cast<test::MeteredApplication*>(qApp);
        application.beginPhase(QStringLiteral("busy"));
        QTimer::singleShot(0, this, [] {
            volatile double sum = 0;
            QElapsedTimer clock;
            clock.start();
            while (clock.elapsed() < 30) {
                sum = sum + 1;
            }
        });
        QTest::qWait(60);
        QVERIFY(application.phases().back().worstElapsedMs >= 30);
        QVERIFY(application.phases().back().events > 0);
    }

    void noTurnIsLong() {
        auto& application = *static_cast<test::MeteredApplication*>(qApp);
        const QTemporaryDir folder;
        const QString a = folder.filePath(QStringLiteral("a.json"));
        const QString b = folder.filePath(QStringLiteral("b.json"));
        QVERIFY(!test::forgeTraceFile(manySteps(test::amdOptions()), a.toStdString()).kernels.empty());
        QVERIFY(!test::forgeTraceFile(manySteps(test::nvidiaOptions()), b.toStdString()).kernels.empty());
        const std::size_t first = application.phases().size();
        application.beginPhase(QStringLiteral("window"));
        QVERIFY(test::walkWindow(application, a, b));
        QVERIFY(application.phases().size() > first + 8);
        for (std::size_t i = first + 1; i < application.phases().size();
             ++i) { // not the making of the window
            const test::LongestTurn& turn = application.phases()[i];
            QVERIFY2(turn.cpuMs <= kMostMs, qPrintable(QStringLiteral("%1: %2 ms, %3")
                                                           .arg(turn.phase)
                                                           .arg(turn.cpuMs, 0, 'f', 1)
                                                           .arg(turn.event)));
        }
    }
};

int main(int argc, char** argv) {
    test::MeteredApplication application(argc, argv);
    TestResponsiveness tests;
    return QTest::qExec(&tests, argc, argv);
}

#include "tst_responsiveness.moc"
