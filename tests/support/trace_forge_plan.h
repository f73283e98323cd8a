#pragma once
// The kernels of one pass after the planted differences: what the writer repeats step by step.

#include "tests/support/trace_forge.h"

namespace diptych::test {

/// The kernels of one section, and how often each difference struck in it.
struct SectionPlan {
    int layer = kPrologue;
    std::vector<KernelSpec> kernels;
};

struct PassPlan {
    std::vector<SectionPlan> sections;     ///< prologue, layers, epilogue
    std::vector<std::int64_t> occurrences; ///< by difference: sections of this pass that it changed
    [[nodiscard]] std::size_t kernelCount() const;
};

[[nodiscard]] PassPlan planPass(const ForgeOptions& options, const ForgedStep& step);

} // namespace diptych::test
