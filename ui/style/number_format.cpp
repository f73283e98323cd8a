#include "ui/style/number_format.h"

#include <array>
#include <cmath>

namespace diptych {

namespace {

constexpr QChar kMinus(0x2212);
constexpr QChar kTimes(0x00D7);
constexpr QChar kNoBreakSpace(0x00A0);
constexpr QChar kUp(0x25B2);
constexpr QChar kDown(0x25BC);

/// `value` divided by `unit`, with decimals, rounded half away from zero in integers: 0.05 us is never 0.0.
QString formatQuotient(std::int64_t value, std::int64_t unit, int decimals) {
    const bool negative = value < 0;
    std::uint64_t magnitude =
        negative ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value);
    std::uint64_t scale = 1;
    for (int i = 0; i < decimals; ++i) {
        scale *= 10;
    }
    const auto step = static_cast<std::uint64_t>(unit) / scale;
    const std::uint64_t rounded = magnitude / step + (magnitude % step * 2 >= step ? 1 : 0);
    QString text = QString::number(rounded / scale);
    if (decimals > 0) {
        text +=
            QLatin1Char('.') + QString::number(rounded % scale).rightJustified(decimals, QLatin1Char('0'));
    }
    return negative && rounded != 0 ? kMinus + text : text;
}

QString withMinus(QString text) {
    return text.replace(QLatin1Char('-'), kMinus);
}

/// `value` with `decimals`, and no sign when it rounds to zero.
QString formatFixed(double value, int decimals) {
    const double scale = std::pow(10.0, decimals);
    const double rounded = std::round(value * scale) / scale;
    return withMinus(QString::number(rounded == 0 ? 0.0 : rounded, 'f', decimals));
}

bool roundsToZero(Nanoseconds ns) {
    return ns > -50 && ns < 50;
}

struct ByteUnit {
    double size;
    const char* name;
};
constexpr std::array<ByteUnit, 4> kByteUnits{{{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}}};

const ByteUnit* unitOf(std::uint64_t bytes) {
    for (const ByteUnit& unit : kByteUnits) {
        if (static_cast<double>(bytes) >= unit.size) {
            return &unit;
        }
    }
    return nullptr;
}

int decimalsOf(double value) {
    return value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
}

} // namespace

QString notApplicable() {
    return QString(QChar(0x2013));
}

QString notInTrace() {
    return QStringLiteral("not in trace");
}

