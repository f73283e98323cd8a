#include "ui/views/window_notice.h"

#include <QCoreApplication>
#include <QWidget>

namespace diptych {

WindowNotice::WindowNotice(Kind kind, QString text)
    : QEvent(eventType()), m_kind(kind), m_text(std::move(text)) {}

QEvent::Type WindowNotice::eventType() {
    static const int type = QEvent::registerEventType();
    return static_cast<QEvent::Type>(type);
}

void tellWindow(QWidget& widget, WindowNotice::Kind kind, const QString& text) {
    WindowNotice notice(kind, text);
    for (QWidget* window = widget.window(); window != nullptr;) {
        notice.ignore();
        QCoreApplication::sendEvent(window, &notice);
        QWidget* const parent = window->parentWidget();
        window = notice.isAccepted() || parent == nullptr ? nullptr : parent->window();
    }
}

} // namespace diptych
