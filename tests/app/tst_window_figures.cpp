// The figures of strip, Summary, Layers, pair dock, Timeline and Health are those that `compare --json`
// writes, raw and as texts, per step and in all.

#include "tests/app/figure_check.h"
#include "tests/support/test_program.h"
#include "tests/ui/page_picture.h"
#include "ui/charts/layer_chart.h"
#include "ui/charts/pair_view.h"
#include "ui/charts/waterfall_chart.h"
#include "ui/models/column_builders.h"
#include "ui/pages/layers_page.h"
#include "ui/pages/pair_dock.h"
#include "ui/pages/summary_page.h"
#include "ui/pages/timeline_page.h"
#include "ui/pages/verdict_label.h"
#include "ui/style/sentence.h"
#include "ui/views/data_table.h"
#include "ui/views/figure_label.h"
#include "ui/views/pair_fact_grid.h"
#include "ui/views/segmented_switch.h"

#include <QComboBox>
#include <QLabel>
#include <QTest>

#include <map>

using namespace diptych;
using namespace diptych::test;

namespace {

class OverviewCheck : public FigureCheck {
public:
    using FigureCheck::FigureCheck;

    void checkAll() {
        for (const bool perStep : {true, false}) {
            showPeriod(perStep);
            checkStrip();
            checkStatus();
            checkVerdict();
            checkWaterfall();
            checkFindings(false);
            checkFindings(true);
            checkComposition();
            checkCoverage();
            checkLayers();
        }
        checkPairs();
        checkSteps();
        checkHealth();
    }

private:
    void checkStrip() {
        for (const Side side : kSides) {
            const QString spoken =
                m_shown.window.findChild<QWidget*>(QStringLiteral("strip") + letter(side))->accessibleName();
            m_ledger.expectPart(QStringLiteral("strip"), spoken,
                                formatMilliseconds(headline(side)) +
                                    (isPerStep() ? QStringLiteral(" ms/step") : QStringLiteral(" ms total")));
        }
    }

    void checkStatus() {
        const auto textOf = [this](const char* name) {
            return m_shown.window.findChild<QLabel*>(QLatin1String(name))->text();
        };
        m_ledger.expectPart(QStringLiteral("status"), textOf("statusRight"),
                            isPerStep() ? QStringLiteral("means over") : QStringLiteral("Sums are of"));
        const QJsonObject coverage = json().value(QStringLiteral("coverage")).toObject();
        for (const Side side : kSides) {
            const std::optional<double> matched = quotientOf(nsOf(coverage.value(keyOf(side, "matched_ns"))),
                                                             nsOf(coverage.value(keyOf(side, "total_ns"))));
            m_ledger.expectPart(QStringLiteral("status"), textOf("statusLeft"),
                                letter(side) + QLatin1Char(' ') +
                                    (matched ? formatPercent(*matched) : notApplicable()));
        }
    }

    void checkVerdict() {
        m_shown.show(Page::Summary);
        const VerdictLabel& verdict = *m_shown.page<SummaryPage>().verdict();
        for (const Side side : kSides) {
            if (headline(Side::A) != 0 && headline(Side::B) != 0) {
                m_ledger.expectPart(QStringLiteral("verdict"),
                                    QString(verdict.text()).replace(QChar(0xA0), QLatin1Char(' ')),
                                    formatDuration(headline(side)).replace(QChar(0xA0), QLatin1Char(' ')));
            }
        }
        if (isHeadlinePeriod()) {
            m_ledger.expect(QStringLiteral("copied verdict"), verdict.plainText(),
                            summary().value(QStringLiteral("verdict")).toString());
        }
    }

