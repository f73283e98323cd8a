#pragma once
// Looks at a cancel token from within long loops and sorts. Where it finds that the job is to stop, it throws
// Stopped, which whoever was given the token catches: nothing of it leaves the core's interface. One poll a
// thread.

#include "core/base/cancel_token.h"

#include <cstdint>

namespace diptych {

/// The job is to stop. No error: what was being made is of no use, and nobody waits for it.
struct Stopped {};

class CancelPoll {
public:
    explicit CancelPoll(const CancelToken& cancel) : m_cancel(cancel) {}

    /// To be called for each small piece of work: a row, a comparison. Looks at the token now and then.
    void operator()() {
        if (++m_calls % kCallsALook == 0) {
            look();
        }
    }
    /// Looks at the token now.
    void look() const {
        if (m_cancel.isCancelled()) {
            throw Stopped{};
        }
    }

private:
    static constexpr std::uint32_t kCallsALook = 8192; ///< a fraction of a millisecond

    const CancelToken& m_cancel;
    std::uint32_t m_calls = 0;
};

} // namespace diptych
