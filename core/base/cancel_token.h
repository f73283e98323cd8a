#pragma once
// Asking a running job to stop. The owner of the job holds the CancelSource, the job polls its token once a
// batch. Copies share one flag; both may be used from any thread.

#include <atomic>
#include <memory>

namespace diptych {

class CancelToken {
public:
    /// A token that is never cancelled.
    CancelToken() = default;

    [[nodiscard]] bool isCancelled() const { return m_flag && m_flag->load(std::memory_order_relaxed); }

private:
    friend class CancelSource;
    explicit CancelToken(std::shared_ptr<const std::atomic<bool>> flag) : m_flag(std::move(flag)) {}
    std::shared_ptr<const std::atomic<bool>> m_flag;
};

class CancelSource {
public:
    void cancel() { m_flag->store(true, std::memory_order_relaxed); }
    [[nodiscard]] CancelToken token() const { return CancelToken(m_flag); }

private:
    std::shared_ptr<std::atomic<bool>> m_flag = std::make_shared<std::atomic<bool>>(false);
};

} // namespace diptych
