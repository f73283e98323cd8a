// The cells of the tables of Operations, Same kernels, Fusion, Launch counts, Budget and Modules are those
// that `compare --json` writes, raw and as texts, per step and in all.

#include "tests/app/figure_check.h"
#include "tests/support/test_program.h"
#include "tests/ui/page_picture.h"
#include "ui/charts/effect_chart.h"
#include "ui/models/column_builders.h"
#include "ui/pages/budget_page.h"
#include "ui/pages/fusion_effects.h"
#include "ui/pages/fusion_page.h"
#include "ui/pages/launch_counts_page.h"
#include "ui/pages/modules_page.h"
#include "ui/pages/operations_page.h"
#include "ui/pages/same_kernels_page.h"
#include "ui/views/data_table.h"
#include "ui/views/tree_view.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>

using namespace diptych;
using namespace diptych::test;

namespace {

class TableCheck : public FigureCheck {
public:
    using FigureCheck::FigureCheck;

    void checkAll() {
        for (const bool perStep : {true, false}) {
            showPeriod(perStep);
            checkOperations();
            checkFusion();
            checkSameKernels();
            checkBudget();
            checkModules();
        }
        checkLaunchCounts();
        checkIdleGaps();
    }

private:
    void checkOperations() {
        m_shown.show(Page::Operations);
        OperationsPage& page = m_shown.page<OperationsPage>();
        const QJsonArray rows = array("operations");
        const Nanoseconds whole = headline(Side::A) - headline(Side::B);
        for (const QJsonValue& value : rows) {
            const QJsonObject row = value.toObject();
            const QString id = row.value(QStringLiteral("operation")).toString();
            m_shown.state.setOperation(id);
            const TableView& view = *page.table()->view();
            const ShownTable table(view, *view.table());
            const QString presence = row.value(QStringLiteral("presence")).toString();
            PerSide<std::optional<Nanoseconds>> times;
            for (const Side side : kSides) {
                const bool isMissing =
                    presence == (side == Side::A ? QLatin1String("only_b") : QLatin1String("only_a"));
                times[side] = isMissing ? std::nullopt : ns(row, side);
                m_ledger.expectCell(id, table.cell(id, keyOfSide("us", side)),
                                    isMissing ? onlyOn(other(side)) : timeCell(times[side]));
                m_ledger.expectCell(id + QStringLiteral(" count"), table.cell(id, keyOfSide("count", side)),
                                    countCell(kernels(row, side)));
                for (const char* const member : {"mean", "median", "p95"}) {
                    const QByteArray name(member);
                    m_ledger.expectCell(id + QStringLiteral(" statistic"),
                                        table.cell(id, keyOfSide(name + "_us", side)),
                                        timeCell(nsOf(row.value(keyOf(side, name + "_ns")))));
                }
                checkKernels(page, row, side);
            }
            m_ledger.expectCell(id + QStringLiteral(" gap"), table.cell(id, QStringLiteral("gap_us")),
                                gapCell(gapIn(row)));
            m_ledger.expectCell(id + QStringLiteral(" ratio"), table.cell(id, QStringLiteral("ratio")),
                                ratioCell(quotientOf(times.a, times.b)));
            m_ledger.expectCell(id + QStringLiteral(" ratio of means"),
                                table.cell(id, QStringLiteral("ratio_of_means")),
                                ratioCell(numberOf(row.value(QStringLiteral("ratio")))));
            const std::optional<double> ownShare = numberOf(row.value(QStringLiteral("share")));
            const bool isOwn = isHeadlinePeriod();
            m_ledger.expectCell(id + QStringLiteral(" share"),
                                table.cell(id, QStringLiteral("share_percent")),
                                shareCell(!ownShare || isOwn ? ownShare : quotientOf(gapIn(row), whole)));
        }
    }

