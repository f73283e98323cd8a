#pragma once
// A small analysed trace written as rows, for tests of the tables: no file, no analysis, every value chosen
// by the test.

#include "core/analysis/analyzed_trace.h"
#include "core/compare/comparison.h"

#include <memory>
#include <string>
#include <vector>

namespace diptych::test {

/// One kernel. Rows stand in order of work.
struct FixtureKernel {
    std::string name;
    std::string operation;
    std::string category;
    Nanoseconds startNs = 0;
    Nanoseconds durationNs = 0;
    int step = -1;          ///< ordinal; -1: outside steps
    std::string modulePath; ///< "Model_0/Layer_3"
    std::int64_t correlation = 0;
    TimeFault fault = TimeFault::None;
};

/// The steps are those that rows name, all of `phase`. Every (section, step) is one section instance:
/// `sectionOf` gives the section name of each row ("" for all: "whole").
[[nodiscard]] std::shared_ptr<const AnalyzedTrace>
analyzedTrace(const std::vector<FixtureKernel>& kernels, const std::vector<std::string>& sectionOf = {},
              Phase phase = Phase::Decode);

/// A pair of the kernels with these indexes, as an aligner would make it.
[[nodiscard]] KernelPair fixturePair(const PerSide<std::shared_ptr<const AnalyzedTrace>>& sides,
                                     const std::string& id, const std::string& layer,
                                     const std::vector<std::size_t>& a, const std::vector<std::size_t>& b,
                                     PerSide<std::uint32_t> kernelsPerInstance);

} // namespace diptych::test
