#include "app/main_window.h"

#include "app/actions.h"
#include "app/error_page.h"
#include "app/export_actions.h"
#include "app/facts_band.h"
#include "app/find_box.h"
#include "app/navigation_bar.h"
#include "app/notice_bar.h"
#include "app/page_registry.h"
#include "app/sample_files.h"
#include "app/selection_panel.h"
#include "app/session_files.h"
#include "app/status_line.h"
#include "app/trace_opener.h"
#include "app/trace_strip.h"
#include "app/window_dialogs.h"
#include "ui/pages/page_widget.h"
#include "ui/pages/pair_dock.h"
#include "ui/pages/report_page.h"
#include "ui/pages/welcome_page.h"
#include "ui/pages/welcome_texts.h"
#include "ui/session/job_runner.h"
#include "ui/session/source_opener.h"
#include "ui/style/sentence.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QFileInfo>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace diptych {

namespace {

constexpr QSize kDefaultSize(1440, 900);
constexpr QSize kSmallestSize(960, 600);

} // namespace

MainWindow::MainWindow(ComparisonSession* session, ViewState* state, Settings* settings, Theme* theme,
                       QWidget* parent)
    : QMainWindow(parent), m_session(session), m_state(state), m_settings(settings), m_theme(theme),
      m_actions(new Actions(pageEntries(), this)), m_jobs(std::make_unique<JobRunner>(*this)) {
    setMinimumSize(kSmallestSize);
    m_actions->fillMenuBar(*menuBar());
    buildCentral();
    buildFiles();
    buildPages();
    buildDock();
    connectActions();
    connectSession();
    if (!m_settings->restoreWindow(*this)) {
        resize(kDefaultSize);
    }
    m_welcome->setRecents(m_settings->recents());
    m_welcome->setSample(hasSample() ? sampleDescription() : QString());
    m_actions->theme.at(m_settings->theme())->setChecked(true);
    new WindowDialogs(m_session, m_state, m_settings, m_actions, this);
    followSession();
    showRightPage();
}

MainWindow::~MainWindow() = default;

// ---- building

void MainWindow::buildCentral() {
    auto* const exportMenu = new QMenu(this);
    m_actions->fillExportMenu(*exportMenu);
    auto* const central = new QWidget(this);
    m_strip = new TraceStrip(m_session, m_state, exportMenu, central);
    m_notice = new NoticeBar(central);
    m_navigation = new NavigationBar(pageEntries(), central);
    m_middle = new QSplitter(Qt::Horizontal, central);
    m_middle->setObjectName(QStringLiteral("dock_splitter"));
    m_middle->setChildrenCollapsible(false);
    auto* const page = new QWidget(m_middle);
    m_facts = new FactsBand(m_state, page);
    m_stack = new QStackedWidget(page);
    auto* const pageColumn = new QVBoxLayout(page);
    pageColumn->setContentsMargins(0, 0, 0, 0);
    pageColumn->setSpacing(0);
    pageColumn->addWidget(m_facts);
    pageColumn->addWidget(m_stack, 1);
    m_status = new StatusLine(central);

    auto* const middle = new QHBoxLayout;
    middle->setContentsMargins(0, 0, 0, 0);
    middle->setSpacing(0);
    middle->addWidget(m_navigation);
    middle->addWidget(m_middle, 1);
    auto* const column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_strip);
    column->addWidget(m_strip->selectionPanel());
    column->addWidget(m_notice);
    column->addLayout(middle, 1);
    column->addWidget(m_status);
    setCentralWidget(central);
}

void MainWindow::buildPages() {
    m_welcome = new WelcomePage(m_session, m_stack);
    m_error = new ErrorPage(m_stack);
    m_stack->addWidget(m_welcome);
    m_stack->addWidget(m_error);
    for (const PageEntry& entry : pageEntries()) {
        PageWidget* const page = entry.make(m_session, m_state, m_stack);
        page->setAutoFillBackground(true);
        page->setBackgroundRole(QPalette::Base);
        page->setAccessibleName(entry.title);
        m_settings->restoreLayout(entry.title, *page);
        m_stack->addWidget(page);
        m_pages[entry.page] = page;
    }
    if (auto* const page = findChild<ReportPage*>()) {
        m_exports->setReportPage(page);
    }
    connect(m_welcome, &WelcomePage::chooseRequested, m_opener, &TraceOpener::chooseFile);
    connect(m_welcome, &WelcomePage::sampleRequested, m_opener, &TraceOpener::openSample);
    connect(m_welcome, &WelcomePage::recentChosen, m_opener, &TraceOpener::openFiles);
    connect(m_welcome, &WelcomePage::comparisonRequested, this, &MainWindow::leaveStartPage);
    connect(m_error, &ErrorPage::againRequested, m_session, &ComparisonSession::compareAgain);
    connect(m_error, &ErrorPage::startPageRequested, m_actions->startPage, &QAction::trigger);
    connect(m_navigation, &NavigationBar::pageChosen, this, &MainWindow::showPage);
    connect(m_strip, &TraceStrip::swapRequested, m_session, &ComparisonSession::swapSides);
    connect(m_strip->findBox(), &FindBox::hitChosen, this, &MainWindow::goTo);
    connect(m_state, &ViewState::pageChanged, this, &MainWindow::showRightPage);
    connect(m_state, &ViewState::pageChanged, this, &MainWindow::showStatus);
}

