#include "app/interrupt.h"

#include <csignal>

namespace diptych {

namespace {

/// Made before the handler is installed; the handler only stores into its lock-free flag.
CancelSource& interruptSource() {
    static CancelSource source;
    return source;
}

void onInterrupt(int) {
    interruptSource().cancel();
}

} // namespace

CancelToken cancelOnInterrupt() {
    CancelToken token = interruptSource().token();
    struct sigaction action {};
    action.sa_handler = onInterrupt;
    action.sa_flags = static_cast<int>(SA_RESETHAND); // the second one is the system's own
    sigemptyset(&action.sa_mask);
    ::sigaction(SIGINT, &action, nullptr);
    ::sigaction(SIGTERM, &action, nullptr);
    std::signal(SIGPIPE, SIG_IGN); // NOLINT(cert-err33-c): writing reports EPIPE
    std::signal(SIGXFSZ, SIG_IGN); // NOLINT(cert-err33-c): writing reports EFBIG
    return token;
}

} // namespace diptych
