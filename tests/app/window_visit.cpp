// The program's window as one visit: opens two traces, and closes once their comparison is shown and
// remembered. `window_visit --unpack-sample` unpacks the sample instead, as the window does. Exit status 0
// when that came about. For tst_footprint, which starts it in folders of its own.

#include "app/sample_files.h"
#include "app/window_main.h"

#include <QApplication>
#include <QFile>

#include <chrono>
#include <cstring>
#include <thread>

using namespace diptych;

namespace {

constexpr int kPatienceMs = 60'000;
constexpr int kLookMs = 10;

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

int visitWindow(int argc, char** argv) {
    const QString settings =
        qEnvironmentVariable("XDG_CONFIG_HOME") + QStringLiteral("/Diptych/diptych.conf");
    const QByteArray before = contentOf(settings);
    std::thread closer([settings, before, trace = QByteArray(argv[1])] {
        const auto isRemembered = [&] {
            const QByteArray now = contentOf(settings);
            return now != before && now.contains(trace);
        };
        for (int ms = 0; ms < kPatienceMs && !isRemembered(); ms += kLookMs) {
            std::this_thread::sleep_for(std::chrono::milliseconds(kLookMs));
        }
        const int status = isRemembered() ? 0 : 1;
        QMetaObject::invokeMethod(qApp, [status] {
            QApplication::closeAllWindows();
            QCoreApplication::exit(status);
        });
    });
    const int status = runWindow(argc, argv);
    closer.join();
    return status;
}

int unpackSample(int argc, char** argv) {
    const QCoreApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Diptych"));
    QCoreApplication::setApplicationName(QStringLiteral("diptych"));
    const auto sample = findSample();
    const QString folder = QStringLiteral(DIPTYCH_SOURCE_DIR "/resources/sample/");
    const bool isWhole =
        sample &&
        contentOf(sample->a) == contentOf(folder + QStringLiteral("qwen2_7b_decode.mi300x.json.gz")) &&
        contentOf(sample->b) == contentOf(folder + QStringLiteral("qwen2_7b_decode.h100.json.gz"));
    return isWhole ? 0 : 1;
}

} // namespace

int main(int argc, char** argv) {
    if (argc == 2 && std::strcmp(argv[1], "--unpack-sample") == 0) {
        return unpackSample(argc, argv);
    }
    return argc == 3 ? visitWindow(argc, argv) : 2;
}
