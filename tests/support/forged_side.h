#pragma once
// One side of a forged pair: the analysed trace with the truth about each of its activities. Free of Qt.

#include "core/analysis/analyzed_trace.h"
#include "tests/support/trace_forge.h"

#include <memory>
#include <string>
#include <vector>

namespace diptych::test {

struct ForgedSide {
    std::shared_ptr<const AnalyzedTrace> analyzed; ///< null: it does not load
    ForgeTruth truth;
    std::vector<const ForgedActivity*> activities; ///< by ActivityId, into `truth`

    ForgedSide() = default;
    ForgedSide(ForgedSide&&) = default;
    ForgedSide& operator=(ForgedSide&&) = default;
    ForgedSide(const ForgedSide&) = delete; ///< the activities point into it
    ForgedSide& operator=(const ForgedSide&) = delete;
    ~ForgedSide() = default;

    /// "rotary+kv_write [kernel name]", for messages.
    [[nodiscard]] std::string describe(ActivityId id) const;
};

[[nodiscard]] ForgedSide forgeSide(const ForgeOptions& options, bool namesOnly);

} // namespace diptych::test
