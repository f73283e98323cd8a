#pragma once
// How an engine marks its steps in a trace: the annotation, the phase that it tells, the frames of a pass.

#include "tests/support/trace_forge.h"

namespace diptych::test {

/// "" where the trace does not tell its steps.
[[nodiscard]] std::string stepName(const ForgeOptions& options, const ForgedStep& step, std::size_t ordinal);
[[nodiscard]] const char* phaseName(const ForgeOptions& options, const ForgedStep& step);
/// The frames that enclose a whole pass, outermost first; they live as long as the program.
[[nodiscard]] const std::vector<std::string>& passFrames(Engine engine, bool prefill);

} // namespace diptych::test
