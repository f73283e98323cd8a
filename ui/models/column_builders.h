#pragma once
// Makers of the columns that all tables share: times, gaps, ratios, counts. They only say how a member is
// written, sorted and drawn; the member is chosen by the caller. Pure.

#include "core/base/side.h"
#include "ui/models/table.h"
#include "ui/style/number_format.h"

#include <algorithm>
#include <cmath>

namespace diptych {

/// Keys end in the side: "us_a".
[[nodiscard]] QString keyOfSide(const char* key, Side side);
/// For files: microseconds with all three decimals and a plain minus; "" when absent.
[[nodiscard]] QString rawMicroseconds(std::optional<Nanoseconds> ns);
/// For files: as many digits as the number has; "" when absent.
[[nodiscard]] QString rawNumber(std::optional<double> value);
/// A count per step: "113", with one decimal where steps differ.
[[nodiscard]] QString formatMeanCount(double count);

template <class T>
[[nodiscard]] SortValue sortNumber(const std::optional<T>& value) {
    return value ? SortValue(static_cast<double>(*value)) : SortValue();
}

/// Part of a whole; nothing has no parts.
[[nodiscard]] std::optional<double> fractionOf(Nanoseconds part, Nanoseconds whole);
/// "100" beside a whole, where there is one.
[[nodiscard]] QString wholeShareText(Nanoseconds whole);

/// A fraction of a scale for a bar; no bar without value, nothing drawn when the scale is zero.
[[nodiscard]] std::optional<double> barFraction(std::optional<Nanoseconds> ns, Nanoseconds scaleNs);

/// Between which values the bars of a column lie; zero is always among them.
struct BarScale {
    Nanoseconds lowestNs = 0;
    Nanoseconds highestNs = 0;

    void include(Nanoseconds ns) {
        lowestNs = std::min(lowestNs, ns);
        highestNs = std::max(highestNs, ns);
    }
    [[nodiscard]] Nanoseconds largestNs() const { return std::max(-lowestNs, highestNs); }
};

template <class Row>
using Time = std::function<std::optional<Nanoseconds>(const Row&)>;
template <class Row>
using Number = std::function<std::optional<double>(const Row&)>;
template <class Row>
using Text = std::function<QString(const Row&)>;

/// A text column, left aligned.
template <class Row>
[[nodiscard]] Column<Row> textColumn(ColumnInfo info, Text<Row> text) {
    info.alignment = Qt::AlignLeft | Qt::AlignVCenter;
    Column<Row> column;
    column.info = std::move(info);
    column.text = std::move(text);
    return column;
}

/// Microseconds without bar.
template <class Row>
[[nodiscard]] Column<Row> timeColumn(ColumnInfo info, Time<Row> time) {
    Column<Row> column;
    column.info = std::move(info);
    column.text = [time](const Row& row) { return formatMicroseconds(time(row)); };
    column.sort = [time](const Row& row) { return sortNumber(time(row)); };
    column.raw = [time](const Row& row) { return rawMicroseconds(time(row)); };
    return column;
}

/// Microseconds with a bar on a scale.
template <class Row>
[[nodiscard]] Column<Row> timeBarColumn(ColumnInfo info, Time<Row> time, Nanoseconds scaleNs) {
    info.kind = CellKind::Bar;
    Column<Row> column = timeColumn<Row>(std::move(info), time);
    column.bar = [time, scaleNs](const Row& row) { return barFraction(time(row), scaleNs); };
    return column;
}

/// A - B with arrow, sign, colour and a bar about zero.
template <class Row>
[[nodiscard]] Column<Row> gapColumn(ColumnInfo info, Time<Row> gap, const BarScale& scale) {
    info.fill = Fill::Gap;
    info.lowestBar = barFraction(scale.lowestNs, scale.largestNs()).value_or(0);
    info.highestBar = barFraction(scale.highestNs, scale.largestNs()).value_or(0);
    Column<Row> column = timeBarColumn<Row>(std::move(info), gap, scale.largestNs());
    column.text = [gap](const Row& row) { return formatGap(gap(row)); };
    column.gapNs = gap;
    return column;
}

/// A / B: "1.85×".
template <class Row>
[[nodiscard]] Column<Row> ratioColumn(ColumnInfo info, Number<Row> ratio) {
    Column<Row> column;
    column.info = std::move(info);
    column.text = [ratio](const Row& row) { return formatRatio(ratio(row)); };
    column.sort = [ratio](const Row& row) { return sortNumber(ratio(row)); };
    column.raw = [ratio](const Row& row) { return rawNumber(ratio(row)); };
    return column;
}

/// A fraction as a percentage.
template <class Row>
[[nodiscard]] Column<Row> shareColumn(ColumnInfo info, Number<Row> share) {
    Column<Row> column = ratioColumn<Row>(std::move(info), share);
    column.text = [share](const Row& row) { return formatShare(share(row)); };
    column.raw = [share](const Row& row) {
        const std::optional<double> fraction = share(row);
        return rawNumber(fraction ? std::optional<double>(*fraction * 100) : std::nullopt);
    };
    return column;
}

/// A count, whole or a mean per step, in the second text colour.
template <class Row>
[[nodiscard]] Column<Row> countColumn(ColumnInfo info, Number<Row> count) {
    info.isSecondary = true;
    Column<Row> column = ratioColumn<Row>(std::move(info), count);
    column.text = [count](const Row& row) {
        const std::optional<double> value = count(row);
        return value ? formatMeanCount(*value) : notApplicable();
    };
    return column;
}

/// A kernel's name, set in the mono font and shortened in the middle. `name` is whole; the label is what is
/// shown.
template <class Row>
[[nodiscard]] Column<Row> nameColumn(ColumnInfo info, Text<Row> label, Text<Row> name,
                                     std::function<NameFocus(const Row&)> focus) {
    info.kind = CellKind::Name;
    Column<Row> column = textColumn<Row>(std::move(info), std::move(label));
    column.raw = name;
    column.tooltip = std::move(name);
    column.focus = std::move(focus);
    return column;
}

} // namespace diptych
