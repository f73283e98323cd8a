#include "core/compare/duration_text.h"

#include <cmath>
#include <cstdio>

namespace diptych {

std::string formatted(const char* format, double value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string durationText(Nanoseconds ns) {
    const double value = static_cast<double>(ns);
    const double size = std::fabs(value);
    // The bounds lie where rounding would carry into the next unit.
    if (size >= 999'995'000.0) {
        return formatted("%.2f s", value / 1e9);
    }
    return size >= 999'950.0 ? formatted("%.2f ms", value / 1e6) : formatted("%.1f \u00b5s", value / 1e3);
}

} // namespace diptych