    /// The kernels of the chosen operation.
    void checkKernels(OperationsPage& page, const QJsonObject& operation, Side side) {
        const TableView& view = *page.kernelTable(side)->view();
        const ShownTable table(view, *view.table(), QStringLiteral("kernel"));
        const QJsonArray names = operation.value(keyOf(side, "names")).toArray();
        for (const QJsonValue& name : names) {
            const QString id = name[QStringLiteral("name")].toString();
            const double number =
                name[isPerStep() ? QStringLiteral("steps_count") : QStringLiteral("count")].toDouble();
            const double sum =
                name[isPerStep() ? QStringLiteral("steps_ns") : QStringLiteral("total_ns")].toDouble();
            if (number == 0) {
                continue; // outside the steps
            }
            const double divisor = isPerStep() ? steps(side) : 1;
            m_ledger.expectCell(id, table.cell(id, QStringLiteral("count")), countCell(number / divisor));
            m_ledger.expectCell(id, table.cell(id, QStringLiteral("us")),
                                timeCell(std::llround(sum / divisor)));
            m_ledger.expectCell(id, table.cell(id, QStringLiteral("mean_us")),
                                timeCell(std::llround(sum / number)));
        }
    }

    void checkFusion() {
        m_shown.show(Page::Fusion);
        const TableView& view = *m_shown.page<FusionPage>().table()->view();
        const ShownTable table(view, *view.table());
        const QJsonArray rows = array("fusion");
        m_ledger.expectCount(QStringLiteral("patterns"), static_cast<qsizetype>(table.ids().size()),
                             rows.size());
        for (const QJsonValue& value : rows) {
            const QJsonObject row = value.toObject();
            const QString id = QStringLiteral("%1 %2:%3")
                                   .arg(row.value(QStringLiteral("pattern")).toString())
                                   .arg(row.value(QStringLiteral("a_kernels")).toInt())
                                   .arg(row.value(QStringLiteral("b_kernels")).toInt());
            const QString where = QStringLiteral("fusion ") + id;
            for (const Side side : kSides) {
                m_ledger.expectCell(where, table.cell(id, keyOfSide("once_us", side)),
                                    timeCell(nsOf(row.value(keyOf(side, "ns")))));
                m_ledger.expectCell(where, table.cell(id, keyOfSide("total_us", side)),
                                    timeCell(nsOf(row.value(keyOf(side, "total_ns")))));
            }
            const Nanoseconds total = row.value(QStringLiteral("a_total_ns")).toInteger() -
                                      row.value(QStringLiteral("b_total_ns")).toInteger();
            m_ledger.expectCell(where, table.cell(id, QStringLiteral("gap_us")),
                                gapCell(isGainPerStep()
                                            ? nsOf(row.value(QStringLiteral("gap_step_ns"))).value_or(total)
                                            : total));
            m_shown.state.setPair(row.value(QStringLiteral("pairs")).toArray().first().toString());
            checkPattern(row, where);
            m_ledger.expect(where, table.cell(id, QStringLiteral("kernels")).value_or(ShownCell{}).text,
                            QStringLiteral("%1 → %2")
                                .arg(row.value(QStringLiteral("a_kernels")).toInt())
                                .arg(row.value(QStringLiteral("b_kernels")).toInt()));
        }
    }

