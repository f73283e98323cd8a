#pragma once
// Names of kernels for people and for comparison. Pure functions.

#include <string>
#include <string_view>

namespace diptych {

/// The demangled form of an Itanium-mangled name ("_ZN..."), or the name itself when it is none.
[[nodiscard]] std::string demangle(std::string_view name);

/// A demangled name without return type, template arguments and parameters: "vectorized_elementwise_kernel".
/// Names that are no C++ (Cijk_..., nvjet_..., triton_...) are returned whole.
[[nodiscard]] std::string shortName(std::string_view demangled);

} // namespace diptych
