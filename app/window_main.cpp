#include "app/window_main.h"

#include "app/main_window.h"
#include "app/session_files.h"
#include "app/settings.h"
#include "ui/session/comparison_session.h"
#include "ui/style/theme.h"

#include <QApplication>
#include <QHashFunctions>
#include <QIcon>

#include <algorithm>

namespace diptych {

namespace {

/// Arguments that are no options; "-" is standard input.
QStringList filesOf(const QStringList& arguments) {
    QStringList files;
    for (const QString& argument : arguments.mid(1)) {
        if (argument == QLatin1String("-") || !argument.startsWith(QLatin1Char('-'))) {
            files << argument;
        }
    }
    return files;
}

} // namespace

int runWindow(int argc, char** argv) {
    QHashSeed::setDeterministicGlobalSeed(); // equal reports are equal files: see writeReportOffscreen
    QApplication::setHighDpiScaleFactorRoundingPolicy(Qt::HighDpiScaleFactorRoundingPolicy::PassThrough);
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("Diptych"));
    QApplication::setApplicationName(QStringLiteral("diptych"));
    QApplication::setApplicationDisplayName(QStringLiteral("Diptych"));
    QApplication::setApplicationVersion(QStringLiteral(DIPTYCH_VERSION));
    QApplication::setDesktopFileName(QStringLiteral("diptych"));

    Settings settings;
    Theme theme(application);
    theme.choose(settings.theme());
    application.setWindowIcon(QIcon(QStringLiteral(":/icons/diptych.svg")));
    ComparisonSession session;
    ViewState state;
    MainWindow window(&session, &state, &settings, &theme);
    window.show();

    const QStringList files = filesOf(QApplication::arguments());
    const auto saved = std::find_if(files.begin(), files.end(), SessionFiles::isSessionName);
    if (saved != files.end()) {
        window.openSession(*saved);
    } else if (files.size() >= 2) {
        window.openFiles(files[0], files[1]);
    } else if (files.size() == 1) {
        window.openFile(Side::A, files[0]);
    }
    return QApplication::exec();
}

} // namespace diptych
