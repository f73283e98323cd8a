#include "ui/views/filter_box.h"

#include "ui/style/icons.h"

#include <QAction>
#include <QKeyEvent>

namespace diptych {

FilterBox::FilterBox(const QString& placeholder, QWidget* parent) : QLineEdit(parent) {
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    setClearButtonEnabled(true);
    m_icon = addAction(QIcon(), QLineEdit::LeadingPosition);
    showIcon();
}

void FilterBox::setWantedWidth(int width) {
    constexpr int kLeastWidth = 96;
    m_wantedWidth = width;
    setMinimumWidth(kLeastWidth);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    updateGeometry();
}

QSize FilterBox::sizeHint() const {
    const QSize hint = QLineEdit::sizeHint();
    return m_wantedWidth > 0 ? QSize(m_wantedWidth, hint.height()) : hint;
}

void FilterBox::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape && !text().isEmpty()) {
        clear();
        return;
    }
    QLineEdit::keyPressEvent(event);
}

void FilterBox::changeEvent(QEvent* event) {
    QLineEdit::changeEvent(event);
    if (m_icon && event->type() == QEvent::PaletteChange) {
        showIcon();
    }
}

void FilterBox::showIcon() {
    m_icon->setIcon(themedIcon(QStringLiteral("find")));
}

} // namespace diptych
