// A user's whole path through the window, over pairs of traces of every kind: each action's result is checked
// by ids and models, and after each the shown page is read: no figure may be nonsense, no page may be blank.

#include "app/actions.h"
#include "app/export_actions.h"
#include "app/notice_bar.h"
#include "app/page_registry.h"
#include "app/selection_panel.h"
#include "app/trace_strip.h"
#include "core/export/csv_writer.h"
#include "core/export/json_writer.h"
#include "tests/app/shown_window.h"
#include "tests/support/test_program.h"
#include "tests/support/trace_forge.h"
#include "ui/charts/layer_chart.h"
#include "ui/charts/pair_view.h"
#include "ui/charts/waterfall_chart.h"
#include "ui/models/rank_proxy.h"
#include "ui/pages/fusion_page.h"
#include "ui/pages/layers_page.h"
#include "ui/pages/operations_page.h"
#include "ui/pages/pair_dock.h"
#include "ui/pages/summary_page.h"
#include "ui/pages/timeline_page.h"
#include "ui/pages/verdict_label.h"
#include "ui/views/data_table.h"
#include "ui/views/filter_box.h"
#include "ui/views/segmented_switch.h"
#include "ui/views/stack_view.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QJsonDocument>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTest>

using namespace diptych;
using diptych::test::shownTexts;
using diptych::test::ShownWindow;

namespace {

constexpr int kPatience = 60'000;

/// What no text may hold: figures that are none, places of texts that nothing filled, sizes of nothing.
QString nonsenseIn(const QString& text) {
    static const QRegularExpression kNonsense(
        QStringLiteral("\\b(nan|inf|infinity|null|undefined)\\b|%[1-9n]|18446744073709551|9223372036854775"
                       "|4294967295|[−-]0\\.0+\\b"),
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
    const QRegularExpressionMatch match = kNonsense.match(text);
    return match.hasMatch() ? match.captured(0) : QString();
}

/// A table without rows has to say why.
bool isSilentTable(const DataTable& table) {
    if (!table.isVisible() || table.view()->ranking().rowCount() > 0 || table.view()->ranking().isRanking()) {
        return false;
    }
    const QList<QLabel*> labels = table.findChildren<QLabel*>();
    return std::none_of(labels.begin(), labels.end(),
                        [](const QLabel* label) { return label->isVisible() && !label->text().isEmpty(); });
}

QStringList faultsOfPage(const QWidget& page) {
    QStringList faults;
    const QStringList texts = shownTexts(page);
    if (texts.isEmpty()) {
        faults << QStringLiteral("the page is blank");
    }
    for (const QString& text : texts) {
        if (const QString nonsense = nonsenseIn(text); !nonsense.isEmpty()) {
            faults << QStringLiteral("'%1' in '%2'").arg(nonsense, text);
        }
    }
    for (const auto* const table : page.findChildren<DataTable*>()) {
        if (isSilentTable(*table)) {
            faults << QStringLiteral("the table '%1' is empty and does not say why")
                          .arg(table->view()->accessibleName());
        }
    }
    return faults;
}

// ---- traces that need not be recorded

test::ForgeOptions few(test::ForgeOptions options) {
    options.steps = test::decodeSteps(4, 16);
    return options;
}

QByteArray forged(const test::ForgeOptions& options) {
    return QByteArray::fromStdString(test::forgeTrace(options).text);
}

/// CPU work only, as a trace of a process that never launched anything.
const QByteArray kCpuOnly =
    R"({"schemaVersion": 1, "traceEvents": [
        {"ph":"X","cat":"cpu_op","name":"aten::mm","pid":1,"tid":1,"ts":1,"dur":2},
        {"ph":"X","cat":"python_function","name":"model.py(3): forward","pid":1,"tid":1,"ts":0,"dur":9}]})";
const QByteArray kNothing = R"({"schemaVersion": 1, "traceEvents": []})";

/// A file of a walk: a recorded or sample trace by name, or a made one.
QString fileOf(const QString& name, const QTemporaryDir& folder) {
    const auto written = [&](const QByteArray& text) {
        const QString path = folder.filePath(name + QStringLiteral(".json"));
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path : QString();
    };
    const test::ForgedModel model = test::qwen2Model(4);
    if (name == QLatin1String("whole")) {
        return written(forged(few(test::nvidiaOptions(model))));
    }
    if (name == QLatin1String("cut")) {
        const QByteArray text = forged(few(test::amdOptions(model)));
        return written(text.left(text.size() * 6 / 10));
    }
    if (name == QLatin1String("unmarked")) {
        test::ForgeOptions options = test::amdOptions(model);
        options.steps = test::decodeSteps(1, 16);
        options.marks = test::StepMarks::None;
        return written(forged(options));
    }
    if (name == QLatin1String("cpu_only")) {
        return written(kCpuOnly);
    }
    return name == QLatin1String("nothing") ? written(kNothing) : test::traceFile(name);
}

