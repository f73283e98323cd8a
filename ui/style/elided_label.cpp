#include "ui/style/elided_label.h"

namespace diptych {

ElidedLabel::ElidedLabel(TextRole role, QWidget* parent) : QLabel(parent) {
    setTextFormat(Qt::PlainText);
    setTextRole(this, role);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setFullText(const QString& text) {
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    shorten();
}

void ElidedLabel::setElideMode(Qt::TextElideMode mode) {
    m_mode = mode;
    shorten();
}

void ElidedLabel::setLeastReadable(int width) {
    m_leastReadable = width;
    shorten();
}

void ElidedLabel::setLeastWidth(int width) {
    m_leastWidth = width;
    updateGeometry();
}

QSize ElidedLabel::sizeHint() const {
    return {fontMetrics().horizontalAdvance(m_text) + 2, fontMetrics().height()};
}

QSize ElidedLabel::minimumSizeHint() const {
    const int least = qMax(m_leastWidth, fontMetrics().horizontalAdvance(QStringLiteral("mmm…")));
    return {qMin(sizeHint().width(), least), fontMetrics().height()};
}

void ElidedLabel::setLongText(const QString& text) {
    m_longText = text;
    shorten();
}

void ElidedLabel::resizeEvent(QResizeEvent* event) {
    QLabel::resizeEvent(event);
    shorten();
}

void ElidedLabel::shorten() {
    QString shown = fontMetrics().elidedText(m_text, m_mode, width());
    if (shown != m_text && width() < m_leastReadable) {
        shown.clear();
    }
    setText(shown);
    setToolTip(!m_longText.isEmpty() ? m_longText : shown == m_text ? QString() : m_text);
}

} // namespace diptych
