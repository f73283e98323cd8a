#include "tests/support/trace_forge_model.h"

#include <algorithm>
#include <cctype>

namespace diptych::test {

namespace {

constexpr int kBytesPerValue = 2; // bfloat16

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char letter) { return char(std::tolower(letter)); });
    return text;
}

std::string matrix(long long rows, long long columns) {
    return "[" + std::to_string(rows) + ", " + std::to_string(columns) + "]";
}

std::string instance(const std::string& moduleClass, int number) {
    return "nn.Module: " + moduleClass + "_" + std::to_string(number);
}

/// Builds the logical operations of one section, with the frames of the engine.
class SectionBuilder {
public:
    SectionBuilder(const ForgedModel& model, const ForgedStep& step)
        : m_model(model), m_tokens(std::max(1, step.tokens())), m_prefill(step.contextTokens > 0),
          m_step(step) {
        switch (model.engine) {
        case Engine::Vllm:
            m_package = "vllm/model_executor/";
            break;
        case Engine::Sglang:
            m_package = "/sgl-workspace/sglang/python/sglang/srt/";
            break;
        case Engine::Training:
            m_package = "transformers/";
            break;
        }
        m_modelFile = m_package + "models/" + lowered(model.family) + ".py";
    }

    /// A call of a module: its nn.Module frame and the forward method that it runs.
    void enter(const std::string& moduleClass, int number, int line) {
        m_frames.push_back(instance(moduleClass, number));
        m_frames.push_back(m_modelFile + "(" + std::to_string(line) + "): forward");
    }
    void enterLayer(const std::string& moduleClass, int number, const std::string& file, int line) {
        m_frames.push_back(instance(moduleClass, number));
        m_frames.push_back(m_package + file + "(" + std::to_string(line) + "): forward");
    }
    void leave() { m_frames.resize(m_frames.size() - 2); }

    void add(Operation operation, const std::string& cpuOp, double flops, double bytes, std::string dims,
             std::string types = R"(["c10::BFloat16"])") {
        LogicalOperation& added = m_operations.emplace_back();
        added.operation = operation;
        added.occurrence = m_occurrence;
        added.layer = m_layer;
        added.flops = flops;
        added.bytes = bytes;
        added.cpuOp = cpuOp;
        added.inputDims = std::move(dims);
        added.inputTypes = std::move(types);
        added.frames = m_frames;
    }

    void addGemm(Operation operation, long long outputs, long long inputs, double rowsFactor = 1,
                 const char* cpuOp = "aten::mm") {
        const double rows = m_tokens * rowsFactor;
        add(operation, cpuOp, 2.0 * rows * double(outputs) * double(inputs),
            kBytesPerValue * (double(outputs) * double(inputs) + rows * double(outputs + inputs)),
            "[" + matrix((long long)(rows), inputs) + ", " + matrix(inputs, outputs) + "]",
            R"(["c10::BFloat16", "c10::BFloat16"])");
    }

    /// An operation that reads and writes `passes` arrays of tokens x width.
    void addStream(Operation operation, const std::string& cpuOp, long long width, double passes) {
        add(operation, cpuOp, 0, kBytesPerValue * passes * m_tokens * double(width),
            "[" + matrix(m_tokens, width) + "]");
    }

    void setLayer(int layer) { m_layer = layer; }
    void setOccurrence(int occurrence) { m_occurrence = occurrence; }
    void addAttention(Operation operation, double factor);
    void addAttentionBlock(int layer);
    void addDenseMlp(int layer);
    void addExperts(int layer);
    void addBackward();

    [[nodiscard]] std::vector<LogicalOperation> take() { return std::move(m_operations); }
    [[nodiscard]] const std::string& family() const { return m_model.family; }

private:
    [[nodiscard]] const char* reduceOp() const {
        return m_model.engine == Engine::Sglang ? "sglang::inplace_all_reduce" : "_C_custom_ar::all_reduce";
    }

    const ForgedModel& m_model;
    int m_tokens;
    bool m_prefill;
    ForgedStep m_step;
    int m_layer = 0;
    int m_occurrence = 0;
    std::string m_package;
    std::string m_modelFile;
    std::vector<std::string> m_frames;
    std::vector<LogicalOperation> m_operations;
};

