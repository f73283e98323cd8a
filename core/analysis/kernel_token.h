#pragma once
// The token of a kernel: its operation, for small kernels refined by what they compute ("Elementwise:mul"),
// without data type and launcher. Pure. Source: SEMANTICS, "Tokens and components".

#include <string>
#include <string_view>

namespace diptych {

/// `name` is demangled. Operations that say enough by themselves are their own token.
[[nodiscard]] std::string kernelToken(std::string_view operation, std::string_view category,
                                      std::string_view name);

/// The token of a kernel whose CPU op decided: "aten::mul_" refines like a functor.
[[nodiscard]] std::string cpuOpToken(std::string_view operation, std::string_view category,
                                     std::string_view cpuOp);

/// What an elementwise, copy or reduce kernel computes: "add", "copy", "MeanOps"; "" when its name does not
/// tell.
[[nodiscard]] std::string functorOf(std::string_view name);

} // namespace diptych
