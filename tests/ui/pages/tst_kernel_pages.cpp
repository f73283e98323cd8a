#include "tests/support/test_program.h"
#include "tests/ui/comparison_fixture.h"
#include "tests/ui/page_picture.h"
#include "ui/models/rank_proxy.h"
#include "ui/models/same_kernel_table.h"
#include "ui/pages/launch_counts_page.h"
#include "ui/pages/period_switch.h"
#include "ui/pages/same_kernels_page.h"
#include "ui/session/comparison_session.h"
#include "ui/views/data_table.h"
#include "ui/views/filter_box.h"

#include <QAbstractButton>
#include <QTest>

using namespace diptych;

namespace {

template <class PageClass>
struct Fixture {
    ComparisonSession session;
    ViewState viewState;
    PageClass page{&session, &viewState};

    explicit Fixture(std::shared_ptr<const Comparison> comparison) {
        page.resize(1284, 808);
        page.setComparison(std::move(comparison));
        page.show();
    }
    [[nodiscard]] TableView* view() const { return page.table()->view(); }
    void choose(int row) { view()->setCurrentIndex(view()->ranking().index(row, 0)); }
};

using SameFixture = Fixture<SameKernelsPage>;
using CountsFixture = Fixture<LaunchCountsPage>;

} // namespace

class TestKernelPages : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { test::useTestSettings(); }

    void aSameKernelLeadsToItsPair() {
        SameFixture fixture(test::servingSample());
        QCOMPARE(fixture.view()->ranking().rowCount(),
                 static_cast<int>(test::servingSample()->sameKernels.rows.size()));
        fixture.choose(0);
        QCOMPARE(fixture.viewState.pair(),
                 sameKernelPair(*test::servingSample(), fixture.view()->currentId()));
        QVERIFY(!fixture.viewState.pair().isEmpty());
    }

    void openingASameKernelGoesToItsLayer() {
        SameFixture fixture(test::servingSample());
        fixture.viewState.setPage(Page::SameKernels);
        fixture.choose(0);
        emit fixture.view()->idOpened(fixture.view()->currentId());
        QCOMPARE(fixture.viewState.page(), Page::Layers);
        QVERIFY(fixture.viewState.pair().startsWith(fixture.viewState.layer() + QLatin1Char('/')));
    }

    void sameKernelsFollowThePair() {
        SameFixture fixture(test::servingSample());
        fixture.viewState.setPair(QStringLiteral("prologue/0"));
        QVERIFY(fixture.view()->currentId().startsWith(QStringLiteral("indexSelectSmallIndex")));
        fixture.viewState.setPair(QStringLiteral("layer 3/1"));
        QCOMPARE(fixture.view()->currentId(), QString());
    }

    void sameKernelsWithoutStepsAreTotals() {
        SameFixture fixture(test::stepLessSample());
        QCOMPARE(fixture.page.periodSwitch()->current(), 1);
        const auto* const perStep = fixture.page.periodSwitch()->findChild<QAbstractButton*>();
        QVERIFY(!perStep->isEnabled());
        QVERIFY(!perStep->toolTip().isEmpty());
    }

    void sameKernelsAreFiltered() {
        SameFixture fixture(test::servingSample());
        fixture.page.filterBox()->setText(QStringLiteral("memcpy"));
        QCOMPARE(fixture.view()->ranking().rowCount(), 1);
    }

    void aTypeLeadsToItsOperation() {
        CountsFixture fixture(test::servingSample());
        QCOMPARE(fixture.view()->ranking().rowCount(), 2);
        fixture.choose(1);
        QCOMPARE(fixture.viewState.operation(), QStringLiteral("Copy/Memory"));
        emit fixture.view()->idOpened(fixture.view()->currentId());
        QCOMPARE(fixture.viewState.page(), Page::Operations);
    }

    void launchCountsFollowTheOperation() {
        CountsFixture fixture(test::servingSample());
        fixture.viewState.setOperation(QStringLiteral("Copy/Memory"));
        QCOMPARE(fixture.view()->currentId(), QStringLiteral("Copy/Memory"));
    }

    void bothSurviveNothing() {
        SameFixture same(nullptr);
        CountsFixture counts(nullptr);
        for (const auto& comparison :
             {test::emptySample(), test::servingSample(), std::shared_ptr<const Comparison>()}) {
            same.page.setComparison(comparison);
            counts.page.setComparison(comparison);
        }
        QCOMPARE(same.view()->ranking().rowCount(), 0);
        QCOMPARE(counts.view()->ranking().rowCount(), 0);
    }

    void pictures_data() { test::addPictureRows(); }
    void pictures() {
        QFETCH(bool, isDark);
        QFETCH(QSize, size);
        QFETCH(QString, content);
        const test::ThemeScope theme(isDark);
        SameFixture same(test::comparisonOf(content));
        QVERIFY(test::savePagePicture(same.page, size, QStringLiteral("same_kernels_") + content, isDark));
        CountsFixture counts(test::comparisonOf(content));
        QVERIFY(test::savePagePicture(counts.page, size, QStringLiteral("launch_counts_") + content, isDark));
    }
};

DIPTYCH_TEST(TestKernelPages)
#include "tst_kernel_pages.moc"
