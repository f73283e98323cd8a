#include "tests/support/trace_forge_marks.h"

namespace diptych::test {

std::string stepName(const ForgeOptions& options, const ForgedStep& step, std::size_t ordinal) {
    if (options.marks == StepMarks::None) {
        return {};
    }
    if (options.marks == StepMarks::ProfilerSteps || options.model.engine == Engine::Training) {
        return "ProfilerStep#" + std::to_string(ordinal + 10);
    }
    if (options.model.engine == Engine::Sglang) {
        return step.contextTokens > 0 ? "step[EXTEND bs=" + std::to_string(step.contextRequests) +
                                            " toks=" + std::to_string(step.contextTokens) + "]"
                                      : "step[DECODE bs=" + std::to_string(step.generationRequests) + "]";
    }
    return "execute_context_" + std::to_string(step.contextRequests) + "(" +
           std::to_string(step.contextTokens) + ")_generation_" + std::to_string(step.generationRequests) +
           "(" + std::to_string(step.generationRequests) + ")";
}

const char* phaseName(const ForgeOptions& options, const ForgedStep& step) {
    const bool tells = options.marks == StepMarks::Serving && options.model.engine != Engine::Training;
    if (!tells || step.tokens() == 0) {
        return "unknown";
    }
    if (step.contextTokens > 0) {
        const bool mixed = step.generationRequests > 0 && options.model.engine == Engine::Vllm;
        return mixed ? "mixed" : "prefill";
    }
    return "decode";
}

const std::vector<std::string>& passFrames(Engine engine, bool prefill) {
    static const std::vector<std::string> kVllm{"vllm/v1/worker/gpu_worker.py(388): execute_model",
                                                "vllm/v1/worker/gpu_model_runner.py(1243): execute_model"};
    static const std::string kSglangRoot = "/sgl-workspace/sglang/python/sglang/srt/";
    static const std::vector<std::string> kExtend{
        kSglangRoot + "managers/scheduler.py(2919): run_batch",
        kSglangRoot + "model_executor/model_runner.py(3123): forward",
        kSglangRoot + "model_executor/model_runner.py(3003): forward_extend"};
    static const std::vector<std::string> kDecode{
        kSglangRoot + "managers/scheduler.py(2919): run_batch",
        kSglangRoot + "model_executor/model_runner.py(3123): forward",
        kSglangRoot + "model_executor/model_runner.py(2957): forward_decode"};
    static const std::vector<std::string> kTraining{"train.py(88): main", "train.py(41): train_step"};
    switch (engine) {
    case Engine::Vllm:
        return kVllm;
    case Engine::Sglang:
        return prefill ? kExtend : kDecode;
    case Engine::Training:
        return kTraining;
    }
    return kVllm;
}

} // namespace diptych::test
