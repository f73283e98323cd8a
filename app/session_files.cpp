#include "app/session_files.h"

#include "app/actions.h"
#include "app/notice_bar.h"
#include "app/settings.h"
#include "core/analysis/rule_table.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>

namespace diptych {

namespace {

const QString kSuffix = QStringLiteral("diptych");
const QString kFilter = QStringLiteral("Diptych sessions (*.diptych);;All files (*)");

} // namespace

SessionFiles::SessionFiles(ComparisonSession& session, ViewState& state, Actions& actions, Settings& settings,
                           NoticeBar& notice, QWidget& window)
    : QObject(&window), m_session(session), m_state(state), m_actions(actions), m_settings(settings),
      m_notice(notice), m_window(window) {
    connect(actions.openSession, &QAction::triggered, this, &SessionFiles::chooseAndOpen);
    connect(actions.saveSession, &QAction::triggered, this, &SessionFiles::saveOrChoose);
    connect(actions.saveSessionAs, &QAction::triggered, this, &SessionFiles::chooseAndSave);
    connect(actions.recentSessions, &QMenu::aboutToShow, this, &SessionFiles::fillRecents);
}

bool SessionFiles::isSessionName(const QString& path) {
    return path.endsWith(QLatin1Char('.') + kSuffix, Qt::CaseInsensitive);
}

QString SessionFiles::path() const {
    const PerSide<QString> open{m_session.slot(Side::A).path, m_session.slot(Side::B).path};
    const PerSide<QString> swapped{open.b, open.a}; // the same session
    return open == m_traces || swapped == m_traces ? m_path : QString();
}

// ---- opening

void SessionFiles::chooseAndOpen() {
    auto* const dialog =
        new QFileDialog(&m_window, QStringLiteral("Open a session"), m_settings.lastFolder(), kFilter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &SessionFiles::open);
    dialog->open();
}

void SessionFiles::open(const QString& path) {
    Result<SessionContent> content = readSession(path);
    if (!content) {
        m_notice.showNotice(NoticeBar::Kind::Failure, QString::fromStdString(describe(content.error())));
        return;
    }
    m_content = std::move(content).value();
    m_opening = QFileInfo(path).absoluteFilePath();
    m_settings.setLastFolder(QFileInfo(path).absolutePath());
    for (const Side side : kSides) {
        m_located[side] = locateTrace(m_content.traces[side], m_opening);
    }
    openLocated();
}

void SessionFiles::openLocated() {
    for (const Side side : kSides) {
        if (m_located[side].whereabouts == TraceWhereabouts::Missing) {
            m_notice.showNotice(NoticeBar::Kind::Failure,
                                QStringLiteral("Trace %1 is no longer at %2")
                                    .arg(QLatin1String(sideName(side)), m_located[side].path),
                                QStringLiteral("Locate…"), [this, side] { askFor(side); });
            return;
        }
    }
    apply();
}

void SessionFiles::askFor(Side side) {
    auto* const dialog = new QFileDialog(
        &m_window, QStringLiteral("Where is %1?").arg(QFileInfo(m_located[side].path).fileName()),
        QFileInfo(m_opening).absolutePath());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this, side](const QString& file) {
        m_located[side] = {file, TraceWhereabouts::Moved};
        openLocated();
    });
    dialog->open();
}

void SessionFiles::apply() {
    m_path = m_opening;
    m_asRead = m_content.asRead;
    m_traces = {m_located.a.path, m_located.b.path};
    m_session.openBoth(m_traces.a, m_traces.b);
    const RuleTable& rules = m_content.rules ? *m_content.rules : defaultRules();
    if (!(m_session.rules() == rules)) {
        m_session.setRules(rules);
    }
    m_session.setSelection(m_content.selection);
    m_session.notes().reset(m_content.notes);
    m_state.setPerStep(m_content.perStep);
    m_state.setPair(m_content.pair); // first: a layer or an operation brings a pair of its own
    m_state.setLayer(m_content.layer);
    m_state.setOperation(m_content.operation);
    m_state.setPage(m_content.page);
    m_settings.addRecentSession(m_path);
    Q_EMIT opened();
    if (const QString changes = changesText(); !changes.isEmpty()) {
        m_notice.showNotice(NoticeBar::Kind::Information, changes);
    }
}

QString SessionFiles::changesText() const {
    QStringList sentences;
    for (const Side side : kSides) {
        const QString name = QLatin1String(sideName(side));
        if (m_located[side].whereabouts == TraceWhereabouts::Changed) {
            sentences.append(
                QStringLiteral(
                    "The trace of %1 has changed since the session was saved; notes and places may not fit.")
                    .arg(name));
        } else if (m_located[side].whereabouts == TraceWhereabouts::Moved) {
            sentences.append(QStringLiteral("The trace of %1 has moved and was found at %2.")
                                 .arg(name, m_located[side].path));
        }
    }
    return sentences.join(QLatin1Char(' '));
}

// ---- saving

void SessionFiles::saveOrChoose() {
    if (const QString known = path(); !known.isEmpty()) {
        save(known);
    } else {
        chooseAndSave();
    }
}

void SessionFiles::chooseAndSave() {
    auto* const dialog =
        new QFileDialog(&m_window, QStringLiteral("Save the session"), m_settings.lastFolder(), kFilter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(kSuffix);
    const QString known = path();
    dialog->selectFile(known.isEmpty() ? QStringLiteral("comparison.") + kSuffix
                                       : QFileInfo(known).fileName());
    connect(dialog, &QFileDialog::fileSelected, this, &SessionFiles::save);
    dialog->open();
}

std::optional<SessionContent> SessionFiles::capture() const {
    SessionContent content;
    for (const Side side : kSides) {
        const QString& path = m_session.slot(side).path;
        if (path.isEmpty() || path == QLatin1String("-")) {
            return std::nullopt;
        }
        content.traces[side] = sessionTraceOf(path);
    }
    content.selection = m_session.selection();
    if (!(m_session.rules() == defaultRules())) {
        content.rules = m_session.rules();
    }
    content.page = m_state.page();
    content.operation = m_state.operation();
    content.layer = m_state.layer();
    content.pair = m_state.pair();
    content.perStep = m_state.perStep();
    content.notes = m_session.notes().all();
    content.asRead = path().isEmpty() ? QJsonObject() : m_asRead;
    return content;
}

bool SessionFiles::save(const QString& path) {
    const std::optional<SessionContent> content = capture();
    if (!content) {
        m_notice.showNotice(
            NoticeBar::Kind::Failure,
            QStringLiteral("A session needs two traces that are files; what came through a pipe "
                           "cannot be opened again."));
        return false;
    }
    if (const Failure failure = writeSession(*content, path)) {
        m_notice.showNotice(NoticeBar::Kind::Failure, QString::fromStdString(describe(*failure)));
        return false;
    }
    m_asRead = content->asRead;
    m_path = QFileInfo(path).absoluteFilePath();
    m_traces = {m_session.slot(Side::A).path, m_session.slot(Side::B).path};
    m_settings.addRecentSession(m_path);
    m_notice.showNotice(NoticeBar::Kind::Done, QStringLiteral("The session was saved as %1").arg(m_path));
    return true;
}

void SessionFiles::fillRecents() {
    QMenu& menu = *m_actions.recentSessions;
    menu.clear();
    for (const QString& recent : m_settings.recentSessions()) {
        menu.addAction(recent, this, [this, recent] { open(recent); });
    }
    if (menu.isEmpty()) {
        menu.addAction(QStringLiteral("None yet"))->setEnabled(false);
    }
}

} // namespace diptych
