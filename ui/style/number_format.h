#pragma once
// Figures as texts. Pure functions, the same in every locale: a decimal point, the minus sign U+2212, a
// no-break space between thousands of counts (text fonts lack the thin one). Times are nanoseconds; each
// function says which unit the text is in. Units stand in headers, so only the functions that say so add one.

#include "core/base/nanoseconds.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace diptych {

/// "–": a figure that does not apply.
[[nodiscard]] QString notApplicable();
/// "not in trace": a figure that the file lacks.
[[nodiscard]] QString notInTrace();

/// Microseconds with one decimal, without unit: "9310.0". Empty: "–".
[[nodiscard]] QString formatMicroseconds(std::optional<Nanoseconds> ns);
/// Milliseconds with two decimals, without unit: "9.31".
[[nodiscard]] QString formatMilliseconds(std::optional<Nanoseconds> ns, int decimals = 2);
/// With the unit that suits the size: "78.6 µs", "9.31 ms", "2.04 s".
[[nodiscard]] QString formatDuration(std::optional<Nanoseconds> ns);

/// The unit in which a column of times reads well.
enum class TimeUnit : std::uint8_t { Microseconds, Milliseconds, Seconds };
/// By the largest time of the column: at most five digits before the point.
[[nodiscard]] TimeUnit timeUnitFor(Nanoseconds largestNs);
/// "µs", "ms", "s".
[[nodiscard]] QString timeUnitName(TimeUnit unit);
[[nodiscard]] Nanoseconds timeUnitNs(TimeUnit unit);
/// Without unit: "8480.0" microseconds, "186.24" milliseconds, "2.04" seconds.
[[nodiscard]] QString formatTime(std::optional<Nanoseconds> ns, TimeUnit unit);

/// A gap in microseconds with arrow and sign: "▲ +33.0" (A slower), "▼ −71.8" (A faster), "0.0" when it
/// rounds to zero.
[[nodiscard]] QString formatGap(std::optional<Nanoseconds> ns);
/// The same without the arrow.
[[nodiscard]] QString formatSignedMicroseconds(std::optional<Nanoseconds> ns);

/// A / B with two decimals: "1.83×"; three significant digits from 10 on. Empty, infinite or not a number:
/// "–".
[[nodiscard]] QString formatRatio(std::optional<double> ratio);
/// A ratio with the arrow of its direction: "▲ 1.83×", "▼ 0.85×".
[[nodiscard]] QString formatRatioWithArrow(std::optional<double> ratio);

/// A fraction as a percentage without sign: 0.51 is "51.0"; exactly 1 is "100".
[[nodiscard]] QString formatShare(std::optional<double> fraction);
/// With sign: "98.7 %". Never rounds up to 100 nor down to 0 what is not.
[[nodiscard]] QString formatPercent(double fraction, int decimals = 1);

/// "412 000", "8 742": a no-break space between thousands.
[[nodiscard]] QString formatCount(std::uint64_t count);
/// "3.9 million", "412 000": for figures that change while they are read.
[[nodiscard]] QString formatRoundCount(std::uint64_t count);
/// "1.84 GB", "312 kB", "17 bytes" in powers of 1000.
[[nodiscard]] QString formatBytes(std::uint64_t bytes);
/// Both in the unit of the second: "1.31 of 1.84 GB".
[[nodiscard]] QString formatBytesOf(std::uint64_t bytes, std::uint64_t total);
/// Time left for a person: "under 1 s", "4 s", "2 min 10 s".
[[nodiscard]] QString formatSeconds(double seconds);

} // namespace diptych
