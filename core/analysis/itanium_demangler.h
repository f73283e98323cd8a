#pragma once
// Demangles Itanium C++ names ("_ZN2ck6kernelI..."). The C++ library's own demangler gives up above 1 KiB and
// on newer types, both of which names of GPU kernels have, and has no bound on its work. Pure. Source: the
// Itanium C++ ABI, "External names"; spelled as c++filt does, so that names compare equal with names that a
// profiler demangled.

#include <optional>
#include <string>
#include <string_view>

namespace diptych {

/// The demangled form, or an empty optional when the text is no such name, uses what is not understood, or
/// grows beyond a few times what kernels have.
[[nodiscard]] std::optional<std::string> demangleItanium(std::string_view mangled);

} // namespace diptych
