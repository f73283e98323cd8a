#include "ui/charts/timeline_lane.h"

#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace diptych;

namespace {

/// Intervals of `length` every `pitch` ns, colours in turn.
TimelineLane regularLane(std::size_t count, Nanoseconds pitch, Nanoseconds length) {
    std::vector<LaneItem> items;
    items.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const auto start = static_cast<Nanoseconds>(i) * pitch;
        items.push_back({start, start + length, static_cast<std::uint32_t>(i),
                         static_cast<std::uint8_t>((i / 7) % TimelineLane::kColors)});
    }
    return TimelineLane(std::move(items));
}

/// The same cells by looking at every interval: what a column shows is what has most time among those that
/// start in it.
std::vector<int> colorsByHand(const TimelineLane& lane, Nanoseconds from, Nanoseconds to, int width) {
    std::vector<std::array<double, TimelineLane::kColors>> busy(static_cast<std::size_t>(width));
    const double scale = width / static_cast<double>(to - from);
    for (std::size_t i = 0; i < lane.items().size(); ++i) {
        const LaneItem& item = lane.items()[i];
        const double left = static_cast<double>(item.startNs - from) * scale;
        const bool isSeen = item.startNs >= from && item.startNs < to;
        if (isSeen && left < width) {
            busy[static_cast<std::size_t>(left)][item.color] +=
                static_cast<double>(std::max<Nanoseconds>(1, lane.shownEndNs(i) - item.startNs));
        }
    }
    std::vector<int> colors;
    for (const auto& column : busy) {
        const auto most = std::max_element(column.begin(), column.end());
        colors.push_back(*most > 0 ? static_cast<int>(most - column.begin()) : -1);
    }
    return colors;
}

} // namespace

