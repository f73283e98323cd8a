#pragma once
// Colours as others make them look: mixed, and read upon each other. Pure.

#include <QColor>

namespace diptych {

/// `share` of a colour over a ground, 0..1; opaque.
[[nodiscard]] QColor mixed(const QColor& color, const QColor& ground, double share);

/// White or near black, whichever is read better on a colour.
[[nodiscard]] QColor textOn(const QColor& color);

} // namespace diptych
