#include "ui/models/column_builders.h"

#include <algorithm>

namespace diptych {

QString keyOfSide(const char* key, Side side) {
    return QLatin1String(key) + (side == Side::A ? QStringLiteral("_a") : QStringLiteral("_b"));
}

QString rawMicroseconds(std::optional<Nanoseconds> ns) {
    if (!ns) {
        return {};
    }
    const bool isNegative = *ns < 0;
    const std::uint64_t magnitude =
        isNegative ? ~static_cast<std::uint64_t>(*ns) + 1 : static_cast<std::uint64_t>(*ns);
    const QString text = QString::number(magnitude / 1000) + QLatin1Char('.') +
                         QString::number(magnitude % 1000).rightJustified(3, QLatin1Char('0'));
    return isNegative ? QLatin1Char('-') + text : text;
}

QString rawNumber(std::optional<double> value) {
    return value && std::isfinite(*value) ? QString::number(*value, 'g', 10) : QString();
}

QString formatMeanCount(double count) {
    const double rounded = std::round(count);
    if (std::abs(count - rounded) < 0.05) {
        return formatCount(static_cast<std::uint64_t>(std::max(0.0, rounded)));
    }
    return QString::number(count, 'f', 1);
}

std::optional<double> fractionOf(Nanoseconds part, Nanoseconds whole) {
    return whole == 0 ? std::nullopt : std::optional(static_cast<double>(part) / static_cast<double>(whole));
}

QString wholeShareText(Nanoseconds whole) {
    return formatShare(fractionOf(whole, whole));
}

std::optional<double> barFraction(std::optional<Nanoseconds> ns, Nanoseconds scaleNs) {
    if (!ns || scaleNs <= 0) {
        return std::nullopt;
    }
    return std::clamp(static_cast<double>(*ns) / static_cast<double>(scaleNs), -1.0, 1.0);
}

} // namespace diptych
