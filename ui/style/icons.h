#pragma once
// The icons of the window: drawn by us as SVG in one colour, tinted with the theme's text colours. GUI
// thread.

#include <QIcon>

class QPalette;

namespace diptych {

/// The icon resources/icons/NAME.svg in the text colour of the palette's theme; disabled it is paler. A null
/// icon when there is no such file. Ask again when the palette changes.
[[nodiscard]] QIcon themedIcon(const QString& name, const QPalette& palette);
/// The same in one colour, as a pixmap of `size` logical pixels for a device pixel ratio.
[[nodiscard]] QPixmap iconPixmap(const QString& name, const QColor& color, int size, qreal devicePixelRatio);

} // namespace diptych
