// How long the window's thread is busy at a stretch with large traces, phase by phase:
//
//     bench_responsiveness [KERNELS | A B]
//
// forges two traces of about KERNELS kernels each (a million by default), or takes two files, walks the
// window over them offscreen and prints the longest event of every phase. Exit status 1 when one took over 50
// ms of processor time.

#include "tests/app/turn_meter.h"
#include "tests/support/trace_forge.h"

#include <QTemporaryDir>

#include <algorithm>
#include <cstdio>

using namespace diptych;

namespace {

constexpr double kMostMs = 50;
constexpr int kKernelsPerStep = 400; // of 28 layers, about

QString forge(test::ForgeOptions options, int kernels, const QString& path) {
    options.steps = test::decodeSteps(std::max(1, kernels / kKernelsPerStep), 16);
    options.stacks = false; // frames are ten times as many events, and no page shows them all
    std::printf("forging %s\n", qPrintable(path));
    const auto truth = test::forgeTraceFile(options, path.toStdString());
    std::printf("%zu kernels, %.0f MB\n", truth.kernels.size(), static_cast<double>(truth.textBytes) / 1e6);
    return truth.kernels.empty() ? QString() : path;
}

} // namespace

int main(int argc, char** argv) {
    qputenv("QT_QPA_PLATFORM", "offscreen");
    test::MeteredApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("diptych-tests"));
    QCoreApplication::setApplicationName(QStringLiteral("bench_responsiveness"));
    const QStringList arguments = QCoreApplication::arguments().mid(1);
    const QTemporaryDir folder;
    QString a = arguments.value(0);
    QString b = arguments.value(1);
    if (arguments.size() < 2) {
        const int kernels = arguments.isEmpty() ? 1'000'000 : std::max(1, a.toInt());
        a = forge(test::amdOptions(), kernels, folder.filePath(QStringLiteral("a.json")));
        b = forge(test::nvidiaOptions(), kernels, folder.filePath(QStringLiteral("b.json")));
    }
    application.beginPhase(QStringLiteral("window"));
    const bool isWalked = test::walkWindow(application, a, b);
    std::printf("%-44s %10s %10s  %s\n", "phase", "cpu ms", "elapsed", "longest event");
    for (const test::LongestTurn& turn : application.phases()) {
        std::printf("%-44s %10.1f %10.1f  %s\n", qPrintable(turn.phase), turn.cpuMs, turn.worstElapsedMs,
                    qPrintable(turn.event));
    }
    if (!isWalked) {
        std::printf("the traces could not be compared\n");
        return 1;
    }
    const test::LongestTurn longest = application.longest();
    std::printf("longest: %.1f ms in %s\n", longest.cpuMs, qPrintable(longest.phase));
    return longest.cpuMs > kMostMs ? 1 : 0;
}
