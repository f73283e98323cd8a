#include "core/model/platform_guess.h"

#include <array>
#include <string_view>

namespace diptych {

namespace {

constexpr std::array<std::string_view, 2> kAmdCalls{"hip", "roc"};
constexpr std::array<std::string_view, 1> kNvidiaCalls{"cu"};
constexpr std::array<std::string_view, 8> kAmdKernels{"Cijk_",       "__amd_rocclr", "MIOpen", "miopen",
                                                      "Custom_Cijk", "ck_tile",      "aiter",  "rccl"};
constexpr std::array<std::string_view, 11> kNvidiaKernels{"nvjet",  "cutlass", "cudnn",  "sm70_",
                                                          "sm75_",  "sm80_",   "sm90_",  "sm100_",
                                                          "volta_", "turing_", "ampere_"};

template <std::size_t N>
bool startsWithAny(std::string_view name, const std::array<std::string_view, N>& starts) {
    for (const std::string_view start : starts) {
        if (name.starts_with(start)) {
            return true;
        }
    }
    return false;
}

template <std::size_t N>
bool containsAny(std::string_view name, const std::array<std::string_view, N>& parts) {
    for (const std::string_view part : parts) {
        if (name.find(part) != std::string_view::npos) {
            return true;
        }
    }
    return false;
}

/// The first name of a column that tells, each distinct name looked at once.
template <class Tell>
Platform firstTold(const Trace& trace, const std::vector<StringId>& names, Tell tell) {
    std::vector<bool> seen(trace.strings.size(), false);
    for (const StringId name : names) {
        if (!name.isValid() || seen[name.index()]) {
            continue;
        }
        seen[name.index()] = true;
        if (const Platform platform = tell(trace.text(name)); platform != Platform::Unknown) {
            return platform;
        }
    }
    return Platform::Unknown;
}

Platform byCall(std::string_view name) {
    if (startsWithAny(name, kAmdCalls)) {
        return Platform::Amd;
    }
    return startsWithAny(name, kNvidiaCalls) ? Platform::Nvidia : Platform::Unknown;
}

Platform byKernel(std::string_view name) {
    if (containsAny(name, kAmdKernels)) {
        return Platform::Amd;
    }
    return containsAny(name, kNvidiaKernels) ? Platform::Nvidia : Platform::Unknown;
}

} // namespace

Platform guessPlatform(const Trace& trace) {
    const Platform platform = firstTold(trace, trace.launches.name, byCall);
    return platform != Platform::Unknown ? platform : firstTold(trace, trace.gpu.name, byKernel);
}

} // namespace diptych
