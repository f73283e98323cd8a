#include "ui/charts/axis_ticks.h"

#include <algorithm>
#include <cmath>

namespace diptych {

namespace {

constexpr double kMostExcess = 1.4; ///< of an axis over what it shows

struct Unit {
    double ns;
    const char* name;
};

/// The unit in which the axis's end is a number of one to three places.
Unit unitOf(double highestNs) {
    if (highestNs >= 2e9) {
        return {1e9, "s"};
    }
    return highestNs >= 2e6 ? Unit{1e6, "ms"} : Unit{1e3, "µs"};
}

/// 1, 2 or 5 times a power of ten, not below `least`.
double roundStep(double least) {
    const double power = std::pow(10.0, std::floor(std::log10(least)));
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (power * factor >= least * (1 - 1e-9)) {
            return power * factor;
        }
    }
    return power * 10;
}

} // namespace

double roundTickStep(double range, int mostTicks) {
    return roundStep(range / std::max(1, mostTicks));
}

TimeAxis makeTimeAxis(Nanoseconds highestNs, int mostTicks) {
    TimeAxis axis;
    const double highest = std::max(1.0, static_cast<double>(highestNs));
    const Unit unit = unitOf(highest);
    axis.unit = QString::fromUtf8(unit.name);
    axis.nsPerUnit = unit.ns;
    const auto stepsOf = [highest](double step) {
        return static_cast<int>(std::ceil(highest / step * (1 - 1e-9)));
    };
    double step = roundStep(highest / std::max(1, mostTicks - 1));
    const double finer = roundStep(step * 0.39); // the next round number below
    const bool isFarTooLong = step * stepsOf(step) > highest * kMostExcess;
    if (isFarTooLong && stepsOf(finer) <= mostTicks) {
        step = finer;
    }
    const int steps = stepsOf(step);
    axis.highestNs = step * steps;
    for (int i = 0; i <= steps; ++i) {
        QString label = QString::number(step * i / unit.ns, 'g', 6);
        if (i == 0) {
            label += QLatin1Char(' ') + axis.unit;
        }
        axis.ticks.push_back({step * i, label});
    }
    return axis;
}

SignedAxis makeSignedAxis(Nanoseconds lowestNs, Nanoseconds highestNs, int mostTicks) {
    const double lowest = std::min(0.0, static_cast<double>(lowestNs));
    const double highest = std::max(lowest == 0 ? 1.0 : 0.0, static_cast<double>(highestNs));
    const Unit unit = unitOf(std::max(-lowest, highest));
    const double step = roundStep((highest - lowest) / std::max(1, mostTicks - 1));
    const int below = static_cast<int>(std::ceil(-lowest / step * (1 - 1e-9)));
    const int above = static_cast<int>(std::ceil(highest / step * (1 - 1e-9)));
    SignedAxis axis;
    axis.unit = QString::fromUtf8(unit.name);
    axis.lowestNs = -step * below;
    axis.highestNs = step * above;
    for (int i = -below; i <= above; ++i) {
        const QString figure = QString::number(std::abs(step * i) / unit.ns, 'g', 6);
        const QString sign = i > 0 ? QStringLiteral("+") : i < 0 ? QString(QChar(0x2212)) : QString();
        axis.ticks.push_back({step * i, sign + figure});
    }
    return axis;
}

} // namespace diptych
