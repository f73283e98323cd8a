#pragma once
// Writes exports on background threads, says how far they are and how each ended. The destructor waits: files
// are replaced whole, and a half-done export would be thrown away. GUI thread.

#include "core/compare/comparison.h"
#include "ui/report/pdf_file.h"
#include "ui/session/job_runner.h"

#include <QObject>

#include <atomic>
#include <map>
#include <memory>

class QTimer;

namespace diptych {

class ExportJobs : public QObject {
    Q_OBJECT

public:
    explicit ExportJobs(QObject* parent = nullptr);

    void writeCsv(std::shared_ptr<const Comparison> comparison, const QString& folder);
    void writeJson(std::shared_ptr<const Comparison> comparison, const QString& file);
    void writeXlsx(std::shared_ptr<const Comparison> comparison, const QString& file);
    void writePdf(std::shared_ptr<const Comparison> comparison, const PdfOptions& options,
                  const QString& file);
    /// Stops every export under way; what they would have replaced stays as it was.
    void cancel();
    [[nodiscard]] bool isRunning() const { return !m_running.empty(); }

Q_SIGNALS:
    /// How far the newest export is; for those that take longer than a moment.
    void progressed(const QString& message);
    /// `target` is what was written, `message` says it in a sentence.
    void written(const QString& target, const QString& message);
    void failed(const QString& message);
    void cancelled(const QString& message);

private:
    /// Thousandths of an export that are done; below zero: nobody knows.
    using Share = std::shared_ptr<std::atomic<int>>;
    struct Running {
        CancelSource cancel;
        QString target;
        Share done;
    };

    template <class Work>
    void start(const QString& target, const QString& message, Work work);
    void finish(JobNumber number, const QString& message, const Failure& failure);
    void sayProgress();

    std::map<JobNumber, Running> m_running;
    QTimer* m_clock;
    JobRunner m_runner;
};

} // namespace diptych
