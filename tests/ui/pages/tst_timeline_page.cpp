#include "ui/pages/timeline_page.h"

#include "tests/support/test_program.h"
#include "tests/ui/comparison_fixture.h"
#include "tests/ui/forged_comparison.h"
#include "tests/ui/page_picture.h"
#include "ui/charts/timeline_view.h"
#include "ui/models/table_model.h"
#include "ui/session/comparison_session.h"
#include "ui/style/number_format.h"
#include "ui/views/data_table.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QSignalSpy>
#include <QTest>

using namespace diptych;

namespace {

constexpr int kPatience = 20'000;

struct Fixture {
    ComparisonSession session;
    ViewState viewState;
    TimelinePage page{&session, &viewState};

    explicit Fixture(const std::shared_ptr<const Comparison>& comparison) {
        page.resize(1270, 806);
        page.setComparison(comparison);
        page.show();
        isReady = QTest::qWaitFor([this] { return !page.isBuilding(); }, kPatience);
    }
    [[nodiscard]] const TimelineScene& scene() const { return page.view()->scene(); }
    /// Where the middle of the chosen pair's first kernel is on screen.
    [[nodiscard]] QPoint pointOf(Side side) const {
        const ActivityId id = scene().chosen(side)->activities.front();
        const GpuActivities& gpu = scene().comparison()->sides[side]->trace->gpu;
        const Nanoseconds middle =
            gpu.startNs[id.index()] + gpu.durationNs[id.index()] / 2 - scene().originNs(side);
        const TimelineRowBox* const box = scene().layout().boxOf(side, *scene().streamOf(side, id));
        return QPointF(scene().scale().xOf(middle), box->top + box->height / 2).toPoint();
    }
    bool isReady = false;
};

QString gemmPair(const Comparison& comparison) {
    for (const KernelPair& pair : comparison.pairs) {
        if (pair.presence() == Presence::Both && pair.layer == "layer 2" && pair.category == "gemm") {
            return QString::fromStdString(pair.id);
        }
    }
    return {};
}

} // namespace

