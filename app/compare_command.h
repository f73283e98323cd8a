#pragma once
// "diptych compare": compares two traces without a window. Runs on the calling thread until it is done.

#include "app/exit_status.h"

#include <string>
#include <vector>

namespace diptych {

/// `arguments` are those behind "compare".
[[nodiscard]] ExitStatus runCompare(const std::vector<std::string>& arguments);

} // namespace diptych