void SectionBuilder::addAttention(Operation operation, double factor) {
    const double contextPerRequest = 2048;
    const double width = double(m_model.headSize) * m_model.heads / m_model.tensorParallel;
    const double cacheWidth = double(m_model.headSize) * m_model.keyValueHeads / m_model.tensorParallel;
    const int requests = std::max(1, m_step.contextRequests + m_step.generationRequests);
    const double perRequest =
        m_prefill ? double(m_step.contextTokens) / std::max(1, m_step.contextRequests) : 1;
    const double cached = m_prefill ? perRequest / 2 : contextPerRequest;
    add(operation,
        operation == Operation::Attention ? "vllm::unified_attention_with_output"
                                          : "flash_attn::_flash_attn_backward",
        factor * 4.0 * requests * perRequest * cached * width,
        factor * kBytesPerValue *
            (2.0 * requests * (m_prefill ? perRequest : contextPerRequest) * cacheWidth +
             2.0 * m_tokens * width),
        "[" + matrix(m_tokens, (long long)(width)) + ", " + matrix(m_tokens, (long long)(cacheWidth)) + ", " +
            matrix(m_tokens, (long long)(cacheWidth)) + "]",
        R"(["c10::BFloat16", "c10::BFloat16", "c10::BFloat16"])");
}

void SectionBuilder::addAttentionBlock(int layer) {
    const int parts = m_model.tensorParallel;
    const int queryWidth = m_model.heads * m_model.headSize / parts;
    const int keyWidth = m_model.keyValueHeads * m_model.headSize / parts;
    enter(family() + "Attention", layer, 184);
    enterLayer("QKVParallelLinear", layer, "layers/linear.py", 480);
    addGemm(Operation::QkvGemm, queryWidth + 2 * keyWidth, m_model.hidden);
    leave();
    if (m_model.queryKeyNorm) {
        enterLayer("RMSNorm", 4 * layer + 2, "layers/layernorm.py", 71);
        addStream(Operation::QueryKeyNorm, "aten::rms_norm", queryWidth + keyWidth, 2);
        leave();
    }
    enterLayer("RotaryEmbedding", 0, "layers/rotary_embedding.py", 148);
    addStream(Operation::Rotary, "_C::rotary_embedding", queryWidth + keyWidth, 2);
    leave();
    enterLayer("Attention", layer, "layers/attention.py", 262);
    addStream(Operation::KvWrite, "_C_cache_ops::reshape_and_cache_flash", 2LL * keyWidth, 2);
    addAttention(Operation::Attention, 1);
    leave();
    enterLayer("RowParallelLinear", 2 * layer, "layers/linear.py", 1212);
    addGemm(Operation::OutputGemm, m_model.hidden, queryWidth);
    if (parts > 1) {
        addStream(Operation::AttentionReduce, reduceOp(), m_model.hidden, 4);
    }
    leave();
    leave();
}

void SectionBuilder::addDenseMlp(int layer) {
    const int parts = m_model.tensorParallel;
    enter(family() + "MLP", layer, 94);
    enterLayer("MergedColumnParallelLinear", layer, "layers/linear.py", 480);
    addGemm(Operation::GateUpGemm, 2LL * m_model.intermediate / parts, m_model.hidden);
    leave();
    enterLayer("SiluAndMul", layer, "layers/activation.py", 79);
    addStream(Operation::Activation, "_C::silu_and_mul", m_model.intermediate / parts, 3);
    leave();
    enterLayer("RowParallelLinear", 2 * layer + 1, "layers/linear.py", 1212);
    addGemm(Operation::DownGemm, m_model.hidden, m_model.intermediate / parts);
    if (parts > 1) {
        addStream(Operation::MlpReduce, reduceOp(), m_model.hidden, 4);
    }
    leave();
    leave();
}

void SectionBuilder::addExperts(int layer) {
    const int parts = m_model.tensorParallel;
    const double activeExperts =
        std::min<double>(m_model.experts, double(m_tokens) * m_model.expertsPerToken);
    const double rows = double(m_tokens) * m_model.expertsPerToken;
    const auto expertGemm = [&](Operation operation, double outputs, double inputs) {
        add(operation, "vllm::moe_forward", 2.0 * rows * outputs * inputs,
            kBytesPerValue * (activeExperts * outputs * inputs + rows * (outputs + inputs)),
            "[" + matrix(m_tokens, m_model.hidden) + ", " + matrix(m_tokens, m_model.experts) + "]",
            R"(["c10::BFloat16", "c10::BFloat16"])");
    };
    enter(family() + "SparseMoeBlock", layer, 179);
    enterLayer("ReplicatedLinear", layer, "layers/linear.py", 380);
    addGemm(Operation::RouterGemm, m_model.experts, m_model.hidden);
    leave();
    enterLayer("FusedMoE", layer, "layers/fused_moe/layer.py", 1760);
    add(Operation::ExpertRouting, "vllm::moe_forward", 0, 4.0 * m_tokens * m_model.experts,
        "[" + matrix(m_tokens, m_model.experts) + "]");
    expertGemm(Operation::ExpertGateUp, 2.0 * m_model.intermediate / parts, m_model.hidden);
    expertGemm(Operation::ExpertDown, m_model.hidden, double(m_model.intermediate) / parts);
    add(Operation::ExpertFinalize, "vllm::moe_forward", 0,
        kBytesPerValue * (rows + m_tokens) * m_model.hidden,
        "[" + matrix((long long)(rows), m_model.hidden) + "]");
    if (parts > 1) {
        addStream(Operation::MlpReduce, reduceOp(), m_model.hidden, 4);
    }
    leave();
    leave();
}

