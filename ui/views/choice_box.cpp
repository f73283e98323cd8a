#include "ui/views/choice_box.h"

#include "ui/style/icons.h"
#include "ui/style/tokens.h"

#include <QPainter>

namespace diptych {

namespace {

constexpr int kChevron = 14;
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
    painter.drawPixmap(QPointF(width() - kChevron - 6, (height() - kChevron) / 2.0),
                       iconPixmap(QStringLiteral("chevron_down"), isEnabled() ? tokens.text2 : tokens.text3,
                                  kChevron, devicePixelRatioF()));
}

} // namespace diptych
