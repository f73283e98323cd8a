#include "app/export_jobs.h"

#include "core/export/csv_writer.h"
#include "core/export/json_writer.h"
#include "core/export/output_file.h"
#include "core/export/xlsx_writer.h"

#include <QDir>
#include <QTimer>

namespace diptych {

namespace {

constexpr int kProgressMs = 250;
constexpr int kWhole = 1000;

QString shown(const QString& path) {
    return QDir::toNativeSeparators(path);
}

/// Keeps the share up to date; `done` outlives the writing.
RowProgress progressOf(const std::shared_ptr<std::atomic<int>>& done) {
    return [&done](std::uint64_t rows, std::uint64_t all) {
        *done = static_cast<int>(rows * kWhole / std::max<std::uint64_t>(1, all));
    };
}

} // namespace

ExportJobs::ExportJobs(QObject* parent) : QObject(parent), m_clock(new QTimer(this)), m_runner(*this) {
    m_clock->setInterval(kProgressMs);
    connect(m_clock, &QTimer::timeout, this, &ExportJobs::sayProgress);
}

/// `work` takes a cancel token and the share that it keeps up to date.
template <class Work>
void ExportJobs::start(const QString& target, const QString& message, Work work) {
    const auto done = std::make_shared<std::atomic<int>>(-1);
    const JobHandle job = m_runner.start(
        [work = std::move(work), done](const CancelToken& cancel, const ProgressSink&) -> Failure {
            return work(cancel, done);
        },
        [this, message](JobNumber number, const Failure& failure) { finish(number, message, failure); });
    m_running[job.number] = {job.cancel, target, done};
    m_clock->start();
}

void ExportJobs::finish(JobNumber number, const QString& message, const Failure& failure) {
    const auto found = m_running.find(number);
    const QString target = found->second.target;
    m_running.erase(found);
    if (m_running.empty()) {
        m_clock->stop();
    }
    if (!failure) {
        emit written(target, message);
    } else if (failure->code == ErrorCode::Cancelled) {
        emit cancelled(QStringLiteral("%1 was not written: you stopped it.").arg(shown(target)));
    } else {
        emit failed(QString::fromStdString(describe(*failure)));
    }
}

void ExportJobs::sayProgress() {
    const Running& newest = m_running.rbegin()->second;
    const int done = *newest.done;
    QString message = QStringLiteral("Writing %1…").arg(shown(newest.target));
    if (done >= 0) {
        message += QStringLiteral(" %1 %").arg(done * 100 / kWhole);
    }
    emit progressed(message);
}

void ExportJobs::cancel() {
    for (auto& [number, running] : m_running) {
        running.cancel.cancel();
    }
}

void ExportJobs::writeCsv(std::shared_ptr<const Comparison> comparison, const QString& folder) {
    const QString message =
        QStringLiteral("%1 CSV tables were written to %2").arg(csvTables().size()).arg(shown(folder));
    start(folder, message,
          [comparison = std::move(comparison), path = folder.toStdString()](const CancelToken& cancel,
                                                                            const Share& done) {
              return writeCsvDirectory(*comparison, path, cancel, progressOf(done));
          });
}

void ExportJobs::writeJson(std::shared_ptr<const Comparison> comparison, const QString& file) {
    start(file, QStringLiteral("The comparison was written to %1").arg(shown(file)),
          [comparison = std::move(comparison), path = file.toStdString()](const CancelToken& cancel,
                                                                          const Share&) {
              const std::string text = comparisonJson(*comparison);
              return cancel.isCancelled() ? Failure(Error{ErrorCode::Cancelled, path, {}, "stopped", {}})
                                          : writeFile(path, text);
          });
}

void ExportJobs::writeXlsx(std::shared_ptr<const Comparison> comparison, const QString& file) {
    start(file, QStringLiteral("The workbook was written to %1").arg(shown(file)),
          [comparison = std::move(comparison), path = file.toStdString()](const CancelToken& cancel,
                                                                          const Share& done) {
              return diptych::writeXlsx(*comparison, path, cancel, progressOf(done));
          });
}

void ExportJobs::writePdf(std::shared_ptr<const Comparison> comparison, const PdfOptions& options,
                          const QString& file) {
    start(file, QStringLiteral("The report was written to %1").arg(shown(file)),
          [comparison = std::move(comparison), options, path = file.toStdString()](const CancelToken& cancel,
                                                                                   const Share& done) {
              const auto progress = [&done](int pages, int all) {
                  *done = pages * kWhole / std::max(1, all);
              };
              return writeReportPdf(*comparison, options, path, cancel, progress);
          });
}

} // namespace diptych
