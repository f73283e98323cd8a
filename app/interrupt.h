#pragma once
// Ctrl+C asks the running command to stop; a second one ends the program at once. Installed once, by main's
// thread.

#include "core/base/cancel_token.h"

namespace diptych {

/// Turns SIGINT and SIGTERM into cancelling the returned token, and a closed pipe into an error of writing.
[[nodiscard]] CancelToken cancelOnInterrupt();

} // namespace diptych
