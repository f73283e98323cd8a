#pragma once
// Writes exports on background threads and says how each ended. The destructor waits: files are replaced
// whole, and a half-done export would be thrown away. GUI thread.

#include "core/compare/comparison.h"
#include "ui/session/job_runner.h"

#include <QObject>

#include <memory>

namespace diptych {

class ExportJobs : public QObject {
    Q_OBJECT

public:
    explicit ExportJobs(QObject* parent = nullptr);

    void writeCsv(std::shared_ptr<const Comparison> comparison, const QString& folder);
    void writeJson(std::shared_ptr<const Comparison> comparison, const QString& file);

signals:
    /// `target` is what was written, `message` says it in a sentence.
    void written(const QString& target, const QString& message);
    void failed(const QString& message);

private:
    template <class Work>
    void start(const QString& target, const QString& message, Work work);

    JobRunner m_runner;
};

} // namespace diptych