    void checkWaterfall() {
        const std::vector<WaterfallRow>& rows = m_shown.page<SummaryPage>().waterfall()->rows();
        std::map<QString, std::pair<Nanoseconds, std::optional<double>>> gaps;
        if (isHeadlinePeriod()) {
            for (const QJsonValue& row : array("attribution")) {
                gaps[row[QStringLiteral("operation")].toString()] = {
                    row[QStringLiteral("gap_ns")].toInteger(), numberOf(row[QStringLiteral("share")])};
            }
        } else {
            const Nanoseconds whole = headline(Side::A) - headline(Side::B);
            for (const QJsonValue& row : array("operations")) {
                const Nanoseconds own = gapIn(row.toObject());
                gaps[row[QStringLiteral("operation")].toString()] = {
                    own, row[QStringLiteral("share")].isNull() ? std::nullopt : quotientOf(own, whole)};
            }
        }
        Nanoseconds sum = 0;
        for (const WaterfallRow& row : rows) {
            const QString where = QStringLiteral("waterfall ") + row.label;
            if (row.side) {
                m_ledger.expectNs(where, row.toNs, headline(*row.side));
                continue;
            }
            Nanoseconds expected = row.operation.isEmpty() ? 0 : gaps[row.operation].first;
            for (const QString& operation : row.merged) {
                expected += gaps[operation].first;
            }
            m_ledger.expectNs(where, row.gapNs, expected);
            if (!row.operation.isEmpty()) {
                m_ledger.expect(where, formatShare(row.share), formatShare(gaps[row.operation].second));
            }
            sum += row.gapNs;
        }
        if (!rows.empty()) {
            m_ledger.expectNs(QStringLiteral("waterfall"), sum, headline(Side::A) - headline(Side::B));
        }
    }

    void checkFindings(bool ahead) {
        SummaryPage& page = m_shown.page<SummaryPage>();
        page.direction()->setCurrent(ahead ? 1 : 0);
        emit page.direction()->chosen(ahead ? 1 : 0);
        const TableView& view = *page.findings()->view();
        const ShownTable table(view, *view.table());
        const QJsonArray rows = array(ahead ? "ahead" : "findings");
        m_ledger.expectCount(QStringLiteral("findings"), static_cast<qsizetype>(table.ids().size()),
                             rows.size());
        for (int i = 0; i < rows.size(); ++i) {
            const QJsonObject row = rows[i].toObject();
            const QString id = QString::number(i);
            const QString where = QStringLiteral("finding ") + id + QLatin1Char(' ');
            m_ledger.expectCell(where + QStringLiteral("kind"), table.cell(id, QStringLiteral("kind")),
                                textCell(row.value(QStringLiteral("mark")).toString()));
            m_ledger.expectCell(where + QStringLiteral("what"), table.cell(id, QStringLiteral("what")),
                                textCell(row.value(QStringLiteral("sentence")).toString()));
            Nanoseconds gapNs = row.value(QStringLiteral("gap_ns")).toInteger();
            if (!isHeadlinePeriod() && !isGainPerStep()) {
                gapNs = 0;
                const QJsonArray own = row.value(QStringLiteral("pairs")).toArray();
                for (const QJsonValue& pair : own) {
                    gapNs += gapIn(pairs().value(pair.toString()));
                }
            } else {
                const double times = row.value(QStringLiteral("occurrences_per_step")).toDouble();
                m_ledger.expectCell(
                    where + QStringLiteral("times"), table.cell(id, QStringLiteral("times")),
                    {QStringLiteral("×") + formatMeanCount(times), QString::number(times, 'g', 15)});
            }
            m_ledger.expectCell(where + QStringLiteral("gap"), table.cell(id, QStringLiteral("gap_us")),
                                gapCell(gapNs));
        }
    }

    void checkComposition() {
        m_shown.show(Page::Summary);
        const TableView& view = *m_shown.page<SummaryPage>().composition()->view();
        const ShownTable table(view, *view.table());
        const std::vector<TotalCell>& totals = view.table()->totals();
        const QJsonArray sides = array("composition");
        const bool isOwn = isHeadlinePeriod();
        const QString suffix = isOwn ? QStringLiteral("_ns") : QStringLiteral("_total_ns");
        Nanoseconds wallGap = 0;
        for (const char* const part :
             {"compute", "communication", "copy", "idle_launch_bound", "idle_waiting"}) {
            const QString id = QLatin1String(part);
            const QString member =
                (id == QLatin1String("communication") ? QStringLiteral("exposed_communication")
                 : id == QLatin1String("copy")        ? QStringLiteral("exposed_copy")
                                                      : id) +
                suffix;
            PerSide<Nanoseconds> ns;
            for (const Side side : kSides) {
                const QJsonObject own = sides[side == Side::A ? 0 : 1].toObject();
                ns[side] = own.value(member).toInteger();
                const Nanoseconds wall = own.value(QStringLiteral("wall") + suffix).toInteger();
                m_ledger.expectCell(id, table.cell(id, keyOfSide("us", side)), timeCell(ns[side]));
                m_ledger.expectCell(id, table.cell(id, keyOfSide("percent", side)),
                                    shareCell(quotientOf(ns[side], wall)));
            }
            m_ledger.expectCell(id, table.cell(id, QStringLiteral("gap_us")), gapCell(ns.a - ns.b));
        }
        for (const Side side : kSides) {
            const Nanoseconds wall =
                sides[side == Side::A ? 0 : 1][QStringLiteral("wall") + suffix].toInteger();
            if (!isOwn) { // kernels of the chosen steps, each once
                m_ledger.expectNs(QStringLiteral("sum of the steps"),
                                  sides[side == Side::A ? 0 : 1][QStringLiteral("sum_total_ns")].toInteger(),
                                  nsOf(selected(side).value(QStringLiteral("steps_ns"))));
            }
            const std::size_t at = side == Side::A ? 1 : 3;
            m_ledger.expect(QStringLiteral("wall time"), totals[at].text, formatMicroseconds(wall));
            m_ledger.expect(QStringLiteral("whole of the wall time"), totals[at + 1].text,
                            wall == 0 ? notApplicable() : QStringLiteral("100"));
            wallGap += side == Side::A ? wall : -wall;
        }
        m_ledger.expect(QStringLiteral("gap of the wall time"), totals.back().text, formatGap(wallGap));
    }

