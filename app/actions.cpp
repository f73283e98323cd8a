#include "app/actions.h"

#include "app/page_registry.h"

#include <QActionGroup>
#include <QMenu>
#include <QMenuBar>

namespace diptych {

Actions::Actions(const std::vector<PageEntry>& pages, QObject* parent)
    : QObject(parent), m_recentSessions(std::make_unique<QMenu>(QStringLiteral("&Recent Sessions"))) {
    open.a = add(QStringLiteral("Open &A…"), QKeySequence(Qt::CTRL | Qt::Key_O));
    open.b = add(QStringLiteral("Open &B…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O));
    openSample = add(QStringLiteral("Open the &Sample Comparison"));
    openSession = add(QStringLiteral("Open Se&ssion…"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_O));
    saveSession = add(QStringLiteral("Sa&ve Session"), QKeySequence(Qt::CTRL | Qt::Key_S));
    saveSessionAs = add(QStringLiteral("Save Session &As…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S));
    recentSessions = m_recentSessions.get();
    reload.a = add(QStringLiteral("&Reload A"), QKeySequence(Qt::Key_F5));
    reload.b = add(QStringLiteral("Reload B"), QKeySequence(Qt::SHIFT | Qt::Key_F5));
    closeComparison = add(QStringLiteral("&Close Comparison"), QKeySequence(Qt::CTRL | Qt::Key_W));
    exportCsv = add(QStringLiteral("&CSV Tables…"), QKeySequence(Qt::CTRL | Qt::Key_E));
    exportJson = add(QStringLiteral("&JSON…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E));
    exportPdf = add(QStringLiteral("Report as &PDF…"), QKeySequence(Qt::CTRL | Qt::Key_P));
    exportXlsx = add(QStringLiteral("E&xcel Workbook…"));
    editPreferences = add(QStringLiteral("&Preferences…"), QKeySequence(Qt::CTRL | Qt::Key_Comma));
    editPreferences->setMenuRole(QAction::PreferencesRole);
    quit = add(QStringLiteral("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q));
    quit->setMenuRole(QAction::QuitRole);
    addPages(pages);
    addThemes();
    swapSides = add(QStringLiteral("&Swap A and B"), QKeySequence(Qt::CTRL | Qt::Key_T));
    cancelLoading = add(QStringLiteral("&Cancel Loading"), QKeySequence(Qt::CTRL | Qt::Key_Period));
    compareAgain = add(QStringLiteral("Compare &Again"));
    editRules = add(QStringLiteral("Classification R&ules…"), QKeySequence(Qt::CTRL | Qt::Key_R));
    editNotes = add(QStringLiteral("&Notes…"), QKeySequence(Qt::CTRL | Qt::Key_N));
    startPage = add(QStringLiteral("&Start Page"), QKeySequence(Qt::ALT | Qt::Key_Home));
    find = add(QStringLiteral("&Find…"), QKeySequence(Qt::CTRL | Qt::Key_F));
    nextPage = add(QStringLiteral("&Next Page"), QKeySequence(Qt::CTRL | Qt::Key_PageDown));
    previousPage = add(QStringLiteral("&Previous Page"), QKeySequence(Qt::CTRL | Qt::Key_PageUp));
    guide = add(QStringLiteral("&Guide"), QKeySequence(QKeySequence::HelpContents));
    about = add(QStringLiteral("&About Diptych"));
    about->setMenuRole(QAction::AboutRole);
    aboutQt = add(QStringLiteral("About &Qt"));
    aboutQt->setMenuRole(QAction::AboutQtRole);
}

Actions::~Actions() = default;

QAction* Actions::add(const QString& text, const QKeySequence& keys) {
    auto* const action = new QAction(text, this);
    action->setShortcut(keys);
    return action;
}

void Actions::addPages(const std::vector<PageEntry>& pages) {
    constexpr int kMostNumbered = 9;
    auto* const group = new QActionGroup(this);
    int number = 0;
    for (const PageEntry& entry : pages) {
        QAction* const action = add(entry.title);
        number += entry.tabOf ? 0 : 1;
        if (number <= kMostNumbered && !entry.tabOf) {
            action->setShortcut(QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_0 + number)));
        }
        action->setCheckable(true);
        group->addAction(action);
        showPage[entry.page] = action;
    }
}

void Actions::addThemes() {
    auto* const group = new QActionGroup(this);
    const std::pair<ThemeChoice, QString> choices[] = {
        {ThemeChoice::System, QStringLiteral("As the &System")},
        {ThemeChoice::Light, QStringLiteral("&Light")},
        {ThemeChoice::Dark, QStringLiteral("&Dark")}};
    for (const auto& [choice, text] : choices) {
        theme[choice] = add(text);
        theme[choice]->setCheckable(true);
        group->addAction(theme[choice]);
    }
}

void Actions::fillMenuBar(QMenuBar& bar) const {
    QMenu* const file = bar.addMenu(QStringLiteral("&File"));
    file->addActions({open.a, open.b, openSample});
    file->addSeparator();
    file->addAction(openSession);
    file->addMenu(recentSessions);
    file->addActions({saveSession, saveSessionAs});
    file->addSeparator();
    file->addActions({reload.a, reload.b, closeComparison});
    file->addSeparator();
    fillExportMenu(*file->addMenu(QStringLiteral("&Export")));
    file->addSeparator();
    file->addActions({editPreferences, quit});

    QMenu* const view = bar.addMenu(QStringLiteral("&View"));
    for (const PageEntry& entry : pageEntries()) {
        view->addAction(showPage.at(entry.page));
    }
    view->addSeparator();
    QMenu* const themes = view->addMenu(QStringLiteral("&Theme"));
    for (const auto& [choice, action] : theme) {
        themes->addAction(action);
    }

    bar.addMenu(QStringLiteral("&Compare"))
        ->addActions({swapSides, compareAgain, cancelLoading, editRules, editNotes});
    bar.addMenu(QStringLiteral("&Go"))->addActions({startPage, find, nextPage, previousPage});
    bar.addMenu(QStringLiteral("&Help"))->addActions({guide, about, aboutQt});
}

void Actions::fillExportMenu(QMenu& menu) const {
    menu.addActions({exportPdf, exportXlsx, exportCsv, exportJson});
}

} // namespace diptych
