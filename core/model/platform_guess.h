#pragma once
// The maker of the GPU by the names of launches and kernels, for traces whose metadata do not tell. Pure.
// Source: SEMANTICS, "From events to a trace".

#include "core/model/trace.h"

namespace diptych {

[[nodiscard]] Platform guessPlatform(const Trace& trace);

} // namespace diptych