class TestTimelineLane : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wideIntervalsStandForThemselves() {
        const TimelineLane lane({{1000, 2000, 7, 1}, {0, 500, 9, 2}, {3000, 3000, 8, 3}});
        const LaneCells seen = lane.cells(0, 4000, 400);
        QCOMPARE(seen.cells.size(), std::size_t(3));
        QCOMPARE(lane.items()[seen.cells[0].item].id, 9U);
        QCOMPARE(seen.cells[0].left, 0.0);
        QCOMPARE(seen.cells[0].right, 50.0);
        QCOMPARE(seen.cells[1].left, 100.0);
        QCOMPARE(seen.cells[1].right, 200.0);
        QCOMPARE(seen.cells[1].color, std::uint8_t(1));
        QCOMPARE(seen.cells[2].left, 300.0); // without length, seen all the same
        QCOMPARE(seen.cells[2].right, 301.0);
        QCOMPARE(lane.items()[seen.cells[2].item].id, 8U);
    }

    void aWindowCutsWhatReachesIntoIt() {
        const TimelineLane lane({{0, 1000, 0, 1}, {1000, 1900, 1, 2}});
        const LaneCells seen = lane.cells(500, 1500, 100);
        QCOMPARE(seen.cells.size(), std::size_t(2));
        QCOMPARE(seen.cells[0].left, 0.0);
        QCOMPARE(seen.cells[0].right, 50.0);
        QCOMPARE(seen.cells[1].right, 100.0);
        QVERIFY(lane.cells(2000, 3000, 100).cells.empty());
        QVERIFY(lane.cells(500, 500, 100).cells.empty());
        QVERIFY(lane.cells(0, 1000, 0).cells.empty());
        QVERIFY(TimelineLane().cells(0, 1000, 100).cells.empty());
    }

    void theLaterCoversTheEarlier() {
        const TimelineLane lane({{0, 5000, 0, 1}, {1000, 2000, 1, 2}});
        QCOMPARE(lane.shownEndNs(0), Nanoseconds(1000));
        QCOMPARE(lane.itemAt(1500, 0), std::optional<std::size_t>(1));
        QCOMPARE(lane.itemAt(500, 0), std::optional<std::size_t>(0));
    }

    void columnsShowWhatHasMostTime_data() {
        QTest::addColumn<qlonglong>("from");
        QTest::addColumn<qlonglong>("to");
        QTest::newRow("all") << 0LL << 2'000'000LL;
        QTest::newRow("a part") << 123'457LL << 1'654'321LL;
        QTest::newRow("few in a column") << 500'000LL << 560'000LL;
    }
    void columnsShowWhatHasMostTime() {
        QFETCH(qlonglong, from);
        QFETCH(qlonglong, to);
        const TimelineLane lane = regularLane(20'000, 100, 60);
        constexpr int kWidth = 313;
        const std::vector<int> expected = colorsByHand(lane, from, to, kWidth);
        std::vector<int> colors(kWidth, -1);
        for (const LaneCell& cell : lane.cells(from, to, kWidth).cells) {
            for (int x = static_cast<int>(cell.left); x < static_cast<int>(cell.right); ++x) {
                colors[static_cast<std::size_t>(x)] = cell.color;
            }
        }
        // One that reaches into the window from the left is seen in the first column; colorsByHand leaves it.
        QVERIFY(std::equal(colors.begin() + 1, colors.end(), expected.begin() + 1));
    }

    void coverageTellsHowBusyAColumnIs() {
        QCOMPARE(regularLane(10'000, 100, 100).cells(0, 1'000'000, 100).cells.front().coverage,
                 TimelineLane::kFullCoverage);
        QCOMPARE(regularLane(10'000, 100, 10).cells(0, 1'000'000, 100).cells.front().coverage,
                 std::uint8_t(1));
        QCOMPARE(regularLane(10'000, 100, 45).cells(0, 1'000'000, 100).cells.front().coverage,
                 std::uint8_t(2));
    }

    void findsTheIntervalUnderAPoint() {
        const TimelineLane lane = regularLane(1000, 100, 60);
        QCOMPARE(lane.itemAt(250, 0), std::optional<std::size_t>(2));
        QCOMPARE(lane.itemAt(270, 0), std::optional<std::size_t>());
        QCOMPARE(lane.itemAt(270, 20), std::optional<std::size_t>(2));
        QCOMPARE(lane.itemAt(295, 50), std::optional<std::size_t>(3));
        QCOMPARE(lane.itemAt(-5, 10), std::optional<std::size_t>(0));
        QCOMPARE(lane.itemAt(-50, 10), std::optional<std::size_t>());
        QCOMPARE(lane.firstFrom(101), std::size_t(2));
        QCOMPARE(lane.firstFrom(1'000'000), std::size_t(1000));
    }

    /// What makes panning smooth: whatever the window, the work goes by the pixels.
    void theWorkOfAMillionIntervalsIsBounded() {
        constexpr std::size_t kCount = 1'000'000;
        constexpr int kWidth = 1400;
        const TimelineLane lane = regularLane(kCount, 10'000, 9'000);
        const Nanoseconds whole = 10'000LL * kCount;
        constexpr std::uint64_t kMostPerPixel = 250;
        for (Nanoseconds span = whole; span > 1000; span /= 3) {
            for (const Nanoseconds from : {Nanoseconds(0), (whole - span) / 2 + 777, whole - span}) {
                const LaneCells seen = lane.cells(from, from + span, kWidth);
                QVERIFY2(seen.work <= kMostPerPixel * kWidth,
                         qPrintable(QStringLiteral("%1 looked at").arg(seen.work)));
                QVERIFY(seen.cells.size() <= 2 * kWidth);
                QVERIFY(!seen.cells.empty());
            }
        }
    }

    void theWorkIsBoundedWhereIntervalsCrowd() {
        std::vector<LaneItem> items;
        for (std::uint32_t i = 0; i < 300'000;
             ++i) { // nearly all within a thousandth of the time, overlapping
            const Nanoseconds start = i % 1000 == 0 ? i * 1'000'000LL : 150'000'000'000LL + i;
            items.push_back(
                {start, start + 2'000'000, i, static_cast<std::uint8_t>(i % TimelineLane::kColors)});
        }
        const TimelineLane lane(std::move(items));
        const LaneCells seen = lane.cells(0, 300'000'000'000LL, 1000);
        QVERIFY2(seen.work < 250'000, qPrintable(QString::number(seen.work)));
        QVERIFY(seen.cells.size() < 1000);
    }
};

DIPTYCH_TEST(TestTimelineLane)
#include "tst_timeline_lane.moc"
