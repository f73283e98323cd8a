#include "ui/style/window_style.h"

#include "ui/style/tokens.h"

#include <QPainter>
#include <QStyleOption>

namespace diptych {

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
    default: // the base style knows the rest
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

void WindowStyle::drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                                const QWidget* widget) const {
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
