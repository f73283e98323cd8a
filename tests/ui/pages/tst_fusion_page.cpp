#include "ui/pages/fusion_page.h"

#include "tests/support/test_program.h"
#include "tests/ui/comparison_fixture.h"
#include "tests/ui/forged_comparison.h"
#include "tests/ui/page_picture.h"
#include "ui/charts/effect_chart.h"
#include "ui/charts/fusion_drawing.h"
#include "ui/models/fusion_table.h"
#include "ui/models/rank_proxy.h"
#include "ui/pages/fusion_effects.h"
#include "ui/session/comparison_session.h"
#include "ui/style/number_format.h"
#include "ui/views/data_table.h"
#include "ui/views/figure_label.h"
#include "ui/views/filter_box.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTabBar>
#include <QTest>

using namespace diptych;

namespace {

const QString kSwiGlu = QStringLiteral("SwiGLU 3:1");

struct Fixture {
    ComparisonSession session;
    ViewState viewState;
    FusionPage page{&session, &viewState};

    explicit Fixture(std::shared_ptr<const Comparison> comparison) {
        page.resize(1284, 808);
        page.setComparison(std::move(comparison));
        page.show();
    }
    [[nodiscard]] TableView* view() const { return page.table()->view(); }
    void choose(const QString& id) {
        for (int row = 0; row < view()->ranking().rowCount(); ++row) {
            const QModelIndex index = view()->ranking().index(row, 0);
            if (index.data(IdRole).toString() == id) {
                view()->setCurrentIndex(index);
            }
        }
    }
};

} // namespace