/// A window over two traces. Every action of a user is a function, which checks what came of it.
class Walk {
public:
    explicit Walk(ShownWindow& shown) : m_shown(shown) {}

    [[nodiscard]] const QStringList& faults() const { return m_faults; }

    void readEveryPage(const QString& when) {
        for (const PageEntry& entry : pageEntries()) {
            m_shown.show(entry.page);
            if (auto* const timeline = qobject_cast<TimelinePage*>(m_shown.shownPage())) {
                check(QTest::qWaitFor([&] { return !timeline->isBuilding(); }, kPatience),
                      "timeline is built");
            }
            for (const QString& fault : faultsOfPage(*m_shown.shownPage())) {
                m_faults << QStringLiteral("%1, %2: %3").arg(when, entry.title, fault);
            }
            for (const QString& fault : faultsOfPage(m_shown.strip())) {
                m_faults << QStringLiteral("%1, strip: %2").arg(when, fault);
            }
        }
    }

    void followTheSummary() {
        m_shown.show(Page::Summary);
        SummaryPage& page = m_shown.page<SummaryPage>();
        const std::vector<WaterfallRow> rows = page.waterfall()->rows(); // another size has others
        page.waterfall()->setFocus();
        QTest::keyClick(page.waterfall(), Qt::Key_Down); // A's row
        QTest::keyClick(page.waterfall(), Qt::Key_Down);
        QTest::keyClick(page.waterfall(), Qt::Key_Return);
        check(m_shown.state.page() == Page::Operations, "a row of the waterfall leads to the operations");
        if (rows.size() > 2 && rows[1].merged.isEmpty()) {
            check(m_shown.state.operation() == rows[1].operation, "and chooses its own");
        }
        m_shown.show(Page::Summary);
        emit page.verdict()->linkActivated(QStringLiteral("#all"));
        check(m_shown.state.page() == Page::Operations, "a time of the verdict leads to the operations");
        for (const DataTable* const table : {page.findings(), page.coverage()}) {
            followRow(*table->view());
        }
    }

    /// The rows of findings and coverage lead to a pair, and then to its layer.
    void followRow(TableView& view) {
        m_shown.show(Page::Summary);
        m_shown.state.setPair({});
        if (view.ranking().rowCount() == 0) {
            return;
        }
        view.setCurrentIndex(view.model()->index(0, 0));
        if (m_shown.state.pair().isEmpty()) {
            return; // a kind of alignment that no pair has
        }
        check(m_shown.pair() != nullptr, "a row of the summary chooses a pair that is there");
        check(m_shown.page<PairDock>().isVisible(), "and shows it");
        emit view.idOpened(view.currentId());
        check(m_shown.state.page() == Page::Layers, "opened it leads to its layer");
    }

    void chooseLayerAndPair() {
        m_shown.show(Page::Layers);
        LayersPage& page = m_shown.page<LayersPage>();
        if (!page.chart()->bars().empty()) {
            m_shown.state.setLayer({});
            QTest::keyClick(page.chart(), Qt::Key_End);
            QTest::keyClick(page.chart(), Qt::Key_Home);
            check(m_shown.state.layer() == page.chart()->bars().front().layer, "keys choose a layer");
        }
        check(!page.pairs()->items().empty(), "a layer has pairs");
        m_shown.state.setPair({});
        page.pairs()->verticalScrollBar()->setValue(0); // a pair that follows its layer is scrolled to
        QTest::mouseClick(page.pairs()->viewport(), Qt::LeftButton, {}, QPoint(60, 10));
        check(m_shown.state.pair() == page.pairs()->items().front().id, "a click chooses the pair below it");
        PairDock& dock = m_shown.page<PairDock>();
        check(dock.isVisible() && dock.pair(), "the dock shows it");
        readTheDock("dock");
        const std::vector<KernelPair>& pairs = m_shown.comparison().pairs;
        if (dock.pair() != &pairs.back()) {
            const KernelPair* const before = dock.pair();
            dock.step(1);
            check(dock.pair() == before + 1, "the next pair is the next in order of work");
            readTheDock("next pair");
        }
        page.filter()->setCurrent(2);
        emit page.filter()->chosen(2);
        for (const PairItem& item : page.pairs()->items()) {
            check(item.presence != Presence::Both, "the filter leaves what has no counterpart");
        }
        page.filter()->setCurrent(0);
        emit page.filter()->chosen(0);
    }

