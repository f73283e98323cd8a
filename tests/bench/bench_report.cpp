// How long the outputs of a loaded comparison take, and how large they are; run on purpose:
//   forge_trace --kernels 1000000 --vendor amd a.json; forge_trace --kernels 1000000 --vendor nvidia b.json
//   bench_report a.json b.json FOLDER
// Says whether the report keeps to 5 s and 5 MB, and the workbook to 5 s.

#include "core/analysis/kernel_classifier.h"
#include "core/base/parallel.h"
#include "core/compare/compare_traces.h"
#include "core/export/csv_writer.h"
#include "core/export/json_writer.h"
#include "core/export/output_file.h"
#include "core/export/xlsx_writer.h"
#include "core/parse/load_trace.h"
#include "ui/report/pdf_file.h"

#include <QGuiApplication>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <string>

using namespace diptych;

namespace {

constexpr double kMostSeconds = 5;
constexpr double kMostMegabytes = 5;

std::shared_ptr<const AnalyzedTrace> load(const std::string& path) {
    LoadOptions options;
    options.workers = hardwareThreads();
    const auto trace = loadTrace(path, options, {}, {});
    if (!trace) {
        std::fprintf(stderr, "%s\n", describe(trace.error()).c_str());
        return nullptr;
    }
    auto analyzed = analyzeTrace(trace.value(), KernelClassifier::builtIn(), {});
    return analyzed ? std::make_shared<const AnalyzedTrace>(std::move(analyzed).value()) : nullptr;
}

/// Megabytes of a file, or of all files in a folder.
double megabytesOf(const std::filesystem::path& path) {
    std::error_code ignored;
    std::uintmax_t bytes = 0;
    if (std::filesystem::is_directory(path, ignored)) {
        for (const auto& entry : std::filesystem::directory_iterator(path, ignored)) {
            bytes += entry.file_size(ignored);
        }
    } else {
        bytes = std::filesystem::file_size(path, ignored);
    }
    return static_cast<double>(bytes) / 1e6;
}

struct Cost {
    double seconds = 0;
    double megabytes = 0;
};

Cost measure(const char* name, const std::string& path, const auto& write) {
    const auto begin = std::chrono::steady_clock::now();
    const Failure failure = write(path);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (failure) {
        std::fprintf(stderr, "%s\n", describe(*failure).c_str());
        return {};
    }
    const Cost cost{seconds, megabytesOf(path)};
    std::printf("%-5s %6.2f s %9.2f MB\n", name, cost.seconds, cost.megabytes);
    return cost;
}

} // namespace

int main(int argc, char** argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: bench_report A B FOLDER\n");
        return 2;
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QGuiApplication application(argc, argv);
    const auto a = load(argv[1]);
    const auto b = load(argv[2]);
    CompareOptions options;
    options.threads = hardwareThreads();
    const auto compared =
        a && b ? compareTraces(a, b, options) : Result<std::shared_ptr<const Comparison>>(Error{});
    if (!compared) {
        return 3;
    }
    const Comparison& comparison = *compared.value();
    std::printf("%zu and %zu activities, %zu pairs\n", a->trace->gpu.size(), b->trace->gpu.size(),
                comparison.pairs.size());
    const std::string folder = argv[3];
    const Cost report = measure("pdf", folder + "/report.pdf", [&](const std::string& path) {
        PdfOptions pdf;
        pdf.created = reportDate();
        return writeReportPdf(comparison, pdf, path);
    });
    measure("json", folder + "/comparison.json",
            [&](const std::string& path) { return writeFile(path, comparisonJson(comparison)); });
    measure("csv", folder + "/csv",
            [&](const std::string& path) { return writeCsvDirectory(comparison, path); });
    const Cost workbook = measure("xlsx", folder + "/tables.xlsx",
                                  [&](const std::string& path) { return writeXlsx(comparison, path); });
    const bool isKept = report.megabytes > 0 && report.seconds < kMostSeconds &&
                        report.megabytes < kMostMegabytes && workbook.megabytes > 0 &&
                        workbook.seconds < kMostSeconds;
    std::printf("report within %.0f s and %.0f MB, workbook within %.0f s: %s\n", kMostSeconds,
                kMostMegabytes, kMostSeconds, isKept ? "yes" : "NO");
    return isKept ? 0 : 1;
}
