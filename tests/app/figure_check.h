#pragma once
// What a comparison's JSON says that the window has to show: cells as they are expected, a ledger of what
// differs, and the figures of the file in the period that is shown. For tests; GUI thread.

#include "tests/app/shown_window.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QMap>
#include <QStringList>

#include <functional>

namespace diptych::test {

/// "a_mean_ns".
[[nodiscard]] QString keyOf(Side side, const char* member);
[[nodiscard]] QString letter(Side side);
/// Empty for null.
[[nodiscard]] std::optional<Nanoseconds> nsOf(const QJsonValue& value);
[[nodiscard]] std::optional<double> numberOf(const QJsonValue& value);
[[nodiscard]] std::optional<double> quotientOf(std::optional<Nanoseconds> a, std::optional<Nanoseconds> b);

[[nodiscard]] ShownCell timeCell(std::optional<Nanoseconds> ns);
[[nodiscard]] ShownCell gapCell(std::optional<Nanoseconds> ns);
[[nodiscard]] ShownCell ratioCell(std::optional<double> number);
[[nodiscard]] ShownCell shareCell(std::optional<double> fraction);
[[nodiscard]] ShownCell countCell(std::optional<double> number);
[[nodiscard]] ShownCell textCell(const QString& text);
/// In place of the figure that a side does not have: "only A".
[[nodiscard]] ShownCell onlyOn(Side side);

/// Gathers what differs, so that one run tells all.
class Ledger {
public:
    void expect(const QString& where, const QString& shown, const QString& expected);
    void expectCell(const QString& where, const std::optional<ShownCell>& shown, const ShownCell& expected);
    void expectNs(const QString& where, std::optional<Nanoseconds> shown,
                  std::optional<Nanoseconds> expected);
    void expectPart(const QString& where, const QString& whole, const QString& part);
    void expectCount(const QString& where, qsizetype shown, qsizetype expected);

    [[nodiscard]] const QStringList& faults() const { return m_faults; }
    [[nodiscard]] int compared() const { return m_compared; }
    /// The first of the faults.
    [[nodiscard]] QString report() const;

private:
    QStringList m_faults;
    int m_compared = 0;
};

/// The file of the comparison that a window shows, in the period that it shows.
class FigureCheck {
public:
    FigureCheck(ShownWindow& shown, Ledger& ledger);

protected:
    /// Shows figures per step, where there are any, or in all.
    void showPeriod(bool perStep);
    /// Whether the figures shown are those of the headline: the file has them as they are.
    [[nodiscard]] bool isHeadlinePeriod() const;
    [[nodiscard]] bool isPerStep() const { return m_isPerStep; }
    /// Whether what A could gain is told per step: in all, different numbers of steps have no gain.
    [[nodiscard]] bool isGainPerStep() const;

    [[nodiscard]] const QJsonObject& json() const { return m_json; }
    [[nodiscard]] const QJsonObject& summary() const { return m_summary; }
    [[nodiscard]] const QMap<QString, QJsonObject>& pairs() const { return m_pairs; } ///< by id
    [[nodiscard]] QJsonArray array(const char* name) const;
    [[nodiscard]] QJsonObject selected(Side side) const;
    [[nodiscard]] double steps(Side side) const;
    /// The time of a row in the period shown.
    [[nodiscard]] std::optional<Nanoseconds> ns(const QJsonObject& row, Side side) const;
    [[nodiscard]] Nanoseconds gapIn(const QJsonObject& row) const;
    /// Kernels of the names of a row in the period shown.
    [[nodiscard]] double kernels(const QJsonObject& row, Side side) const;
    /// What a row counts in the period shown.
    [[nodiscard]] double count(const QJsonObject& row, Side side) const;
    [[nodiscard]] Nanoseconds headline(Side side) const;

    ShownWindow& m_shown;
    Ledger& m_ledger;

private:
    QJsonObject m_json;
    QJsonObject m_summary;
    QMap<QString, QJsonObject> m_pairs;
    bool m_isPerStep = true;
};

/// Columns "a" and "b" of traces to compare, rows that skip where the shared ones are absent.
void addFigureRows();

/// The body of a test with those rows: opens both traces, lets `check` compare, and fails with what differs.
void holdToFile(const std::function<void(ShownWindow&, Ledger&)>& check);

} // namespace diptych::test