    void checkCoverage() {
        struct Line {
            double kernels = 0;
            Nanoseconds ns = 0;
        };
        std::map<QString, PerSide<Line>> lines;
        if (isPerStep()) {
            for (const QJsonObject& pair : pairs()) {
                const QString presence = pair.value(QStringLiteral("presence")).toString();
                const bool isSingle = pair.value(QStringLiteral("a_kernels")).toInt() == 1 &&
                                      pair.value(QStringLiteral("b_kernels")).toInt() == 1;
                const QString id = presence == QLatin1String("only_a")   ? QStringLiteral("only_a")
                                   : presence == QLatin1String("only_b") ? QStringLiteral("only_b")
                                   : isSingle                            ? QStringLiteral("one_to_one")
                                                                         : QStringLiteral("grouped");
                for (const Side side : kSides) {
                    lines[id][side].kernels += kernels(pair, side);
                    lines[id][side].ns += ns(pair, side).value_or(0);
                }
            }
        } else {
            const QJsonObject coverage = json().value(QStringLiteral("coverage")).toObject();
            for (const Side side : kSides) {
                const QString only = side == Side::A ? QStringLiteral("only_a") : QStringLiteral("only_b");
                for (const auto& [id, member] :
                     {std::pair(QStringLiteral("one_to_one"), "one_to_one"),
                      std::pair(QStringLiteral("grouped"), "grouped"), std::pair(only, "only")}) {
                    const QByteArray name(member);
                    lines[id][side] = {coverage.value(keyOf(side, name + "_kernels")).toDouble(),
                                       coverage.value(keyOf(side, name + "_ns")).toInteger()};
                }
            }
        }
        PerSide<Nanoseconds> whole;
        for (const auto& [id, line] : lines) {
            whole.a += line.a.ns;
            whole.b += line.b.ns;
        }
        const TimeUnit unit = timeUnitFor(std::max(whole.a, whole.b));
        const TableView& view = *m_shown.page<SummaryPage>().coverage()->view();
        const ShownTable table(view, *view.table());
        for (const QString& id : table.ids()) {
            for (const Side side : kSides) {
                const bool isThere =
                    id != (side == Side::A ? QLatin1String("only_b") : QLatin1String("only_a"));
                const Line& line = lines[id][side];
                m_ledger.expectCell(QStringLiteral("aligned ") + id,
                                    table.cell(id, keyOfSide("kernels", side)),
                                    countCell(isThere ? std::optional(line.kernels) : std::nullopt));
                const std::optional<ShownCell> shown = table.cell(id, keyOfSide("time", side));
                m_ledger.expect(QStringLiteral("aligned ") + id, shown ? shown->text : QString(),
                                formatTime(isThere ? std::optional(line.ns) : std::nullopt, unit));
                m_ledger.expectCell(QStringLiteral("aligned ") + id,
                                    table.cell(id, keyOfSide("percent", side)),
                                    shareCell(isThere ? quotientOf(line.ns, whole[side]) : std::nullopt));
            }
        }
        for (const Side side : kSides) {
            m_ledger.expectNs(QStringLiteral("aligned in all"), whole[side], headline(side));
        }
    }

