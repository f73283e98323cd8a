#include "core/analysis/name_fit.h"

#include "tests/support/test_program.h"

#include <cmath>
#include <random>

using namespace diptych;

namespace {

/// Layers of ten kernels of four names, durations by place in the layer and a little noise, in time
/// order. No name trigram occurs twice in a layer.
ReplayKernels healthyReplay(int layers, unsigned seed) {
    std::mt19937 random(seed);
    ReplayKernels kernels;
    const std::uint32_t names[10] = {0, 1, 2, 1, 3, 1, 0, 3, 2, 3};
    const double durations[10] = {2000, 30000, 5000, 8000, 60000, 12000, 2100, 90000, 3000, 45000};
    for (int layer = 0; layer < layers; ++layer) {
        for (int i = 0; i < 10; ++i) {
            kernels.namesInTimeOrder.push_back(names[i]);
            const double noise = 0.97 + 0.06 * static_cast<double>(random() % 1000) / 1000;
            kernels.logDurations.push_back(std::log(durations[i] * noise));
        }
    }
    kernels.namesInFileOrder = kernels.namesInTimeOrder;
    return kernels;
}

/// Every `every`-th record takes the time slot of one much later: its name stands there in time order.
ReplayKernels faultyReplay(int layers, std::size_t every, std::size_t distance) {
    ReplayKernels kernels = healthyReplay(layers, 5);
    std::vector<std::pair<std::size_t, std::uint32_t>> byTime;
    for (std::size_t i = 0; i < kernels.namesInFileOrder.size(); ++i) {
        const std::size_t place = i % every == 0 ? 2 * (i + distance) : 2 * i + 1;
        byTime.emplace_back(place, kernels.namesInFileOrder[i]);
    }
    std::sort(byTime.begin(), byTime.end());
    for (std::size_t i = 0; i < byTime.size(); ++i) {
        kernels.namesInTimeOrder[i] = byTime[i].second;
    }
    kernels.hasInversion = true;
    return kernels;
}

} // namespace

class TestNameFit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void healthyReplaysFit() {
        for (unsigned seed = 0; seed < 20; ++seed) {
            const NameFit fit = measureNameFit(healthyReplay(30, seed));
            QVERIFY(!fit.isMisfit);
            QVERIFY(fit.spreadByName < 0.06);
            QVERIFY(fit.spreadByLag >= 0 && fit.spreadByLag < 0.06);
        }
    }

    void shortOnesAreNotJudged() { QVERIFY(!measureNameFit(faultyReplay(9, 3, 40)).isMisfit); }

    void faultyReplaysAreRepairedByFileOrder() {
        const NameFit fit = measureNameFit(faultyReplay(40, 3, 40));
        QVERIFY(fit.isMisfit);
        QVERIFY(fit.isRepairable);
        QVERIFY(fit.spreadByFile < 0.06);
    }

    /// A file whose events stand in no order at all (merged, sorted by name) tells nothing against its times.
    void orderlessFilesAreNotJudged() {
        for (unsigned seed = 0; seed < 20; ++seed) {
            for (const bool hasManyNames : {false, true}) {
                ReplayKernels kernels = healthyReplay(30, seed);
                for (std::size_t i = 0; hasManyNames && i < kernels.namesInTimeOrder.size(); ++i) {
                    kernels.namesInTimeOrder[i] = static_cast<std::uint32_t>(i % 10);
                }
                kernels.namesInFileOrder = kernels.namesInTimeOrder;
                std::shuffle(kernels.namesInFileOrder.begin(), kernels.namesInFileOrder.end(),
                             std::mt19937(seed));
                kernels.hasInversion = true;
                QVERIFY(!measureNameFit(kernels).isMisfit);
            }
        }
    }

    /// Without a trace of the true order in the file the fault is said, and nothing is repaired.
    void faultWithoutFileOrderIsSaidOnly() {
        ReplayKernels kernels = faultyReplay(40, 3, 40);
        kernels.namesInFileOrder = kernels.namesInTimeOrder;
        kernels.hasInversion = false;
        const NameFit fit = measureNameFit(kernels);
        QVERIFY(!fit.isRepairable);
    }

    void noNamesAtAll() {
        ReplayKernels kernels = healthyReplay(30, 1);
        std::fill(kernels.namesInTimeOrder.begin(), kernels.namesInTimeOrder.end(), 0U);
        kernels.namesInFileOrder = kernels.namesInTimeOrder;
        QVERIFY(!measureNameFit(kernels).isRepairable);
    }
};

DIPTYCH_TEST(TestNameFit)
#include "tst_name_fit.moc"
