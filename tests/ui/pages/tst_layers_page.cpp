#include "ui/pages/layers_page.h"

#include "tests/support/test_program.h"
#include "tests/ui/comparison_fixture.h"
#include "tests/ui/page_picture.h"
#include "ui/charts/layer_chart.h"
#include "ui/charts/pair_view.h"
#include "ui/session/comparison_session.h"
#include "ui/session/notes.h"
#include "ui/style/elided_label.h"
#include "ui/style/number_format.h"
#include "ui/views/figure_label.h"
#include "ui/views/segmented_switch.h"

#include <QButtonGroup>
#include <QSignalSpy>
#include <QTest>

using namespace diptych;

namespace {

struct Fixture {
    ComparisonSession session;
    ViewState viewState;
    LayersPage page{&session, &viewState};

    explicit Fixture(std::shared_ptr<const Comparison> comparison) {
        page.resize(948, 806);
        page.setComparison(std::move(comparison));
        page.show();
    }
    void choose(SegmentedSwitch* segments, int index) {
        segments->setCurrent(index);
        emit segments->chosen(index);
    }
};

} // namespace

class TestLayersPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::useTestSettings(); }

    void showsEveryLayerAndTheOneThatLosesMost() {
        const Fixture fixture(test::servingSample());
        QCOMPARE(fixture.page.chart()->bars().size(), std::size_t(28));
        QVERIFY(!fixture.page.chart()->currentLayer().isEmpty());
        QCOMPARE(fixture.page.pairs()->items().size(), std::size_t(13));
        QCOMPARE(fixture.page.countOf(*test::servingSample()), std::optional<std::uint64_t>(28));
    }

    void followsTheViewState() {
        Fixture fixture(test::servingSample());
        fixture.viewState.setLayer(QStringLiteral("layer 14"));
        QCOMPARE(fixture.page.chart()->currentLayer(), QStringLiteral("layer 14"));
        QCOMPARE(fixture.page.pairs()->items()[0].id, QStringLiteral("layer 14/0"));
        fixture.viewState.setPair(QStringLiteral("layer 3/9"));
        QCOMPARE(fixture.viewState.layer(), QStringLiteral("layer 3"));
        QCOMPARE(fixture.page.pairs()->currentPair(), QStringLiteral("layer 3/9"));
        fixture.viewState.setLayer(QStringLiteral("layer 5")); // the pair shown is one of the layer
        QCOMPARE(fixture.viewState.pair(), QStringLiteral("layer 5/9"));
        QCOMPARE(fixture.page.pairs()->currentPair(), QStringLiteral("layer 5/9"));
        fixture.viewState.setLayer(QStringLiteral("epilogue")); // no bar, but pairs
        QVERIFY(fixture.viewState.pair().startsWith(QStringLiteral("epilogue/")));
        QCOMPARE(fixture.page.chart()->currentLayer(), QString());
        QCOMPARE(fixture.page.pairs()->items().size(), std::size_t(3));
    }

    void keysChooseLayersAndPairs() {
        Fixture fixture(test::servingSample());
        for (QWidget* const list :
             {static_cast<QWidget*>(fixture.page.chart()), static_cast<QWidget*>(fixture.page.pairs())}) {
            const auto current = [&] {
                return list == fixture.page.chart() ? fixture.viewState.layer()
                                                    : fixture.page.pairs()->currentPair();
            };
            QTest::keyClick(list, Qt::Key_Home);
            const QString first = current();
            QTest::keyClick(list, Qt::Key_PageDown);
            QVERIFY(current() != first);
            QTest::keyClick(list, Qt::Key_PageUp);
            QCOMPARE(current(), first);
            QTest::keyClick(list, Qt::Key_End);
            QVERIFY(current() != first);
        }
        fixture.viewState.setPair({});
        fixture.viewState.setLayer(QStringLiteral("layer 14"));
        QTest::keyClick(fixture.page.chart(), Qt::Key_Right);
        QCOMPARE(fixture.viewState.layer(), QStringLiteral("layer 15"));
        QTest::keyClick(fixture.page.pairs(), Qt::Key_Down);
        QCOMPARE(fixture.viewState.pair(), QStringLiteral("layer 15/0"));
        QTest::keyClick(fixture.page.pairs(), Qt::Key_End);
        QCOMPARE(fixture.viewState.pair(), QStringLiteral("layer 15/12"));
        QTest::keyClick(fixture.page.pairs(), Qt::Key_Down);
        QCOMPARE(fixture.viewState.pair(), QStringLiteral("layer 15/12"));
    }

    void aClickChoosesThePairBelowIt() {
        Fixture fixture(test::servingSample());
        fixture.viewState.setLayer(QStringLiteral("layer 14"));
        QTest::mouseClick(fixture.page.pairs()->viewport(), Qt::LeftButton, {},
                          QPoint(100, 60)); // behind 2 lines
        QCOMPARE(fixture.viewState.pair(), QStringLiteral("layer 14/1"));
    }

    void filtersPairs() {
        Fixture fixture(test::servingSample());
        fixture.viewState.setLayer(QStringLiteral("layer 14"));
        fixture.choose(fixture.page.filter(), 2);
        QCOMPARE(fixture.page.pairs()->items().size(), std::size_t(2));
        fixture.choose(fixture.page.filter(), 1);
        for (const PairItem& item : fixture.page.pairs()->items()) {
            QVERIFY(std::abs(item.gapNs) >= kDifferingNs);
        }
        fixture.choose(fixture.page.filter(), 0);
        QCOMPARE(fixture.page.pairs()->items().size(), std::size_t(13));
    }

    void followsThePeriod() {
        Fixture fixture(test::servingSample());
        fixture.viewState.setLayer(QStringLiteral("layer 14"));
        const Comparison& comparison = *test::servingSample();
        const auto row = std::find_if(comparison.layers.begin(), comparison.layers.end(),
                                      [](const LayerRow& each) { return each.layer == "layer 14"; });
        QCOMPARE(fixture.page.footer()->sums().ns.a, row->ns.a);
        fixture.viewState.setPerStep(false);
        PerSide<Nanoseconds> inAll;
        for (const std::uint32_t pair : row->pairs) {
            inAll.a += comparison.pairs[pair].stats.a.totalNs;
            inAll.b += comparison.pairs[pair].stats.b.totalNs;
        }
        QVERIFY(inAll.a > *row->ns.a);
        for (const Side side : kSides) {
            // the rows are of single runs, and so is what foots them
            QCOMPARE(fixture.page.footer()->sums().ns[side], row->ns[side]);
            QCOMPARE(fixture.page.chart()->bars()[14].ns[side], std::optional(inAll[side]));
        }
        QCOMPARE(fixture.page.footer()->sums().title, QStringLiteral("Layer 14 per step"));
        QVERIFY(fixture.page.layerTitle()->text().contains(formatGap(inAll.a - inAll.b)));
        QVERIFY(fixture.page.sums()->text().contains(QStringLiteral("in all steps together")));
    }

    void notesAreShownWhereTheyBelong() {
        Fixture fixture(test::servingSample());
        fixture.viewState.setLayer(QStringLiteral("layer 14"));
        QVERIFY(!fixture.page.layerNote()->isVisible());
        fixture.session.notes().write(
            {{NoteTarget::Pair, QStringLiteral("layer 14/9")}, QStringLiteral("tile size"), {}});
        fixture.session.notes().write(
            {{NoteTarget::Layer, QStringLiteral("layer 14")}, QStringLiteral("odd one"), {}});
        QCOMPARE(fixture.page.pairs()->items()[9].note, QStringLiteral("tile size"));
        QCOMPARE(fixture.page.pairs()->items()[8].note, QString());
        QCOMPARE(fixture.page.chart()->bars()[14].note, QStringLiteral("odd one"));
        QVERIFY(fixture.page.layerNote()->isVisible());
        QVERIFY(fixture.page.layerNote()->fullText().contains(QStringLiteral("odd one")));
        fixture.viewState.setLayer(QStringLiteral("layer 15"));
        QVERIFY(!fixture.page.layerNote()->isVisible());
    }

    void layersOfOneTypeAreOneBar() {
        Fixture fixture(test::servingSample());
        fixture.choose(fixture.page.grouping(), 1);
        QCOMPARE(fixture.page.chart()->bars().size(), std::size_t(1));
        QCOMPARE(fixture.page.chart()->bars()[0].label, QStringLiteral("28 × Qwen2DecoderLayer"));
    }

    void itemsSayHowGroupsAreMadeUp() {
        const auto comparison = test::servingSample();
        const std::vector<PairItem> items =
            makePairItems(*comparison, comparison->layers[15], PairFilter::All);
        QCOMPARE(items[0].grouping, QStringLiteral("1 → 2 split"));
        QCOMPARE(items[2].grouping, QStringLiteral("2 → 1 fused"));
        QCOMPARE(items[1].grouping, QString());
        QCOMPARE(items[10].grouping, QStringLiteral("3 → 1 fused"));
        QVERIFY(items[10].isInferred);
        QCOMPARE(items[10].lines.a[1].label, QStringLiteral("mul_bf16_kernel_hip")); // in order of work
        QCOMPARE(items[1].lines.a[0].operation, QStringLiteral("QKV GEMM"));
        QCOMPARE(items[3].presence, Presence::OnlyA);
    }

    void survivesNothing() {
        Fixture fixture(nullptr);
        fixture.page.setComparison(test::emptySample());
        QCOMPARE(fixture.page.pairs()->items().size(), std::size_t(0));
        fixture.page.setComparison(test::servingSample());
        fixture.page.setComparison(nullptr);
        QTest::keyClick(fixture.page.pairs(), Qt::Key_Down);
        QTest::keyClick(fixture.page.chart(), Qt::Key_Right);
    }

    void pictures_data() { test::addPictureRows(); }
    void pictures() {
        QFETCH(bool, isDark);
        QFETCH(QSize, size);
        QFETCH(QString, content);
        const test::ThemeScope theme(isDark);
        Fixture fixture(test::comparisonOf(content));
        fixture.viewState.setLayer(QStringLiteral("layer 14"));
        fixture.viewState.setPair(QStringLiteral("layer 14/9"));
        // Beside the dock.
        const QSize page(size.width() > 1000 ? size.width() - 336 : size.width(), size.height());
        QVERIFY(test::savePagePicture(fixture.page, page, QStringLiteral("layers_") + content, isDark));
    }
};

DIPTYCH_TEST(TestLayersPage)
#include "tst_layers_page.moc"