    void readTheDock(const char* when) {
        const PairDock& dock = m_shown.page<PairDock>();
        for (const QString& fault : faultsOfPage(dock)) {
            m_faults << QStringLiteral("%1: %2").arg(QLatin1String(when), fault);
        }
        const bool hasStack = dock.stack()->isVisible() && dock.stack()->stackModel().rowCount() > 0;
        const QString texts = shownTexts(dock).join(QLatin1Char('\n'));
        const bool isSaid = texts.contains(QLatin1String("stack"), Qt::CaseInsensitive) ||
                            texts.contains(QLatin1String("No kernel on this side"));
        check(hasStack || isSaid, "the stack is there, or why it is not");
    }

    void sortAndFilter() {
        m_shown.show(Page::Operations);
        OperationsPage& page = m_shown.page<OperationsPage>();
        TableView& view = *page.table()->view();
        for (int column = 0; column < view.table()->columnCount(); ++column) {
            for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
                view.sortByKey(view.table()->column(column).key, order);
                check(isSorted(view, column, order), "rows are sorted by any column");
            }
        }
        const int all = view.ranking().rowCount();
        check(all == static_cast<int>(m_shown.comparison().operations.size()), "every operation is a row");
        const QString name = QString::fromStdString(m_shown.comparison().operations.back().operation);
        page.filterBox()->setText(name);
        check(view.ranking().rowCount() > 0 && view.ranking().rowCount() <= all, "a filter leaves its rows");
        for (const int row : view.ranking().order()) {
            check(view.table()->searchText(row).contains(name, Qt::CaseInsensitive), "and only these");
        }
        page.filterBox()->setText(QStringLiteral("no such kernel anywhere"));
        check(view.ranking().rowCount() == 0, "a filter can leave nothing");
        for (const QString& fault : faultsOfPage(page)) {
            m_faults << QStringLiteral("filtered operations: ") + fault;
        }
        page.filterBox()->clear();
        check(view.ranking().rowCount() == all, "without filter all rows are back");
    }

    [[nodiscard]] static bool isSorted(const TableView& view, int column, Qt::SortOrder order) {
        const std::vector<int>& rows = view.ranking().order();
        for (std::size_t i = 1; i < rows.size(); ++i) {
            const SortValue before = view.table()->sortValue(rows[i - 1], column);
            const SortValue after = view.table()->sortValue(rows[i], column);
            const auto* const x = std::get_if<double>(&before);
            const auto* const y = std::get_if<double>(&after);
            const bool isNumberMissing = (!x && y && std::holds_alternative<std::monostate>(before));
            if (isNumberMissing || (x && y && (order == Qt::AscendingOrder ? *x > *y : *x < *y))) {
                return false;
            }
        }
        return true;
    }

    void switchThePeriod() {
        const QString before =
            m_shown.strip().findChild<QWidget*>(QStringLiteral("stripA"))->accessibleName();
        m_shown.state.setPerStep(false);
        const QString inAll = m_shown.strip().findChild<QWidget*>(QStringLiteral("stripA"))->accessibleName();
        check((before != inAll) == m_shown.comparison().summary.perStep, "the strip tells totals");
        readEveryPage(QStringLiteral("in all"));
        m_shown.state.setPerStep(true);
    }

    void exportEverything() {
        m_shown.show(Page::Operations);
        TableView& view = *m_shown.page<OperationsPage>().table()->view();
        const QString file = m_shown.folder.filePath(QStringLiteral("operations_only.csv"));
        QSignalSpy exported(&view, &TableView::exported);
        view.exportCsv(file);
        check(QTest::qWaitFor([&] { return !exported.isEmpty(); }, kPatience), "a table is exported");
        check(linesOf(file) == view.ranking().rowCount() + 1, "with a line a row and a head");
        const QString folder = m_shown.folder.filePath(QStringLiteral("csv"));
        m_shown.window.exports().exportCsv(folder);
        check(QTest::qWaitFor([&] { return QFile::exists(folder + QStringLiteral("/diagnostics.csv")); },
                              kPatience),
              "all tables are exported");
        for (const CsvTable& table : csvTables()) {
            check(linesOf(folder + QLatin1Char('/') + QString::fromStdString(table.name) +
                          QStringLiteral(".csv")) > 0,
                  "each to its file");
        }
    }

    [[nodiscard]] static int linesOf(const QString& path) {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? static_cast<int>(file.readAll().count("\r\n")) : -1;
    }

    void chooseStepsPhaseAndDevice() {
        SelectionPanel& panel = *m_shown.strip().selectionPanel();
        panel.open();
        for (const Side side : kSides) {
            if (!panel.firstStep(side)->isEnabled() ||
                panel.firstStep(side)->maximum() <= panel.firstStep(side)->minimum()) {
                continue;
            }
            panel.firstStep(side)->setValue(panel.lastStep(side)->value());
            check(m_shown.wait() && m_shown.session.comparison(), "steps can be chosen");
            check(m_shown.comparison().selection[side].steps.size() == 1, "the last alone is compared");
            readTheShownPage("one step");
            panel.resetButton()->click();
            check(m_shown.wait(), "everything is back");
        }
        const QList<QAbstractButton*> phases = panel.phaseSwitch()->findChildren<QAbstractButton*>();
        for (QAbstractButton* const phase : phases) {
            if (phase->isEnabled() && phase != phases.front()) {
                phase->click();
                check(m_shown.wait(), "a phase can be chosen");
                readTheShownPage("one phase");
            }
        }
        panel.resetButton()->click();
        check(m_shown.wait() && m_shown.session.comparison(), "every phase is back");
        for (const Side side : kSides) {
            QComboBox& devices = *panel.deviceBox(side);
            if (devices.isEnabled() && devices.count() > 1) {
                devices.setCurrentIndex(1);
                emit devices.activated(1);
                check(m_shown.wait(), "another device can be chosen");
                readTheShownPage("another device");
                panel.resetButton()->click();
                check(m_shown.wait() && m_shown.session.comparison(), "and left");
            }
        }
        panel.close();
    }

    void readTheShownPage(const char* when) {
        for (const QString& fault : faultsOfPage(*m_shown.shownPage())) {
            m_faults << QStringLiteral("%1: %2").arg(QLatin1String(when), fault);
        }
    }

    void swapTwice() {
        m_shown.show(Page::Layers);
        const Summary before = m_shown.comparison().summary;
        const std::string file = comparisonJson(m_shown.comparison());
        m_shown.window.actions().swapSides->trigger();
        check(m_shown.wait() && m_shown.session.comparison(), "sides can be swapped");
        const Summary& swapped = m_shown.comparison().summary;
        check(swapped.ns.a == before.ns.b && swapped.ns.b == before.ns.a && swapped.gapNs == -before.gapNs,
              "swapped sides have mirrored figures");
        check(m_shown.state.page() == Page::Layers, "the page stays");
        for (const Page page : {Page::Layers, Page::Summary, Page::Operations}) {
            m_shown.show(page);
            readTheShownPage("swapped");
        }
        m_shown.window.actions().swapSides->trigger();
        check(m_shown.wait() && comparisonJson(m_shown.comparison()) == file,
              "swapped twice all is as before");
    }

    /// A trace against itself has nothing to tell.
    void expectSilence() {
        const Comparison& comparison = m_shown.comparison();
        check(comparison.summary.gapNs == 0 && comparison.findings.empty() && comparison.ahead.empty() &&
                  comparison.fusion.empty() && comparison.launchCounts.rows.empty(),
              "a trace against itself has no gap and no finding");
        for (const PageEntry& entry : pageEntries()) {
            m_shown.show(entry.page);
            for (const QString& text : shownTexts(*m_shown.shownPage())) {
                check(!text.contains(QChar(0x25B2)) && !text.contains(QChar(0x25BC)),
                      qPrintable(QStringLiteral("%1 shows no gap: %2").arg(entry.title, text)));
            }
        }
        for (const LayerBar& bar : m_shown.page<LayersPage>().chart()->bars()) {
            check(bar.ns.a == bar.ns.b, "its layers are as long as themselves");
        }
    }

    void check(bool isTrue, const char* what) {
        if (!isTrue) {
            m_faults << QStringLiteral("not so: ") + QString::fromUtf8(what);
        }
    }

