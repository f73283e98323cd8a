#include "core/analysis/natural_sort.h"
#include "core/analysis/work_order.h"
#include "tests/support/column_trace.h"
#include "tests/support/test_program.h"

#include <random>

using namespace diptych;
using namespace diptych::test;

namespace {

/// Names in order of work; what is aside in brackets.
QString orderText(ColumnTrace& columns, std::int32_t device = 0) {
    const WorkOrder order = orderOfWork(columns.trace, 0, device);
    std::string text;
    for (std::size_t i = 0; i < order.activities.size(); ++i) {
        const std::string name(columns.text(columns.trace.gpu.name[order.activities[i].index()]));
        text += (i == 0 ? "" : " ") + (order.isAside[i] != 0 ? "[" + name + "]" : name);
    }
    return QString::fromStdString(text);
}

ColumnTrace::Gpu onStream(std::int32_t stream, std::int64_t correlation) {
    ColumnTrace::Gpu gpu;
    gpu.stream = stream;
    gpu.correlation = correlation;
    return gpu;
}

} // namespace

class TestWorkOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsLaunches() {
        ColumnTrace columns;
        columns.addLaunch("launch", 100, 1, columns.mainThread);
        columns.addLaunch("launch", 200, 2, columns.mainThread);
        columns.addLaunch("launch", 300, 3, columns.mainThread);
        columns.addGpu("second", 5000, 10, onStream(20, 2)); // starts last, on another stream
        columns.addGpu("first", 1000, 10, onStream(7, 1));
        columns.addGpu("third", 1100, 10, onStream(7, 3));
        columns.link();
        QCOMPARE(orderText(columns), QString("first second third"));
    }

    void ordersOneLaunchByStart() {
        ColumnTrace columns;
        columns.addLaunch("graph", 100, 1, columns.mainThread);
        for (int i = 19; i >= 0; --i) {
            columns.addGpu(std::to_string(i), 1000 + 10 * i, 5, onStream(7, 1));
        }
        columns.link();
        QVERIFY(orderText(columns).startsWith("0 1 2 3 4 5"));
        QVERIFY(orderText(columns).endsWith("18 19"));
    }

    void putsUnlinkedBeforeTheNextOfItsStream() {
        ColumnTrace columns;
        columns.addLaunch("launch", 100, 1, columns.mainThread);
        columns.addLaunch("launch", 200, 2, columns.mainThread);
        columns.addGpu("lost", 1500, 10, onStream(7, 99));
        columns.addGpu("first", 1000, 10, onStream(7, 1));
        columns.addGpu("second", 2000, 10, onStream(7, 2));
        columns.addGpu("earlier", 500, 10, onStream(7, 98));
        columns.addGpu("at the end", 2500, 10, onStream(7, 97));
        columns.link();
        QCOMPARE(orderText(columns), QString("earlier first lost second at the end"));
    }

    /// Kernels from before the recording still run while another stream already does recorded work.
    void putsWhatWasLaunchedBeforeTheRecordingFirst() {
        ColumnTrace columns;
        columns.addLaunch("copy", 100, 1, columns.mainThread);
        columns.addLaunch("launch", 200, 2, columns.mainThread);
        columns.addGpu("recorded copy", 300, 10, onStream(9, 1));
        columns.addGpu("earlier a", 400, 500, onStream(7, 98));
        columns.addGpu("earlier b", 1000, 500, onStream(7, 97));
        columns.addGpu("recorded", 2000, 500, onStream(7, 2));
        columns.link();
        QCOMPARE(orderText(columns), QString("earlier a earlier b recorded copy recorded"));
    }

    /// On a stream without any launch only time tells; such kernels never break a sequence.
    void setsAsideWhatOnlyTimePlaces() {
        ColumnTrace columns;
        columns.addLaunch("launch", 100, 1, columns.mainThread);
        columns.addLaunch("launch", 200, 2, columns.mainThread);
        columns.addGpu("first", 1000, 100, onStream(7, 1));
        columns.addGpu("beside", 1500, 10, onStream(9, 0));
        columns.addGpu("second", 2000, 100, onStream(7, 2));
        columns.link();
        QCOMPARE(orderText(columns), QString("first [beside] second"));
    }

    void setsAsideTheLesserStreamOfAReplay() {
        ColumnTrace columns;
        columns.addLaunch("graph", 100, 1, columns.mainThread);
        for (int i = 0; i < 20; ++i) {
            columns.addGpu("k", 1000 + 100 * i, 80, onStream(7, 1));
        }
        columns.addGpu("copy", 1050, 10, onStream(8, 1));
        columns.link();
        QVERIFY(orderText(columns).startsWith("k [copy] k k"));
    }

    void keepsCorrelationGroupsTogetherWithoutLaunches() {
        ColumnTrace columns;
        for (int i = 0; i < 16; ++i) {
            columns.addGpu("graph", 1000 + 100 * i, 50, onStream(7, 5));
        }
        columns.addGpu("between", 1130, 10, onStream(7, 6));
        columns.addGpu("before", 10, 10, onStream(7, 7));
        columns.link();
        const QString graph = QString("graph ").repeated(16);
        QCOMPARE(orderText(columns), "before " + graph + "between");
    }

    void takesOneDeviceOnly() {
        ColumnTrace columns;
        ColumnTrace::Gpu other;
        other.device = 3;
        columns.addGpu("here", 100, 10, {});
        columns.addGpu("there", 200, 10, other);
        columns.link();
        QCOMPARE(orderText(columns), QString("here"));
        QCOMPARE(orderText(columns, 3), QString("there"));
    }

    void sortsRunsStably() {
        std::mt19937 random(7);
        for (int round = 0; round < 50; ++round) {
            std::vector<std::pair<int, int>> values;
            const int count = round; // all small sizes
            for (int i = 0; i < count; ++i) {
                values.emplace_back(static_cast<int>(random() % 10), i);
            }
            auto expected = values;
            const auto less = [](const auto& x, const auto& y) { return x.first < y.first; };
            std::stable_sort(expected.begin(), expected.end(), less);
            sortByRuns(values, less);
            QVERIFY(values == expected);
        }
    }
};

DIPTYCH_TEST(TestWorkOrder)
#include "tst_work_order.moc"
