#include "app/report_command.h"

#include "ui/report/pdf_file.h"

#include <QFontDatabase>
#include <QGuiApplication>
#include <QHashFunctions>

#include <cstdio>

namespace diptych {

namespace {

/// Remarks of Qt about the desktop (no XDG_RUNTIME_DIR and the like) are nothing to the command line.
void dropMessage(QtMsgType type, const QMessageLogContext& /*context*/, const QString& message) {
    if (type == QtCriticalMsg || type == QtFatalMsg) {
        std::fprintf(stderr, "diptych: %s\n", qPrintable(message));
    }
}

} // namespace

Failure writeReportOffscreen(const Comparison& comparison, const std::string& path,
                             const CancelToken& cancel) {
    qInstallMessageHandler(dropMessage);
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QHashSeed::setDeterministicGlobalSeed(); // Qt writes the fonts of a PDF in the order of a hash
    char name[] = "diptych";
    char* arguments[] = {name, nullptr};
    int count = 1;
    const QGuiApplication application(count, arguments);
    if (QFontDatabase::families().isEmpty()) {
        return Error{ErrorCode::CannotWrite,
                     path,
                     {},
                     "there are no fonts to write the report with",
                     "Install fonts-liberation or fonts-dejavu-core"};
    }
    PdfOptions options;
    options.created = reportDate();
    return writeReportPdf(comparison, options, path, cancel);
}

} // namespace diptych
