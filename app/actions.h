#pragma once
// Every action of the window, made in one place with its text and keys; the window connects them. Owned by
// the window; GUI thread.

#include "core/base/side.h"
#include "ui/session/view_state.h"
#include "ui/style/theme.h"

#include <QAction>
#include <QObject>

#include <map>
#include <memory>
#include <vector>

class QActionGroup;
class QMenu;
class QMenuBar;

namespace diptych {

struct PageEntry;

class Actions : public QObject {
    Q_OBJECT

public:
    Actions(const std::vector<PageEntry>& pages, QObject* parent);
    ~Actions() override;

    void fillMenuBar(QMenuBar& bar) const;
    void fillExportMenu(QMenu& menu) const;

    PerSide<QAction*> open;
    PerSide<QAction*> reload;
    QAction* openSample;
    QAction* openSession;
    QAction* saveSession;
    QAction* saveSessionAs;
    QMenu* recentSessions; ///< filled by who keeps them
    QAction* closeComparison;
    QAction* exportCsv;
    QAction* exportJson;
    QAction* exportPdf;
    QAction* exportXlsx;
    QAction* editPreferences;
    QAction* quit;
    std::map<Page, QAction*> showPage; ///< the pages of the navigation, checkable
    std::map<ThemeChoice, QAction*> theme;
    QAction* swapSides;
    QAction* cancelLoading;
    QAction* compareAgain;
    QAction* editRules;
    QAction* editNotes;
    QAction* startPage;
    QAction* find;
    QAction* nextPage;
    QAction* previousPage;
    QAction* guide;
    QAction* about;
    QAction* aboutQt;

private:
    std::unique_ptr<QMenu> m_recentSessions;

    QAction* add(const QString& text, const QKeySequence& keys = {});
    void addPages(const std::vector<PageEntry>& pages);
    void addThemes();
};

} // namespace diptych
