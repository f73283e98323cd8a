#include "core/analysis/step_patterns.h"

#include <charconv>

namespace diptych {

namespace {

StepSource sourceOf(std::string_view text) {
    if (text == "profiler_step") {
        return StepSource::ProfilerSteps;
    }
    return text == "frame" ? StepSource::Frames : StepSource::Annotations;
}

std::optional<Phase> phaseOf(std::string_view text) {
    if (text == "counts") {
        return std::nullopt;
    }
    for (const Phase phase : {Phase::Prefill, Phase::Decode, Phase::Mixed}) {
        if (text == phaseName(phase)) {
            return phase;
        }
    }
    return Phase::Unknown;
}

std::uint64_t numberIn(const Pattern& pattern, const PatternMatch& match, std::string_view group) {
    const std::size_t index = pattern.groupIndex(group);
    std::uint64_t number = 0;
    if (index != 0 && index < match.groups.size()) {
        const std::string_view digits = match.groups[index];
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    }
    return number;
}

Phase phaseByCounts(std::uint64_t context, std::uint64_t generation) {
    if (context > 0) {
        return generation > 0 ? Phase::Mixed : Phase::Prefill;
    }
    return generation > 0 ? Phase::Decode : Phase::Unknown;
}

} // namespace

StepPatterns::StepPatterns(const std::vector<StepPattern>& patterns) {
    for (const StepPattern& step : patterns) {
        Result<Pattern> pattern = Pattern::compile(step.pattern);
        if (pattern) {
            m_patterns.push_back({std::move(pattern).value(), sourceOf(step.source), phaseOf(step.phase)});
        }
    }
}

std::optional<StepMark> StepPatterns::markOf(std::string_view text) const {
    for (const Compiled& compiled : m_patterns) {
        const PatternMatch match = compiled.pattern.match(text);
        if (match.outcome != MatchOutcome::Match) {
            continue;
        }
        const std::uint64_t context = numberIn(compiled.pattern, match, "context");
        const std::uint64_t generation = numberIn(compiled.pattern, match, "generation");
        const Phase phase = compiled.phase ? *compiled.phase : phaseByCounts(context, generation);
        return StepMark{compiled.source, phase, numberIn(compiled.pattern, match, "context_tokens"),
                        generation};
    }
    return std::nullopt;
}

} // namespace diptych
