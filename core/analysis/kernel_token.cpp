#include "core/analysis/kernel_token.h"

#include "core/analysis/pattern.h"
#include "core/base/lower_case.h"

#include <algorithm>
#include <array>

namespace diptych {

namespace {

/// Operations of small kernels that one word does not tell apart.
bool isRefined(std::string_view operation, std::string_view category) {
    constexpr std::array<std::string_view, 5> kPlain{"KV Cache", "Index Prep", "SwiGLU", "Softmax", "Scan"};
    if (std::find(kPlain.begin(), kPlain.end(), operation) != kPlain.end()) {
        return false;
    }
    return category == "elementwise" || category == "activation" || category == "memory" ||
           category == "reduce" || category == "sampling" || category == "fused";
}

/// Copies and fills by direction, whatever the profiler calls them.
std::string transferOf(std::string_view name) {
    struct Transfer {
        const char* token;
        Pattern pattern;
    };
    static const std::array<Transfer, 5> transfers{{
        {"HtoD", Pattern::builtIn("^memcpy ?HtoD|^CopyHostToDevice|^Memcpy.*Host ?-> ?Device")},
        {"DtoH", Pattern::builtIn("^memcpy ?DtoH|^CopyDeviceToHost|^Memcpy.*Device ?-> ?Host")},
        {"peer", Pattern::builtIn("^memcpy ?P(to|2)P|^CopyPeer|^Memcpy.*Peer")},
        {"copy", Pattern::builtIn("^memcpy|^Copy(DeviceToDevice|Device|Buffer|Image)|__amd_rocclr_copy")},
        {"fill", Pattern::builtIn("^memset|^FillBuffer|__amd_rocclr_(fill|gws)|FillFunctor|fill_kernel")},
    }};
    for (const Transfer& transfer : transfers) {
        if (transfer.pattern.search(name) == MatchOutcome::Match) {
            return transfer.token;
        }
    }
    return {};
}

/// The first group of the first pattern that matches.
std::string functorWord(std::string_view name) {
    static const std::array<Pattern, 8> patterns{
        Pattern::builtIn("binary_internal::(\\w+)"),
        Pattern::builtIn(
            "(CatArrayBatchedCopy|threshold|CompareFunctor|CompareEqFunctor|Bitwise(?:And|Or|Xor))"),
        Pattern::builtIn(
            "(MeanOps|MaxOps|MinOps|SumOps|WelfordOps|NormTwoOps|NormOneOps|NormOps|ArgMaxOps|ArgMinOps|"
            "sum_functor|mean_kernel|prod_functor|and_kernel|or_kernel|MaxNan\\w*|MinNan\\w*)"),
        Pattern::builtIn("at::native::(?:\\(anonymous namespace\\)::|\\w+::)*(\\w+?)_kernel(?:_cuda|_impl)*"
                         "(?:<[^()]*>)?\\(at::Tensor"),
        Pattern::builtIn(
            "at::native::(?:\\(anonymous namespace\\)::|\\w+::)*(\\w+?)(?:CUDA)?Kernel(?:CUDA)?(?:Impl)?"
            "(?:<[^()]*>)?\\(at::Tensor"),
        Pattern::builtIn("\\b(?![AB]?Unary|Binary)(\\w*Functor\\w*)"),
        Pattern::builtIn(
            "(index_elementwise|indexSelect|index_select|gather|scatter|triu_tril|upsample\\w*|arange|"
            "launch_clamp_scalar|b?float\\d*_copy|bernoulli|distribution)"),
        Pattern::builtIn("^triton_[a-z]+_fused_*(\\w*?)_?\\d*$"),
    };
    for (const Pattern& pattern : patterns) {
        const PatternMatch match = pattern.match(name);
        if (match.outcome == MatchOutcome::Match && match.groups.size() > 1) {
            return std::string(match.groups[1]);
        }
    }
    return {};
}

/// Words that name how a kernel is launched, not what it computes.
bool isLauncher(std::string_view word) {
    constexpr std::array<std::string_view, 6> kLaunchers{
        "elementwise", "vectorized_elementwise", "unrolled_elementwise", "gpu", "functor", "reduce"};
    return std::find(kLaunchers.begin(), kLaunchers.end(), word) != kLaunchers.end();
}

void removeSuffix(std::string& text, std::string_view suffix) {
    if (text.size() > suffix.size() && text.ends_with(suffix)) {
        text.resize(text.size() - suffix.size());
    }
}

/// One spelling for one computation: no data types, no launcher's decoration.
std::string normalised(std::string word) {
    static const Pattern copies =
        Pattern::builtIn("^(?:(?:b?float\\d*|half|double|int\\d*|to|direct|nocast)_?)+copy$|^copy$");
    if (copies.search(word) == MatchOutcome::Match) {
        return "copy";
    }
    for (const std::string_view prefix : {"CUDAFunctorOnSelf_", "CUDAFunctorOnOther_", "CUDAFunctor_"}) {
        if (word.starts_with(prefix)) {
            word.erase(0, prefix.size());
        }
    }
    if (word.find("Functor") != std::string::npos && !word.starts_with("MaxNan") &&
        !word.starts_with("MinNan")) {
        removeSuffix(word, "Functor");
        removeSuffix(word, "Scalar");
        return lowerCase(word);
    }
    for (const std::string_view suffix : {"_cuda", "_kernel", "_functor"}) {
        removeSuffix(word, suffix);
    }
    if (word == "Gelu" || word == "GeluBackward") {
        return lowerCase(word);
    }
    return isLauncher(word) ? std::string{} : word;
}

std::string joined(std::string_view operation, std::string_view detail) {
    std::string token(operation);
    if (!detail.empty()) {
        token += ':';
        token += detail;
    }
    return token;
}

} // namespace

std::string functorOf(std::string_view name) {
    std::string transfer = transferOf(name);
    return transfer.empty() ? normalised(functorWord(name)) : transfer;
}

std::string kernelToken(std::string_view operation, std::string_view category, std::string_view name) {
    return isRefined(operation, category) ? joined(operation, functorOf(name)) : std::string(operation);
}

std::string cpuOpToken(std::string_view operation, std::string_view category, std::string_view cpuOp) {
    if (!isRefined(operation, category)) {
        return std::string(operation);
    }
    const std::size_t colon = cpuOp.rfind("::");
    std::string word(cpuOp.substr(colon == std::string_view::npos ? 0 : colon + 2));
    removeSuffix(word, "_");
    return joined(operation, normalised(word));
}

} // namespace diptych
