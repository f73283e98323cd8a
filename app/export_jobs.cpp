#include "app/export_jobs.h"

#include "core/export/csv_writer.h"
#include "core/export/json_writer.h"
#include "core/export/output_file.h"

#include <QDir>

namespace diptych {

ExportJobs::ExportJobs(QObject* parent) : QObject(parent), m_runner(*this) {}

template <class Work>
void ExportJobs::start(const QString& target, const QString& message, Work work) {
    const auto ignored = m_runner.start(
        [work = std::move(work)](const CancelToken&, const ProgressSink&) -> Failure { return work(); },
        [this, target, message](JobNumber, const Failure& failure) {
            if (failure) {
                emit failed(QString::fromStdString(describe(*failure)));
            } else {
                emit written(target, message);
            }
        });
    static_cast<void>(ignored); // an export is not cancelled
}

void ExportJobs::writeCsv(std::shared_ptr<const Comparison> comparison, const QString& folder) {
    const QString message = QStringLiteral("%1 CSV tables were written to %2")
                                .arg(csvTables().size())
                                .arg(QDir::toNativeSeparators(folder));
    start(folder, message, [comparison = std::move(comparison), path = folder.toStdString()] {
        return writeCsvDirectory(*comparison, path);
    });
}

void ExportJobs::writeJson(std::shared_ptr<const Comparison> comparison, const QString& file) {
    const QString message =
        QStringLiteral("The comparison was written to %1").arg(QDir::toNativeSeparators(file));
    start(file, message, [comparison = std::move(comparison), path = file.toStdString()] {
        return writeFile(path, comparisonJson(*comparison));
    });
}

} // namespace diptych
