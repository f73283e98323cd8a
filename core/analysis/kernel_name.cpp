#include "core/analysis/kernel_name.h"

#include <cstdlib>
#include <cxxabi.h>
#include <memory>

namespace diptych {

std::string demangle(std::string_view name) {
    if (!name.starts_with("_Z")) {
        return std::string(name);
    }
    int status = 0;
    const std::string text(name);
    const std::unique_ptr<char, decltype(&std::free)> demangled(
        abi::__cxa_demangle(text.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && demangled ? std::string(demangled.get()) : text;
}

std::string shortName(std::string_view name) {
    return std::string(name);
}

} // namespace diptych