class TestFusionPage : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::useTestSettings(); }

    void showsTheLargestLossFirst() {
        const Fixture fixture(test::servingSample());
        const FusionRow& first = test::servingSample()->fusion.front();
        QCOMPARE(fixture.view()->currentId(), fusionId(first));
        QCOMPARE(fixture.page.countOf(*test::servingSample()),
                 std::optional<std::uint64_t>(test::servingSample()->fusion.size()));
        QCOMPARE(fixture.viewState.pair(), QString()); // nobody chose
    }

    void aPatternIsShownInFull() {
        Fixture fixture(test::servingSample());
        fixture.choose(kSwiGlu);
        const FusionRow& row = *fusionOf(*test::servingSample(), kSwiGlu);
        QCOMPARE(fixture.page.sentence()->text(),
                 QStringLiteral("A runs 3 kernels (%1 µs) where B runs 1 (%2 µs).")
                     .arg(formatMicroseconds(row.ns.a), formatMicroseconds(row.ns.b)));
        QCOMPARE(fixture.page.drawing()->headline(), QStringLiteral("B fuses the 3 kernels of A into 1"));
        QCOMPARE(fixture.page.kernels()->view()->ranking().rowCount(), 4);
        QCOMPARE(fixture.page.chart()->layers().size(), std::size_t(28));
        const std::vector<EffectFigure>& figures = fixture.page.effects()->figures();
        QCOMPARE(figures.size(), std::size_t(4));
        QCOMPARE(figures[0].figure, formatGap(row.gapNs));
        QCOMPARE(figures[1].caption, QStringLiteral("Per step, 28 times"));
        QCOMPARE(figures[1].gapNs, row.gapStepNs);
        QCOMPARE(figures[2].caption, QStringLiteral("In all 20 steps"));
        QCOMPARE(figures[2].gapNs, std::optional(row.totalNs.a - row.totalNs.b));
        QCOMPARE(fixture.viewState.pair(), QString()); // looking is not choosing a pair
    }

    void kernelsLayersAndDrawingLeadToPairs() {
        Fixture fixture(test::servingSample());
        fixture.choose(kSwiGlu);
        fixture.page.chart()->setFocus();
        QTest::keyClick(fixture.page.chart(), Qt::Key_End);
        QCOMPARE(fixture.viewState.pair(), QStringLiteral("layer 27/10"));
        TableView* const kernels = fixture.page.kernels()->view();
        fixture.viewState.setPair({});
        kernels->setCurrentIndex(kernels->model()->index(0, 1));
        QVERIFY(fixture.viewState.pair().endsWith(QStringLiteral("/10")));
        fixture.viewState.setPair({});
        const QRectF bar = fixture.page.drawing()->shownLayout().bars.b.front();
        QTest::mouseClick(fixture.page.drawing(), Qt::LeftButton, {}, bar.center().toPoint());
        QVERIFY(fixture.viewState.pair().endsWith(QStringLiteral("/10")));
        fixture.viewState.setPair({});
        QTest::keyClick(fixture.page.drawing(), Qt::Key_Left);
        QVERIFY(fixture.viewState.pair().endsWith(QStringLiteral("/10")));
    }

    void aPairOfAnotherPatternIsFollowed() {
        Fixture fixture(test::servingSample());
        fixture.choose(kSwiGlu);
        fixture.viewState.setPair(QStringLiteral("layer 3/2"));
        QCOMPARE(fixture.view()->currentId(), QStringLiteral("Rotary 2:1"));
        QCOMPARE(fixture.page.chart()->currentLayer(), QStringLiteral("layer 3"));
        fixture.viewState.setPair(QStringLiteral("layer 3/1")); // of no pattern
        QCOMPARE(fixture.view()->currentId(), QStringLiteral("Rotary 2:1"));
        fixture.choose(kSwiGlu); // the pair stays, the pattern is another
        QCOMPARE(fixture.view()->currentId(), kSwiGlu);
    }

    void theLayerIsAClickAway() {
        Fixture fixture(test::servingSample());
        fixture.choose(kSwiGlu);
        fixture.viewState.setPage(Page::Fusion);
        QTest::mouseClick(fixture.page.showInLayersButton(), Qt::LeftButton);
        QCOMPARE(fixture.viewState.page(), Page::Layers);
        QVERIFY(fixture.viewState.pair().endsWith(QStringLiteral("/10")));
        QVERIFY(fixture.viewState.pair().startsWith(fixture.viewState.layer() + QLatin1Char('/')));
    }

    void tabsLeadToTheirPages() {
        Fixture fixture(test::servingSample());
        auto* const tabs = fixture.page.findChild<QTabBar*>();
        fixture.viewState.setPage(Page::Fusion);
        tabs->setCurrentIndex(1);
        QCOMPARE(fixture.viewState.page(), Page::LaunchCounts);
        fixture.page.hide();
        fixture.page.show();
        QCOMPARE(tabs->currentIndex(), 0); // its own again
    }

    void filterFindsPatternsByTheirKernels() {
        Fixture fixture(test::servingSample());
        fixture.page.filterBox()->setText(QStringLiteral("silu_kernel"));
        QCOMPARE(fixture.view()->ranking().rowCount(), 1);
        fixture.page.filterBox()->setText(QStringLiteral("no such"));
        QCOMPARE(fixture.view()->ranking().rowCount(), 0);
        fixture.page.filterBox()->clear();
        QCOMPARE(fixture.view()->ranking().rowCount(),
                 static_cast<int>(test::servingSample()->fusion.size()));
    }

    void totalsFollowTheViewState() {
        Fixture fixture(test::servingSample());
        const auto gapText = [&] { return fixture.view()->ranking().index(0, 4).data().toString(); };
        const QString perStep = gapText();
        fixture.viewState.setPerStep(false);
        QVERIFY(gapText() != perStep);
        fixture.viewState.setPerStep(true);
        QCOMPARE(gapText(), perStep);
    }

    void kernelsAndLayersFollowThePeriod() {
        Fixture fixture(test::servingSample());
        fixture.choose(kSwiGlu);
        const FusionRow& row = *fusionOf(*test::servingSample(), kSwiGlu);
        const auto sumOf = [&](const char* key) {
            const Table& table = *fixture.page.kernels()->view()->table();
            double sum = 0;
            for (int column = 0; column < table.columnCount(); ++column) {
                for (int i = 0; table.column(column).key == QLatin1String(key) && i < table.rowCount(); ++i) {
                    sum += std::get<double>(table.sortValue(i, column));
                }
            }
            return sum;
        };
        const auto effect = [&] {
            Nanoseconds sum = 0;
            for (const LayerEffect& layer : fixture.page.chart()->layers()) {
                sum += fixture.page.chart()->effectNs(layer);
            }
            return sum;
        };
        QCOMPARE(sumOf("count"), 4.0 * 28);
        QVERIFY(std::abs(effect() - *row.gapStepNs) <= 28);
        fixture.viewState.setPerStep(false);
        QCOMPARE(sumOf("count"), 4.0 * 28 * 20);
        QCOMPARE(sumOf("us"), static_cast<double>(row.totalNs.a + row.totalNs.b));
        QCOMPARE(effect(), row.totalNs.a - row.totalNs.b);
    }

    /// Of unequal numbers of steps there are the times of both sides, and the effect per step.
    void unequalStepsHaveNoEffectInAll() {
        const auto comparison = test::unequalSample();
        Fixture fixture(comparison);
        fixture.choose(kSwiGlu);
        fixture.viewState.setPerStep(false);
        const FusionRow& row = *fusionOf(*comparison, kSwiGlu);
        const std::vector<EffectFigure>& figures = fixture.page.effects()->figures();
        QCOMPARE(figures[1].gapNs, row.gapStepNs);
        QCOMPARE(figures[2].caption, QStringLiteral("In all, 20 | 15 steps"));
        QVERIFY(!figures[2].gapNs);
        Nanoseconds effect = 0;
        for (const LayerEffect& layer : fixture.page.chart()->layers()) {
            effect += fixture.page.chart()->effectNs(layer);
        }
        QVERIFY(std::abs(effect - *row.gapStepNs) <= 28);
        bool isSaid = false;
        for (const auto* const label : fixture.page.findChildren<QLabel*>()) {
            isSaid |= label->isVisible() && label->text().contains(QStringLiteral("A has 20 steps, B 15"));
        }
        QVERIFY(isSaid);
    }

    void withoutStepsThereAreOnlyTotals() {
        Fixture fixture(test::stepLessSample());
        fixture.choose(kSwiGlu);
        const std::vector<EffectFigure>& figures = fixture.page.effects()->figures();
        QCOMPARE(figures.size(), std::size_t(3));
        QCOMPARE(figures[1].caption, QStringLiteral("In all"));
    }

    void survivesNothing() {
        Fixture fixture(nullptr);
        QCOMPARE(fixture.view()->ranking().rowCount(), 0);
        fixture.page.setComparison(test::emptySample());
        QVERIFY(!fixture.page.drawing()->isVisible());
        fixture.page.setComparison(test::servingSample());
        QVERIFY(fixture.page.drawing()->isVisible());
        fixture.page.setComparison(nullptr);
        QCOMPARE(fixture.view()->ranking().rowCount(), 0);
    }

    void keepsTheChosenPatternOverANewComparison() {
        Fixture fixture(test::servingSample());
        fixture.choose(kSwiGlu);
        fixture.page.setComparison(test::stepLessSample());
        QCOMPARE(fixture.view()->currentId(), kSwiGlu);
    }

    void aHiddenPageDoesNotFollowWithWhatItShowed() {
        Fixture fixture(test::servingSample());
        fixture.page.hide();
        fixture.page.setComparison(test::emptySample());
        fixture.viewState.setPair(QStringLiteral("layer 3/2"));
        fixture.viewState.setPerStep(false);
        fixture.page.show();
        QCOMPARE(fixture.view()->ranking().rowCount(), 0);
    }

    void detailsOfManyKernelsComeFromAWorker() {
        Fixture atOnce(test::servingSample());
        Fixture fixture(nullptr);
        fixture.page.setKernelsGatheredAtOnce(0);
        fixture.page.setComparison(test::servingSample());
        QVERIFY(fixture.page.isGathering());
        QVERIFY(
            fixture.page.sentence()->text().contains(QStringLiteral("kernel"))); // figures wait for nothing
        fixture.choose(kSwiGlu);                                                 // overtakes the first
        atOnce.choose(kSwiGlu);
        QTRY_VERIFY(!fixture.page.isGathering());
        QCOMPARE(fixture.page.kernels()->view()->model()->rowCount(),
                 atOnce.page.kernels()->view()->model()->rowCount());
        QVERIFY(fixture.page.chart()->layers() == atOnce.page.chart()->layers());
        fixture.page.setComparison(nullptr);
        fixture.page.setComparison(test::servingSample());
        fixture.page.setComparison(nullptr); // while it gathers
        QVERIFY(!fixture.page.isGathering());
    }

    void theMenuLeadsToTheTimeline() {
        Fixture fixture(test::forgedSample());
        QMenu menu;
        fixture.page.table()->view()->setCurrentIndex(fixture.page.table()->view()->model()->index(0, 0));
        fixture.page.table()->view()->fillMenu(menu);
        const QList<QAction*> actions = menu.actions();
        const auto found = std::find_if(actions.begin(), actions.end(), [](const QAction* action) {
            return action->text() == QLatin1String("Show in Timeline");
        });
        QVERIFY(found != actions.end());
        (*found)->trigger();
        QCOMPARE(fixture.viewState.page(), Page::Timeline);
        QVERIFY(!fixture.viewState.pair().isEmpty());
        QVERIFY(fixture.viewState.pair().startsWith(fixture.viewState.layer()));
    }

    void pictures_data() { test::addPictureRows(); }
    void pictures() {
        QFETCH(bool, isDark);
        QFETCH(QSize, size);
        QFETCH(QString, content);
        const test::ThemeScope theme(isDark);
        Fixture fixture(test::comparisonOf(content));
        fixture.choose(kSwiGlu);
        QVERIFY(test::savePagePicture(fixture.page, size, QStringLiteral("fusion_") + content, isDark));
    }
};

DIPTYCH_TEST(TestFusionPage)
#include "tst_fusion_page.moc"
