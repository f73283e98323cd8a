#include "ui/views/badge_label.h"

#include "ui/style/fonts.h"
#include "ui/style/tokens.h"
#include "ui/views/cell_painting.h"

#include <QFontMetrics>
#include <QPainter>

namespace diptych {

namespace {

constexpr int kHeight = 19;
constexpr int kPadding = 14;

} // namespace

BadgeLabel::BadgeLabel(const QString& text, QWidget* parent) : QWidget(parent), m_text(text) {
    setAccessibleName(text);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

QSize BadgeLabel::sizeHint() const {
    const QFontMetrics fontMetrics(textFont(fontsize::kHeader - 1, QFont::Bold));
    return {fontMetrics.horizontalAdvance(m_text) + kPadding, kHeight};
}

void BadgeLabel::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    drawBadge(painter, rect(), Qt::AlignLeft, m_text, tokensOf(palette()));
}

} // namespace diptych
