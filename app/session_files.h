#pragma once
// Opening and saving .diptych sessions from the window: finds the traces, asks for those that are gone, says
// what changed, and puts selection, rules, notes and place where they were. Owned by the window; GUI thread.

#include "ui/session/session_file.h"

#include <QObject>

#include <optional>

class QWidget;

namespace diptych {

class Actions;
class NoticeBar;
class Settings;

class SessionFiles : public QObject {
    Q_OBJECT

public:
    SessionFiles(ComparisonSession& session, ViewState& state, Actions& actions, Settings& settings,
                 NoticeBar& notice, QWidget& window);

    [[nodiscard]] static bool isSessionName(const QString& path);
    /// The file of what is open; "" when it was never saved, or other traces were opened since.
    [[nodiscard]] QString path() const;

    void open(const QString& path);
    /// Says in the notice bar why it could not.
    bool save(const QString& path);

Q_SIGNALS:
    /// A session was opened; the traces are on their way.
    void opened();

private:
    void chooseAndOpen();
    void saveOrChoose();
    void chooseAndSave();
    void fillRecents();
    /// Opens when both traces are there, else asks for the first that is missing.
    void openLocated();
    void askFor(Side side);
    void apply();
    [[nodiscard]] QString changesText() const;
    [[nodiscard]] std::optional<SessionContent> capture() const;

    ComparisonSession& m_session;
    ViewState& m_state;
    Actions& m_actions;
    Settings& m_settings;
    NoticeBar& m_notice;
    QWidget& m_window;
    QString m_path;
    PerSide<QString> m_traces; ///< as opened with m_path or saved in it
    QJsonObject m_asRead;
    QString m_opening; ///< the file that is being opened
    SessionContent m_content;
    PerSide<LocatedTrace> m_located;
};

} // namespace diptych
