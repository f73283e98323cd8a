#pragma once
// The icons of the window: drawn by us as SVG in one colour, tinted with the theme's text colours when they
// are painted, so that they follow a change of theme. GUI thread.

#include <QIcon>
#include <QWidget>

namespace diptych {

/// The icon resources/icons/NAME.svg; disabled it is paler. A null icon when there is no such file.
[[nodiscard]] QIcon themedIcon(const QString& name);
/// The same in one colour, as a pixmap of `size` logical pixels for a device pixel ratio.
[[nodiscard]] QPixmap iconPixmap(const QString& name, const QColor& color, int size, qreal devicePixelRatio);

/// An icon by itself, 16 pixels in the dimmed text colour.
class IconLabel : public QWidget {
    Q_OBJECT

public:
    explicit IconLabel(const QString& name, QWidget* parent = nullptr);
    void setIconName(const QString& name);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_name;
};

} // namespace diptych