class TestTimelinePage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { test::useTestSettings(); }

    void showsAStepOfBothSides() {
        const Fixture fixture(test::forgedSample());
        QVERIFY(fixture.isReady);
        QCOMPARE(fixture.page.stepBox()->count(), 6); // all, and five
        QVERIFY(fixture.scene().step().has_value());
        QVERIFY(fixture.page.layerBox()->count() > 4);
        QVERIFY(fixture.scene().hasContent());
        QVERIFY(!fixture.scene().ribbons().empty()); // of a layer that nobody chose
        QCOMPARE(fixture.viewState.layer(), QString());
        QVERIFY(fixture.scene().window().spanNs() < fixture.scene().whole().spanNs());
    }

    void ribbonsAreThoseOfTheChosenLayer() {
        Fixture fixture(test::forgedSample());
        fixture.viewState.setLayer(QStringLiteral("layer 1"));
        QCOMPARE(fixture.scene().layer(), QStringLiteral("layer 1"));
        QCOMPARE(fixture.page.layerBox()->currentData().toString(), QStringLiteral("layer 1"));
        fixture.page.layerBox()->setCurrentIndex(0);
        emit fixture.page.layerBox()->activated(0);
        QVERIFY(fixture.scene().ribbons().empty());
        const int third = fixture.page.layerBox()->findData(QStringLiteral("layer 3"));
        fixture.page.layerBox()->setCurrentIndex(third);
        emit fixture.page.layerBox()->activated(third);
        QCOMPARE(fixture.viewState.layer(), QStringLiteral("layer 3"));
        QVERIFY(!fixture.scene().ribbons().empty());
        fixture.page.alignmentBox()->setCurrentIndex(1);
        QCOMPARE(fixture.scene().layerSpan(Side::A)->fromNs, fixture.scene().layerSpan(Side::B)->fromNs);
    }

    void aClickChoosesThePair() {
        Fixture fixture(test::forgedSample());
        const QString pair = gemmPair(*test::forgedSample());
        fixture.viewState.setPair(pair);
        QVERIFY(fixture.scene().chosen(Side::A).has_value());
        const QPoint point = fixture.pointOf(Side::A);
        fixture.viewState.setPair({});
        QTest::mouseClick(fixture.page.view(), Qt::LeftButton, {}, point);
        QCOMPARE(fixture.viewState.pair(), pair);
        QCOMPARE(fixture.viewState.layer(), QStringLiteral("layer 2"));
        QVERIFY(!fixture.scene().ribbons().empty());
        QVERIFY(fixture.page.view()->tooltipAt(point).contains(QStringLiteral("mean")));
        QTest::mouseDClick(fixture.page.view(), Qt::LeftButton, {}, point);
        QCOMPARE(fixture.viewState.page(), Page::Layers);
    }

    void draggingPansAndChoosesNothing() {
        Fixture fixture(test::forgedSample());
        fixture.page.view()->fit();
        fixture.page.view()->zoomBy(0.25);
        const TimelineWindow before = fixture.scene().window();
        const QPoint from(700, 300);
        QTest::mousePress(fixture.page.view(), Qt::LeftButton, {}, from);
        QTest::mouseMove(fixture.page.view(), from - QPoint(60, 0));
        QTest::mouseMove(fixture.page.view(), from - QPoint(120, 0));
        QTest::mouseRelease(fixture.page.view(), Qt::LeftButton, {}, from - QPoint(120, 0));
        QVERIFY(fixture.scene().window().fromNs > before.fromNs);
        QCOMPARE(fixture.scene().window().spanNs(), before.spanNs());
        QCOMPARE(fixture.viewState.pair(), QString());
    }

    void keysZoomPanAndStep() {
        Fixture fixture(test::forgedSample());
        QWidget* const view = fixture.page.view();
        const TimelineWindow whole = fixture.scene().whole();
        fixture.page.view()->fit();
        QTest::keyClick(view, Qt::Key_Plus);
        QTest::keyClick(view, Qt::Key_Up);
        QVERIFY(fixture.scene().window().spanNs() < whole.spanNs());
        const TimelineWindow zoomedIn = fixture.scene().window();
        QTest::keyClick(view, Qt::Key_Right);
        QVERIFY(fixture.scene().window().fromNs > zoomedIn.fromNs);
        QTest::keyClick(view, Qt::Key_Home);
        QCOMPARE(fixture.scene().window().fromNs, whole.fromNs);
        QTest::keyClick(view, Qt::Key_End);
        QCOMPARE(fixture.scene().window().toNs, whole.toNs);
        QTest::keyClick(view, Qt::Key_0);
        QCOMPARE(fixture.scene().window(), whole);
        QTest::keyClick(view, Qt::Key_Right, Qt::ShiftModifier);
        const QString first = fixture.viewState.pair();
        QVERIFY(!first.isEmpty());
        QTest::keyClick(view, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(fixture.viewState.pair() != first);
        QTest::keyClick(view, Qt::Key_Left, Qt::ShiftModifier);
        QCOMPARE(fixture.viewState.pair(), first);
        QTest::keyClick(view, Qt::Key_Return);
        QCOMPARE(fixture.viewState.page(), Page::Layers);
    }

    void figuresBelowAreThoseOfTheTrace() {
        Fixture fixture(test::forgedSample());
        const QString id = gemmPair(*test::forgedSample());
        fixture.viewState.setPair(id);
        const Table& table = *fixture.page.facts()->view()->table();
        TableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setTable(fixture.page.facts()->view()->table());
        QCOMPARE(table.rowCount(), 2);
        for (const Side side : kSides) {
            const auto& span = fixture.scene().chosen(side);
            const GpuActivities& gpu = fixture.scene().comparison()->sides[side]->trace->gpu;
            Nanoseconds sum = 0;
            for (const ActivityId activity : span->activities) {
                sum += gpu.durationNs[activity.index()];
            }
            const int row = side == Side::A ? 0 : 1;
            QCOMPARE(table.text(row, 2), formatMicroseconds(span->startNs - fixture.scene().originNs(side)));
            QCOMPARE(table.text(row, 3), formatMicroseconds(sum));
            QCOMPARE(table.text(row, 6), formatMicroseconds(fixture.scene().pair()->stats[side].meanNs));
        }
        fixture.viewState.setPair({});
        QVERIFY(!fixture.page.facts()->view()->table());
    }

    void theChosenStepStays() {
        Fixture fixture(test::forgedSample());
        fixture.page.stepBox()->setCurrentIndex(0);
        QVERIFY(!fixture.scene().step().has_value());
        fixture.page.setComparison(std::make_shared<const Comparison>(*test::forgedSample()));
        QVERIFY(QTest::qWaitFor([&] { return !fixture.page.isBuilding(); }, kPatience));
        QCOMPARE(fixture.page.stepBox()->currentIndex(), 0);
        QVERIFY(!fixture.scene().step().has_value());
    }

    void survivesEveryContent_data() {
        QTest::addColumn<QString>("content");
        for (const char* const content : {"nothing", "empty", "stepless", "one side", "hand-made"}) {
            QTest::newRow(content) << content;
        }
    }
    void survivesEveryContent() {
        QFETCH(QString, content);
        const auto comparison = content == QStringLiteral("stepless")   ? test::forgedStepless()
                                : content == QStringLiteral("one side") ? test::forgedOneSided()
                                : content == QStringLiteral("empty")    ? test::emptySample()
                                : content == QStringLiteral("nothing")  ? nullptr
                                                                        : test::servingSample();
        Fixture fixture(comparison);
        QVERIFY(fixture.isReady);
        fixture.page.setComparison(test::forgedSample());
        QVERIFY(QTest::qWaitFor([&] { return !fixture.page.isBuilding(); }, kPatience));
        QVERIFY(fixture.scene().hasContent());
        fixture.page.setComparison(comparison);
        QVERIFY(QTest::qWaitFor([&] { return !fixture.page.isBuilding(); }, kPatience));
    }

    void pictures_data() {
        QTest::addColumn<bool>("isDark");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<QString>("content");
        QTest::newRow("light") << false << QSize(1284, 806) << "sample";
        QTest::newRow("dark") << true << QSize(1284, 806) << "sample";
        QTest::newRow("small") << false << QSize(944, 606) << "sample";
        QTest::newRow("everything") << false << QSize(1284, 806) << "everything";
        QTest::newRow("stepless") << false << QSize(1284, 806) << "stepless";
        QTest::newRow("one side") << true << QSize(1284, 806) << "one_side";
    }
    void pictures() {
        QFETCH(bool, isDark);
        QFETCH(QSize, size);
        QFETCH(QString, content);
        const test::ThemeScope theme(isDark);
        Fixture fixture(content == QStringLiteral("stepless")   ? test::forgedStepless()
                        : content == QStringLiteral("one_side") ? test::forgedOneSided()
                                                                : test::forgedSample());
        if (content == QStringLiteral("everything")) {
            fixture.page.stepBox()->setCurrentIndex(0);
        } else if (content == QStringLiteral("sample")) {
            const QString pair = gemmPair(*test::forgedSample());
            fixture.viewState.setLayer(QStringLiteral("layer 2"));
            fixture.viewState.setPair(pair);
        }
        QVERIFY(test::savePagePicture(fixture.page, size, QStringLiteral("timeline_") + content, isDark));
    }
};

DIPTYCH_TEST(TestTimelinePage)
#include "tst_timeline_page.moc"
