#pragma once
// The windows that stay beside the main one: the guide, rules, notes, preferences. Made when first asked for;
// they keep what they show while the window lives. Owned by the window; GUI thread.

#include "app/settings.h"

#include <QObject>

class QWidget;

namespace diptych {

class Actions;
class ComparisonSession;
class HealthPage;
class HelpWindow;
class NotesDialog;
struct Preferences;
class RulesDialog;
class ViewState;

class WindowDialogs : public QObject {
    Q_OBJECT

public:
    /// Takes the thresholds that the settings hold.
    WindowDialogs(ComparisonSession* session, ViewState* state, Settings* settings, Actions* actions,
                  QWidget* window);

    void editRules();
    void editNotes();
    void editPreferences();
    /// The guide where it was left; on Health at the chosen diagnostic.
    void showGuide();
    /// The guide at what it says of that diagnostic.
    void explainDiagnostic(const QString& code);

private:
    [[nodiscard]] HelpWindow& guide();
    void takePreferences(const Preferences& preferences);
    void takeThresholds(const Thresholds& thresholds);

    ComparisonSession* m_session;
    ViewState* m_state;
    Settings* m_settings;
    Actions* m_actions;
    QWidget* m_window;
    HealthPage* m_health;
    HelpWindow* m_guide = nullptr;
    NotesDialog* m_notes = nullptr;
    RulesDialog* m_rules = nullptr;
};

} // namespace diptych
