#include "app/trace_opener.h"

#include "app/drop_overlay.h"
#include "app/notice_bar.h"
#include "app/sample_files.h"
#include "app/session_files.h"
#include "app/settings.h"
#include "ui/session/comparison_session.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMimeData>

#include <algorithm>

namespace diptych {

namespace {

QStringList localFiles(const QMimeData* data) {
    QStringList files;
    for (const QUrl& url : data->urls()) {
        if (url.isLocalFile()) {
            files << url.toLocalFile();
        }
    }
    return files;
}

} // namespace

TraceOpener::TraceOpener(ComparisonSession& session, SessionFiles& sessionFiles, Settings& settings,
                         NoticeBar& notice, QWidget& window)
    : QObject(&window), m_session(session), m_sessionFiles(sessionFiles), m_settings(settings),
      m_notice(notice), m_window(window), m_overlay(new DropOverlay(&window)) {
    window.setAcceptDrops(true);
    window.installEventFilter(this);
}

void TraceOpener::openFile(Side side, const QString& path) {
    if (SessionFiles::isSessionName(path)) {
        m_sessionFiles.open(path);
        return;
    }
    emit opened();
    m_settings.setLastFolder(QFileInfo(path).absolutePath());
    m_session.open(side, path);
}

void TraceOpener::openFiles(const QString& a, const QString& b) {
    emit opened();
    m_session.openBoth(a, b);
}

void TraceOpener::openSample() {
    if (const auto sample = findSample()) {
        openFiles(sample->a, sample->b);
    } else {
        m_notice.showNotice(NoticeBar::Kind::Failure, QStringLiteral("The sample cannot be unpacked."));
    }
}

void TraceOpener::chooseFile(Side side) {
    const QString title = side == Side::A ? QStringLiteral("Open A, the trace to examine")
                                          : QStringLiteral("Open B, the reference");
    auto* const dialog = new QFileDialog(
        &m_window, title, m_settings.lastFolder(),
        QStringLiteral("Profiler traces (*.json *.json.gz *.json.zst *.gz *.zst);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this, side](const QStringList& files) {
        if (files.size() >= 2) {
            openFiles(files[0], files[1]);
        } else {
            openFile(side, files.value(0));
        }
    });
    dialog->open();
}

bool TraceOpener::eventFilter(QObject* watched, QEvent* event) {
    switch (event->type()) {
    case QEvent::DragEnter:
        if (auto& enter = static_cast<QDragEnterEvent&>(*event); !localFiles(enter.mimeData()).isEmpty()) {
            enter.acceptProposedAction();
        }
        return true;
    case QEvent::DragMove:
        showTarget(static_cast<QDragMoveEvent&>(*event));
        return true;
    case QEvent::DragLeave:
        m_overlay->hide();
        return true;
    case QEvent::Drop:
        drop(static_cast<QDropEvent&>(*event));
        return true;
    default: // events are an open list
        return QObject::eventFilter(watched, event);
    }
}

void TraceOpener::showTarget(QDragMoveEvent& event) {
    const bool isOne = localFiles(event.mimeData()).size() == 1;
    const Side side = m_overlay->sideAt(event.position().toPoint());
    m_overlay->showTarget(isOne ? std::optional(side) : std::nullopt);
    event.acceptProposedAction();
}

void TraceOpener::drop(QDropEvent& event) {
    m_overlay->hide();
    const QStringList files = localFiles(event.mimeData());
    event.acceptProposedAction();
    const auto session = std::find_if(files.begin(), files.end(), SessionFiles::isSessionName);
    if (session != files.end()) {
        m_sessionFiles.open(*session);
        return;
    }
    if (files.size() >= 2) {
        openFiles(files[0], files[1]);
    } else if (files.size() == 1) {
        openFile(m_overlay->sideAt(event.position().toPoint()), files[0]);
    }
    if (files.size() > 2) {
        m_notice.showNotice(NoticeBar::Kind::Information,
                            QStringLiteral("Two traces are compared; the first two of %1 files were taken.")
                                .arg(files.size()));
    }
}

} // namespace diptych