/// The backward pass runs on the autograd thread: no frames, one run of operations a layer, last layer first.
void SectionBuilder::addBackward() {
    m_frames.clear();
    addGemm(Operation::LmHeadBackward, m_model.vocabulary, m_model.hidden, 2,
            "autograd::engine::evaluate_function: MmBackward0");
    for (int layer = m_model.layers - 1; layer >= 0; --layer) {
        setLayer(layer);
        setOccurrence(m_model.layers - 1 - layer);
        addGemm(Operation::MlpBackward, 3LL * m_model.intermediate, m_model.hidden, 2,
                "autograd::engine::evaluate_function: MmBackward0");
        addStream(Operation::NormBackward, "autograd::engine::evaluate_function: MulBackward0",
                  m_model.hidden, 6);
        addAttention(Operation::AttentionBackward, 2.5);
        addGemm(Operation::ProjectionBackward, 2LL * m_model.hidden, m_model.hidden, 2,
                "autograd::engine::evaluate_function: MmBackward0");
        if (m_model.tensorParallel > 1) {
            add(Operation::GradientReduce, "c10d::allreduce_", 0,
                4.0 * m_model.hidden * (m_model.intermediate + m_model.hidden),
                "[" + matrix(m_model.intermediate, m_model.hidden) + "]");
        }
    }
    setLayer(0);
    setOccurrence(0);
    add(Operation::Optimizer, "aten::_fused_adamw_", 0,
        12.0 * m_model.layers * m_model.hidden * double(m_model.intermediate),
        "[" + matrix(m_model.layers, m_model.hidden) + "]");
}

} // namespace

const char* operationName(Operation operation) {
    static constexpr const char* kNames[] = {
        "token_upload",
        "index_preparation",
        "embedding",
        "embedding_reduce",
        "input_add",
        "input_norm",
        "qkv_gemm",
        "query_key_norm",
        "rotary",
        "kv_write",
        "attention",
        "output_gemm",
        "attention_reduce",
        "post_add",
        "post_norm",
        "gate_up_gemm",
        "activation",
        "down_gemm",
        "router_gemm",
        "expert_routing",
        "expert_gate_up",
        "expert_down",
        "expert_finalize",
        "mlp_reduce",
        "final_add",
        "final_norm",
        "lm_head",
        "logits_gather",
        "side_copies",
        "sampling",
        "token_download",
        "loss",
        "lm_head_backward",
        "mlp_backward",
        "norm_backward",
        "attention_backward",
        "projection_backward",
        "gradient_reduce",
        "optimizer",
        "planted",
    };
    static_assert(std::size(kNames) == std::size_t(Operation::Planted) + 1);
    return kNames[std::size_t(operation)];
}

ForgedModel qwen2Model(int layers) {
    ForgedModel model;
    model.layers = layers;
    return model;
}

ForgedModel qwen3MoeModel(int layers) {
    ForgedModel model;
    model.engine = Engine::Sglang;
    model.family = "Qwen3Moe";
    model.layers = layers;
    model.hidden = 2048;
    model.intermediate = 768;
    model.heads = 32;
    model.vocabulary = 151936;
    model.experts = 128;
    model.queryKeyNorm = true;
    return model;
}

std::vector<ForgedStep> decodeSteps(int count, int batch) {
    return std::vector<ForgedStep>(std::size_t(count), ForgedStep{0, 0, batch});
}

std::vector<ForgedStep> prefillSteps(int count, int batch, int tokens) {
    return std::vector<ForgedStep>(std::size_t(count), ForgedStep{batch, tokens, 0});
}

