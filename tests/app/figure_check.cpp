#include "tests/app/figure_check.h"

#include "core/export/json_writer.h"
#include "ui/models/column_builders.h"

#include <QJsonDocument>
#include <QTest>

#include <cmath>

namespace diptych::test {

namespace {

QString microsecondsText(std::optional<Nanoseconds> ns) {
    if (!ns) {
        return {};
    }
    const qint64 size = std::abs(*ns);
    return QStringLiteral("%1%2.%3")
        .arg(*ns < 0 ? QStringLiteral("-") : QString())
        .arg(size / 1000)
        .arg(size % 1000, 3, 10, QLatin1Char('0'));
}

QString rawOf(std::optional<double> number) {
    return number ? QString::number(*number, 'g', 15) : QString();
}

/// Exact for texts and times; ratios are written with as many digits as the copy has.
bool isSame(const QString& shown, const QString& expected) {
    bool isNumber = false;
    const double a = shown.toDouble(&isNumber);
    const double b = expected.toDouble();
    const bool isTime = expected.size() > 4 && expected.at(expected.size() - 4) == QLatin1Char('.');
    return isNumber && !isTime && !expected.isEmpty() ? std::abs(a - b) <= 1e-8 * std::abs(b)
                                                      : shown == expected;
}

} // namespace

QString keyOf(Side side, const char* member) {
    return (side == Side::A ? QStringLiteral("a_") : QStringLiteral("b_")) + QLatin1String(member);
}

QString letter(Side side) {
    return QLatin1String(sideName(side));
}

std::optional<Nanoseconds> nsOf(const QJsonValue& value) {
    return value.isDouble() ? std::optional<Nanoseconds>(value.toInteger()) : std::nullopt;
}

std::optional<double> numberOf(const QJsonValue& value) {
    return value.isDouble() ? std::optional(value.toDouble()) : std::nullopt;
}

std::optional<double> quotientOf(std::optional<Nanoseconds> a, std::optional<Nanoseconds> b) {
    return a && b && *b != 0 ? std::optional(static_cast<double>(*a) / static_cast<double>(*b))
                             : std::nullopt;
}

ShownCell timeCell(std::optional<Nanoseconds> ns) {
    return {formatMicroseconds(ns), microsecondsText(ns)};
}

ShownCell gapCell(std::optional<Nanoseconds> ns) {
    return {formatGap(ns), microsecondsText(ns)};
}

ShownCell ratioCell(std::optional<double> number) {
    return {formatRatio(number), rawOf(number)};
}

ShownCell shareCell(std::optional<double> fraction) {
    return {formatShare(fraction), rawOf(fraction ? std::optional(*fraction * 100) : std::nullopt)};
}

ShownCell countCell(std::optional<double> number) {
    return {number ? formatMeanCount(*number) : notApplicable(), rawOf(number)};
}

ShownCell textCell(const QString& text) {
    return {text, text};
}

ShownCell onlyOn(Side side) {
    return {QStringLiteral("only ") + letter(side), QString()};
}

void Ledger::expect(const QString& where, const QString& shown, const QString& expected) {
    ++m_compared;
    if (!isSame(shown, expected)) {
        m_faults << QStringLiteral("%1: shown '%2', the file says '%3'").arg(where, shown, expected);
    }
}

void Ledger::expectCell(const QString& where, const std::optional<ShownCell>& shown,
                        const ShownCell& expected) {
    if (!shown) {
        m_faults << where + QStringLiteral(": there is no such cell");
        return;
    }
    expect(where, shown->text, expected.text);
    expect(where + QStringLiteral(" (raw)"), shown->raw, expected.raw);
}

void Ledger::expectNs(const QString& where, std::optional<Nanoseconds> shown,
                      std::optional<Nanoseconds> expected) {
    expect(where, microsecondsText(shown), microsecondsText(expected));
}

void Ledger::expectPart(const QString& where, const QString& whole, const QString& part) {
    ++m_compared;
    if (!whole.contains(part)) {
        m_faults << QStringLiteral("%1: '%2' is not in '%3'").arg(where, part, whole);
    }
}

void Ledger::expectCount(const QString& where, qsizetype shown, qsizetype expected) {
    expect(QStringLiteral("number of ") + where, QString::number(shown), QString::number(expected));
}

QString Ledger::report() const {
    constexpr int kMost = 30;
    return QStringLiteral("%1 of %2 differ\n%3")
        .arg(m_faults.size())
        .arg(m_compared)
        .arg(m_faults.mid(0, kMost).join(QLatin1Char('\n')));
}

FigureCheck::FigureCheck(ShownWindow& shown, Ledger& ledger)
    : m_shown(shown), m_ledger(ledger),
      m_json(QJsonDocument::fromJson(QByteArray::fromStdString(comparisonJson(shown.comparison()))).object()),
      m_summary(m_json.value(QStringLiteral("summary")).toObject()) {
    for (const QJsonValue& layer : array("layers")) {
        const QJsonArray own = layer[QStringLiteral("pairs")].toArray();
        for (const QJsonValue& pair : own) {
            m_pairs.insert(pair[QStringLiteral("pair")].toString(), pair.toObject());
        }
    }
}

void FigureCheck::showPeriod(bool perStep) {
    m_shown.state.setPerStep(perStep);
    m_isPerStep = perStep && m_summary.value(QStringLiteral("per_step")).toBool();
}

bool FigureCheck::isHeadlinePeriod() const {
    return m_isPerStep == m_summary.value(QStringLiteral("per_step")).toBool();
}

bool FigureCheck::isGainPerStep() const {
    return m_isPerStep ||
           (m_summary.value(QStringLiteral("per_step")).toBool() && steps(Side::A) != steps(Side::B));
}

QJsonArray FigureCheck::array(const char* name) const {
    return m_json.value(QLatin1String(name)).toArray();
}

QJsonObject FigureCheck::selected(Side side) const {
    return m_json.value(QStringLiteral("selection"))[letter(side).toLower()].toObject();
}

double FigureCheck::steps(Side side) const {
    return static_cast<double>(selected(side).value(QStringLiteral("steps")).toArray().size());
}

std::optional<Nanoseconds> FigureCheck::ns(const QJsonObject& row, Side side) const {
    return nsOf(row.value(keyOf(side, m_isPerStep ? "step_ns" : "total_ns")));
}

Nanoseconds FigureCheck::gapIn(const QJsonObject& row) const {
    return ns(row, Side::A).value_or(0) - ns(row, Side::B).value_or(0);
}

double FigureCheck::kernels(const QJsonObject& row, Side side) const {
    double sum = 0;
    const QJsonArray names = row.value(keyOf(side, "names")).toArray();
    for (const QJsonValue& name : names) {
        sum += name[m_isPerStep ? QStringLiteral("steps_count") : QStringLiteral("count")].toDouble();
    }
    return m_isPerStep ? sum / steps(side) : sum;
}

double FigureCheck::count(const QJsonObject& row, Side side) const {
    return m_isPerStep ? row.value(keyOf(side, "steps_count")).toDouble() / steps(side)
                       : row.value(keyOf(side, "count")).toDouble();
}

Nanoseconds FigureCheck::headline(Side side) const {
    return m_isPerStep ? m_summary.value(keyOf(side, "ns")).toInteger()
                       : selected(side).value(QStringLiteral("total_ns")).toInteger();
}

void addFigureRows() {
    QTest::addColumn<QString>("a");
    QTest::addColumn<QString>("b");
    const auto row = [](const char* name, const char* a, const char* b) {
        QTest::newRow(name) << QString::fromLatin1(a) << QString::fromLatin1(b);
    };
    row("sample", "sample/a", "sample/b");
    row("qwen", "qwen_0_5b.mi300x.json.gz", "qwen_0_5b.h100.json.gz");
    row("decode against prefill", "sglang_qwen3_8b_decode.mi300x.json.gz",
        "sglang_qwen3_8b_prefill.mi300x.json.gz");
    row("experts", "sglang_qwen3_30b_moe_decode.mi300x.json.gz", "sglang_qwen3_30b_moe_decode.b300.json.gz");
}

void holdToFile(const std::function<void(ShownWindow&, Ledger&)>& check) {
    QFETCH(QString, a);
    QFETCH(QString, b);
    const QString fileA = traceFile(a);
    const QString fileB = traceFile(b);
    if (fileA.isEmpty() || fileB.isEmpty()) {
        QSKIP("the shared traces are not there");
    }
    ShownWindow shown;
    QVERIFY(shown.open(fileA, fileB));
    QVERIFY(shown.session.comparison());
    Ledger ledger;
    check(shown, ledger);
    QVERIFY2(ledger.faults().isEmpty(), qPrintable(ledger.report()));
    QVERIFY(ledger.compared() > 300);
}

} // namespace diptych::test