/// The chosen pair beside every page on which one can be chosen.
void MainWindow::buildDock() {
    m_dock = new PairDock(m_session, m_state, m_middle);
    m_middle->setStretchFactor(0, 1);
    m_middle->setStretchFactor(1, 0);
    connect(m_dock, &PairDock::closeRequested, m_state, [this] { m_state->setPair({}); });
    connect(m_dock, &PairDock::sourceRequested, this, [this](const QString& file, int line) {
        if (const std::optional<QString> failure = openSource(file, line)) {
            m_notice->showNotice(NoticeBar::Kind::Failure, *failure);
        }
    });
    connect(m_state, &ViewState::pairChanged, this, &MainWindow::showDock);
    m_settings->restoreSplitter(*m_middle);
    showDock();
}

/// What reads and writes files.
void MainWindow::buildFiles() {
    m_exports = new ExportActions(*m_actions, *m_settings, *m_notice, *this);
    m_sessionFiles = new SessionFiles(*m_session, *m_state, *m_actions, *m_settings, *m_notice, *this);
    m_opener = new TraceOpener(*m_session, *m_sessionFiles, *m_settings, *m_notice, *this);
    connect(m_sessionFiles, &SessionFiles::opened, this, &MainWindow::leaveStartPage);
    connect(m_opener, &TraceOpener::opened, this, &MainWindow::leaveStartPage);
}

void MainWindow::showDock() {
    const bool isPage =
        isComparisonShown() && m_state->page() != Page::Health && m_state->page() != Page::Report;
    m_dock->setVisible(isPage && !m_state->pair().isEmpty());
}

void MainWindow::connectActions() {
    for (const Side side : kSides) {
        connect(m_actions->open[side], &QAction::triggered, m_opener,
                [this, side] { m_opener->chooseFile(side); });
        connect(m_actions->reload[side], &QAction::triggered, this,
                [this, side] { m_session->reload(side); });
    }
    connect(m_actions->openSample, &QAction::triggered, m_opener, &TraceOpener::openSample);
    connect(m_actions->closeComparison, &QAction::triggered, this, [this] {
        m_session->close(Side::A);
        m_session->close(Side::B);
    });
    connect(m_actions->quit, &QAction::triggered, this, &QWidget::close);
    for (const auto& [page, action] : m_actions->showPage) {
        connect(action, &QAction::triggered, this, [this, page = page] { showPage(page); });
    }
    for (const auto& [choice, action] : m_actions->theme) {
        connect(action, &QAction::triggered, this, [this, choice = choice] {
            m_settings->setTheme(choice);
            m_theme->choose(choice);
        });
    }
    connect(m_actions->swapSides, &QAction::triggered, m_session, &ComparisonSession::swapSides);
    connect(m_actions->compareAgain, &QAction::triggered, m_session, &ComparisonSession::compareAgain);
    connect(m_actions->cancelLoading, &QAction::triggered, this, [this] {
        m_session->cancel(Side::A);
        m_session->cancel(Side::B);
        m_session->cancelComparison();
    });
    connect(m_actions->startPage, &QAction::triggered, this, [this] {
        m_wantsStartPage = true;
        showRightPage();
    });
    connect(m_actions->find, &QAction::triggered, this, [this] {
        m_strip->findBox()->setFocus(Qt::ShortcutFocusReason);
        m_strip->findBox()->selectAll();
    });
    connect(m_actions->nextPage, &QAction::triggered, this, [this] { stepPage(1); });
    connect(m_actions->previousPage, &QAction::triggered, this, [this] { stepPage(-1); });
    connect(m_actions->about, &QAction::triggered, this, &MainWindow::showAbout);
    connect(m_actions->aboutQt, &QAction::triggered, this, [] { QApplication::aboutQt(); });
}

