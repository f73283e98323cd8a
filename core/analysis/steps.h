#pragma once
// Steps: one forward pass (serving) or one iteration (training). Plain values. Source: SEMANTICS, "Steps and
// phases".

#include "core/base/ids.h"
#include "core/base/nanoseconds.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace diptych {

enum class Phase : std::uint8_t { Unknown, Prefill, Decode, Mixed };
enum class StepSource : std::uint8_t { None, Annotations, ProfilerSteps, Frames, Repetition };

/// Names as in the JSON output: "prefill"; "profiler_steps".
[[nodiscard]] std::string_view phaseName(Phase phase);
[[nodiscard]] std::string_view stepSourceName(StepSource source);

struct Step {
    std::string name; ///< as annotated; "step 3" when found by repetition
    Phase phase = Phase::Unknown;
    Nanoseconds startNs = 0; ///< of the CPU range; of the first activity when there is none
    Nanoseconds endNs = 0;
    std::uint64_t contextTokens = 0;      ///< 0: not told
    std::uint64_t generationRequests = 0; ///< 0: not told
    // Over the activities of the step that count:
    std::uint32_t kernels = 0;
    Nanoseconds gpuNs = 0;  ///< sum of kernels, copies, fills
    Nanoseconds wallNs = 0; ///< first start to last end; 0 without activities
};

struct Steps {
    StepSource source = StepSource::None;
    std::vector<Step> steps;        ///< in order of start
    std::vector<StepId> ofActivity; ///< by ActivityId; invalid: outside steps, or of another device
};

} // namespace diptych
