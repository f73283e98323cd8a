#pragma once
// What a forged model computes: the logical operations of one forward pass (or training step), before any
// vendor has a kernel for them. Both sides of a forged pair share this list, which is how a test knows what
// belongs together.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace diptych::test {

/// The pieces of work of a pass, in the order in which they run. Each occurs once in a layer (or once in the
/// prologue or epilogue), except those of the backward pass, which are told apart by an occurrence number.
enum class Operation : std::uint8_t {
    TokenUpload,
    IndexPreparation,
    Embedding,
    EmbeddingReduce,
    InputAdd,
    InputNorm,
    QkvGemm,
    QueryKeyNorm,
    Rotary,
    KvWrite,
    Attention,
    OutputGemm,
    AttentionReduce,
    PostAdd,
    PostNorm,
    GateUpGemm,
    Activation,
    DownGemm,
    RouterGemm,
    ExpertRouting,
    ExpertGateUp,
    ExpertDown,
    ExpertFinalize,
    MlpReduce,
    FinalAdd,
    FinalNorm,
    LmHead,
    LogitsGather,
    SideCopies,
    Sampling,
    TokenDownload,
    Loss,
    LmHeadBackward,
    MlpBackward,
    NormBackward,
    AttentionBackward,
    ProjectionBackward,
    GradientReduce,
    Optimizer,
    Planted, ///< a kernel that the options inserted: nothing on the other side does its work
};

/// "qkv_gemm", for messages.
[[nodiscard]] const char* operationName(Operation operation);

/// A small set of operations: what one kernel does.
class OperationSet {
public:
    constexpr OperationSet() = default;
    constexpr OperationSet(std::initializer_list<Operation> list) {
        for (const Operation operation : list) {
            m_bits |= bit(operation);
        }
    }
    [[nodiscard]] constexpr bool contains(Operation operation) const {
        return (m_bits & bit(operation)) != 0;
    }
    [[nodiscard]] constexpr bool meets(OperationSet set) const { return (m_bits & set.m_bits) != 0; }
    [[nodiscard]] constexpr bool isEmpty() const { return m_bits == 0; }
    [[nodiscard]] constexpr std::uint64_t bits() const { return m_bits; }
    constexpr OperationSet& operator|=(OperationSet set) {
        m_bits |= set.m_bits;
        return *this;
    }
    friend constexpr bool operator==(OperationSet, OperationSet) = default;

private:
    static constexpr std::uint64_t bit(Operation operation) {
        return std::uint64_t(1) << unsigned(operation);
    }
    std::uint64_t m_bits = 0;
};

/// The serving engine or program that runs the model: decides module and file names, and how steps are
/// annotated.
enum class Engine : std::uint8_t { Vllm, Sglang, Training };

/// A transformer. The defaults are those of Qwen2 7B.
struct ForgedModel {
    Engine engine = Engine::Vllm;
    std::string family = "Qwen2"; ///< prefix of the module classes; its lower-case form names the model file
    int layers = 28;
    int hidden = 3584;
    int intermediate = 18944; ///< of the MLP; of one expert in a mixture
    int heads = 28;
    int keyValueHeads = 4;
    int headSize = 128;
    int vocabulary = 152064;
    int experts = 0; ///< 0: a dense MLP
    int expertsPerToken = 8;
    bool queryKeyNorm = false;
    int tensorParallel = 1;
    int sideCopies = 0; ///< small kernels on a second stream, beside the end of the pass
};

[[nodiscard]] ForgedModel qwen2Model(int layers = 28);
[[nodiscard]] ForgedModel qwen3MoeModel(int layers = 48);

/// What one forward pass processes.
struct ForgedStep {
    int contextRequests = 0;
    int contextTokens = 0;      ///< new tokens of all context requests
    int generationRequests = 0; ///< one new token each

    [[nodiscard]] int tokens() const { return contextTokens + generationRequests; }
    friend bool operator==(const ForgedStep&, const ForgedStep&) = default;
};

[[nodiscard]] std::vector<ForgedStep> decodeSteps(int count, int batch);
[[nodiscard]] std::vector<ForgedStep> prefillSteps(int count, int batch, int tokens);

/// One logical operation with what is needed to cost and to call it.
struct LogicalOperation {
    Operation operation = Operation::Planted;
    int occurrence = 0; ///< of operations that occur several times in a section
    int layer = 0;      ///< the layer that it belongs to or differentiates; 0 elsewhere
    double flops = 0;
    double bytes = 0;                ///< read and written by the GPU
    std::string cpuOp;               ///< "aten::mm"
    std::string inputDims;           ///< JSON text, "[[16, 3584], [3584, 2304]]"
    std::string inputTypes;          ///< JSON text
    std::vector<std::string> frames; ///< below the step's own frames, outermost first
};

/// The sections of a pass. `layer` counts from 0.
[[nodiscard]] std::vector<LogicalOperation> prologueOperations(const ForgedModel& model,
                                                               const ForgedStep& step);
[[nodiscard]] std::vector<LogicalOperation> layerOperations(const ForgedModel& model, const ForgedStep& step,
                                                            int layer);
[[nodiscard]] std::vector<LogicalOperation> epilogueOperations(const ForgedModel& model,
                                                               const ForgedStep& step);

} // namespace diptych::test
