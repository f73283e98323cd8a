#include "ui/views/wrapped_name.h"

#include "ui/style/fonts.h"
#include "ui/style/tokens.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionFocusRect>
#include <QTextLayout>

namespace diptych {

namespace {

constexpr qreal kLineHeight = 15;

/// Lays the name out; returns the number of lines.
int layOut(QTextLayout& layout, int width) {
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAnywhere);
    layout.setTextOption(option);
    int lines = 0;
    layout.beginLayout();
    for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
        line.setLineWidth(qMax(1, width));
        line.setPosition(QPointF(0, kLineHeight * lines++));
    }
    layout.endLayout();
    return lines;
}

} // namespace

WrappedName::WrappedName(QWidget* parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setFocusPolicy(Qt::TabFocus);
}

void WrappedName::setName(const QString& name) {
    m_name = name;
    setAccessibleName(name);
    setToolTip(tr("%1\nCtrl+C copies the name").arg(name));
    updateGeometry();
    update();
}

int WrappedName::heightForWidth(int width) const {
    QTextLayout layout(m_name, monoFont(fontsize::kKernel));
    return qCeil(kLineHeight * qMax(1, layOut(layout, width)));
}

QSize WrappedName::sizeHint() const {
    return {200, heightForWidth(200)};
}

void WrappedName::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setPen(tokensOf(palette()).text);
    QTextLayout layout(m_name, monoFont(fontsize::kKernel));
    layOut(layout, width());
    layout.draw(&painter, {0, 1});
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

void WrappedName::keyPressEvent(QKeyEvent* event) {
    if (event == QKeySequence::Copy) {
        QApplication::clipboard()->setText(m_name);
        return;
    }
    QWidget::keyPressEvent(event);
}

void WrappedName::contextMenuEvent(QContextMenuEvent* event) {
    QMenu menu(this);
    menu.addAction(tr("Copy the name"), QKeySequence::Copy, this,
                   [this] { QApplication::clipboard()->setText(m_name); });
    menu.exec(event->globalPos());
}

} // namespace diptych
