#pragma once
// Every way in which traces are opened from the window: by path, by the dialog of files, the sample, and by
// dropping files on any page. Sessions among them go to SessionFiles. Owned by the window; GUI thread.

#include "core/base/side.h"

#include <QObject>

class QDragMoveEvent;
class QDropEvent;
class QWidget;

namespace diptych {

class ComparisonSession;
class DropOverlay;
class NoticeBar;
class SessionFiles;
class Settings;

class TraceOpener : public QObject {
    Q_OBJECT

public:
    /// Takes the drops on the window.
    TraceOpener(ComparisonSession& session, SessionFiles& sessionFiles, Settings& settings, NoticeBar& notice,
                QWidget& window);

    void openFile(Side side, const QString& path);
    void openFiles(const QString& a, const QString& b);
    void openSample();
    void chooseFile(Side side);

Q_SIGNALS:
    /// Traces are on their way.
    void opened();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showTarget(QDragMoveEvent& event);
    void drop(QDropEvent& event);

    ComparisonSession& m_session;
    SessionFiles& m_sessionFiles;
    Settings& m_settings;
    NoticeBar& m_notice;
    QWidget& m_window;
    DropOverlay* m_overlay;
};

} // namespace diptych