    void checkLayers() {
        m_shown.show(Page::Layers);
        LayersPage& page = m_shown.page<LayersPage>();
        QHash<QString, LayerBar> bars;
        for (const LayerBar& bar : page.chart()->bars()) {
            bars.insert(bar.layer, bar);
        }
        for (const QJsonValue& value : array("layers")) {
            const QJsonObject row = value.toObject();
            const QString id = row.value(QStringLiteral("layer")).toString();
            const bool isOwn = isHeadlinePeriod();
            PerSide<std::optional<Nanoseconds>> times{nsOf(row.value(QStringLiteral("a_ns"))),
                                                      nsOf(row.value(QStringLiteral("b_ns")))};
            const PerSide<std::optional<Nanoseconds>> run = times; // what rows of single runs are footed by
            const PerSide<double> launches{row.value(QStringLiteral("a_kernels")).toDouble(),
                                           row.value(QStringLiteral("b_kernels")).toDouble()};
            const QJsonArray pairs = row.value(QStringLiteral("pairs")).toArray();
            for (const Side side : kSides) {
                if (!isOwn) {
                    times[side] = std::nullopt;
                    for (const QJsonValue& pair : pairs) {
                        const QJsonObject own = pair.toObject();
                        if (kernels(own, side) > 0) {
                            times[side] = times[side].value_or(0) + ns(own, side).value_or(0);
                        }
                    }
                }
                if (!row.value(QStringLiteral("group")).toString().isEmpty()) {
                    m_ledger.expectNs(id + QStringLiteral(" bar"), bars.value(id).ns[side], times[side]);
                }
            }
            m_shown.state.setLayer(id);
            const LayerFooterSums& sums = page.footer()->sums();
            for (const Side side : kSides) {
                m_ledger.expectNs(id, sums.ns[side], run[side]);
                m_ledger.expect(id + QStringLiteral(" kernels"), QString::number(sums.kernels[side]),
                                QString::number(launches[side]));
                m_ledger.expectPart(id, page.layerTitle()->text(),
                                    letter(side) + QLatin1Char(' ') +
                                        (times[side] ? formatMicroseconds(times[side]) + QStringLiteral(" µs")
                                                     : notApplicable()));
            }
            m_ledger.expectPart(id, page.layerTitle()->text(),
                                formatGap(times.a.value_or(0) - times.b.value_or(0)));
            checkItems(page.pairs()->items(), pairs);
        }
    }

    void checkItems(const std::vector<PairItem>& items, const QJsonArray& pairs) {
        m_ledger.expectCount(QStringLiteral("pairs"), static_cast<qsizetype>(items.size()), pairs.size());
        for (std::size_t i = 0; i < std::min(items.size(), static_cast<std::size_t>(pairs.size())); ++i) {
            const PairItem& item = items[i];
            const QJsonObject pair = pairs[static_cast<qsizetype>(i)].toObject();
            m_ledger.expect(QStringLiteral("pair"), item.id, pair.value(QStringLiteral("pair")).toString());
            m_ledger.expect(item.id + QStringLiteral(" ratio"), formatRatio(item.ratio),
                            formatRatio(numberOf(pair.value(QStringLiteral("ratio")))));
            for (const Side side : kSides) {
                m_ledger.expectNs(item.id, item.meanNs[side], nsOf(pair.value(keyOf(side, "mean_ns"))));
                m_ledger.expect(item.id + QStringLiteral(" lines"), QString::number(item.lines[side].size()),
                                QString::number(pair.value(keyOf(side, "kernels")).toInt()));
                QHash<QString, Nanoseconds> means;
                const QJsonArray names = pair.value(keyOf(side, "names")).toArray();
                for (const QJsonValue& name : names) {
                    const double mean = static_cast<double>(name[QStringLiteral("total_ns")].toInteger()) /
                                        name[QStringLiteral("count")].toDouble();
                    means.insert(name[QStringLiteral("name")].toString(), std::llround(mean));
                }
                for (const KernelLine& line : item.lines[side]) {
                    m_ledger.expectNs(item.id + QLatin1Char(' ') + line.name, line.meanNs,
                                      means.contains(line.name) ? std::optional(means.value(line.name))
                                                                : std::nullopt);
                }
            }
        }
    }

