#pragma once
// Which pieces of work a kernel does and how it behaves in the alignment, derived from its class and name.
// Pure. Source: SEMANTICS, "Tokens and components".

#include "core/analysis/kernel_class.h"

#include <string_view>

namespace diptych {

/// Fills components, role and helps of a class whose operation and category are set. `name` is the demangled
/// name, or the CPU op's when that decided. Components that a rule names itself (`given`) are taken as they
/// are.
void deriveComponents(KernelClass& kernelClass, std::string_view name, Components given);

/// The components that the name of a fused Triton kernel tells: triton_poi_fused_mul_silu_2 activates.
/// Origins such as addmm or convolution are no components. Only Fused when it tells nothing.
[[nodiscard]] Components tritonComponents(std::string_view name);

} // namespace diptych
