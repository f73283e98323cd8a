#pragma once
// Names of kernels for people and for comparison. Pure functions.

#include <string>
#include <string_view>

namespace diptych {

/// The demangled form of an Itanium-mangled name ("_ZN..."), or the name itself when it is none. The suffix
/// ".kd" that ROCm puts behind names of kernels is dropped from either. Equal for the two spellings of one
/// kernel.
[[nodiscard]] std::string demangle(std::string_view name);

/// What rules are searched in: the demangled name, or where a mangled name cannot be demangled its words
/// apart from each other, so that no pattern reaches from one into the next: "ck_tile kentry IL..." for
/// "_ZN7ck_tile6kentryIL...".
[[nodiscard]] std::string searchableName(std::string_view name);

/// A demangled name without return type, template arguments and parameters: "vectorized_elementwise_kernel".
/// A name that stands for one of many kernels gets the first word that tells which: "kentry<FmhaFwdKernel>".
/// Names that are no C++ (Cijk_..., nvjet_..., triton_...) are returned whole.
[[nodiscard]] std::string shortName(std::string_view demangled);

} // namespace diptych
