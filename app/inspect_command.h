#pragma once
// "diptych inspect": loads one trace and says what is in it. Runs on the calling thread until it is done.

#include "app/exit_status.h"

#include <string>
#include <vector>

namespace diptych {

/// `arguments` are those behind "inspect".
[[nodiscard]] ExitStatus runInspect(const std::vector<std::string>& arguments);

} // namespace diptych
