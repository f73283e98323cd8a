#include "core/analysis/kernel_components.h"

#include "core/analysis/pattern.h"
#include "core/base/lower_case.h"

#include <array>
#include <map>

namespace diptych {

namespace {

struct Piece {
    Component component;
    bool helper = false;
};

/// One part of an operation's name between '+' signs, in lower case without a parenthesis at its end.
const std::map<std::string, Piece, std::less<>>& pieces() {
    static const std::map<std::string, Piece, std::less<>> table{
        {"gemm", {Component::Gemm}},
        {"dense gemm", {Component::Gemm}},
        {"gemm split-k reduce", {Component::Gemm, true}},
        {"gemm epilogue", {Component::Gemm, true}},
        {"attention", {Component::Attention}},
        {"attention reduce", {Component::Attention, true}},
        {"kv cache", {Component::KvCache}},
        {"moe gemm", {Component::MoeGemm}},
        {"moe routing", {Component::MoeRoute}},
        {"moe finalize", {Component::MoeFinalize, true}},
        {"moe other", {Component::MoeOther}},
        {"norm", {Component::Norm}},
        {"rmsnorm", {Component::Norm}},
        {"layernorm", {Component::Norm}},
        {"rotary", {Component::Rope}},
        {"swiglu", {Component::Activation}},
        {"activation", {Component::Activation}},
        {"quant", {Component::Quantization}},
        {"quantization", {Component::Quantization}},
        {"add", {Component::Add}},
        {"embedding", {Component::Embedding}},
        {"softmax", {Component::Softmax}},
        {"sampling", {Component::Sampling}},
        {"sorting", {Component::Sort}},
        {"convolution", {Component::Convolution}},
        {"layout conv", {Component::Convolution, true}},
        {"all-reduce", {Component::Communication}},
        {"index prep", {Component::IndexPrep}},
        {"optimizer", {Component::Optimizer}},
    };
    return table;
}

Component componentOfCategory(std::string_view category) {
    static const std::map<std::string, Component, std::less<>> table{
        {"attention", Component::Attention},
        {"gemm", Component::Gemm},
        {"moe", Component::MoeOther},
        {"normalization", Component::Norm},
        {"rope", Component::Rope},
        {"activation", Component::Activation},
        {"elementwise", Component::Elementwise},
        {"reduce", Component::Reduce},
        {"quantization", Component::Quantization},
        {"convolution", Component::Convolution},
        {"communication", Component::Communication},
        {"memory", Component::Copy},
        {"sort", Component::Sort},
        {"sampling", Component::Sampling},
        {"fused", Component::Fused},
    };
    const auto place = table.find(category);
    return place == table.end() ? Component::Other : place->second;
}

/// "Attention (Reduce)" -> "attention reduce"; "Attention (Decode)" -> "attention": which of them is a piece
/// decides.
std::optional<Piece> pieceOf(std::string_view part) {
    std::string whole;
    for (const char c : lowerCase(part)) {
        if (c != '(' && c != ')') {
            whole.push_back(c);
        }
    }
    if (const auto place = pieces().find(whole); place != pieces().end()) {
        return place->second;
    }
    const std::string head = lowerCase(part.substr(0, part.find(" (")));
    if (const auto place = pieces().find(head); place != pieces().end()) {
        return place->second;
    }
    return std::nullopt;
}

constexpr Components kMain{Component::Gemm, Component::Attention, Component::MoeGemm, Component::Convolution,
                           Component::Communication};
constexpr Components kSmall{Component::Copy, Component::Elementwise, Component::Reduce, Component::IndexPrep,
                            Component::Add};

Role roleOf(Components components) {
    if (!(components & kMain).isEmpty()) {
        return Role::Main;
    }
    return (components - kSmall).isEmpty() ? Role::Small : Role::Middle;
}

void takeOperation(KernelClass& kernelClass) {
    std::string_view rest = kernelClass.operation;
    const bool isFused = rest.find('+') != std::string_view::npos;
    while (!rest.empty()) {
        const std::string_view part = rest.substr(0, rest.find('+'));
        rest.remove_prefix(std::min(rest.size(), part.size() + 1));
        const std::optional<Piece> piece = pieceOf(part);
        if (piece && piece->helper && !isFused) {
            kernelClass.role = Role::Helper;
            kernelClass.helps =
                piece->component == Component::MoeFinalize ? Component::MoeGemm : piece->component;
        }
        if (piece) {
            kernelClass.components.insert(piece->component);
        }
    }
    if (kernelClass.components.isEmpty()) {
        kernelClass.components.insert(componentOfCategory(kernelClass.category));
    }
}

/// Pieces of work that only the name tells, of kernels whose operation does not say so.
void takeName(KernelClass& kernelClass, std::string_view name) {
    static const Pattern gated = Pattern::builtIn("swiglu|silu|gelu");
    const Components hosts{Component::Gemm, Component::MoeGemm};
    if (!(kernelClass.components & hosts).isEmpty() && gated.search(name) == MatchOutcome::Match) {
        kernelClass.components.insert(Component::Activation);
    }
    if (kernelClass.category == "fused") {
        kernelClass.components = tritonComponents(name);
    }
    if (kernelClass.token == "Elementwise:add") {
        kernelClass.components.insert(Component::Add);
    }
}

} // namespace

void deriveComponents(KernelClass& kernelClass, std::string_view name, Components given) {
    kernelClass.components = given;
    kernelClass.role = Role::Small;
    kernelClass.helps = Component::Other;
    if (given.isEmpty()) {
        takeOperation(kernelClass);
        if (kernelClass.role != Role::Helper) {
            takeName(kernelClass, name);
        }
    }
    if (kernelClass.role != Role::Helper) {
        kernelClass.role = roleOf(kernelClass.components);
    }
}

Components tritonComponents(std::string_view name) {
    struct Word {
        Component component;
        Pattern pattern;
    };
    // A word stands between underscores; inductor joins the names of the operators that it fused.
    static const std::array<Word, 8> words{{
        {Component::Norm,
         Pattern::builtIn("layer_?norm|rms_?norm|group_norm|batch_norm|rsqrt\\w*mean|mean\\w*rsqrt|"
                          "pow\\w*rsqrt|rsqrt\\w*pow|rsqrt\\w*var_mean")},
        {Component::Activation,
         Pattern::builtIn("silu|gelu|swiglu|(?<![a-z])relu|sigmoid(?!\\w*rope)|(?<![a-z])tanh")},
        {Component::Rope,
         Pattern::builtIn("rope(?![a-z])|rotary|(?<![a-z])cos_\\w*sin(?![a-z])|cat_\\w*mul_\\w*neg")},
        {Component::Softmax, Pattern::builtIn("softmax")},
        {Component::Embedding, Pattern::builtIn("(?<![a-z])embedding")},
        {Component::Quantization, Pattern::builtIn("quant|fp8|(?<![a-z])clamp_\\w*reciprocal")},
        {Component::KvCache, Pattern::builtIn("kv_?cache")},
        {Component::Add, Pattern::builtIn("(?<![a-z])add(?![a-z])")},
    }};
    Components components;
    for (const Word& word : words) {
        if (word.pattern.search(name) == MatchOutcome::Match) {
            components.insert(word.component);
        }
    }
    if ((components - Components{Component::Add}).isEmpty()) {
        components.insert(Component::Fused);
    }
    return components;
}

} // namespace diptych
