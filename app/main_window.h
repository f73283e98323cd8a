#pragma once
// The window: menu, strip, navigation, pages, status. It hands each new comparison to the pages and keeps the
// window in step with the session. Owns the widgets; session, view state, settings and theme belong to
// whoever made it. GUI thread.

#include "app/settings.h"
#include "ui/session/comparison_session.h"
#include "ui/session/view_state.h"

#include <QMainWindow>

#include <map>

class QMenu;
class QSplitter;
class QStackedWidget;

namespace diptych {

class Actions;
class ErrorPage;
class ExportActions;
class FactsBand;
struct FindHit;
class JobRunner;
class NavigationBar;
class NoticeBar;
class PageWidget;
class PairDock;
class SessionFiles;
class StatusLine;
class Theme;
class TraceOpener;
class TraceStrip;
class WelcomePage;

class MainWindow : public QMainWindow {
    Q_OBJECT

public:
    MainWindow(ComparisonSession* session, ViewState* state, Settings* settings, Theme* theme,
               QWidget* parent = nullptr);
    ~MainWindow() override;

    void openFile(Side side, const QString& path);
    void openFiles(const QString& a, const QString& b);
    void openSample();
    void openSession(const QString& file);

    [[nodiscard]] Actions& actions() const { return *m_actions; }
    [[nodiscard]] NoticeBar& notice() const { return *m_notice; }
    [[nodiscard]] ExportActions& exports() const { return *m_exports; }
    [[nodiscard]] SessionFiles& sessionFiles() const { return *m_sessionFiles; }

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void buildCentral();
    void buildPages();
    void buildDock();
    void buildFiles();
    void connectActions();
    void connectSession();
    void showAbout();

    void showPage(Page page);
    void leaveStartPage();
    void stepPage(int direction);
    void showStatus();
    void followSession();
    void followComparison();
    void showRightPage();
    void showDock();
    void updateActions();
    void updateTitle();
    void indexComparison();
    void goTo(const FindHit& hit);
    void rememberComparison();
    void warnOfLosses();
    [[nodiscard]] Page firstPage() const;
    [[nodiscard]] bool isComparisonShown() const;

    ComparisonSession* m_session;
    ViewState* m_state;
    Settings* m_settings;
    Theme* m_theme;
    Actions* m_actions;
    std::uint64_t m_indexJob = 0;
    std::shared_ptr<const Comparison> m_shown;
    bool m_wantsStartPage = false;

    TraceStrip* m_strip = nullptr;
    NoticeBar* m_notice = nullptr;
    NavigationBar* m_navigation = nullptr;
    QSplitter* m_middle = nullptr;
    FactsBand* m_facts = nullptr;
    QStackedWidget* m_stack = nullptr;
    PairDock* m_dock = nullptr;
    WelcomePage* m_welcome = nullptr;
    ErrorPage* m_error = nullptr;
    StatusLine* m_status = nullptr;
    ExportActions* m_exports = nullptr;
    SessionFiles* m_sessionFiles = nullptr;
    TraceOpener* m_opener = nullptr;
    std::map<Page, PageWidget*> m_pages;
    std::unique_ptr<JobRunner> m_jobs; ///< last: it waits for its work before anything else goes
};

} // namespace diptych
