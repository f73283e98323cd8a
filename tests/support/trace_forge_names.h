#pragma once
// The kernels of the vendors' libraries by name: which of them, in which order, do a logical operation.

#include "tests/support/trace_forge_kernels.h"

namespace diptych::test {

/// One kernel of an operation.
struct Part {
    std::string name;
    std::string category;
    double share = 1; ///< of the operation's time
    LaunchCall call = LaunchCall::Runtime;
    std::string cpuOp; ///< "": the operation's own
};

/// `addIsFused`: the residual add before a norm goes into it.
[[nodiscard]] std::vector<Part> partsOf(const LogicalOperation& operation, const KernelLibrary& library,
                                        bool addIsFused);
/// Rotary embedding and cache write in one.
[[nodiscard]] Part fusedRotary(const KernelLibrary& library);

} // namespace diptych::test
