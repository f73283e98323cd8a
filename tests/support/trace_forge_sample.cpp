#include "tests/support/trace_forge_sample.h"

namespace diptych::test {

namespace {

constexpr int kBatch = 16;
constexpr const char* kContiguousCopy =
    "void at::native::elementwise_kernel_manual_unroll<128, 8, at::native::gpu_kernel_impl_nocast<"
    "at::native::direct_copy_kernel_cuda(at::TensorIteratorBase&)::{lambda()#3}::operator()() "
    "const::{lambda()#12}::"
    "operator()() const::{lambda(c10::BFloat16)#1}>(at::TensorIteratorBase&)>";

ForgedModel sampleModel() {
    ForgedModel model = qwen2Model();
    model.tensorParallel = 2;
    return model;
}

/// Slow GEMMs, an unfused activation, rotary and cache write apart, a copy that B does without; the residual
/// add is fused into the norm.
ForgeOptions optionsA() {
    ForgeOptions options = amdOptions(sampleModel());
    options.library.activationKernels = 3;
    options.library.samplingKernels = 5;
    options.steps = decodeSteps(3, kBatch);
    options.differences = {
        setDuration(Operation::GateUpGemm, 78600),
        setDuration(Operation::DownGemm, 45400),
        setDuration(Operation::QkvGemm, 17600),
        setDuration(Operation::OutputGemm, 14400),
        setDuration(Operation::LmHead, 318000),
        setDuration(Operation::Attention, 58600),
        setDuration(Operation::EmbeddingReduce, 17600),
        setDuration(Operation::AttentionReduce, 17600),
        setDuration(Operation::MlpReduce, 17600),
        setDuration(Operation::LogitsGather, 34400),
        setDuration(Operation::Activation, 4600, 0),
        setDuration(Operation::Activation, 3900, 1),
        setDuration(Operation::Activation, 3900, 2),
        setDuration(Operation::Rotary, 5200),
        setDuration(Operation::KvWrite, 4400),
        setDuration(Operation::InputNorm, 5100),
        setDuration(Operation::PostNorm, 5100),
        setDuration(Operation::FinalNorm, 5100),
        setDuration(Operation::Embedding, 9000),
        setDuration(Operation::Sampling, 18000, 0),
        setDuration(Operation::Sampling, 12000, 1),
        setDuration(Operation::Sampling, 22000, 2),
        setDuration(Operation::Sampling, 28000, 3),
        setDuration(Operation::Sampling, 6000, 4),
        insertAfter(Operation::KvWrite, kContiguousCopy, "memory", 4000),
    };
    return options;
}

/// Fused activation and fused rotary with cache write, attention in three kernels; the residual add is a
/// kernel of its own.
ForgeOptions optionsB() {
    ForgeOptions options = nvidiaOptions(sampleModel());
    options.library.fusesAddIntoNorm = false;
    options.library.fusesRotaryWithKvWrite = true;
    options.library.attention = AttentionForm::PrepareAndCombine;
    options.steps = decodeSteps(4, kBatch);
    options.differences = {
        setDuration(Operation::GateUpGemm, 45600),     setDuration(Operation::DownGemm, 24100),
        setDuration(Operation::QkvGemm, 8100),         setDuration(Operation::OutputGemm, 6400),
        setDuration(Operation::LmHead, 176000),        setDuration(Operation::Attention, 1300, 0),
        setDuration(Operation::Attention, 35000, 1),   setDuration(Operation::Attention, 4500, 2),
        setDuration(Operation::EmbeddingReduce, 8800), setDuration(Operation::AttentionReduce, 8800),
        setDuration(Operation::MlpReduce, 8800),       setDuration(Operation::LogitsGather, 19200),
        setDuration(Operation::Activation, 4600),      setDuration(Operation::KvWrite, 3800),
        setDuration(Operation::InputAdd, 3000),        setDuration(Operation::PostAdd, 3000),
        setDuration(Operation::FinalAdd, 3000),        setDuration(Operation::InputNorm, 3400),
        setDuration(Operation::PostNorm, 3400),        setDuration(Operation::FinalNorm, 3400),
        setDuration(Operation::Embedding, 6000),       setDuration(Operation::Sampling, 14000, 0),
        setDuration(Operation::Sampling, 28000, 1),    setDuration(Operation::Sampling, 6000, 2),
    };
    return options;
}

} // namespace

ForgeOptions sampleOptions(Side side) {
    return side == Side::A ? optionsA() : optionsB();
}

std::string sampleFileName(Side side) {
    return side == Side::A ? "qwen2_7b_decode.mi300x.json.gz" : "qwen2_7b_decode.h100.json.gz";
}

} // namespace diptych::test