    /// Figures of the dock; of some pairs, since each is a pass over its kernels.
    void checkPairs() {
        m_shown.show(Page::Layers);
        const auto& dock = m_shown.page<PairDock>();
        const QStringList ids = pairs().keys();
        for (qsizetype i = 0; i < ids.size(); i += 1 + ids.size() / 40) {
            m_shown.state.setPair(ids[i]);
            const QJsonObject pair = pairs().value(ids[i]);
            const std::vector<FactRow>& facts = dock.durations()->facts();
            const std::array<const char*, 7> members{"count",  "mean_ns", "median_ns", "p95_ns",
                                                     "min_ns", "max_ns",  "step_ns"};
            for (std::size_t row = 0; row < members.size(); ++row) {
                PerSide<std::optional<Nanoseconds>> values;
                for (const Side side : kSides) {
                    values[side] = nsOf(pair.value(keyOf(side, members[row])));
                    const QString expected = row > 0 ? formatMicroseconds(values[side])
                                             : values[side].value_or(0) == 0 ? notApplicable()
                                                                             : formatCount(*values[side]);
                    m_ledger.expect(ids[i] + QLatin1Char(' ') + facts[row].label, facts[row].values[side],
                                    expected);
                }
                if (row > 0) {
                    m_ledger.expect(ids[i] + QLatin1Char(' ') + facts[row].label, facts[row].ratio,
                                    formatRatio(quotientOf(values.a, values.b)));
                }
            }
        }
        m_shown.state.setPair({});
    }

    void checkSteps() {
        m_shown.show(Page::Timeline);
        TimelinePage& page = m_shown.page<TimelinePage>();
        QVERIFY(QTest::qWaitFor([&] { return !page.isBuilding(); }, 60'000));
        std::size_t ran = 0;
        for (const Side side : kSides) {
            std::size_t own = 0;
            const QJsonArray all = json().value(letter(side).toLower())[QStringLiteral("steps")].toArray();
            const QJsonArray chosen = selected(side).value(QStringLiteral("steps")).toArray();
            for (const QJsonValue& step : chosen) {
                own += all[step.toInt()][QStringLiteral("kernels")].toInt() > 0 ? 1 : 0;
            }
            ran = std::max(ran, own);
        }
        if (page.stepBox()->count() > 0) {
            m_ledger.expect(QStringLiteral("steps of the timeline"),
                            QString::number(page.stepBox()->count() - 1), QString::number(ran));
        }
    }

    void checkHealth() {
        m_shown.show(Page::Health);
        const auto* const table = m_shown.window.findChild<QTableView*>(QStringLiteral("healthTable"));
        QStringList shown;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < table->model()->columnCount(); ++column) {
                cells << table->model()->index(row, column).data().toString();
            }
            shown << cells.join(QLatin1Char('|'));
        }
        QStringList expected;
        for (const QJsonValue& row : array("diagnostics")) {
            const QString severity = row[QStringLiteral("severity")].toString();
            const std::optional<Nanoseconds> byte = nsOf(row[QStringLiteral("byte")]);
            const QString side = row[QStringLiteral("side")].toString();
            expected << QStringList{severity == QLatin1String("info")
                                        ? QStringLiteral("Information")
                                        : severity.at(0).toUpper() + severity.mid(1),
                                    side.isEmpty() ? QStringLiteral("A, B") : side,
                                    asSentence(row[QStringLiteral("message")].toString().toStdString()),
                                    formatCount(row[QStringLiteral("count")].toInteger()),
                                    byte ? formatCount(*byte) : notApplicable(),
                                    row[QStringLiteral("code")].toString()}
                            .join(QLatin1Char('|'));
        }
        shown.sort();
        expected.sort();
        m_ledger.expect(QStringLiteral("health"), shown.join(QLatin1Char('\n')),
                        expected.join(QLatin1Char('\n')));
    }
};

} // namespace

class TestWindowFigures : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useTestSettings(); }

    void theWindowShowsWhatTheFileSays_data() { test::addFigureRows(); }
    void theWindowShowsWhatTheFileSays() {
        holdToFile([](ShownWindow& shown, Ledger& ledger) { OverviewCheck(shown, ledger).checkAll(); });
    }

    void theCheckSeesADifference() {
        Ledger ledger;
        ledger.expectCell(QStringLiteral("time"), timeCell(1'001), timeCell(1'002)); // alike as texts
        ledger.expectCell(QStringLiteral("ratio"), ratioCell(1.00001), ratioCell(1.00002));
        ledger.expectCell(QStringLiteral("absent"), timeCell({}), timeCell(0));
        ledger.expectCell(QStringLiteral("no cell"), std::nullopt, timeCell(0));
        QCOMPARE(ledger.faults().size(), qsizetype(5));
    }
};

DIPTYCH_TEST(TestWindowFigures)
#include "tst_window_figures.moc"
