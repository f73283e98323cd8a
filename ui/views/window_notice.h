#pragma once
// A sentence from a widget to whoever looks at its window: the window shows it without interrupting. Widgets
// need not know the window; one that takes no notices drops them. GUI thread.

#include <QEvent>
#include <QString>

class QWidget;

namespace diptych {

class WindowNotice : public QEvent {
public:
    enum class Kind : std::uint8_t { Done, Failure };

    WindowNotice(Kind kind, QString text);
    [[nodiscard]] static QEvent::Type eventType();

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] const QString& text() const { return m_text; }

private:
    Kind m_kind;
    QString m_text;
};

/// Tells the window of `widget`, or the one that a dialog belongs to.
void tellWindow(QWidget& widget, WindowNotice::Kind kind, const QString& text);

} // namespace diptych
