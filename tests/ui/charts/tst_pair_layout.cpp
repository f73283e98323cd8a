#include "ui/charts/pair_layout.h"

#include "tests/support/test_program.h"

#include <QTest>

using namespace diptych;

class TestPairLayout : public QObject {
    Q_OBJECT

private slots:
    void columnsMirrorEachOther_data() {
        QTest::addColumn<double>("width");
        for (const int width : {600, 900, 948, 1284, 3684}) {
            QTest::addRow("%d", width) << static_cast<double>(width);
        }
    }
    void columnsMirrorEachOther() {
        QFETCH(double, width);
        const PairColumns columns = layOutColumns(width);
        for (const auto& spans :
             {columns.tick, columns.operation, columns.name, columns.bar, columns.value}) {
            QCOMPARE(spans.a.left, width - spans.b.right);
            QCOMPARE(spans.a.right, width - spans.b.left);
            QVERIFY(spans.a.width() > 0 || !columns.hasNames());
        }
        QVERIFY(columns.tick.a.right <= columns.operation.a.left);
        QVERIFY(columns.operation.a.right <= columns.name.a.left);
        QVERIFY(columns.name.a.right <= columns.bar.a.left);
        QVERIFY(columns.bar.a.right <= columns.value.a.left);
        QVERIFY(columns.value.a.right <= columns.ribbon.left);
        QVERIFY(columns.ribbon.right <= columns.value.b.left);
    }

    /// A name of a few letters is none: beside the dock in a narrow window the bars have the room.
    void namesAreReadableOrAbsent() {
        for (int width = 0; width < 1500; ++width) {
            const PairColumns columns = layOutColumns(width);
            QVERIFY(!columns.hasNames() || columns.name.a.width() >= 80);
            QVERIFY(columns.operation.a.width() >= 0 && columns.bar.a.width() >= 0);
        }
        QVERIFY(layOutColumns(944).hasNames());
        const PairColumns beside = layOutColumns(664);
        QVERIFY(!beside.hasNames());
        QVERIFY(beside.bar.a.width() > 40);
        QVERIFY(beside.operation.a.width() > 110);
    }

    void narrowAndEmptyAreNoTrouble() {
        QVERIFY(layOutColumns(0).name.a.width() >= 0);
        QCOMPARE(layOutPairs({}, 900).height, 0.0);
        QCOMPARE(layOutPairs({}, 900).pairAt(5), -1);
        QVERIFY(ribbonPath(layOutColumns(900), PairBox{}).isEmpty());
    }

    void boxesStandBelowEachOther() {
        const PairLayout layout = layOutPairs({{1, 1}, {3, 1}, {1, 0}, {0, 2}}, 900);
        QCOMPARE(layout.boxes.size(), std::size_t(4));
        qreal top = 0;
        for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
            QCOMPARE(layout.boxes[i].top, top);
            top = layout.boxes[i].bottom;
            QCOMPARE(layout.pairAt(layout.boxes[i].top), static_cast<int>(i));
            QCOMPARE(layout.pairAt(layout.boxes[i].bottom - 0.5), static_cast<int>(i));
        }
        QCOMPARE(layout.height, top);
        QCOMPARE(layout.pairAt(-1), -1);
        QCOMPARE(layout.pairAt(top), -1);
        QCOMPARE(layout.boxes[1].bottom - layout.boxes[1].top, 3 * 24.0 + 3);
    }

    void fewerLinesStandInTheMiddle() {
        const PairBox box = layOutPairs({{3, 1}}, 900).boxes[0];
        QCOMPARE(box.lines.a.size(), std::size_t(3));
        QCOMPARE(box.lines.b.size(), std::size_t(1));
        QCOMPARE(box.lines.b[0], box.lines.a[1]);
    }

    void ribbonsReachFromSideToSide() {
        const PairLayout layout = layOutPairs({{3, 1}, {1, 0}, {0, 1}}, 900);
        const QRectF group = ribbonPath(layout.columns, layout.boxes[0]).boundingRect();
        QCOMPARE(group.left(), layout.columns.ribbon.left);
        QCOMPARE(group.right(), layout.columns.ribbon.right);
        QVERIFY(group.height() > 2 * 24);
        const QRectF onlyA = ribbonPath(layout.columns, layout.boxes[1]).boundingRect();
        QCOMPARE(onlyA.left(), layout.columns.ribbon.left);
        QVERIFY(onlyA.right() < layout.columns.ribbon.right);
        const QRectF onlyB = ribbonPath(layout.columns, layout.boxes[2]).boundingRect();
        QCOMPARE(onlyB.right(), layout.columns.ribbon.right);
        QVERIFY(onlyB.left() > layout.columns.ribbon.left);
        for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
            const QRectF bounds = ribbonPath(layout.columns, layout.boxes[i]).boundingRect();
            QVERIFY(bounds.top() >= layout.boxes[i].top && bounds.bottom() <= layout.boxes[i].bottom);
        }
    }

    void aHundredThousandPairsAreLaidOutAtOnce() {
        const PairLayout layout = layOutPairs(std::vector<PairShape>(100'000, {1, 2}), 900);
        QCOMPARE(layout.pairAt(layout.height - 1), 99'999);
    }
};

DIPTYCH_TEST(TestPairLayout)
#include "tst_pair_layout.moc"
