#include "ui/style/contrast.h"

#include <cmath>

namespace diptych {

namespace {

/// Relative luminance, as contrasts are reckoned with (WCAG 2).
double luminance(const QColor& color) {
    const auto linear = [](double part) {
        return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

QColor mixed(const QColor& color, const QColor& ground, double share) {
    const auto mix = [share](int x, int y) {
        return static_cast<int>(std::lround(x * share + y * (1 - share)));
    };
    return {mix(color.red(), ground.red()), mix(color.green(), ground.green()),
            mix(color.blue(), ground.blue())};
}

QColor textOn(const QColor& color) {
    const QColor dark(0x1B1E23);
    const double own = luminance(color) + 0.05;
    return 1.05 / own >= own / (luminance(dark) + 0.05) ? QColor(0xFFFFFF) : dark;
}

} // namespace diptych
