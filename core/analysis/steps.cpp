#include "core/analysis/steps.h"

namespace diptych {

std::string_view phaseName(Phase phase) {
    switch (phase) {
    case Phase::Unknown:
        return "unknown";
    case Phase::Prefill:
        return "prefill";
    case Phase::Decode:
        return "decode";
    case Phase::Mixed:
        return "mixed";
    }
    return "unknown";
}

std::string_view stepSourceName(StepSource source) {
    switch (source) {
    case StepSource::None:
        return "none";
    case StepSource::Annotations:
        return "annotations";
    case StepSource::ProfilerSteps:
        return "profiler_steps";
    case StepSource::Frames:
        return "frames";
    case StepSource::Repetition:
        return "repetition";
    }
    return "none";
}

} // namespace diptych
