#include "ui/views/wrapped_name.h"

#include "ui/style/fonts.h"
#include "ui/style/tokens.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QStyle>
#include <QStyleOptionFocusRect>
#include <QTextLayout>

namespace diptych {

namespace {

constexpr qreal kLineHeight = 15;
constexpr int kMostLines = 9;               ///< of a name that is shown whole at once
constexpr int kFoldedLines = 6;             ///< of a longer one
constexpr qsizetype kMostCharacters = 8000; ///< nobody reads on; the clipboard has all

/// With places behind its signs at which a line may end.
QString breakable(const QString& name) {
    constexpr QChar kBreak(0x200B);
    QString text;
    for (qsizetype i = 0; i < qMin(name.size(), kMostCharacters); ++i) {
        const QChar c = name[i];
        text += c;
        const bool isColon = c == QLatin1Char(':') && i + 1 < name.size() && name[i + 1] != QLatin1Char(':');
        if (isColon || QStringLiteral(",<(&*").contains(c)) {
            text += kBreak;
        }
    }
    return name.size() > kMostCharacters ? text + QChar(0x2026) : text;
}

/// Lays the name out; returns the number of lines.
int layOut(QTextLayout& layout, int width) {
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
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

int linesOf(const QString& name, int width) {
    QTextLayout layout(breakable(name), monoFont(fontsize::kKernel));
    return layOut(layout, width);
}

} // namespace

WrappedName::WrappedName(QWidget* parent) : QWidget(parent) {
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setFocusPolicy(Qt::TabFocus);
}

void WrappedName::setName(const QString& name) {
    m_isUnfolded = m_isUnfolded && name == m_name;
    m_name = name;
    setAccessibleName(name.left(kMostCharacters));
    setToolTip(tr("%1\nCtrl+C copies the name").arg(name.left(kMostCharacters)));
    updateGeometry();
    update();
}

bool WrappedName::canFold() const {
    return linesOf(m_name, width()) > kMostLines;
}

void WrappedName::setUnfolded(bool isUnfolded) {
    m_isUnfolded = isUnfolded;
    updateGeometry();
    update();
}

int WrappedName::heightForWidth(int width) const {
    const int lines = qMax(1, linesOf(m_name, width));
    const bool isFoldable = lines > kMostLines;
    return qCeil(kLineHeight * (!isFoldable ? lines : (m_isUnfolded ? lines : kFoldedLines) + 1));
}

QSize WrappedName::sizeHint() const {
    return {200, heightForWidth(200)};
}

void WrappedName::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const Tokens& tokens = tokensOf(palette());
    painter.setPen(tokens.text);
    QTextLayout layout(breakable(m_name), monoFont(fontsize::kKernel));
    const int lines = layOut(layout, width());
    const bool isFoldable = lines > kMostLines;
    const int shown = isFoldable && !m_isUnfolded ? kFoldedLines : lines;
    for (int i = 0; i < shown; ++i) {
        layout.lineAt(i).draw(&painter, {0, 1});
    }
    if (isFoldable) {
        painter.setPen(tokens.text2);
        painter.setFont(textFont(fontsize::kHeader));
        painter.drawText(QRectF(0, kLineHeight * shown, width(), kLineHeight),
                         static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter),
                         m_isUnfolded ? tr("Show less") : tr("Show %1 more lines").arg(lines - shown));
    }
    if (hasFocus()) {
        QStyleOptionFocusRect option;
        option.initFrom(this);
        style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, this);
    }
}

void WrappedName::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && canFold()) {
        setUnfolded(!m_isUnfolded);
        return;
    }
    QWidget::mouseReleaseEvent(event);
}

void WrappedName::keyPressEvent(QKeyEvent* event) {
    if (event == QKeySequence::Copy) {
        QApplication::clipboard()->setText(m_name);
        return;
    }
    const bool isToggle = event->key() == Qt::Key_Space || event->key() == Qt::Key_Return;
    if (isToggle && canFold()) {
        setUnfolded(!m_isUnfolded);
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
