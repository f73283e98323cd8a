#pragma once
// The exit statuses of the program. Source: README, "On the command line".

#include "core/base/result.h"

namespace diptych {

enum class ExitStatus : int {
    Done = 0,
    AboveLimit = 1, ///< --fail-above
    WrongUsage = 2,
    CannotLoad = 3, ///< a trace cannot be loaded, or neither side has the phase
    CannotWrite = 4,
    Interrupted = 130,
};

[[nodiscard]] ExitStatus exitStatusOf(const Error& error);

} // namespace diptych
