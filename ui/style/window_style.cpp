#include "ui/style/window_style.h"

#include "ui/style/tokens.h"

#include <QPainter>
#include <QStyleOption>
#include <QTabBar>

namespace diptych {

namespace {

constexpr int kIndicator = 14;
constexpr qreal kIndicatorRadius = 3;

/// A square that is seen on either ground, filled when it is checked.
void drawCheckIndicator(QPainter& painter, const QStyleOption& option) {
    const Tokens& tokens = tokensOf(option.palette);
    const bool isEnabled = option.state.testFlag(QStyle::State_Enabled);
    const bool isChecked = option.state.testFlag(QStyle::State_On);
    const bool isPartly = option.state.testFlag(QStyle::State_NoChange);
    const bool isHovered = isEnabled && option.state.testFlag(QStyle::State_MouseOver);
    const QColor ink = !isEnabled ? tokens.border : isHovered ? tokens.text : tokens.text2;
    QRectF box(0, 0, kIndicator, kIndicator);
    box.moveCenter(QRectF(option.rect).center());
    box.moveTopLeft(QPointF(box.topLeft().toPoint()));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 1));
    painter.setBrush(isChecked || isPartly ? ink : tokens.surface);
    painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), kIndicatorRadius, kIndicatorRadius);
    painter.setPen(QPen(tokens.surface, 2, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    if (isChecked) {
        const QPointF points[] = {box.topLeft() + QPointF(3.4, 7.4), box.topLeft() + QPointF(6, 10),
                                  box.topLeft() + QPointF(10.6, 4.4)};
        painter.drawPolyline(points, 3);
    } else if (isPartly) {
        painter.drawLine(box.topLeft() + QPointF(4, 7), box.topLeft() + QPointF(10, 7));
    }
}

} // namespace

WindowStyle::WindowStyle() : QProxyStyle(QStringLiteral("Fusion")) {}

int WindowStyle::styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                           QStyleHintReturn* returnData) const {
    switch (hint) {
    case SH_Widget_Animation_Duration:
        return 0;
    case SH_UnderlineShortcut: // the menus open by Alt all the same
    case SH_EtchDisabledText:
    case SH_DitherDisabledText:
        return 0;
    case SH_ItemView_ShowDecorationSelected:
        return 1;
    case SH_ToolTip_WakeUpDelay:
        return 400;
    case SH_Slider_AbsoluteSetButtons:
        return Qt::LeftButton;
    default: // hints of other kinds are the base style's
        return QProxyStyle::styleHint(hint, option, widget, returnData);
    }
}

int WindowStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const {
    switch (metric) {
    case PM_SmallIconSize:
    case PM_ButtonIconSize:
        return 16;
    case PM_ToolBarItemSpacing:
        return metrics::kUnit;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
        return kIndicator;
    default: // the base style knows the rest
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
    if (element == PE_IndicatorCheckBox) {
        painter->save();
        drawCheckIndicator(*painter, *option);
        painter->restore();
        return;
    }
    if (element == PE_FrameFocusRect && qobject_cast<const QTabBar*>(widget)) {
        return; // a tab with the focus has another ground
    }
    if (element == PE_FrameFocusRect) {
        painter->save();
        painter->setPen(QPen(tokensOf(option->palette).text, 1));
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(QRectF(option->rect).adjusted(0.5, 0.5, -0.5, -0.5));
        painter->restore();
        return;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

} // namespace diptych
