#include "ui/pages/pair_dock.h"

#include "tests/support/test_program.h"
#include "tests/ui/comparison_fixture.h"
#include "tests/ui/page_picture.h"
#include "ui/charts/histogram_chart.h"
#include "ui/models/prior_art.h"
#include "ui/models/stack_rows.h"
#include "ui/session/comparison_session.h"
#include "ui/session/notes.h"
#include "ui/session/source_opener.h"
#include "ui/views/note_box.h"
#include "ui/views/pair_fact_grid.h"
#include "ui/views/source_preview.h"
#include "ui/views/stack_view.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace diptych;

namespace {

struct Fixture {
    ComparisonSession session;
    ViewState viewState;
    PairDock dock{&session, &viewState};

    Fixture() {
        dock.setComparison(test::servingSample());
        dock.resize(336, 806);
        dock.show();
    }
};

} // namespace

class TestPairDock : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::useTestSettings(); }

    void followsTheViewState() {
        Fixture fixture;
        QVERIFY(!fixture.dock.pair());
        fixture.viewState.setPair(QStringLiteral("layer 14/9"));
        QVERIFY(fixture.dock.pair());
        const std::vector<FactRow>& rows = fixture.dock.durations()->facts();
        QCOMPARE(rows[0].values.a, QStringLiteral("20"));
        QVERIFY(rows[1].values.a.startsWith(QStringLiteral("7"))); // 78.6 µs, give or take
        QVERIFY(rows[1].ratio.startsWith(QStringLiteral("1.7")));
        fixture.viewState.setPair(QStringLiteral("no such pair"));
        QVERIFY(!fixture.dock.pair());
    }

    void saysWhichPlaceTheFiguresAreOf() {
        Fixture fixture;
        const auto* const place = fixture.dock.findChild<QLabel*>(QStringLiteral("pair_place"));
        fixture.viewState.setPair(QStringLiteral("layer 14/9"));
        QCOMPARE(place->text(), QStringLiteral("Layer 14 alone, one of 28 such layers"));
        fixture.viewState.setPair(QStringLiteral("prologue/0"));
        QCOMPARE(place->text(), QStringLiteral("Prologue"));
    }

    void aRuleTakesALineHoweverLongItsPattern() {
        Fixture fixture;
        for (const KernelPair& pair : test::servingSample()->pairs) {
            fixture.viewState.setPair(QString::fromStdString(pair.id));
            const auto* const rules = fixture.dock.findChild<QLabel*>(QStringLiteral("pair_rules"));
            QVERIFY(rules);
            for (const QString& line : rules->text().split(QLatin1Char('\n'))) {
                QVERIFY2(line.size() < 50, qPrintable(line));
            }
            QVERIFY(rules->toolTip().size() >= rules->text().size());
        }
    }

    void stepsThroughPairsAcrossLayers() {
        Fixture fixture;
        fixture.viewState.setPair(QStringLiteral("layer 14/12"));
        fixture.dock.step(1);
        QCOMPARE(fixture.viewState.pair(), QStringLiteral("layer 15/0"));
        QCOMPARE(fixture.viewState.layer(), QStringLiteral("layer 15"));
        fixture.dock.step(-1);
        QCOMPARE(fixture.viewState.pair(), QStringLiteral("layer 14/12"));
        fixture.viewState.setPair(QStringLiteral("prologue/0"));
        fixture.dock.step(-1);
        QCOMPARE(fixture.viewState.pair(), QStringLiteral("prologue/0"));
    }

    void whatTheTraceLacksIsSaid() {
        const auto comparison = test::servingSample();
        const PairFacts facts = makePairFacts(*comparison, comparison->pairs[10], defaultRules());
        const auto row = [&](const char* label) {
            return *std::find_if(facts.launch.begin(), facts.launch.end(),
                                 [&](const FactRow& fact) { return fact.label == QLatin1String(label); });
        };
        QCOMPARE(row("Registers").values.a, QStringLiteral("not in trace"));
        QVERIFY(row("Registers").isMissing.a);
        QCOMPARE(row("Registers").values.b, QStringLiteral("168"));
        QCOMPARE(row("Shared memory, KiB").values.a, QStringLiteral("32.0"));
    }

    void aPairOfOneSideHasDashes() {
        const auto comparison = test::servingSample();
        const auto copy =
            std::find_if(comparison->pairs.begin(), comparison->pairs.end(),
                         [](const KernelPair& pair) { return pair.presence() == Presence::OnlyA; });
        const PairFacts facts = makePairFacts(*comparison, *copy, defaultRules());
        QCOMPARE(facts.durations[1].values.b, QStringLiteral("–"));
        QCOMPARE(facts.launch[0].values.b, QStringLiteral("–"));
        QCOMPARE(matchSquares(*copy), 0);
        QCOMPARE(matchText(*copy), QStringLiteral("only A"));
    }

    void groupsAreMeasuredAsWholes() {
        const auto comparison = test::servingSample();
        const auto group = std::find_if(comparison->pairs.begin(), comparison->pairs.end(),
                                        [](const KernelPair& pair) { return pair.kernels.a == 3; });
        const PairFacts facts = makePairFacts(*comparison, *group, defaultRules());
        QCOMPARE(facts.instances.a.size(), std::size_t(20));
        QCOMPARE(facts.instances.b.size(), std::size_t(20));
        Nanoseconds sum = 0;
        for (const Nanoseconds ns : facts.instances.a) {
            sum += ns;
        }
        QCOMPARE(sum, group->stats.a.totalNs);
        QCOMPARE(matchText(*group), QStringLiteral("inferred"));
    }

    void stacksPartWhereTheyDiffer() {
        const std::vector<StackCount> stacks{
            {{"model.py(1): forward", "torch/a.py(2): call", "torch/b.py(3): call", "model.py(4): mlp"}, 30},
            {{"model.py(1): forward", "torch/a.py(2): call", "torch/b.py(3): call", "model.py(5): attention"},
             10}};
        const std::vector<StackRow> rows = makeStackRows(stacks, false);
        QCOMPARE(rows.size(), std::size_t(5));
        QCOMPARE(rows[0].count, std::uint64_t(40));
        QCOMPARE(rows[0].location, QStringLiteral("model.py:1"));
        QCOMPARE(rows[3].depth, 1);
        QCOMPARE(rows[3].count, std::uint64_t(30));
        QVERIFY(rows[3].partsHere);
        QCOMPARE(rows[4].count, std::uint64_t(10));
        const std::vector<StackRow> folded = makeStackRows(stacks, true);
        QCOMPARE(folded.size(), std::size_t(4));
        QVERIFY(folded[1].isFold);
        QCOMPARE(folded[1].text, QStringLiteral("2 framework frames"));
        QVERIFY(makeStackRows({}, true).empty());
    }

    void theModelsCodeIsTold_data() {
        QTest::addColumn<QByteArrayList>("frames");
        QTest::addColumn<QString>("marks"); // a letter a frame: M the model's, - what runs it
        QTest::newRow("SGLang")
            << QByteArrayList{"/w/sglang/python/sglang/srt/managers/scheduler.py(2919): run",
                              "/w/sglang/python/sglang/srt/model_executor/model_runner.py(3): f",
                              "torch/utils/_contextlib.py(117): decorate_context",
                              "/w/sglang/python/sglang/srt/models/qwen3.py(507): forward",
                              "nn.Module: Qwen3Attention_11",
                              "torch/nn/modules/module.py(1779): _call_impl",
                              "/w/sglang/python/sglang/srt/models/qwen3.py(263): forward",
                              "nn.Module: RadixAttention_11",
                              "torch/nn/modules/module.py(1779): _call_impl",
                              "/w/sglang/python/sglang/srt/layers/radix_attention.py(105): f",
                              "aiter/ops/mha.py(2929): mha_batch_prefill_func"}
            << "---MM-M----";
        QTest::newRow("vLLM") << QByteArrayList{"vllm/v1/worker/gpu_model_runner.py(2907): execute_model",
                                                "nn.Module: GptOssForCausalLM_0",
                                                "torch/nn/modules/module.py(1779): _call_impl",
                                                "vllm/model_executor/models/gpt_oss.py(715): forward",
                                                "vllm/compilation/decorators.py(367): __call__",
                                                "vllm/model_executor/models/gpt_oss.py(276): forward",
                                                "nn.Module: FusedMoE_11",
                                                "torch/nn/modules/module.py(1779): _call_impl",
                                                "vllm/model_executor/custom_op.py(46): forward",
                                                "<built-in method moe_forward of object at 0x7f>"}
                              << "-M-M-M----";
        QTest::newRow("Transformers")
            << QByteArrayList{"<string>(1): <module>",
                              "moca/library/model_hub/huggingface/model/adapters/base_model.py(28): "
                              "run_on_input",
                              "nn.Module: Qwen2MLP_7",
                              "torch/nn/modules/module.py(1755): _call_impl",
                              "transformers/models/qwen2/modeling_qwen2.py(56): forward",
                              "nn.Module: Linear_53",
                              "torch/nn/modules/module.py(1755): _call_impl",
                              "torch/nn/modules/linear.py(124): forward",
                              "<built-in function linear>"}
            << "--M-M----";
        QTest::newRow("code with a checkpoint")
            << QByteArrayList{"transformers/generation/utils.py(9): generate",
                              "transformers/modeling_utils.py(2): f",
                              "/cache/modules/transformers_modules/x/modeling_x.py(7): forward"}
            << "--M";
        QTest::newRow("a container") << QByteArrayList{"torchvision/models/resnet.py(1): forward",
                                                       "nn.Module: Sequential_2",
                                                       "torch/nn/modules/module.py(3): _call_impl",
                                                       "torch/nn/modules/container.py(4): forward",
                                                       "nn.Module: BasicBlock_1",
                                                       "torch/nn/modules/module.py(3): _call_impl",
                                                       "torchvision/models/resnet.py(9): forward"}
                                     << "M---M-M";
        QTest::newRow("models somewhere above say nothing")
            << QByteArrayList{"/data/models/sglang/python/sglang/srt/managers/scheduler.py(1): run",
                              "/data/models/sglang/python/sglang/srt/models/llama.py(1): forward"}
            << "-M";
        QTest::newRow("a script of one's own") << QByteArrayList{"train.py(80): main",
                                                                 "nn.Module: Net_0",
                                                                 "torch/nn/modules/module.py(1): _call_impl",
                                                                 "net.py(12): forward",
                                                                 "nn.Module: Linear_0",
                                                                 "torch/nn/modules/module.py(1): _call_impl",
                                                                 "torch/nn/modules/linear.py(2): forward"}
                                               << "MM-M---";
        QTest::newRow("modules alone") << QByteArrayList{"nn.Module: Net_0", "nn.Module: Block_3"} << "MM";
    }
    void theModelsCodeIsTold() {
        QFETCH(QByteArrayList, frames);
        StackCount stack;
        stack.count = 1;
        for (const QByteArray& frame : frames) {
            stack.frames.push_back(frame.toStdString());
        }
        QString marks;
        for (const StackRow& row : makeStackRows({stack}, false)) {
            marks += row.isModelCode ? QLatin1Char('M') : QLatin1Char('-');
        }
        QTEST(marks, "marks");
    }

    void openingAFoldUnfoldsAndOpeningAFrameAsksForItsSource() {
        Fixture fixture;
        fixture.viewState.setPair(QStringLiteral("layer 14/9"));
        StackView* view = fixture.dock.stack();
        const QAbstractItemModelTester tester(const_cast<StackModel*>(&view->stackModel()),
                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy requested(&fixture.dock, &PairDock::sourceRequested);
        const int foldedRows = view->stackModel().rowCount();
        for (int i = 0; i < foldedRows; ++i) {
            const QModelIndex index = view->model()->index(i, 0);
            if (view->stackModel().row(index).isFold) {
                emit view->activated(index);
                break;
            }
        }
        QVERIFY(view->stackModel().rowCount() > foldedRows);
        emit view->activated(view->model()->index(1, 0));
        QCOMPARE(requested.count(), 1);
        QCOMPARE(requested.at(0).at(0).toString(), QStringLiteral("vllm/model_executor/models/qwen2.py"));
        QCOMPARE(requested.at(0).at(1).toInt(), 412);
    }

    void aFrameShowsItsLinesWhereTheFileIsAtHand() {
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("qwen2.py")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        for (int line = 1; line <= 500; ++line) {
            file.write("        line_" + QByteArray::number(line) + "()\n");
        }
        file.close();
        writeSourcePreferences(
            {QStringLiteral("true"), {{QStringLiteral("vllm/model_executor/models"), folder.path()}}});
        Fixture fixture;
        fixture.viewState.setPair(QStringLiteral("layer 14/9"));
        StackView* view = fixture.dock.stack();
        view->setFolded(false);
        const auto choose = [&](const QString& end) {
            for (int i = 0; i < view->stackModel().rowCount(); ++i) {
                const StackRow& row = view->stackModel().row(view->model()->index(i, 0));
                if (row.file.endsWith(end)) {
                    view->setCurrentIndex(view->model()->index(i, 0));
                    return row.line;
                }
            }
            return 0;
        };
        const int line = choose(QStringLiteral("models/qwen2.py"));
        QVERIFY(line > 0);
        QTRY_VERIFY(fixture.dock.source()->excerpt().has_value());
        const SourceExcerpt& excerpt = *fixture.dock.source()->excerpt();
        QCOMPARE(excerpt.line, line);
        QCOMPARE(excerpt.lines[line - excerpt.firstLine],
                 QStringLiteral("line_%1()").arg(line));  // no indentation
        QVERIFY(choose(QStringLiteral("module.py")) > 0); // not on this machine
        QTRY_VERIFY(!fixture.dock.source()->isReading());
        QVERIFY(!fixture.dock.source()->excerpt().has_value());
        writeSourcePreferences({});
    }

    void excerptsEndWithTheFile_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("count");
        QTest::newRow("middle") << QByteArray("a\nb\nc\nd\ne\nf\ng\n") << 4 << 2 << 5;
        QTest::newRow("start") << QByteArray("a\nb\nc\nd\n") << 1 << 1 << 3;
        QTest::newRow("end") << QByteArray("a\nb\nc\nd") << 4 << 2 << 3;
        QTest::newRow("beyond") << QByteArray("a\nb\n") << 9 << 0 << 0;
        QTest::newRow("no line") << QByteArray("a\nb\n") << 0 << 0 << 0;
        QTest::newRow("no text") << QByteArray("a\0b\nc\n", 6) << 1 << 0 << 0;
        QTest::newRow("empty") << QByteArray() << 1 << 0 << 0;
    }
    void excerptsEndWithTheFile() {
        QFETCH(QByteArray, text);
        QFETCH(int, line);
        QFETCH(int, first);
        QFETCH(int, count);
        const QTemporaryDir folder;
        QFile file(folder.filePath(QStringLiteral("a.py")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        const auto excerpt = readExcerpt(file.fileName(), line, 2);
        QCOMPARE(excerpt.has_value(), count > 0);
        if (excerpt) {
            QCOMPARE(excerpt->firstLine, first);
            QCOMPARE(static_cast<int>(excerpt->lines.size()), count);
        }
        QVERIFY(!readExcerpt(folder.filePath(QStringLiteral("none.py")), 1, 2));
        QVERIFY(!readExcerpt(folder.path(), 1, 2));
    }

    void aNoteIsWrittenOnThePair() {
        Fixture fixture;
        fixture.viewState.setPair(QStringLiteral("layer 14/9"));
        fixture.dock.note()->setPlainText(QStringLiteral("wrong tile"));
        QCOMPARE(fixture.session.notes().all().size(), std::size_t(1));
        const Note note = fixture.session.notes().all().front();
        QCOMPARE(note.place, (NotePlace{NoteTarget::Pair, QStringLiteral("layer 14/9")}));
        QVERIFY(note.names.a.startsWith(QStringLiteral("Cijk_")));
        QVERIFY(note.names.b.startsWith(QStringLiteral("sm90_")));
        fixture.viewState.setPair(QStringLiteral("layer 14/10"));
        QCOMPARE(fixture.dock.note()->toPlainText(), QString());
        fixture.viewState.setPair(QStringLiteral("layer 14/9"));
        QCOMPARE(fixture.dock.note()->toPlainText(), QStringLiteral("wrong tile"));
    }

    void thePairIsShownOnOtherPages() {
        Fixture fixture;
        fixture.viewState.setPair(QStringLiteral("layer 14/9"));
        for (QPushButton* const button : fixture.dock.findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("Timeline")) {
                button->click();
            }
        }
        QCOMPARE(fixture.viewState.page(), Page::Timeline);
        QCOMPARE(fixture.viewState.layer(), QStringLiteral("layer 14"));
    }

    void histogramsCountEveryInstance_data() {
        QTest::addColumn<QList<qlonglong>>("a");
        QTest::addColumn<QList<qlonglong>>("b");
        QTest::addColumn<int>("outsideA");
        QTest::newRow("both") << QList<qlonglong>{10, 20, 30} << QList<qlonglong>{15, 15} << 0;
        QTest::newRow("one side") << QList<qlonglong>{} << QList<qlonglong>{15, 15} << 0;
        QTest::newRow("all equal") << QList<qlonglong>{7, 7, 7} << QList<qlonglong>{7} << 0;
        QList<qlonglong> straggler(200, 100);
        straggler.append(1'000'000);
        QTest::newRow("a straggler does not flatten the rest") << straggler << QList<qlonglong>{90, 110} << 1;
    }
    void histogramsCountEveryInstance() {
        QFETCH(QList<qlonglong>, a);
        QFETCH(QList<qlonglong>, b);
        QFETCH(int, outsideA);
        const Histogram histogram = makeHistogram({{a.begin(), a.end()}, {b.begin(), b.end()}}, 10);
        QCOMPARE(histogram.outside.a, static_cast<std::uint64_t>(outsideA));
        for (const Side side : kSides) {
            double sum = 0;
            for (const double share : histogram.shares[side]) {
                sum += share;
            }
            const auto count = static_cast<double>(side == Side::A ? a.size() : b.size());
            const double expected = count == 0 ? 0 : 1 - static_cast<double>(histogram.outside[side]) / count;
            QVERIFY(std::abs(sum - expected) < 1e-9);
        }
        QCOMPARE(makeHistogram({}, 10).bins(), std::size_t(0));
    }

    void priorArtIsSearchedByTheTellingPart_data() {
        QTest::addColumn<QString>("kernel");
        QTest::addColumn<QString>("term");
        QTest::newRow("tile") << "Cijk_Alik_Bljk_BBS_BH_MT64x96x128_MI16"
                              << "Cijk_Alik_Bljk_BBS_BH";
        QTest::newRow("namespace") << "void vllm::rotary_embedding_kernel<c10::BFloat16, true>(long const*)"
                                   << "rotary_embedding_kernel";
        QTest::newRow("plain") << "attn_fwd"
                               << "attn_fwd";
    }
    void priorArtIsSearchedByTheTellingPart() {
        QFETCH(QString, kernel);
        QFETCH(QString, term);
        QCOMPARE(priorArtTerm(kernel), term);
        setPriorArtSearches({{QStringLiteral("Own"), QStringLiteral("https://example.org/?q={kernel}")}});
        QCOMPARE(priorArtSearches().size(), std::size_t(1));
        QCOMPARE(priorArtUrl(priorArtSearches()[0], kernel).toString(),
                 QStringLiteral("https://example.org/?q=") + term);
        setPriorArtSearches({});
        QCOMPARE(priorArtSearches().size(), std::size_t(4));
    }

    void pictures_data() {
        QTest::addColumn<bool>("isDark");
        QTest::addColumn<QString>("pair");
        QTest::addColumn<QString>("name");
        QTest::newRow("pair") << false << "layer 14/9"
                              << "dock_pair";
        QTest::newRow("pair dark") << true << "layer 14/9"
                                   << "dock_pair";
        QTest::newRow("group") << false << "layer 14/10"
                               << "dock_group";
        QTest::newRow("one side") << true << "layer 14/3"
                                  << "dock_one_side";
        QTest::newRow("none") << false << ""
                              << "dock_none";
    }
    void pictures() {
        QFETCH(bool, isDark);
        QFETCH(QString, pair);
        QFETCH(QString, name);
        const test::ThemeScope theme(isDark);
        Fixture fixture;
        fixture.viewState.setPair(pair);
        QVERIFY(test::savePagePicture(fixture.dock, QSize(336, 900), name, isDark));
    }
};

DIPTYCH_TEST(TestPairDock)
#include "tst_pair_dock.moc"
