#pragma once
// Which annotations and frames mark a step, and its phase: the step patterns of a rule table, compiled. Const
// once made, then used from any thread.

#include "core/analysis/pattern.h"
#include "core/analysis/rule_table.h"
#include "core/analysis/steps.h"

#include <optional>
#include <string_view>
#include <vector>

namespace diptych {

/// What the text of one annotation tells.
struct StepMark {
    StepSource source = StepSource::None;
    Phase phase = Phase::Unknown;
    std::uint64_t contextTokens = 0;
    std::uint64_t generationRequests = 0;
};

class StepPatterns {
public:
    /// Patterns that do not compile are left out: a rule table was checked when it was read.
    explicit StepPatterns(const std::vector<StepPattern>& patterns);

    /// The mark of a text by the first pattern that matches; empty when it marks no step.
    [[nodiscard]] std::optional<StepMark> markOf(std::string_view text) const;

private:
    struct Compiled {
        Pattern pattern;
        StepSource source;
        std::optional<Phase> phase; ///< empty: from the counts
    };
    std::vector<Compiled> m_patterns;
};

} // namespace diptych
