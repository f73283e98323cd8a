#include "ui/views/choice_box.h"

#include "ui/style/icons.h"
#include "ui/style/tokens.h"

#include <QPainter>

namespace diptych {

namespace {

constexpr int kArrow = 14;
constexpr int kMostVisible = 20;

} // namespace

ChoiceBox::ChoiceBox(const QString& name, int characters, QWidget* parent) : QComboBox(parent) {
    setAccessibleName(name);
    setToolTip(name);
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(characters);
    setMaxVisibleItems(kMostVisible);
}

void ChoiceBox::paintEvent(QPaintEvent* event) {
    QComboBox::paintEvent(event);
    QPainter painter(this);
    const Tokens& tokens = tokensOf(palette());
    painter.drawPixmap(QPointF(width() - kArrow - 6, (height() - kArrow) / 2.0),
                       iconPixmap(QStringLiteral("chevron_down"), isEnabled() ? tokens.text2 : tokens.text3,
                                  kArrow, devicePixelRatioF()));
}

} // namespace diptych