private:
    ShownWindow& m_shown;
    QStringList m_faults;
};

/// What a row of the table of walks expects.
enum class Expect : std::uint8_t { Figures, Silence, Loss, NoGpuWork, OneSided };

} // namespace

Q_DECLARE_METATYPE(Expect)

class TestWindowWalks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        QCoreApplication::setOrganizationName(QStringLiteral("diptych-tests"));
        QCoreApplication::setApplicationName(QStringLiteral("tst_window_walks"));
        QSettings().clear();
    }

    void nonsenseIsFound_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("isNonsense");
        for (const char* const text :
             {"nan µs", "▲ +inf", "A ÷ B: -nan", "%1 pairs", "18446744073709551615", "−0.0", "Infinity"}) {
            QTest::newRow(text) << QString::fromUtf8(text) << true;
        }
        for (const char* const text : {"inferred", "nan_to_num_kernel", "−0.5", "100 %", "12 %, 3 pairs",
                                       "information", "null_pointer<int>", "x-0.05"}) {
            QTest::newRow(text) << QString::fromUtf8(text) << false;
        }
    }
    void nonsenseIsFound() {
        QFETCH(QString, text);
        QFETCH(bool, isNonsense);
        QCOMPARE(!nonsenseIn(text).isEmpty(), isNonsense);
    }

    void theWholePath_data() {
        QTest::addColumn<QString>("a");
        QTest::addColumn<QString>("b");
        QTest::addColumn<Expect>("expect");
        const auto row = [](const char* name, const char* a, const char* b, Expect expect) {
            QTest::newRow(name) << QString::fromLatin1(a) << QString::fromLatin1(b) << expect;
        };
        row("sample", "sample/a", "sample/b", Expect::Figures);
        row("qwen", "qwen_0_5b.mi300x.json.gz", "qwen_0_5b.h100.json.gz", Expect::Figures);
        row("decode against prefill", "sglang_qwen3_8b_decode.mi300x.json.gz",
            "sglang_qwen3_8b_prefill.mi300x.json.gz", Expect::Figures);
        row("itself", "vllm_gpt_oss_decode.mi300x.json.gz", "vllm_gpt_oss_decode.mi300x.json.gz",
            Expect::Silence);
        row("no steps on one side", "unmarked", "whole", Expect::Figures);
        row("damaged", "cut", "whole", Expect::Loss);
        row("no GPU work", "cpu_only", "cpu_only", Expect::NoGpuWork);
        row("no GPU work on one side", "whole", "cpu_only", Expect::OneSided);
        row("nothing", "nothing", "nothing", Expect::NoGpuWork);
        row("nothing on one side", "nothing", "whole", Expect::OneSided);
    }
    void theWholePath() {
        QFETCH(QString, a);
        QFETCH(QString, b);
        QFETCH(Expect, expect);
        const QTemporaryDir files;
        const QString fileA = fileOf(a, files);
        const QString fileB = fileOf(b, files);
        if (fileA.isEmpty() || fileB.isEmpty()) {
            QSKIP("the shared traces are not there");
        }
        ShownWindow shown;
        QVERIFY(shown.open(fileA, fileB));
        QVERIFY2(shown.session.comparison(), qPrintable(shownTexts(shown.window).join(QLatin1Char('\n'))));
        Walk walk(shown);
        walk.readEveryPage(QStringLiteral("opened"));
        if (expect == Expect::Loss) {
            shown.show(Page::Summary);
            walk.check(shown.window.notice().isVisible(), "a loss is said before the verdict");
        }
        if (expect == Expect::Silence) {
            walk.expectSilence();
        }
        if (expect == Expect::NoGpuWork) {
            walk.check(shown.comparison().pairs.empty(), "nothing ran on a GPU");
            walk.switchThePeriod();
            walk.swapTwice();
        } else {
            walk.followTheSummary();
            walk.chooseLayerAndPair();
            walk.sortAndFilter();
            walk.switchThePeriod();
            walk.exportEverything();
            walk.chooseStepsPhaseAndDevice();
            walk.swapTwice();
        }
        QVERIFY2(walk.faults().isEmpty(),
                 qPrintable(QStringLiteral("%1 faults\n%2")
                                .arg(walk.faults().size())
                                .arg(walk.faults().mid(0, 30).join(QLatin1Char('\n')))));
    }
};

DIPTYCH_TEST(TestWindowWalks)
#include "tst_window_walks.moc"