void MainWindow::connectSession() {
    connect(m_session, &ComparisonSession::slotChanged, this, &MainWindow::followSession);
    connect(m_session, &ComparisonSession::progressChanged, this, &MainWindow::showStatus);
    connect(m_state, &ViewState::perStepChanged, this, &MainWindow::showStatus);
    connect(m_session, &ComparisonSession::comparisonChanged, this, &MainWindow::followComparison);
    connect(m_session, &ComparisonSession::rulesRefused, this,
            [this](const QString& reason) { m_notice->showNotice(NoticeBar::Kind::Failure, reason); });
}

void MainWindow::openSession(const QString& file) {
    m_sessionFiles->open(file);
}

void MainWindow::openFile(Side side, const QString& path) {
    m_opener->openFile(side, path);
}

void MainWindow::openFiles(const QString& a, const QString& b) {
    m_opener->openFiles(a, b);
}

void MainWindow::openSample() {
    m_opener->openSample();
}

void MainWindow::showAbout() {
    auto* const box =
        new QMessageBox(QMessageBox::NoIcon, QStringLiteral("About Diptych"),
                        QStringLiteral("<b>Diptych %1</b><p>Compares two GPU profiler traces, side by "
                                       "side.</p><p>Free software under the GNU General Public License, "
                                       "version 3 or later.</p>")
                            .arg(QApplication::applicationVersion()),
                        QMessageBox::Close, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

// ---- following the session

void MainWindow::showStatus() {
    m_status->setTexts(statusTextsOf(*m_session, m_state->page(), m_state->perStep()));
}

void MainWindow::followSession() {
    showStatus();
    updateActions();
    updateTitle();
    showRightPage();
}

void MainWindow::followComparison() {
    showStatus();
    const auto comparison = m_session->comparison();
    // While a new one is made, the pages keep the old.
    if (comparison != m_shown && (comparison || !m_session->isComparing())) {
        m_shown = comparison;
        m_indexJob = 0;
        m_strip->findBox()->setIndex(nullptr);
        m_exports->setComparison(comparison);
        m_strip->showComparison(comparison);
        m_facts->setComparison(comparison);
        for (const auto& [id, page] : m_pages) {
            page->setComparison(comparison);
            m_navigation->setCount(id, comparison ? page->countOf(*comparison) : std::nullopt);
        }
    }
    if (comparison && !m_session->isComparing()) {
        indexComparison();
        rememberComparison();
        warnOfLosses();
    }
    updateActions();
    showRightPage();
}

/// Find waits for nobody: until the index is there it finds nothing.
void MainWindow::indexComparison() {
    std::set<Page> pages;
    for (const auto& [page, widget] : m_pages) {
        pages.insert(page);
    }
    const JobHandle job = m_jobs->start(
        [comparison = m_shown, pages](const CancelToken&, const ProgressSink&) {
            return std::make_shared<const FindIndex>(*comparison, pages);
        },
        [this](JobNumber number, const std::shared_ptr<const FindIndex>& index) {
            if (number == m_indexJob) {
                m_strip->findBox()->setIndex(index);
            }
        });
    m_indexJob = job.number;
}

void MainWindow::goTo(const FindHit& hit) {
    if (!hit.pair.isEmpty()) { // first: a layer or an operation brings a pair of its own
        m_state->setPair(hit.pair);
    }
    if (!hit.layer.isEmpty()) {
        m_state->setLayer(hit.layer);
    }
    if (!hit.operation.isEmpty()) {
        m_state->setOperation(hit.operation);
    }
    showPage(hit.page);
}

void MainWindow::rememberComparison() {
    RecentComparison recent;
    for (const Side side : kSides) {
        const TraceSlot& slot = m_session->slot(side);
        recent.traces[side] = {QFileInfo(slot.path).absoluteFilePath(), gpuNameOf(slot)};
        if (slot.path == QLatin1String("-")) {
            return; // a pipe cannot be opened again
        }
    }
    recent.ratio = m_shown->summary.ratio;
    recent.opened = QDateTime::currentDateTime();
    m_settings->addRecent(recent);
    m_welcome->setRecents(m_settings->recents());
}

/// What was lost is said before any verdict is read.
void MainWindow::warnOfLosses() {
    std::vector<const Diagnostic*> losses;
    for (const Diagnostic& diagnostic : m_shown->diagnostics) {
        if (diagnostic.severity == Severity::Loss) {
            losses.push_back(&diagnostic);
        }
    }
    if (losses.empty()) {
        m_notice->hide();
        return;
    }
    const Diagnostic& first = *losses.front();
    QString text = first.side ? QStringLiteral("%1: ").arg(QLatin1String(sideName(*first.side))) : QString();
    text += asSentence(first.message);
    if (losses.size() > 1) {
        text += QStringLiteral(" And %1 more.").arg(losses.size() - 1);
    }
    m_notice->showNotice(NoticeBar::Kind::Failure, text, QStringLiteral("Show Health"),
                         [this] { showPage(Page::Health); });
}

// ---- pages

Page MainWindow::firstPage() const {
    return pageEntries().front().page;
}

bool MainWindow::isComparisonShown() const {
    return m_shown != nullptr && !m_wantsStartPage;
}

void MainWindow::showPage(Page page) {
    m_wantsStartPage = false;
    m_state->setPage(page);
    showRightPage();
}

void MainWindow::leaveStartPage() {
    m_wantsStartPage = false;
    showRightPage();
}

void MainWindow::stepPage(int direction) {
    const auto& entries = pageEntries();
    const auto current = std::find_if(entries.begin(), entries.end(), [this](const PageEntry& entry) {
        return entry.page == m_state->page();
    });
    const auto count = static_cast<std::ptrdiff_t>(entries.size());
    const std::ptrdiff_t at = current == entries.end() ? 0 : current - entries.begin();
    showPage(entries[static_cast<std::size_t>((at + direction + count) % count)].page);
}

void MainWindow::showRightPage() {
    const bool isFailed = m_session->comparisonError().has_value() && !m_wantsStartPage;
    const bool hasPages = isComparisonShown() || isFailed;
    m_strip->setVisible(hasPages); // also to leave a selection that cannot be compared
    if (!hasPages) {
        m_strip->selectionPanel()->close();
    }
    m_facts->setVisible(!isFailed && isComparisonShown() && m_state->page() == Page::Summary);
    m_navigation->setVisible(hasPages && m_shown);
    showDock();
    if (isFailed) {
        m_error->showError(*m_session->comparisonError());
        m_stack->setCurrentWidget(m_error);
        return;
    }
    if (!isComparisonShown()) {
        m_stack->setCurrentWidget(m_welcome);
        m_notice->setVisible(m_notice->isVisibleTo(this) && m_shown);
        return;
    }
    const Page page = m_state->page();
    if (m_pages.count(page) == 0) { // as at the start
        m_state->setPage(firstPage());
        return; // which came here again
    }
    m_navigation->setPage(page);
    m_actions->showPage.at(page)->setChecked(true);
    m_stack->setCurrentWidget(m_pages.at(page));
}

void MainWindow::updateActions() {
    const bool hasComparison = m_shown != nullptr;
    bool isAnyLoading = m_session->isComparing();
    bool isAnyFilled = false;
    bool areBothLoaded = true;
    for (const Side side : kSides) {
        const SlotState state = m_session->slot(side).state;
        isAnyLoading |= state == SlotState::Loading;
        isAnyFilled |= state != SlotState::Empty;
        areBothLoaded &= state == SlotState::Loaded;
        m_actions->reload[side]->setEnabled(state != SlotState::Empty);
    }
    m_actions->openSample->setEnabled(hasSample());
    m_actions->closeComparison->setEnabled(isAnyFilled);
    m_actions->exportCsv->setEnabled(hasComparison);
    m_actions->exportJson->setEnabled(hasComparison);
    m_actions->exportPdf->setEnabled(hasComparison);
    m_actions->exportXlsx->setEnabled(hasComparison);
    m_actions->saveSession->setEnabled(areBothLoaded);
    m_actions->saveSessionAs->setEnabled(areBothLoaded);
    m_actions->swapSides->setEnabled(isAnyFilled);
    m_actions->compareAgain->setEnabled(areBothLoaded);
    m_actions->cancelLoading->setEnabled(isAnyLoading);
    m_actions->find->setEnabled(hasComparison);
    m_actions->nextPage->setEnabled(hasComparison);
    m_actions->previousPage->setEnabled(hasComparison);
    for (const auto& [page, action] : m_actions->showPage) {
        action->setEnabled(hasComparison);
    }
}

void MainWindow::updateTitle() {
    const TraceSlot& a = m_session->slot(Side::A);
    const TraceSlot& b = m_session->slot(Side::B);
    const bool hasBoth = a.state != SlotState::Empty && b.state != SlotState::Empty;
    setWindowTitle(hasBoth ? QStringLiteral("%1 and %2 – Diptych").arg(fileNameOf(a), fileNameOf(b))
                           : QStringLiteral("Diptych"));
}

// ---- events

void MainWindow::closeEvent(QCloseEvent* event) {
    m_settings->saveWindow(*this);
    if (m_dock->isVisible()) { // hidden it has no width to keep
        m_settings->saveSplitter(*m_middle);
    }
    for (const PageEntry& entry : pageEntries()) {
        m_settings->saveLayout(entry.title, *m_pages.at(entry.page));
    }
    QMainWindow::closeEvent(event);
}

} // namespace diptych
