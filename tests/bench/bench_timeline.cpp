// How long a picture of the timeline takes with a million kernels a side:
//
//     bench_timeline [KERNELS]
//
// pans through the whole recording at several zooms and prints pictures a second.

#include "tests/ui/forged_comparison.h"
#include "ui/charts/timeline_painter.h"

#include <QElapsedTimer>
#include <QGuiApplication>
#include <QPainter>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

using namespace diptych;

namespace {

/// Two sides with kernels that a formula places: no file, no analysis.
std::shared_ptr<const Timeline> makeRows(std::size_t kernels) {
    auto timeline = std::make_shared<Timeline>();
    for (const Side side : kSides) {
        TimelineSide& own = timeline->sides[side];
        for (int stream = 0; stream < 3; ++stream) {
            std::vector<LaneItem> items;
            const std::size_t count = stream == 2 ? kernels : kernels / 20;
            Nanoseconds now = 0;
            const Nanoseconds pitch = stream == 2 ? 8'000 : 160'000;
            for (std::size_t i = 0; i < count; ++i) {
                const auto length = static_cast<Nanoseconds>(1'000 + (i * 7919) % 6'000);
                items.push_back({now, now + length, static_cast<std::uint32_t>(i),
                                 static_cast<std::uint8_t>((i * 31) % TimelineLane::kColors)});
                now += pitch;
            }
            own.endNs = std::max(own.endNs, now);
            own.rows.push_back({TimelineRowKind::Stream,
                                QStringLiteral("Compute"),
                                QString(),
                                TimelineLane(std::move(items)),
                                {},
                                {}});
        }
    }
    return timeline;
}

/// Kernels of class 0 in no pair: what the painter asks of a comparison.
std::shared_ptr<const Comparison> makeComparison(std::size_t kernels) {
    auto comparison = std::make_shared<Comparison>();
    for (const Side side : kSides) {
        auto analyzed = std::make_shared<AnalyzedTrace>();
        analyzed->trace = std::make_shared<const Trace>();
        analyzed->classes.classes.resize(1);
        analyzed->classes.classes[0].operation = "Dense GEMM";
        analyzed->classes.ofActivity.assign(kernels, ClassId(0));
        comparison->sides[side] = analyzed;
        comparison->pairOf[side].resize(kernels);
    }
    return comparison;
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    const std::size_t kernels = argc > 1 ? static_cast<std::size_t>(std::atoll(argv[1])) : 1'000'000;
    constexpr QSize kSize(1284, 700);
    QElapsedTimer clock;
    clock.start();
    TimelineScene scene;
    scene.setSize(kSize);
    scene.setContent(makeComparison(kernels), makeRows(kernels));
    std::printf("rows of %zu kernels a side built in %.0f ms\n", kernels,
                static_cast<double>(clock.elapsed()));
    QImage image(kSize, QImage::Format_ARGB32_Premultiplied);
    QPainter painter(&image);
    double slowest = 0;
    for (int zoom = 0; zoom < 9; ++zoom) {
        constexpr int kPictures = 20;
        std::uint64_t work = 0;
        std::uint64_t cells = 0;
        clock.restart();
        for (int i = 0; i < kPictures; ++i) {
            const TimelinePaintCounts counts = paintTimeline(painter, scene, kSize, lightTokens(), true);
            work += counts.work;
            cells += counts.cells;
            scene.pan(0.37 * kSize.width());
        }
        const double ms = static_cast<double>(clock.nsecsElapsed()) / 1e6 / kPictures;
        slowest = std::max(slowest, ms);
        std::printf(
            "window %10.3f ms: %6.2f ms a picture, %7.0f a second, %8llu looked at, %6llu rectangles\n",
            static_cast<double>(scene.window().spanNs()) / 1e6, ms, 1000 / ms,
            static_cast<unsigned long long>(work / kPictures),
            static_cast<unsigned long long>(cells / kPictures));
        scene.zoom(0.2, kSize.width() / 2.0);
    }
    std::printf("slowest: %.2f ms a picture\n", slowest);
    return slowest > 1000.0 / 30 ? 1 : 0;
}
