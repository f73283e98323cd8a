#include "ui/charts/timeline_scene.h"

#include "tests/support/test_program.h"
#include "tests/ui/forged_comparison.h"
#include "ui/charts/timeline_painter.h"

#include <QPainter>
#include <QTest>

#include <set>

using namespace diptych;

namespace {

constexpr QSize kSize(1200, 560);

TimelineScene sceneOf(const std::shared_ptr<const Comparison>& comparison, std::optional<std::size_t> step) {
    TimelineScene scene;
    scene.setSize(kSize);
    scene.setContent(comparison, makeTimeline(*comparison));
    scene.setStep(step);
    return scene;
}

const TimelineRow* rowOf(const Timeline& timeline, Side side, TimelineRowKind kind) {
    for (const TimelineRow& row : timeline.sides[side].rows) {
        if (row.kind == kind) {
            return &row;
        }
    }
    return nullptr;
}

/// The first pair of a layer that stands on both sides.
const KernelPair& somePair(const Comparison& comparison) {
    for (const KernelPair& pair : comparison.pairs) {
        if (pair.presence() == Presence::Both && pair.layer == "layer 2" && pair.category == "gemm") {
            return pair;
        }
    }
    return comparison.pairs.front();
}

} // namespace

class TestTimelineScene : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKernelLiesOnOneStream() {
        const auto comparison = test::forgedSample();
        QVERIFY(comparison);
        const auto timeline = makeTimeline(*comparison);
        for (const Side side : kSides) {
            const AnalyzedTrace& analyzed = *comparison->sides[side];
            std::set<std::uint32_t> seen;
            for (const TimelineRow& row : timeline->sides[side].rows) {
                if (row.kind != TimelineRowKind::Stream) {
                    continue;
                }
                for (const LaneItem& item : row.lane.items()) {
                    QVERIFY(seen.insert(item.id).second);
                    QCOMPARE(item.startNs, analyzed.trace->gpu.startNs[item.id]);
                    QCOMPARE(item.endNs, analyzed.trace->gpu.endNs(ActivityId(item.id)));
                    QCOMPARE(item.color, timelineColorOf(analyzed.classes.of(ActivityId(item.id)).category));
                }
            }
            QCOMPARE(seen.size(), analyzed.order.size());
            QVERIFY(timeline->sides[side].rows.size() >= 5); // steps, sections, modules, two streams
        }
    }

    void bandsNameStepsSectionsAndModules() {
        const auto comparison = test::forgedSample();
        const auto timeline = makeTimeline(*comparison);
        for (const Side side : kSides) {
            const TimelineRow* const steps = rowOf(*timeline, side, TimelineRowKind::Steps);
            QVERIFY(steps);
            QCOMPARE(steps->lane.items().size(), comparison->sides[side]->steps.steps.size());
            const TimelineRow* const sections = rowOf(*timeline, side, TimelineRowKind::Sections);
            QVERIFY(sections);
            QVERIFY(std::find(sections->keys.begin(), sections->keys.end(), QStringLiteral("layer 2")) !=
                    sections->keys.end());
            const TimelineRow* const modules = rowOf(*timeline, side, TimelineRowKind::Modules);
            QVERIFY(modules);
            const auto mlp =
                std::find(modules->labels.begin(), modules->labels.end(), QStringLiteral("Qwen2MLP"));
            QVERIFY(mlp != modules->labels.end());
            QCOMPARE(modules->shortLabels.size(), modules->labels.size());
            QCOMPARE(modules->shortLabels[static_cast<std::size_t>(mlp - modules->labels.begin())],
                     QStringLiteral("MLP"));
            QCOMPARE(timeline->sides[side].steps.size(), comparison->selection[side].steps.size());
        }
    }

    void aStepBeginsAtZeroOnBothSides() {
        const TimelineScene scene = sceneOf(test::forgedSample(), 1);
        Nanoseconds longest = 0;
        for (const Side side : kSides) {
            const TimelineStep& step = scene.timeline()->sides[side].steps[1];
            QCOMPARE(scene.originNs(side), step.startNs);
            QCOMPARE(scene.shown(side), (TimelineWindow{0, step.endNs - step.startNs}));
            longest = std::max(longest, step.endNs - step.startNs);
        }
        QCOMPARE(scene.whole(), (TimelineWindow{0, longest}));
        QCOMPARE(scene.window(), scene.whole());
    }

    void layersCanStandUnderEachOther() {
        TimelineScene scene = sceneOf(test::forgedSample(), 1);
        scene.setLayer(QStringLiteral("layer 2"));
        QVERIFY(scene.layerSpan(Side::A) && scene.layerSpan(Side::B));
        QVERIFY(scene.layerSpan(Side::A)->fromNs != scene.layerSpan(Side::B)->fromNs);
        scene.setAlignment(TimelineAlignment::Layer);
        QCOMPARE(scene.layerSpan(Side::A)->fromNs, scene.layerSpan(Side::B)->fromNs);
        QVERIFY(scene.whole().fromNs == 0 && scene.shown(Side::A).fromNs >= 0 &&
                scene.shown(Side::B).fromNs >= 0);
        scene.setAlignment(TimelineAlignment::StepStart);
        QCOMPARE(scene.shown(Side::B).fromNs, Nanoseconds(0));
    }

    void ribbonsJoinThePairsOfTheLayer() {
        TimelineScene scene = sceneOf(test::forgedSample(), 1);
        QVERIFY(scene.ribbons().empty());
        scene.setLayer(QStringLiteral("layer 2"));
        const auto& comparison = *scene.comparison();
        const auto layer = std::find_if(comparison.layers.begin(), comparison.layers.end(),
                                        [](const LayerRow& row) { return row.layer == "layer 2"; });
        std::size_t both = 0;
        for (const std::uint32_t pair : layer->pairs) {
            both += comparison.pairs[pair].presence() == Presence::Both ? 1 : 0;
        }
        QCOMPARE(scene.ribbons().size(), both);
        for (const TimelineRibbon& ribbon : scene.ribbons()) {
            QCOMPARE(comparison.pairs[ribbon.pair].layer, std::string("layer 2"));
            for (const Side side : kSides) {
                const auto span =
                    pairSpan(comparison, comparison.pairs[ribbon.pair], side, scene.stepOf(side));
                QVERIFY(span);
                QCOMPARE(ribbon.span[side].fromNs, span->startNs - scene.originNs(side));
            }
        }
        scene.setStep(std::nullopt);
        QVERIFY(scene.ribbons().empty()); // five steps: a pair has five places
    }

    void aClickFindsThePair() {
        TimelineScene scene = sceneOf(test::forgedSample(), 1);
        const KernelPair& pair = somePair(*scene.comparison());
        scene.setPair(QString::fromStdString(pair.id));
        for (const Side side : kSides) {
            QVERIFY(scene.chosen(side));
            const ActivityId id = scene.chosen(side)->activities.front();
            const auto row = scene.streamOf(side, id);
            QVERIFY(row);
            const TimelineRowBox* const box = scene.layout().boxOf(side, *row);
            const GpuActivities& gpu = scene.comparison()->sides[side]->trace->gpu;
            const Nanoseconds middle =
                gpu.startNs[id.index()] + gpu.durationNs[id.index()] / 2 - scene.originNs(side);
            scene.setWindow({middle - 20'000, middle + 20'000});
            const auto hit = scene.hitAt({scene.scale().xOf(middle), box->top + box->height / 2});
            QVERIFY(hit);
            QCOMPARE(hit->side, side);
            QCOMPARE(scene.pairAt(*hit), QString::fromStdString(pair.id));
        }
        QVERIFY(!scene.hitAt({5, 5}));
        QVERIFY(!scene.hitAt({600, (scene.layout().ribbonTop + scene.layout().ribbonBottom) / 2}));
    }

    void theChosenPairIsBroughtIntoView() {
        TimelineScene scene = sceneOf(test::forgedSample(), 1);
        scene.setWindow({0, scene.whole().spanNs() / 50});
        const KernelPair& pair = scene.comparison()->pairs.back();
        scene.setPair(QString::fromStdString(pair.id));
        scene.reveal();
        bool isSeen = false;
        for (const Side side : kSides) {
            if (const auto& span = scene.chosen(side)) {
                isSeen = true;
                QVERIFY(span->startNs - scene.originNs(side) >= scene.window().fromNs);
                QVERIFY(span->endNs - scene.originNs(side) <= scene.window().toNs);
            }
        }
        QVERIFY(isSeen);
        const TimelineWindow window = scene.window();
        scene.reveal(); // already seen
        QCOMPARE(scene.window(), window);
    }

    void neighboursAreReachedInOrder() {
        TimelineScene scene = sceneOf(test::forgedSample(), 1);
        std::set<QString> seen;
        QString pair = scene.neighbourPair(1);
        Nanoseconds last = -1;
        while (!pair.isEmpty()) {
            QVERIFY2(seen.insert(pair).second, qPrintable(pair));
            scene.setPair(pair);
            QVERIFY(scene.chosen(Side::A));
            QVERIFY(scene.chosen(Side::A)->startNs > last);
            last = scene.chosen(Side::A)->startNs;
            pair = scene.neighbourPair(1);
        }
        QVERIFY(seen.size() > 20);
        const QString before = scene.neighbourPair(-1);
        scene.setPair(before);
        QVERIFY(seen.count(before) == 1);
        QCOMPARE(scene.neighbourPair(1).isEmpty(), false);
    }

    // ---- windows

    void zoomingKeepsThePointUnderTheCursor_data() {
        QTest::addColumn<double>("factor");
        QTest::addColumn<qlonglong>("anchor");
        QTest::addColumn<qlonglong>("from");
        QTest::addColumn<qlonglong>("to");
        QTest::newRow("in") << 0.5 << 500'000LL << 300'000LL << 700'000LL;
        QTest::newRow("out") << 2.0 << 500'000LL << 100'000LL << 900'000LL;
        QTest::newRow("out beyond the end") << 100.0 << 500'000LL << 0LL << 1'000'000LL;
        QTest::newRow("in to the least") << 1e-9 << 400'000LL << 399'750LL << 400'750LL;
    }
    void zoomingKeepsThePointUnderTheCursor() {
        QFETCH(double, factor);
        QFETCH(qlonglong, anchor);
        QFETCH(qlonglong, from);
        QFETCH(qlonglong, to);
        const TimelineWindow whole{0, 1'000'000};
        const TimelineWindow window = zoomed(factor == 1e-9  ? TimelineWindow{300'000, 700'000}
                                             : factor == 0.5 ? TimelineWindow{100'000, 900'000}
                                                             : TimelineWindow{300'000, 700'000},
                                             factor, anchor, whole);
        QCOMPARE(window, (TimelineWindow{from, to}));
    }

    void panningStopsAtTheEnds() {
        const TimelineWindow whole{0, 1000};
        QCOMPARE(panned({100, 300}, 50, whole), (TimelineWindow{150, 350}));
        QCOMPARE(panned({100, 300}, -500, whole), (TimelineWindow{0, 200}));
        QCOMPARE(panned({100, 300}, 5000, whole), (TimelineWindow{800, 1000}));
        QCOMPARE(panned({-100, 5000}, 0, whole), whole);
    }

    void ticksAreRoundAndFew_data() {
        QTest::addColumn<qlonglong>("from");
        QTest::addColumn<qlonglong>("to");
        QTest::addColumn<QString>("first");
        QTest::newRow("µs") << 0LL << 1'000'000LL << "0 µs";
        QTest::newRow("ms") << 0LL << 9'310'000LL << "0 ms";
        QTest::newRow("s") << 0LL << 30'000'000'000LL << "0 s";
        QTest::newRow("in the middle") << 1'234'567LL << 1'334'567LL << "1240 µs";
        QTest::newRow("nanoseconds") << 10'000LL << 10'900LL << "10 µs";
    }
    void ticksAreRoundAndFew() {
        QFETCH(qlonglong, from);
        QFETCH(qlonglong, to);
        QFETCH(QString, first);
        const std::vector<TimelineTick> ticks = timelineTicks({from, to}, 10);
        QVERIFY(ticks.size() >= 3 && ticks.size() <= 11);
        QCOMPARE(ticks.front().label, first);
        for (const TimelineTick& tick : ticks) {
            QVERIFY(tick.ns >= from && tick.ns <= to);
        }
        QVERIFY(timelineTicks({5, 5}, 10).empty());
    }

    void rowsNeverOverlap_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("usual") << QSize(1270, 560);
        QTest::newRow("small") << QSize(700, 300);
        QTest::newRow("tiny") << QSize(200, 200);
        QTest::newRow("large") << QSize(3600, 1800);
    }
    void rowsNeverOverlap() {
        QFETCH(QSize, size);
        const auto timeline = makeTimeline(*test::forgedSample());
        for (const bool hasRibbons : {true, false}) {
            checkRows(*timeline, layOutTimeline(*timeline, size, hasRibbons), size);
        }
    }
    static void checkRows(const Timeline& timeline, const TimelineLayout& layout, const QSize& size) {
        double bottom = layout.axisTop + layout.axisHeight;
        for (const TimelineRowBox& box : layout.rows) {
            QVERIFY(box.height >= 8);
            if (size.height() >= 300) {
                QVERIFY2(box.top >= bottom,
                         qPrintable(QStringLiteral("%1 above %2").arg(box.top).arg(bottom)));
                QVERIFY(box.bottom() <= layout.legendTop);
            }
            bottom = box.bottom();
        }
        QCOMPARE(layout.rows.size(), timeline.sides.a.rows.size() + timeline.sides.b.rows.size());
        QCOMPARE(layout.rows.front().side, Side::A);
        QCOMPARE(layout.rows.back().row, std::size_t(0)); // B's steps are lowest
    }

    // ---- states

    void withoutStepsTheRecordingIsShown() {
        const auto comparison = test::forgedStepless();
        QVERIFY(comparison);
        TimelineScene scene = sceneOf(comparison, std::nullopt);
        QCOMPARE(scene.timeline()->stepCount(), std::size_t(0));
        QVERIFY(!scene.stepOf(Side::A).isValid());
        const TimelineSide& a = scene.timeline()->sides.a;
        QCOMPARE(scene.shown(Side::A), (TimelineWindow{0, a.endNs - a.startNs}));
    }

    void oneSideMayBeEmpty() {
        const auto comparison = test::forgedOneSided();
        if (!comparison) {
            QSKIP("the core refuses a side without GPU work");
        }
        TimelineScene scene = sceneOf(comparison, 1);
        QVERIFY(!scene.timeline()->sides.a.isEmpty());
        QVERIFY(scene.timeline()->sides.b.isEmpty());
        scene.setLayer(QStringLiteral("layer 2"));
        scene.setPair(QString::fromStdString(comparison->pairs.front().id));
        QVERIFY(scene.chosen(Side::A));
        QVERIFY(!scene.chosen(Side::B));
        QVERIFY(scene.ribbons().empty());
    }

    void nothingIsPaintedWithoutContent() {
        TimelineScene scene;
        scene.setSize(kSize);
        QVERIFY(!scene.hasContent());
        QVERIFY(!scene.hitAt({100, 100}));
        QCOMPARE(scene.neighbourPair(1), QString());
        scene.zoom(0.5, 100);
        scene.pan(10);
        scene.reveal();
        QCOMPARE(scene.window(), (TimelineWindow{0, 1}));
    }

    void cancellingGivesNothing() {
        CancelSource cancel;
        cancel.cancel();
        QVERIFY(!makeTimeline(*test::forgedSample(), cancel.token()));
    }

    void aPictureOfTheWholeTakesNoMoreThanOneOfAPart() {
        TimelineScene scene = sceneOf(test::forgedSample(), std::nullopt);
        QImage image(kSize, QImage::Format_ARGB32_Premultiplied);
        QPainter painter(&image);
        const std::uint64_t most =
            250ULL * static_cast<std::uint64_t>(kSize.width()) * scene.layout().rows.size();
        for (int i = 0; i < 20; ++i) {
            const TimelinePaintCounts counts = paintTimeline(painter, scene, kSize, lightTokens(), false);
            QVERIFY(counts.work <= most);
            QVERIFY(counts.cells > 0);
            scene.zoom(0.6, 600);
        }
    }
};

DIPTYCH_TEST(TestTimelineScene)
#include "tst_timeline_scene.moc"
