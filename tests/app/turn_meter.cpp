#include "tests/app/turn_meter.h"

#include "app/main_window.h"
#include "app/page_registry.h"
#include "app/settings.h"
#include "ui/charts/timeline_view.h"
#include "ui/pages/page_widget.h"
#include "ui/pages/timeline_page.h"
#include "ui/session/comparison_session.h"
#include "ui/style/theme.h"
#include "ui/views/table_view.h"

#include <QComboBox>
#include <QElapsedTimer>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <ctime>

namespace diptych::test {

namespace {

constexpr int kPatience = 900'000; // ms, for traces of gigabytes

double cpuMs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

void settle() {
    QTest::qWait(60);
}

bool waitForComparison(const ComparisonSession& session) {
    return QTest::qWaitFor([&] { return session.comparison() && !session.isComparing(); }, kPatience);
}

void sortTables(MeteredApplication& application, QWidget& page, const QString& title) {
    for (TableView* const view : page.findChildren<TableView*>()) {
        if (!view->isVisible() || !view->table()) {
            continue;
        }
        application.beginPhase(title + QStringLiteral(": sort ") + view->objectName());
        view->sortByKey(view->table()->column(0).key, Qt::AscendingOrder);
        settle();
    }
}

void panTimeline(MeteredApplication& application, TimelinePage& page) {
    if (!QTest::qWaitFor([&] { return !page.isBuilding(); }, kPatience)) {
        return;
    }
    for (const int step : {0, page.stepBox()->currentIndex()}) {
        page.stepBox()->setCurrentIndex(step);
        application.beginPhase(step == 0 ? QStringLiteral("Timeline: pan everything")
                                         : QStringLiteral("Timeline: pan"));
        for (const double factor : {1.0, 0.3, 0.3, 0.1}) {
            page.view()->zoomBy(factor);
            for (int i = 0; i < 10; ++i) {
                QTest::keyClick(page.view(), Qt::Key_Right);
            }
        }
    }
    application.beginPhase(QStringLiteral("Timeline: choose"));
    QTest::keyClick(page.view(), Qt::Key_Right, Qt::ShiftModifier);
    settle();
}

} // namespace

MeteredApplication::MeteredApplication(int& argc, char** argv) : QApplication(argc, argv) {
    beginPhase(QStringLiteral("start"));
}

void MeteredApplication::beginPhase(const QString& name) {
    m_phases.push_back({name, 0, 0, {}, 0, 0});
}

LongestTurn MeteredApplication::longest() const {
    LongestTurn longest;
    for (const LongestTurn& phase : m_phases) {
        if (phase.cpuMs > longest.cpuMs) {
            longest = phase;
        }
    }
    return longest;
}

bool MeteredApplication::notify(QObject* receiver, QEvent* event) {
    if (m_depth > 0) {
        return QApplication::notify(receiver, event);
    }
    // The receiver may be gone afterwards, and the phase another one.
    const std::size_t phase = m_phases.size() - 1;
    const char* const name = receiver->metaObject()->className();
    const QEvent::Type type = event->type();
    QElapsedTimer clock;
    clock.start();
    const double before = cpuMs();
    ++m_depth;
    const bool isHandled = QApplication::notify(receiver, event);
    --m_depth;
    const double cpu = cpuMs() - before;
    const double elapsed = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    LongestTurn& longest = m_phases[phase];
    ++longest.events;
    longest.worstElapsedMs = std::max(longest.worstElapsedMs, elapsed);
    if (cpu > longest.cpuMs) {
        longest.cpuMs = cpu;
        longest.elapsedMs = elapsed;
        longest.event = QStringLiteral("event %1 to %2").arg(static_cast<int>(type)).arg(QLatin1String(name));
    }
    return isHandled;
}

bool walkWindow(MeteredApplication& application, const QString& a, const QString& b) {
    const QTemporaryDir folder;
    Settings settings(folder.filePath(QStringLiteral("settings.ini")));
    Theme theme(application);
    theme.choose(ThemeChoice::Light);
    ComparisonSession session;
    ViewState state;
    MainWindow window(&session, &state, &settings, &theme);
    window.resize(1440, 900);
    window.show();
    settle();
    application.beginPhase(QStringLiteral("load"));
    window.openFiles(a, b);
    const bool areLoaded = QTest::qWaitFor(
        [&] {
            return session.slot(Side::A).state != SlotState::Loading &&
                   session.slot(Side::B).state != SlotState::Loading;
        },
        kPatience);
    application.beginPhase(QStringLiteral("compare"));
    if (!areLoaded || !waitForComparison(session)) {
        return false;
    }
    settle();
    for (const PageEntry& entry : pageEntries()) {
        application.beginPhase(entry.title + QStringLiteral(": open"));
        state.setPage(entry.page);
        settle();
        auto* const page = window.findChild<QStackedWidget*>()->currentWidget();
        sortTables(application, *page, entry.title);
        if (auto* const timeline = qobject_cast<TimelinePage*>(page)) {
            panTimeline(application, *timeline);
        }
    }
    const auto& pairs = session.comparison()->pairs;
    for (const std::size_t i : {std::size_t(0), pairs.size() / 2, pairs.size() - 1}) {
        if (i < pairs.size()) {
            application.beginPhase(QStringLiteral("choose pair %1").arg(i));
            state.setLayer(QString::fromStdString(pairs[i].layer));
            state.setPair(QString::fromStdString(pairs[i].id));
            settle();
        }
    }
    application.beginPhase(QStringLiteral("swap"));
    session.swapSides();
    const bool isSwapped = waitForComparison(session);
    settle();
    application.beginPhase(QStringLiteral("close"));
    session.close(Side::A);
    session.close(Side::B);
    settle();
    return isSwapped;
}

} // namespace diptych::test