    /// Effects and kernels of the chosen pattern.
    void checkPattern(const QJsonObject& row, const QString& where) {
        FusionPage& page = m_shown.page<FusionPage>();
        QVERIFY(QTest::qWaitFor([&] { return !page.isGathering(); }, 60'000));
        QMap<QString, Nanoseconds> effects;
        std::map<std::pair<Side, QString>, std::pair<double, Nanoseconds>> kernelSums;
        const QJsonArray own = row.value(QStringLiteral("pairs")).toArray();
        for (const QJsonValue& id : own) {
            const QJsonObject pair = pairs().value(id.toString());
            const bool isOwn = isGainPerStep() == summary().value(QStringLiteral("per_step")).toBool();
            effects[id.toString().section(QLatin1Char('/'), 0, -2)] +=
                isOwn ? pair.value(QStringLiteral("gap_ns")).toInteger()
                      : pair.value(QStringLiteral("a_total_ns")).toInteger() -
                            pair.value(QStringLiteral("b_total_ns")).toInteger();
            for (const Side side : kSides) {
                const QJsonArray names = pair.value(keyOf(side, "names")).toArray();
                for (const QJsonValue& name : names) {
                    auto& [number, sum] = kernelSums[{side, name[QStringLiteral("name")].toString()}];
                    number += name[isPerStep() ? QStringLiteral("steps_count") : QStringLiteral("count")]
                                  .toDouble();
                    sum += name[isPerStep() ? QStringLiteral("steps_ns") : QStringLiteral("total_ns")]
                               .toInteger();
                }
            }
        }
        m_ledger.expectCount(where + QStringLiteral(" layers"),
                             static_cast<qsizetype>(page.chart()->layers().size()), effects.size());
        for (const LayerEffect& layer : page.chart()->layers()) {
            m_ledger.expectNs(where + QLatin1Char(' ') + layer.layer, page.chart()->effectNs(layer),
                              effects.value(layer.layer));
        }
        const Table& kernels = *page.kernels()->view()->table();
        m_ledger.expectCount(where + QStringLiteral(" kernels"), kernels.rowCount(),
                             static_cast<qsizetype>(kernelSums.size()));
        for (int i = 0; i < kernels.rowCount(); ++i) {
            const auto cell = [&](const char* key) {
                for (int column = 0; column < kernels.columnCount(); ++column) {
                    if (kernels.column(column).key == QLatin1String(key)) {
                        return std::optional(ShownCell{kernels.text(i, column), kernels.rawText(i, column)});
                    }
                }
                return std::optional<ShownCell>();
            };
            const Side side = cell("side")->text == QLatin1String("A") ? Side::A : Side::B;
            const auto& [number, sum] = kernelSums[{side, cell("kernel")->raw}];
            const double divisor = isPerStep() ? steps(side) : 1;
            m_ledger.expectCell(where + QStringLiteral(" count"), cell("count"), countCell(number / divisor));
            m_ledger.expectCell(where + QStringLiteral(" time"), cell("us"),
                                timeCell(std::llround(static_cast<double>(sum) / divisor)));
        }
        checkEffects(row, where);
    }

    void checkEffects(const QJsonObject& row, const QString& where) {
        const std::vector<EffectFigure>& figures = m_shown.page<FusionPage>().effects()->figures();
        const auto startingWith = [&](const QString& caption) {
            return std::find_if(figures.begin(), figures.end(), [&](const EffectFigure& figure) {
                return figure.caption.startsWith(caption);
            });
        };
        const auto inAll = startingWith(QStringLiteral("In all"));
        QVERIFY(inAll != figures.end());
        PerSide<Nanoseconds> total;
        for (const Side side : kSides) {
            total[side] = row.value(keyOf(side, "total_ns")).toInteger();
        }
        const bool isComparable =
            !summary().value(QStringLiteral("per_step")).toBool() || steps(Side::A) == steps(Side::B);
        m_ledger.expectNs(where + QStringLiteral(" in all"), inAll->gapNs,
                          isComparable ? std::optional(total.a - total.b) : std::nullopt);
        const auto perStep = startingWith(QStringLiteral("Per step"));
        m_ledger.expectNs(where + QStringLiteral(" per step"),
                          perStep == figures.end() ? std::nullopt : perStep->gapNs,
                          nsOf(row.value(QStringLiteral("gap_step_ns"))));
    }

    void checkSameKernels() {
        m_shown.show(Page::SameKernels);
        const TableView& view = *m_shown.page<SameKernelsPage>().table()->view();
        const ShownTable table(view, *view.table());
        const QJsonArray rows = array("same_kernels");
        m_ledger.expectCount(QStringLiteral("same kernels"), static_cast<qsizetype>(table.ids().size()),
                             rows.size());
        for (const QJsonValue& value : rows) {
            const QJsonObject row = value.toObject();
            const QString id = row.value(QStringLiteral("name")).toString();
            for (const Side side : kSides) {
                m_ledger.expectCell(id, table.cell(id, keyOfSide("mean_us", side)),
                                    timeCell(nsOf(row.value(keyOf(side, "mean_ns")))));
                m_ledger.expectCell(id, table.cell(id, keyOfSide("count", side)),
                                    countCell(count(row, side)));
                m_ledger.expectCell(id, table.cell(id, keyOfSide("step_us", side)),
                                    timeCell(nsOf(row.value(keyOf(side, "step_ns")))));
            }
            m_ledger.expectCell(id, table.cell(id, QStringLiteral("ratio")),
                                ratioCell(numberOf(row.value(QStringLiteral("ratio")))));
            const bool isOutside = count(row, Side::A) == 0 && count(row, Side::B) == 0;
            m_ledger.expectCell(
                id, table.cell(id, QStringLiteral("gap_us")),
                isOutside
                    ? timeCell(std::nullopt)
                    : gapCell(isPerStep() ? row.value(QStringLiteral("gap_ns")).toInteger() : gapIn(row)));
        }
    }

    void checkBudget() {
        m_shown.show(Page::Budget);
        const TableView& view = *m_shown.page<BudgetPage>().table()->view();
        const ShownTable table(view, *view.table());
        const QJsonArray rows = array("budget");
        PerSide<double> shares;
        for (const QJsonValue& value : rows) {
            const QJsonObject row = value.toObject();
            const QString id = row.value(QStringLiteral("category")).toString();
            const QString where = QStringLiteral("budget ") + id;
            PerSide<std::optional<Nanoseconds>> times;
            for (const Side side : kSides) {
                const double number = row.value(keyOf(side, "count")).toDouble();
                times[side] = number == 0 ? std::nullopt : ns(row, side);
                m_ledger.expectCell(where, table.cell(id, keyOfSide("us", side)),
                                    number == 0 ? onlyOn(other(side)) : timeCell(times[side]));
                const double own = isPerStep() ? quotientOf(ns(row, side), headline(side)).value_or(0)
                                               : row.value(keyOf(side, "share")).toDouble();
                shares[side] += own;
                m_ledger.expectCell(where, table.cell(id, keyOfSide("percent", side)),
                                    shareCell(number == 0 ? std::nullopt : std::optional(own)));
                m_ledger.expectCell(where, table.cell(id, keyOfSide("count", side)),
                                    countCell(count(row, side)));
            }
            m_ledger.expectCell(where, table.cell(id, QStringLiteral("gap_us")), gapCell(gapIn(row)));
            m_ledger.expectCell(where, table.cell(id, QStringLiteral("ratio")),
                                ratioCell(quotientOf(times.a, times.b)));
        }
        for (const Side side : kSides) {
            const bool isEmpty = headline(side) == 0;
            m_ledger.expect(QStringLiteral("shares of the budget"), formatShare(shares[side]),
                            isEmpty ? QStringLiteral("0.0") : formatShare(1.0));
        }
    }

    void checkIdleGaps() {
        m_shown.show(Page::Budget);
        const TableView& view = *m_shown.page<BudgetPage>().gapTable()->view();
        const ShownTable table(view, *view.table());
        const QJsonArray rows = array("idle_gaps");
        for (int i = 0; i < rows.size(); ++i) {
            const QString id = QString::number(i);
            const QString where = QStringLiteral("gap ") + id;
            m_ledger.expectCell(where, table.cell(id, QStringLiteral("us")),
                                timeCell(nsOf(rows[i][QStringLiteral("length_ns")])));
            m_ledger.expectCell(where, table.cell(id, QStringLiteral("side")),
                                textCell(rows[i][QStringLiteral("side")].toString()));
            m_ledger.expectCell(where, table.cell(id, QStringLiteral("kind")),
                                textCell(rows[i][QStringLiteral("launch_bound")].toBool()
                                             ? QStringLiteral("launch-bound")
                                             : QStringLiteral("waiting")));
        }
    }

    void checkLaunchCounts() {
        m_shown.show(Page::LaunchCounts);
        const TableView& view = *m_shown.page<LaunchCountsPage>().table()->view();
        const ShownTable table(view, *view.table());
        const bool hasMatches =
            json().value(QStringLiteral("launch_count_groups"))[QStringLiteral("matches")].toInt() > 0;
        for (const QJsonValue& value : array("launch_counts")) {
            const QJsonObject row = value.toObject();
            const QString id = row.value(QStringLiteral("type")).toString();
            PerSide<std::optional<Nanoseconds>> times;
            for (const Side side : kSides) {
                const bool isMissing = row.value(keyOf(side, "count")).toDouble() == 0;
                const double divisor = isPerStep() ? steps(side) : 1;
                const double number = count(row, side);
                const auto sum = row.value(keyOf(side, isPerStep() ? "steps_ns" : "ns")).toDouble();
                times[side] = isMissing ? std::nullopt : std::optional(std::llround(sum / divisor));
                m_ledger.expectCell(id, table.cell(id, keyOfSide("count", side)),
                                    isMissing ? ShownCell{onlyOn(other(side)).text, QString::number(number)}
                                              : countCell(number));
                m_ledger.expectCell(id, table.cell(id, keyOfSide("us", side)), timeCell(times[side]));
                const std::optional<ShownCell> average = table.cell(id, keyOfSide("average", side));
                if (hasMatches) {
                    m_ledger.expectCell(id, average, countCell(numberOf(row.value(keyOf(side, "average")))));
                } else { // no column of dashes
                    m_ledger.expect(id + QStringLiteral(" average"), average ? average->text : QString(), {});
                }
            }
            m_ledger.expectCell(
                id, table.cell(id, QStringLiteral("ratio")),
                ratioCell(times.a.value_or(0) == 0 ? std::nullopt : quotientOf(times.a, times.b)));
        }
    }

    void checkModules() {
        m_shown.show(Page::Modules);
        const TreeView& view = *m_shown.page<ModulesPage>().tree();
        const ShownTable table(view, *view.treeModel().table());
        const QJsonArray rows = array("modules");
        PerSide<Nanoseconds> outermost{0, 0};
        m_ledger.expectCount(QStringLiteral("modules"), static_cast<qsizetype>(table.ids().size()),
                             rows.size());
        for (const QJsonValue& value : rows) {
            const QJsonObject row = value.toObject();
            const QString id = row.value(QStringLiteral("path")).toString();
            const char* const member = isHeadlinePeriod() ? "ns" : "total_ns";
            const PerSide<std::optional<Nanoseconds>> times{nsOf(row.value(keyOf(Side::A, member))),
                                                            nsOf(row.value(keyOf(Side::B, member)))};
            for (const Side side : kSides) {
                const bool isMissing = !times[side] && times[other(side)];
                outermost[side] +=
                    row.value(QStringLiteral("depth")).toInt() == 0 ? times[side].value_or(0) : 0;
                m_ledger.expectCell(id, table.cell(id, keyOfSide("us", side)),
                                    isMissing ? onlyOn(other(side)) : timeCell(times[side]));
                m_ledger.expectCell(
                    id, table.cell(id, keyOfSide("kernels", side)),
                    countCell(isPerStep() ? row.value(keyOf(side, "steps_kernels")).toDouble() / steps(side)
                                          : row.value(keyOf(side, "kernels")).toDouble()));
                m_ledger.expectCell(
                    id, table.cell(id, keyOfSide("wall_percent", side)),
                    shareCell(times[side] ? numberOf(row.value(keyOf(side, "wall_share"))) : std::nullopt));
            }
            m_ledger.expectCell(id, table.cell(id, QStringLiteral("gap_us")),
                                gapCell(times.a.value_or(0) - times.b.value_or(0)));
            if (isHeadlinePeriod()) {
                m_ledger.expectNs(id + QStringLiteral(" gap"), nsOf(row.value(QStringLiteral("gap_ns"))),
                                  times.a.value_or(0) - times.b.value_or(0));
            }
            m_ledger.expectCell(id, table.cell(id, QStringLiteral("ratio")),
                                ratioCell(quotientOf(times.a, times.b)));
            m_ledger.expectCell(id, table.cell(id, QStringLiteral("mark")),
                                textCell(row.value(QStringLiteral("mark")).toString()));
        }
        for (const Side side : kSides) {
            m_ledger.expectNs(QStringLiteral("all modules"),
                              rows.isEmpty() ? headline(side) : outermost[side], headline(side));
        }
    }
};

} // namespace

class TestWindowTables : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { useTestSettings(); }

    void everyCellIsThatOfTheFile_data() { test::addFigureRows(); }
    void everyCellIsThatOfTheFile() {
        holdToFile([](ShownWindow& shown, Ledger& ledger) { TableCheck(shown, ledger).checkAll(); });
    }
};

DIPTYCH_TEST(TestWindowTables)
#include "tst_window_tables.moc"