QString formatMicroseconds(std::optional<Nanoseconds> ns) {
    return ns ? formatQuotient(*ns, 1'000, 1) : notApplicable();
}

QString formatMilliseconds(std::optional<Nanoseconds> ns, int decimals) {
    return ns ? formatQuotient(*ns, 1'000'000, decimals) : notApplicable();
}

QString formatDuration(std::optional<Nanoseconds> ns) {
    if (!ns) {
        return notApplicable();
    }
    const Nanoseconds size = *ns < 0 ? -(*ns + 1) : *ns;
    if (size < 999'950) {
        return formatQuotient(*ns, 1'000, 1) + kNoBreakSpace + QStringLiteral("µs");
    }
    if (size < 999'995'000) {
        return formatQuotient(*ns, 1'000'000, 2) + kNoBreakSpace + QStringLiteral("ms");
    }
    return formatQuotient(*ns, 1'000'000'000, 2) + kNoBreakSpace + QStringLiteral("s");
}

TimeUnit timeUnitFor(Nanoseconds largestNs) {
    constexpr Nanoseconds kMost = 100'000; // of the unit
    return largestNs < kMost * 1'000       ? TimeUnit::Microseconds
           : largestNs < kMost * 1'000'000 ? TimeUnit::Milliseconds
                                           : TimeUnit::Seconds;
}

QString timeUnitName(TimeUnit unit) {
    switch (unit) {
    case TimeUnit::Microseconds:
        return QStringLiteral("µs");
    case TimeUnit::Milliseconds:
        return QStringLiteral("ms");
    case TimeUnit::Seconds:
        return QStringLiteral("s");
    }
    return {};
}

Nanoseconds timeUnitNs(TimeUnit unit) {
    switch (unit) {
    case TimeUnit::Microseconds:
        return 1'000;
    case TimeUnit::Milliseconds:
        return 1'000'000;
    case TimeUnit::Seconds:
        return 1'000'000'000;
    }
    return 1;
}

QString formatTime(std::optional<Nanoseconds> ns, TimeUnit unit) {
    const int decimals = unit == TimeUnit::Microseconds ? 1 : 2;
    return ns ? formatQuotient(*ns, timeUnitNs(unit), decimals) : notApplicable();
}

QString formatSignedMicroseconds(std::optional<Nanoseconds> ns) {
    if (!ns) {
        return notApplicable();
    }
    const QString text = formatQuotient(*ns, 1'000, 1);
    return *ns > 0 && !roundsToZero(*ns) ? QLatin1Char('+') + text : text;
}

QString formatGap(std::optional<Nanoseconds> ns) {
    if (!ns || roundsToZero(*ns)) {
        return formatSignedMicroseconds(ns);
    }
    return (*ns > 0 ? kUp : kDown) + QString(kNoBreakSpace) + formatSignedMicroseconds(ns);
}

QString formatRatio(std::optional<double> ratio) {
    if (!ratio || !std::isfinite(*ratio)) {
        return notApplicable();
    }
    return formatFixed(*ratio, decimalsOf(std::abs(*ratio))) + kTimes;
}

QString formatRatioWithArrow(std::optional<double> ratio) {
    const QString text = formatRatio(ratio);
    if (!ratio || !std::isfinite(*ratio) || formatFixed(*ratio, 2) == QLatin1String("1.00")) {
        return text;
    }
    return (*ratio > 1 ? kUp : kDown) + QString(kNoBreakSpace) + text;
}

QString formatShare(std::optional<double> fraction) {
    if (!fraction || !std::isfinite(*fraction)) {
        return notApplicable();
    }
    return *fraction == 1.0 ? QStringLiteral("100") : formatFixed(*fraction * 100, 1);
}

QString formatPercent(double fraction, int decimals) {
    if (!std::isfinite(fraction)) {
        return notApplicable();
    }
    const double least = std::pow(10.0, -decimals);
    double percent = fraction * 100;
    if (fraction < 1 && percent > 100 - least) {
        percent = 100 - least;
    } else if (fraction > 0 && percent < least) {
        percent = least;
    }
    const bool whole = fraction == 1.0 || fraction == 0.0;
    return formatFixed(percent, whole ? 0 : decimals) + kNoBreakSpace + QLatin1Char('%');
}

QString formatCount(std::uint64_t count) {
    QString text = QString::number(count);
    for (qsizetype place = text.size() - 3; place > 0; place -= 3) {
        text.insert(place, kNoBreakSpace);
    }
    return text;
}

QString formatRoundCount(std::uint64_t count) {
    if (count >= 999'500) {
        const double millions = static_cast<double>(count) / 1e6;
        return formatFixed(millions, millions < 99.95 ? 1 : 0) + kNoBreakSpace + QStringLiteral("million");
    }
    return formatCount(count >= 10'000 ? (count + 500) / 1000 * 1000 : count);
}

QString formatBytes(std::uint64_t bytes) {
    const ByteUnit* const unit = unitOf(bytes);
    if (!unit) {
        return QString::number(bytes) + kNoBreakSpace +
               (bytes == 1 ? QStringLiteral("byte") : QStringLiteral("bytes"));
    }
    const double value = static_cast<double>(bytes) / unit->size;
    return formatFixed(value, decimalsOf(value)) + kNoBreakSpace + QLatin1String(unit->name);
}

QString formatBytesOf(std::uint64_t bytes, std::uint64_t total) {
    const ByteUnit* const unit = unitOf(total);
    const double size = unit ? unit->size : 1;
    const int decimals = unit ? decimalsOf(static_cast<double>(total) / size) : 0;
    return formatFixed(static_cast<double>(bytes) / size, decimals) + QStringLiteral(" of ") +
           formatBytes(total);
}

QString formatSeconds(double seconds) {
    if (seconds < 1) {
        return QStringLiteral("under 1") + kNoBreakSpace + QLatin1Char('s');
    }
    const auto whole = static_cast<qint64>(std::llround(seconds));
    if (whole < 60) {
        return QString::number(whole) + kNoBreakSpace + QLatin1Char('s');
    }
    return QStringLiteral("%1%2min %3%2s").arg(whole / 60).arg(kNoBreakSpace).arg(whole % 60);
}

} // namespace diptych