std::vector<LogicalOperation> prologueOperations(const ForgedModel& model, const ForgedStep& step) {
    SectionBuilder section(model, step);
    section.add(Operation::TokenUpload, "aten::copy_", 0, 8.0 * step.tokens(),
                "[" + matrix(1, step.tokens()) + "]", R"(["long int"])");
    section.add(Operation::IndexPreparation, "aten::arange", 0, 8.0 * step.tokens(), "[]", R"(["Scalar"])");
    section.enter(model.family + "ForCausalLM", 0, 469);
    section.enter(model.family + "Model", 0, 341);
    section.enterLayer("VocabParallelEmbedding", 0, "layers/vocab_parallel_embedding.py", 407);
    section.addStream(Operation::Embedding, "aten::embedding", model.hidden, 2);
    if (model.tensorParallel > 1) {
        section.addStream(Operation::EmbeddingReduce, "_C_custom_ar::all_reduce", model.hidden, 4);
    }
    return section.take();
}

std::vector<LogicalOperation> layerOperations(const ForgedModel& model, const ForgedStep& step, int layer) {
    SectionBuilder section(model, step);
    section.setLayer(layer);
    section.enter(model.family + "ForCausalLM", 0, 469);
    section.enter(model.family + "Model", 0, 341);
    section.enter(model.family + "DecoderLayer", layer, 241);
    const int normsPerLayer = model.queryKeyNorm ? 4 : 2;
    section.enterLayer("RMSNorm", normsPerLayer * layer, "layers/layernorm.py", 71);
    if (layer > 0) { // the first layer has no residual yet
        section.addStream(Operation::InputAdd, "aten::add", model.hidden, 3);
    }
    section.addStream(Operation::InputNorm, "_C::fused_add_rms_norm", model.hidden, 2);
    section.leave();
    section.addAttentionBlock(layer);
    section.enterLayer("RMSNorm", normsPerLayer * layer + 1, "layers/layernorm.py", 71);
    section.addStream(Operation::PostAdd, "aten::add", model.hidden, 3);
    section.addStream(Operation::PostNorm, "_C::fused_add_rms_norm", model.hidden, 2);
    section.leave();
    if (model.experts > 0) {
        section.addExperts(layer);
    } else {
        section.addDenseMlp(layer);
    }
    return section.take();
}

std::vector<LogicalOperation> epilogueOperations(const ForgedModel& model, const ForgedStep& step) {
    SectionBuilder section(model, step);
    section.enter(model.family + "ForCausalLM", 0, 469);
    section.enter(model.family + "Model", 0, 341);
    section.enterLayer("RMSNorm", (model.queryKeyNorm ? 4 : 2) * model.layers, "layers/layernorm.py", 71);
    section.addStream(Operation::FinalAdd, "aten::add", model.hidden, 3);
    section.addStream(Operation::FinalNorm, "_C::fused_add_rms_norm", model.hidden, 2);
    section.leave();
    section.leave();
    section.enterLayer("LogitsProcessor", 0, "layers/logits_processor.py", 54);
    const bool training = model.engine == Engine::Training;
    const double rows = training ? 1
                                 : double(std::max(1, step.contextRequests + step.generationRequests)) /
                                       std::max(1, step.tokens());
    section.addGemm(Operation::LmHead, model.vocabulary / model.tensorParallel, model.hidden, rows);
    if (training) {
        section.addStream(Operation::Loss, "aten::cross_entropy_loss", model.vocabulary, 2);
        section.leave();
        section.addBackward();
        return section.take();
    }
    const int requests = std::max(1, step.contextRequests + step.generationRequests);
    if (model.tensorParallel > 1) {
        section.add(Operation::LogitsGather, "c10d::_allgather_base_", 0, 4.0 * requests * model.vocabulary,
                    "[" + matrix(requests, model.vocabulary / model.tensorParallel) + "]");
    }
    section.leave();
    section.leave();
    for (int copy = 0; copy < model.sideCopies; ++copy) {
        section.setOccurrence(copy);
        section.add(Operation::SideCopies, "aten::copy_", 0, 8.0 * requests, "[" + matrix(requests, 1) + "]",
                    R"(["long int"])");
    }
    section.setOccurrence(0);
    section.enterLayer("Sampler", 0, "layers/sampler.py", 68);
    section.add(Operation::Sampling, "aten::argmax", 0, 4.0 * requests * model.vocabulary,
                "[" + matrix(requests, model.vocabulary) + "]", R"(["float"])");
    section.add(Operation::TokenDownload, "aten::copy_", 0, 8.0 * requests, "[" + matrix(requests, 1) + "]",
                R"(["long int"])");
    return section.take();
}

} // namespace diptych::test
