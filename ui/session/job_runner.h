#pragma once
// Runs blocking work on background threads and brings results back to the thread of a context object, where a
// handler takes them together with the job's number. A number is given once, so whoever remembers the newest
// one knows a stale result. The destructor waits for all work: cancel before.

#include "core/base/cancel_token.h"
#include "core/base/progress.h"

#include <QMetaObject>
#include <QThreadPool>

#include <memory>
#include <mutex>

namespace diptych {

/// The newest progress of a job; written by the job, read by the GUI thread at its own pace.
class ProgressBox {
public:
    void put(const Progress& progress) {
        const std::lock_guard lock(m_mutex);
        m_progress = progress;
    }
    [[nodiscard]] Progress get() const {
        const std::lock_guard lock(m_mutex);
        return m_progress;
    }

private:
    mutable std::mutex m_mutex;
    Progress m_progress;
};

/// Number of a job; 0 is none.
using JobNumber = std::uint64_t;

/// A job under way as its owner sees it.
struct JobHandle {
    JobNumber number = 0;
    CancelSource cancel;
    std::shared_ptr<ProgressBox> progress = std::make_shared<ProgressBox>();

    [[nodiscard]] bool isRunning() const { return number != 0; }
};

class JobRunner {
public:
    /// Results arrive on the thread of `context`, which must outlive the runner.
    explicit JobRunner(QObject& context) : m_context(context) {
        // Jobs of a replaced file wind down while new ones begin; none may wait for the other.
        m_pool.setMaxThreadCount(kMostThreads);
    }
    ~JobRunner() { m_pool.waitForDone(); }
    JobRunner(const JobRunner&) = delete;
    JobRunner& operator=(const JobRunner&) = delete;

    /// Starts `work(CancelToken, ProgressSink)`; `handle(JobNumber, result)` is called when it is done,
    /// cancelled or not.
    template <class Work, class Handler>
    [[nodiscard]] JobHandle start(Work work, Handler handle) {
        JobHandle job;
        job.number = ++m_lastNumber;
        const auto sink = [box = job.progress](const Progress& progress) { box->put(progress); };
        m_pool.start([&context = m_context, number = job.number, token = job.cancel.token(), sink,
                      work = std::move(work), handle = std::move(handle)]() mutable {
            auto result = std::make_shared<decltype(work(token, sink))>(work(token, sink));
            QMetaObject::invokeMethod(
                &context, [number, result, handle]() { handle(number, std::move(*result)); },
                Qt::QueuedConnection);
        });
        return job;
    }

private:
    static constexpr int kMostThreads = 16;
    QObject& m_context;
    QThreadPool m_pool;
    JobNumber m_lastNumber = 0;
};

} // namespace diptych
