#include "core/analysis/kernel_name.h"

namespace diptych {

std::string demangle(std::string_view name) { return std::string(name); }
std::string shortName(std::string_view name) { return std::string(name); }

} // namespace diptych
