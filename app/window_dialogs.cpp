#include "app/window_dialogs.h"

#include "app/actions.h"
#include "app/help_window.h"
#include "ui/dialogs/notes_dialog.h"
#include "ui/dialogs/preferences_dialog.h"
#include "ui/dialogs/rules_dialog.h"
#include "ui/pages/budget_page.h"
#include "ui/pages/health_page.h"
#include "ui/session/comparison_session.h"

namespace diptych {

namespace {

void bringUp(QWidget& dialog) {
    dialog.show();
    dialog.raise();
    dialog.activateWindow();
}

} // namespace

WindowDialogs::WindowDialogs(ComparisonSession* session, ViewState* state, Settings* settings,
                             Actions* actions, QWidget* window)
    : QObject(window), m_session(session), m_state(state), m_settings(settings), m_actions(actions),
      m_window(window), m_health(window->findChild<HealthPage*>()) {
    connect(actions->editRules, &QAction::triggered, this, &WindowDialogs::editRules);
    connect(actions->editNotes, &QAction::triggered, this, &WindowDialogs::editNotes);
    connect(actions->editPreferences, &QAction::triggered, this, &WindowDialogs::editPreferences);
    for (const auto* const budget : window->findChildren<BudgetPage*>()) {
        connect(budget, &BudgetPage::rulesRequested, this, &WindowDialogs::editRules);
    }
    connect(actions->guide, &QAction::triggered, this, &WindowDialogs::showGuide);
    if (m_health) {
        connect(m_health, &HealthPage::explanationRequested, this, &WindowDialogs::explainDiagnostic);
    }
    takeThresholds(settings->thresholds());
}

void WindowDialogs::showGuide() {
    if (m_health && m_health->isVisible() && !m_health->chosenCode().isEmpty()) {
        explainDiagnostic(m_health->chosenCode());
    } else {
        bringUp(guide());
    }
}

void WindowDialogs::explainDiagnostic(const QString& code) {
    bringUp(guide()); // first: only a text that is shown can be scrolled
    guide().showDiagnostic(code);
}

HelpWindow& WindowDialogs::guide() {
    if (!m_guide) {
        m_guide = new HelpWindow(m_window);
    }
    return *m_guide;
}

void WindowDialogs::editRules() {
    if (!m_rules) {
        m_rules = new RulesDialog(m_session, m_window);
    }
    bringUp(*m_rules);
}

void WindowDialogs::editNotes() {
    if (!m_notes) {
        m_notes = new NotesDialog(m_session, m_state, m_window);
    }
    bringUp(*m_notes);
}

void WindowDialogs::editPreferences() {
    Preferences preferences;
    preferences.theme = m_settings->theme();
    preferences.thresholds = m_session->selection().thresholds;
    preferences.source = readSourcePreferences();
    preferences.searches = priorArtSearches();
    auto* const dialog = new PreferencesDialog(preferences, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &PreferencesDialog::applied, this, &WindowDialogs::takePreferences);
    dialog->open();
}

void WindowDialogs::takePreferences(const Preferences& preferences) {
    m_actions->theme.at(preferences.theme)->trigger();
    writeSourcePreferences(preferences.source);
    setPriorArtSearches(preferences.searches);
    m_settings->setThresholds(preferences.thresholds);
    takeThresholds(preferences.thresholds);
}

void WindowDialogs::takeThresholds(const Thresholds& thresholds) {
    SessionSelection selection = m_session->selection();
    if (!(selection.thresholds == thresholds)) {
        selection.thresholds = thresholds;
        m_session->setSelection(selection);
    }
}

} // namespace diptych
