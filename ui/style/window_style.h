#pragma once
// What a style sheet cannot say: no animations, focus that is seen in item views and on buttons, check boxes
// that are seen on either ground, sizes of marks.

#include <QProxyStyle>

namespace diptych {

class WindowStyle : public QProxyStyle {
    Q_OBJECT

public:
    WindowStyle();

    int styleHint(StyleHint hint, const QStyleOption* option, const QWidget* widget,
                  QStyleHintReturn* returnData) const override;
    int pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
                       const QWidget* widget) const override;
};

} // namespace diptych
